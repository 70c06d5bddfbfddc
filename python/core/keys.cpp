#include "keys.h"

#include <string.h>

namespace koblitz_python {

namespace {

const secp256k1_context* const ctx = secp256k1_context_static;

uint8_t recovery_id(uint8_t v) {
    return static_cast<uint8_t>(v >= 27 ? v - 27 : v);
}

/* Of rows that lie stride bytes apart: each a line of the cache, which the engine reads next. */
void recovery_ids(const uint8_t* v, size_t stride, int count, uint8_t* out) {
    for (int i = 0; i < count; i++, v += stride)
        out[i] = recovery_id(*v);
}

} // namespace

void key_work::run(int64_t first, int count) {
    memset(valid_.use(count), 1, static_cast<size_t>(count));
    verdicts_.use(count);
    has_nulls_ = false;
    const auto size = static_cast<size_t>(size_);
    uint8_t* keys = out_->values.data() + static_cast<size_t>(first) * size;
    derive(first, count, {keys, size, size});
    for (int i = 0; has_nulls_ && i < count; i++) {
        if (valid_[i] == 0) {
            memset(keys + static_cast<size_t>(i) * size, 0, size);
            verdicts_[i] = 0;
        }
    }
    out_->set_bits(out_->validity, first, count, verdicts_.row(0));
}

parse_work::parse_work(const column& pubkey, result* out, int64_t size)
    : key_work(out, size), pubkey_(pubkey) {
    require_bytes(pubkey, {33, 65});
}

void parse_work::derive(int64_t first, int count, const koblitz_output& output) {
    mask_nulls(pubkey_, first, count);
    pubkeys_.load(pubkey_, first, count);
    koblitz_batch_ec_pubkey_parse(ctx, verdicts_.row(0), &output, &pubkeys_.column,
                                  static_cast<size_t>(count));
}

recover_work::recover_work(const column& digest, const column& signature, result* out, int64_t size)
    : key_work(out, size), digest_(digest), signature_(signature) {
    require_bytes(digest, {32});
    require_bytes(signature, {65});
    require_equal_lengths({&digest, &signature});
}

void recover_work::derive(int64_t first, int count, const koblitz_output& output) {
    mask_nulls(digest_, first, count);
    mask_nulls(signature_, first, count);
    digests_.load(digest_, first, count);
    signatures_.load(signature_, first, count);
    const bool fixed = signatures_.set_fixed(count, 65);
    uint8_t* const recids_of = recids_.use(count);
    if (fixed)
        recovery_ids(signatures_.column.data + 64, signatures_.column.stride, count, recids_of);
    else
        compact_.use(count);
    for (int i = 0; !fixed && i < count; i++) {
        const byte_row row = signatures_.row(i);
        if (row.size == 65) {
            recids_of[i] = recovery_id(row.data[64]);
            memcpy(compact_.row(i), row.data, 64);
        } else {
            /* No recovery id; the engine refuses the row. */
            recids_of[i] = 4;
            memset(compact_.row(i), 0, 64);
        }
    }
    const koblitz_column signatures = {fixed ? signatures_.column.data : compact_.row(0), 64,
                                       fixed ? signatures_.column.stride : 64, nullptr, 0};
    const koblitz_column recids = {recids_of, 1, 1, nullptr, 0};
    koblitz_batch_ecdsa_recover(ctx, verdicts_.row(0), &output, &signatures, &recids, &digests_.column,
                                static_cast<size_t>(count));
}

} // namespace koblitz_python
