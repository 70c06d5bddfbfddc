#include "verify.h"

#include <algorithm>
#include <string.h>

#include "secp256k1_extrakeys.h"

namespace koblitz_python {

namespace {

const secp256k1_context* const ctx = secp256k1_context_static;

/* Whether 64 bytes begin as DER: a sequence of 62 bytes. */
bool may_be_der(byte_row row) {
    return row.data[0] == 0x30 && row.data[1] == 62;
}

bool is_pubkey(byte_row row) {
    secp256k1_pubkey key;
    return secp256k1_ec_pubkey_parse(ctx, &key, row.data, row.size) != 0;
}

} // namespace

void require_bytes(const column& column, std::initializer_list<int64_t> widths) {
    switch (column.type.kind) {
    case kind::null:
        return;
    case kind::offsets32:
    case kind::offsets64:
    case kind::views:
        if (column.type.is_text)
            throw type_error(
                column.name + ": expected a binary column, got text. Hexadecimal is converted by " +
                "unhex(column) in SQL, column.str.decode(\"hex\") in Polars, bytes.fromhex(row)");
        return;
    case kind::fixed:
        break;
    case kind::list32:
    case kind::list64:
        throw not_lists(column.name);
    default:
        throw type_error(column.name + ": expected a binary column");
    }
    if (std::find(widths.begin(), widths.end(), column.type.size) != widths.end())
        return;
    std::string taken;
    for (const int64_t width : widths)
        taken += (taken.empty() ? "" : " or ") + std::to_string(width);
    throw value_error(column.name + ": expected rows of " + taken + " bytes, got " +
                      std::to_string(column.type.size));
}

void require_integers(const column& column) {
    const kind kind = column.type.kind;
    if (kind != kind::integer && kind != kind::boolean && kind != kind::null)
        throw type_error(column.name + ": expected integers or booleans");
}

void require_equal_lengths(std::initializer_list<const column*> columns) {
    const column& first = **columns.begin();
    for (const column* other : columns)
        if (other->length() != first.length())
            throw value_error(other->name + ": " + std::to_string(other->length()) + " rows, but " +
                              first.name + " has " + std::to_string(first.length()));
}

bool is_xonly(byte_row row) {
    secp256k1_xonly_pubkey key;
    return row.size == 32 && secp256k1_xonly_pubkey_parse(ctx, &key, row.data) != 0;
}

void verdict_work::run(int64_t first, int count) {
    for (int done = 0; done < count;) {
        const int rows = rows_of_step(first + done, count - done);
        step(first + done, rows);
        done += rows;
    }
}

void verdict_work::step(int64_t first, int count) {
    memset(valid_.use(count), 1, static_cast<size_t>(count));
    memset(verdicts_.use(count), 0, static_cast<size_t>(count));
    has_nulls_ = false;
    verify(first, count);
    if (!strict_)
        for (int i = 0; i < count; i++)
            if (valid_[i] != 0 && verdicts_[i] == 0 && !is_parsed(i))
                set_null(i);
    if (has_nulls_) {
        for (int i = 0; i < count; i++)
            verdicts_[i] &= valid_[i];
        out_->set_bits(out_->validity, first, count, valid_.row(0));
    } else {
        out_->set_ones(out_->validity, first, count);
    }
    out_->set_bits(out_->values, first, count, verdicts_.row(0));
}

ecdsa_work::ecdsa_work(const column& pubkey, const column& digest, const column& signature, bool low_s,
                       result* out, bool strict)
    : verdict_work(out, strict), pubkey_(pubkey), digest_(digest), signature_(signature), low_s_(low_s) {
    require_bytes(pubkey, {33, 65});
    require_bytes(digest, {32});
    require_bytes(signature, {64});
    require_equal_lengths({&pubkey, &digest, &signature});
}

void ecdsa_work::verify(int64_t first, int count) {
    for (const column* column : {&pubkey_, &digest_, &signature_})
        mask_nulls(*column, first, count);
    pubkeys_.load(pubkey_, first, count);
    digests_.load(digest_, first, count);
    signatures_.load(signature_, first, count);
    const int of_64 = signatures_.count_of_size(count, 64);
    const bool compact = of_64 > 0;
    bool der = of_64 < count;
    for (int i = 0; i < count && !der; i++)
        der = may_be_der(signatures_.row(i));
    const unsigned int flags = low_s_ ? 0 : KOBLITZ_BATCH_HIGH_S;
    const auto n = static_cast<size_t>(count);
    if (compact)
        koblitz_batch_ecdsa_verify(ctx, verdicts_.row(0), &signatures_.column, &digests_.column,
                                   &pubkeys_.column, n, flags);
    if (der) {
        koblitz_batch_ecdsa_verify(ctx, compact ? seconds_.use(count) : verdicts_.row(0), &signatures_.column,
                                   &digests_.column, &pubkeys_.column, n, flags | KOBLITZ_BATCH_DER);
        for (int i = 0; compact && i < count; i++)
            verdicts_[i] |= seconds_[i];
    }
}

bool ecdsa_work::is_parsed(int i) {
    const byte_row signature = signatures_.row(i);
    secp256k1_ecdsa_signature parsed;
    const bool compact =
        signature.size == 64 && secp256k1_ecdsa_signature_parse_compact(ctx, &parsed, signature.data) != 0;
    return is_pubkey(pubkeys_.row(i)) && digests_.row(i).size == 32 &&
           (compact ||
            secp256k1_ecdsa_signature_parse_der(ctx, &parsed, signature.data, signature.size) != 0);
}

schnorr_work::schnorr_work(const column& pubkey, const column& message, const column& signature, result* out,
                           bool strict)
    : verdict_work(out, strict), pubkey_(pubkey), message_(message), signature_(signature) {
    require_bytes(pubkey, {32});
    require_bytes(message, {message.type.size});
    require_bytes(signature, {64});
    require_equal_lengths({&pubkey, &message, &signature});
}

int schnorr_work::rows_of_step(int64_t first, int count) {
    constexpr size_t most_copied = 4 << 20;
    return message_.rows_of_copy(first, count, most_copied);
}

void schnorr_work::verify(int64_t first, int count) {
    for (const column* column : {&pubkey_, &message_, &signature_})
        mask_nulls(*column, first, count);
    pubkeys_.load(pubkey_, first, count);
    messages_.load(message_, first, count);
    signatures_.load(signature_, first, count);
    koblitz_batch_schnorrsig_verify(ctx, verdicts_.row(0), &signatures_.column, &messages_.column,
                                    &pubkeys_.column, static_cast<size_t>(count));
}

bool schnorr_work::is_parsed(int i) {
    return is_xonly(pubkeys_.row(i)) && signatures_.row(i).size == 64;
}

tweak_check_work::tweak_check_work(const column& tweaked, const column& internal, const column& tweak,
                                   const column* parity, result* out, bool strict)
    : verdict_work(out, strict), tweaked_(tweaked), internal_(internal), tweak_(tweak), parity_(parity) {
    require_bytes(tweaked, {32});
    require_bytes(internal, {32});
    require_bytes(tweak, {32});
    require_equal_lengths({&tweaked, &internal, &tweak});
    if (parity == nullptr)
        return;
    require_integers(*parity);
    require_equal_lengths({&tweaked, parity});
}

void tweak_check_work::verify(int64_t first, int count) {
    for (const column* column : {&tweaked_, &internal_, &tweak_})
        mask_nulls(*column, first, count);
    tweakeds_.load(tweaked_, first, count);
    internals_.load(internal_, first, count);
    tweaks_.load(tweak_, first, count);
    if (parity_ != nullptr) {
        mask_nulls(*parity_, first, count);
        parity_->small_integers(first, count, parities_.use(count));
    }
    const koblitz_column parities = {parities_.row(0), 1, 1, nullptr, 0};
    koblitz_batch_xonly_pubkey_tweak_add_check(ctx, verdicts_.row(0), &tweakeds_.column,
                                               parity_ == nullptr ? nullptr : &parities, &internals_.column,
                                               &tweaks_.column, static_cast<size_t>(count));
}

bool tweak_check_work::is_parsed(int i) {
    const byte_row tweak = tweaks_.row(i);
    /* As a secret key a tweak may not be 0, as a tweak it may. */
    static constexpr uint8_t zero[32] = {};
    return is_xonly(tweakeds_.row(i)) && is_xonly(internals_.row(i)) && tweak.size == 32 &&
           (parity_ == nullptr || parities_[i] != 2) &&
           (memcmp(tweak.data, zero, 32) == 0 || secp256k1_ec_seckey_verify(ctx, tweak.data) != 0);
}

} // namespace koblitz_python
