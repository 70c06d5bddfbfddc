#include "keys.h"

#include <string.h>

namespace koblitz_python {

namespace {

const secp256k1_context* const ctx = secp256k1_context_static;

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
    koblitz_column rows;
    if (signatures_.set_fixed(count, 65)) {
        rows = signatures_.column;
    } else {
        rows = {same_size_.use(count), 65, 65, nullptr, 0};
        for (int i = 0; i < count; i++) {
            const byte_row row = signatures_.row(i);
            if (row.size == 65)
                memcpy(same_size_.row(i), row.data, 65);
            else /* no recovery id: the engine refuses the row */
                memset(same_size_.row(i), 0xff, 65);
        }
    }
    const koblitz_column signatures = {rows.data, 64, rows.stride, nullptr, 0},
                         recids = {rows.data + 64, 1, rows.stride, nullptr, 0};
    koblitz_batch_ecdsa_recover(ctx, verdicts_.row(0), &output, &signatures, &recids, &digests_.column,
                                static_cast<size_t>(count));
}

} // namespace koblitz_python
