#include "nostr.h"

#include <charconv>
#include <set>
#include <string.h>

#include "hash/sha256.h"

namespace koblitz_python {

namespace {

constexpr std::string_view field_names[] = {"id", "pubkey", "sig", "created_at", "kind", "tags", "content"};

constexpr int64_t largest_kind = 65535;

std::string_view view(byte_row row) {
    return {reinterpret_cast<const char*>(row.data), row.size};
}

/* Eight digits of lowercase hexadecimal as four bytes. */
bool read_digits(const char* text, uint8_t out[4]) {
    constexpr uint64_t each = 0x0101010101010101;
    uint64_t digits = 0;
    for (int i = 0; i < 8; i++)
        digits |= static_cast<uint64_t>(static_cast<uint8_t>(text[i])) << (8 * i);
    /* Of letters bit 6 is set, and the lower four are 1 to 6. A value of 10 to 15 has a letter. */
    const uint64_t values = (digits & (15 * each)) + 9 * ((digits >> 6) & each);
    const uint64_t letters = ((values + 118 * each) >> 7) & each;
    if ((values & (0xf0 * each)) != 0 || values + '0' * each + ('a' - '0' - 10) * letters != digits)
        return false;
    const uint64_t pairs = (values << 4) | (values >> 8);
    for (int i = 0; i < 4; i++)
        out[i] = static_cast<uint8_t>(pairs >> (16 * i));
    return true;
}

/* Lowercase hexadecimal of exactly size bytes, a multiple of four. */
bool read_hex(std::string_view text, uint8_t* out, size_t size) {
    if (text.size() != 2 * size)
        return false;
    for (size_t i = 0; i < size; i += 4)
        if (!read_digits(text.data() + 2 * i, out + i))
            return false;
    return true;
}

constexpr char hex_digits[] = "0123456789abcdef";

/* Writes text as JSON.stringify does: NIP-01's escapes of seven characters, and \u00XX in lower case for the
 * other control characters, U+0000 to U+001F, which NIP-01 leaves raw. True if there is one of these. */
bool append_quoted(std::string* out, std::string_view text) {
    static constexpr std::string_view escaped = "\n\"\\\r\t\b\f", names = "n\"\\rtbf";
    bool has_controls = false;
    *out += '"';
    for (;;) {
        const size_t plain = plain_length(text);
        out->append(text.substr(0, plain));
        if (plain == text.size())
            break;
        const char c = text[plain];
        if (const size_t which = escaped.find(c); which != escaped.npos) {
            *out += {'\\', names[which]};
        } else {
            *out += {'\\', 'u', '0', '0', hex_digits[c >> 4], hex_digits[c & 15]};
            has_controls = true;
        }
        text.remove_prefix(plain + 1);
    }
    *out += '"';
    return has_controls;
}

/* What append_quoted wrote, with its \u00XX as raw characters. */
std::string with_raw_controls(std::string_view quoted) {
    std::string raw;
    for (size_t i = 0; i < quoted.size();) {
        const bool is_escape = quoted[i] == '\\';
        if (is_escape && quoted[i + 1] == 'u') {
            unsigned code = 0;
            std::from_chars(&quoted[i + 4], &quoted[i + 6], code, 16);
            raw += static_cast<char>(code);
            i += 6;
        } else {
            const size_t size = is_escape ? 2 : 1;
            raw.append(quoted.substr(i, size));
            i += size;
        }
    }
    return raw;
}

bool is_sha256(std::string_view text, const uint8_t wanted[32]) {
    koblitz::sha256 hash(koblitz::sha256_compress_default());
    hash.write(text.data(), text.size());
    uint8_t digest[32];
    hash.finalize(digest);
    return memcmp(digest, wanted, sizeof digest) == 0;
}

void append_number(std::string* out, int64_t number) {
    char digits[20];
    const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
    out->append(digits, end);
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
                throw type_error(events.name + ": two fields " + std::string(field_names[f]));
            found = true;
            places_[f] = i;
        }
        if (!found)
            throw type_error(events.name + ": no field " + std::string(field_names[f]));
    }
    const auto field_type = [&](field f) -> const column_type& { return type.fields[places_[f]]; };
    for (const field f : {id, pubkey, sig}) {
        const column_type& t = field_type(f);
        const int64_t size = f == sig ? 64 : 32;
        const bool is_bytes = t.kind == kind::offsets32 || t.kind == kind::offsets64 || t.kind == kind::views;
        if (!is_bytes && !(t.kind == kind::fixed && t.size == size) && t.kind != kind::null)
            throw type_error(events.name + ": " + std::string(field_names[f]) + " is neither text nor " +
                             std::to_string(size) + " bytes");
    }
    for (const field f : {created_at, kind_number})
        if (field_type(f).kind != kind::integer && field_type(f).kind != kind::null)
            throw type_error(events.name + ": " + std::string(field_names[f]) + " is not an integer");
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
    return f == id ? ids_.row(i) : f == pubkey ? pubkeys_.row(i) : sigs_.row(i);
}

