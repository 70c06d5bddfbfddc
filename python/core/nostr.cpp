#include "nostr.h"

#include <set>
#include <string.h>

#include "hash/sha256.h"

namespace koblitz_python {

namespace {

constexpr const char* field_names[] = {"id", "pubkey", "sig", "created_at", "kind", "tags", "content"};

constexpr int64_t largest_kind = 65535;

std::string_view view(byte_row row) {
    return {reinterpret_cast<const char*>(row.data), row.size};
}

/* Lowercase hexadecimal of exactly size bytes. */
bool read_hex(std::string_view text, uint8_t* out, size_t size) {
    if (text.size() != 2 * size)
        return false;
    unsigned value = 0;
    for (size_t i = 0; i < text.size(); i++) {
        const char c = text[i];
        if (c >= '0' && c <= '9')
            value = 16 * value + static_cast<unsigned>(c - '0');
        else if (c >= 'a' && c <= 'f')
            value = 16 * value + static_cast<unsigned>(c - 'a' + 10);
        else
            return false;
        if (i % 2 == 1)
            out[i / 2] = static_cast<uint8_t>(value);
    }
    return true;
}

/* NIP-01's escapes, of seven characters; every other one, control characters included, stays as it is. */
void append_quoted(std::string* out, std::string_view text) {
    static constexpr std::string_view escaped = "\n\"\\\r\t\b\f", names = "n\"\\rtbf";
    *out += '"';
    for (;;) {
        const size_t plain = text.find_first_of(escaped);
        out->append(text.substr(0, plain));
        if (plain == text.npos)
            break;
        *out += {'\\', names[escaped.find(text[plain])]};
        text.remove_prefix(plain + 1);
    }
    *out += '"';
}

void require_text(const column& column, const column_type& type, const std::string& name) {
    if (!type.is_text && type.kind != kind::null)
        throw type_error(column.name + ": " + name + " is not text");
}

} // namespace

nostr_work::nostr_work(const column& events, result* out, bool strict)
    : verdict_work(out, strict), events_(events) {
    const column_type& type = events.type;
    if (type.kind != kind::structure) {
        require_text(events, type, "an event that is not a structure");
        return;
    }
    for (size_t f = 0; f < n_fields; f++) {
        bool found = false;
        for (size_t i = 0; i < type.fields.size(); i++) {
            if (type.fields[i].name != field_names[f])
                continue;
            if (found)
                throw type_error(events.name + ": two fields " + field_names[f]);
            found = true;
            places_[f] = i;
        }
        if (!found)
            throw type_error(events.name + ": no field " + field_names[f]);
    }
    const auto field_type = [&](field f) -> const column_type& { return type.fields[places_[f]]; };
    for (const field f : {id, pubkey, sig}) {
        const column_type& t = field_type(f);
        const int64_t size = f == sig ? 64 : 32;
        const bool is_bytes = t.kind == kind::offsets32 || t.kind == kind::offsets64 || t.kind == kind::views;
        if (!is_bytes && !(t.kind == kind::fixed && t.size == size) && t.kind != kind::null)
            throw type_error(events.name + ": " + field_names[f] + " is neither text nor " +
                             std::to_string(size) + " bytes");
    }
    for (const field f : {created_at, kind_number})
        if (field_type(f).kind != kind::integer && field_type(f).kind != kind::null)
            throw type_error(events.name + ": " + field_names[f] + " is not an integer");
    require_text(events, field_type(content), "content");
    const column_type* inner = &field_type(tags);
    for (int depth = 0; depth < 2 && inner->kind != kind::null; depth++) {
        if (inner->kind != kind::list32 && inner->kind != kind::list64)
            throw type_error(events.name + ": tags is not a list of lists of text");
        inner = &inner->fields[0];
    }
    require_text(events, *inner, "a tag's element");
}

uint8_t* nostr_work::bytes_of(field f, int i, size_t* size) {
    *size = f == sig ? 64 : 32;
    return (f == id ? ids_ : f == pubkey ? pubkeys_ : sigs_) + static_cast<size_t>(i) * *size;
}

bool nostr_work::read_tags(json_reader* json) {
    tags_ = "[";
    if (!json->take('['))
        return false;
    if (!json->take(']')) {
        do {
            tags_ += tags_.size() > 1 ? ",[" : "[";
            if (!json->take('['))
                return false;
            if (json->take(']')) {
                tags_ += ']';
                continue;
            }
            bool more = false;
            do {
                text_.clear();
                if (!json->string(&text_))
                    return false;
                if (more)
                    tags_ += ',';
                append_quoted(&tags_, text_);
                more = true;
            } while (json->take(','));
            if (!json->take(']'))
                return false;
            tags_ += ']';
        } while (json->take(','));
        if (!json->take(']'))
            return false;
    }
    tags_ += ']';
    return true;
}

/* The value of a member of the event. */
bool nostr_work::read_member(json_reader* json, const std::string& name, int i, unsigned* seen) {
    unsigned f = 0;
    while (f < n_fields && name != field_names[f])
        f++;
    if (f == n_fields)
        return json->skip();
    if ((*seen & (1U << f)) != 0)
        return false;
    *seen |= 1U << f;
    text_.clear();
    switch (f) {
    case created_at:
        return json->integer(INT64_MAX, &created_at_);
    case kind_number:
        return json->integer(largest_kind, &kind_number_);
    case tags:
        return read_tags(json);
    case content:
        if (!json->string(&text_))
            return false;
        content_.clear();
        append_quoted(&content_, text_);
        return true;
    default: {
        size_t size;
        uint8_t* to = bytes_of(static_cast<field>(f), i, &size);
        return json->string(&text_) && read_hex(text_, to, size);
    }
    }
}

bool nostr_work::read_text(byte_row text, int i) {
    if (!is_utf8(view(text)))
        return false;
    json_reader json(view(text));
    unsigned seen = 0;
    std::set<std::string> others;
    if (!json.take('{') || json.take('}'))
        return false;
    do {
        std::string name;
        const unsigned before = seen;
        if (!json.string(&name) || !json.take(':') || !read_member(&json, name, i, &seen))
            return false;
        if (seen == before && !others.insert(std::move(name)).second)
            return false;
    } while (json.take(','));
    return json.take('}') && json.ended() && seen == (1U << n_fields) - 1;
}

bool nostr_work::read_tags(const column_array& array, int64_t row) {
    tags_ = "[";
    const column_array& lists = array.fields()[0];
    for (int64_t i = array.list_begin(row); i < array.list_end(row); i++) {
        if (lists.is_null(i))
            return false;
        tags_ += tags_.size() > 1 ? ",[" : "[";
        const column_array& texts = lists.fields()[0];
        const int64_t begin = lists.list_begin(i), end = lists.list_end(i);
        for (int64_t j = begin; j < end; j++) {
            const std::string_view text = view(texts.bytes(j));
            if (texts.is_null(j) || !is_utf8(text))
                return false;
            if (j > begin)
                tags_ += ',';
            append_quoted(&tags_, text);
        }
        tags_ += ']';
    }
    tags_ += ']';
    return true;
}

bool nostr_work::read_structure(const column_array& array, int64_t row, int i) {
    const auto place = [&](field f) -> const column_array& { return array.fields()[places_[f]]; };
    for (size_t f = 0; f < n_fields; f++) {
        if (place(static_cast<field>(f)).is_null(row)) {
            valid_[i] = 0;
            return false;
        }
    }
    for (const field f : {id, pubkey, sig}) {
        size_t size;
        uint8_t* to = bytes_of(f, i, &size);
        const byte_row bytes = place(f).bytes(row);
        if (events_.type.fields[places_[f]].is_text) {
            if (!read_hex(view(bytes), to, size))
                return false;
        } else if (bytes.size == size) {
            memcpy(to, bytes.data, size);
        } else {
            return false;
        }
    }
    created_at_ = place(created_at).integer(row);
    kind_number_ = place(kind_number).integer(row);
    const std::string_view text = view(place(content).bytes(row));
    content_.clear();
    append_quoted(&content_, text);
    return created_at_ >= 0 && kind_number_ >= 0 && kind_number_ <= largest_kind && is_utf8(text) &&
           read_tags(place(tags), row);
}

/* NIP-01: the id is SHA-256 of [0,pubkey,created_at,kind,tags,content] in UTF-8 without white space. */
bool nostr_work::hash_is_id(int i) {
    static constexpr char digits[] = "0123456789abcdef";
    text_.assign("[0,\"");
    for (const uint8_t* byte = pubkeys_ + 32 * i; byte < pubkeys_ + 32 * (i + 1); byte++)
        text_ += {digits[*byte >> 4], digits[*byte & 15]};
    text_.append("\",").append(std::to_string(created_at_)).append(",");
    text_.append(std::to_string(kind_number_)).append(",");
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    hash.write(text_.data(), text_.size());
    hash.write(tags_.data(), tags_.size());
    hash.write(",", 1);
    hash.write(content_.data(), content_.size());
    hash.write("]", 1);
    uint8_t digest[32];
    hash.finalize(digest);
    return memcmp(digest, ids_ + 32 * i, sizeof digest) == 0;
}

bool nostr_work::is_parsed(int i) {
    return parsed_[i] != 0 && is_xonly({pubkeys_ + 32 * i, 32});
}

void nostr_work::verify(int64_t first, int count) {
    events_.mask_nulls(first, count, valid_);
    uint8_t identified[block_rows];
    for (int i = 0; i < count; i++) {
        int64_t row;
        const column_array& array = events_.at(first + i, &row);
        memset(ids_ + 32 * i, 0, 32);
        memset(pubkeys_ + 32 * i, 0, 32);
        memset(sigs_ + 64 * i, 0, 64);
        const bool is_structure = events_.type.kind == kind::structure;
        parsed_[i] =
            valid_[i] != 0 && (is_structure ? read_structure(array, row, i) : read_text(array.bytes(row), i));
        identified[i] = parsed_[i] != 0 && hash_is_id(i);
    }
    const koblitz_column sigs = {sigs_, 64, 64, nullptr, 0};
    const koblitz_column ids = {ids_, 32, 32, nullptr, 0};
    const koblitz_column pubkeys = {pubkeys_, 32, 32, nullptr, 0};
    koblitz_batch_schnorrsig_verify(secp256k1_context_static, verdicts_, &sigs, &ids, &pubkeys,
                                    static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
        verdicts_[i] &= identified[i];
}

} // namespace koblitz_python
