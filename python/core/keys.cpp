#include "keys.h"

#include <string.h>

namespace koblitz_python {

namespace {

const secp256k1_context* const ctx = secp256k1_context_static;

} // namespace

void key_work::run(int64_t first, int count) {
    memset(valid_, 1, sizeof valid_);
    const auto size = static_cast<size_t>(size_);
    uint8_t* keys = out_->values.data() + static_cast<size_t>(first) * size;
    derive(first, count, {keys, size, size});
    for (int i = 0; i < count; i++) {
        if (valid_[i] == 0)
            memset(keys + static_cast<size_t>(i) * size, 0, size);
        valid_[i] &= verdicts_[i];
    }
    out_->set_bits(out_->validity, first, count, valid_);
}

parse_work::parse_work(const column& pubkey, result* out, int64_t size)
    : key_work(out, size), pubkey_(pubkey) {
    require_bytes(pubkey, {33, 65});
}

void parse_work::derive(int64_t first, int count, const koblitz_output& output) {
    pubkey_.mask_nulls(first, count, valid_);
    pubkeys_.load(pubkey_, first, count);
    koblitz_batch_ec_pubkey_parse(ctx, verdicts_, &output, &pubkeys_.column, static_cast<size_t>(count));
}

recover_work::recover_work(const column& digest, const column& signature, result* out, int64_t size)
    : key_work(out, size), digest_(digest), signature_(signature) {
    require_bytes(digest, {32});
    require_bytes(signature, {65});
    require_equal_lengths({&digest, &signature});
}

void recover_work::derive(int64_t first, int count, const koblitz_output& output) {
    digest_.mask_nulls(first, count, valid_);
    signature_.mask_nulls(first, count, valid_);
    digests_.load(digest_, first, count);
    signatures_.load(signature_, first, count);
    const bool fixed = signatures_.set_fixed(count, 65);
    for (int i = 0; i < count; i++) {
        const byte_row row = signatures_.row(i);
        /* No recovery id; the engine refuses the row. */
        recids_[i] = 4;
        if (row.size == 65)
            recids_[i] = row.data[64] >= 27 ? static_cast<uint8_t>(row.data[64] - 27) : row.data[64];
        if (!fixed && row.size == 65)
            memcpy(compact_ + 64 * i, row.data, 64);
        else if (!fixed)
            memset(compact_ + 64 * i, 0, 64);
    }
    const koblitz_column signatures = {fixed ? signatures_.column.data : compact_, 64,
                                       fixed ? signatures_.column.stride : 64, nullptr, 0};
    const koblitz_column recids = {recids_, 1, 1, nullptr, 0};
    koblitz_batch_ecdsa_recover(ctx, verdicts_, &output, &signatures, &recids, &digests_.column,
                                static_cast<size_t>(count));
}

} // namespace koblitz_python