/* A string as the hash takes it, put behind what is in out. One without escapes is so already. */
bool nostr_work::read_quoted(json_reader* json, std::string* out) {
    std::string_view text;
    if (!json->string(&text, &held_))
        return false;
    if (text.data() == held_.data()) {
        has_controls_ |= append_quoted(out, text);
        return true;
    }
    *out += '"';
    out->append(text);
    *out += '"';
    return true;
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
                if (more)
                    tags_ += ',';
                if (!read_quoted(json, &tags_))
                    return false;
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
bool nostr_work::read_member(json_reader* json, std::string_view name, int i, unsigned* seen) {
    unsigned f = 0;
    while (f < n_fields && name != field_names[f])
        f++;
    if (f == n_fields)
        return json->skip();
    if ((*seen & (1U << f)) != 0)
        return false;
    *seen |= 1U << f;
    switch (f) {
    case created_at:
        return json->integer(INT64_MAX, &created_at_);
    case kind_number:
        return json->integer(largest_kind, &kind_number_);
    case tags:
        return read_tags(json);
    case content:
        content_.clear();
        return read_quoted(json, &content_);
    default: {
        size_t size;
        std::string_view text;
        uint8_t* to = bytes_of(static_cast<field>(f), i, &size);
        return json->string(&text, &held_) && read_hex(text, to, size);
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
        std::string_view name;
        const unsigned before = seen;
        if (!json.string(&name, &text_) || !json.take(':') || !read_member(&json, name, i, &seen))
            return false;
        if (seen == before && !others.emplace(name).second)
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
            has_controls_ |= append_quoted(&tags_, text);
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
            set_null(i);
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
    has_controls_ |= append_quoted(&content_, text);
    return created_at_ >= 0 && kind_number_ >= 0 && kind_number_ <= largest_kind && is_utf8(text) &&
           read_tags(place(tags), row);
}

/* NIP-01: the id is SHA-256 of [0,pubkey,created_at,kind,tags,content] in UTF-8 without white space. Control
 * characters are as clients write them, or raw. */
bool nostr_work::hash_is_id(int i) {
    text_.assign("[0,\"");
    char key[64];
    for (size_t j = 0; j < 32; j++) {
        key[2 * j] = hex_digits[pubkeys_.row(i)[j] >> 4];
        key[2 * j + 1] = hex_digits[pubkeys_.row(i)[j] & 15];
    }
    text_.append(key, sizeof key).append("\",");
    append_number(&text_, created_at_);
    text_ += ',';
    append_number(&text_, kind_number_);
    text_.append(",").append(tags_).append(",").append(content_).append("]");
    return is_sha256(text_, ids_.row(i)) ||
           (has_controls_ && is_sha256(with_raw_controls(text_), ids_.row(i)));
}

bool nostr_work::is_parsed(int i) {
    return parsed_[i] != 0 && is_xonly({pubkeys_.row(i), 32});
}

void nostr_work::verify(int64_t first, int count) {
    mask_nulls(events_, first, count);
    uint8_t *const ids_of = ids_.use(count), *const pubkeys_of = pubkeys_.use(count),
                   *const sigs_of = sigs_.use(count);
    parsed_.use(count);
    identified_.use(count);
    const bool is_structure = events_.type.kind == kind::structure;
    for (int i = 0; i < count; i++) {
        int64_t row;
        const column_array& array = events_.at(first + i, &row);
        has_controls_ = false;
        const bool parsed =
            valid_[i] != 0 && (is_structure ? read_structure(array, row, i) : read_text(array.bytes(row), i));
        parsed_[i] = parsed ? 1 : 0;
        identified_[i] = parsed && hash_is_id(i) ? 1 : 0;
        if (!parsed) {
            memset(ids_.row(i), 0, 32);
            memset(pubkeys_.row(i), 0, 32);
            memset(sigs_.row(i), 0, 64);
        }
    }
    const koblitz_column sigs = {sigs_of, 64, 64, nullptr, 0};
    const koblitz_column ids = {ids_of, 32, 32, nullptr, 0};
    const koblitz_column pubkeys = {pubkeys_of, 32, 32, nullptr, 0};
    koblitz_batch_schnorrsig_verify(secp256k1_context_static, verdicts_.row(0), &sigs, &ids, &pubkeys,
                                    static_cast<size_t>(count));
    for (int i = 0; i < count; i++)
        verdicts_[i] &= identified_[i];
}

} // namespace koblitz_python
