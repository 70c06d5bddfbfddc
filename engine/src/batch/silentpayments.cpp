#include "batch/silentpayments.h"

#include "batch/secret.h"
#include "schemes/blinding.h"
#include "schemes/opaque.h"
#include "schemes/silentpayments.h"

namespace koblitz {

namespace {

/* The columns from row first on. */
koblitz_column from(koblitz_column c, size_t first) {
    if (c.offsets != nullptr)
        c.offsets = static_cast<const u8*>(c.offsets) + first * c.offset_size;
    else if (c.size != 0)
        c.data = step(c.data, first, c.stride);
    return c;
}

/* All ones if the size bytes are equal, else 0. */
u32 equal_mask(const u8* a, const u8* b, size_t size) {
    u32 difference = 0;
    for (size_t i = 0; i < size; i++)
        difference |= static_cast<u32>(a[i] ^ b[i]);
    return static_cast<u32>(value_barrier(0 - ((u64{difference} - 1) >> 63)));
}

/* 1 for the x of a point, 0 for that of infinity: the curve has no point with x = 0. */
u8 finite_bit(const u8 x[32]) {
    constexpr u8 infinity[32] = {};
    return static_cast<u8>(~equal_mask(x, infinity, 32) & 1);
}

/* All ones if the key of 32 bytes is among the outputs. */
u32 among_mask(const u8* key, bytes outputs, size_t output_size) {
    u32 any = 0;
    for (size_t at = 0; at + output_size <= outputs.size; at += output_size)
        any |= equal_mask(key, outputs.data + at, output_size);
    return any;
}

/* Rows of a part: first the shared point of 33 bytes; then t, and at sum_at the sum of 33 bytes. */
constexpr size_t sum_at = 32, part_row = sum_at + 33;

} // namespace

bool scan_columns::readable(size_t i) const {
    const bytes tweak = row(tweaks, i);
    const bool hybrid = tweak.size == 65 && tweak.data[0] != SECP256K1_TAG_PUBKEY_UNCOMPRESSED;
    return !hybrid && number(i) < SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT &&
           (outputs == nullptr || row(*outputs, i).size % output_size == 0);
}

void batch_silentpayments_scan(const backend& b, const gen_context& gen, sha256_compress_fn compress,
                               u8* verdicts, u8* keys, u32* matches, const scan_columns& c,
                               const koblitz_silentpayments_recipient& recipient, size_t n) {
    const size_t many = recipient.n_spend_pubkeys;
    u8 part[chunk_rows * part_row], made[chunk_rows];
    for (size_t first = 0; first < n; first += chunk_rows) {
        const size_t count = n - first < chunk_rows ? n - first : chunk_rows;
        u8* const ok = verdicts + first;
        batch_pubkey_mul(b, ok, {part, 33, part_row}, from(c.tweaks, first), recipient.scan_key32, count);
        for (size_t i = 0; i < count; i++) {
            u8* const at = part + i * part_row;
            silentpayments_output_hash(compress, at, at, c.number(first + i));
            ok[i] &= c.readable(first + i) ? 1 : 0;
            if (matches != nullptr)
                matches[first + i] = 0;
        }
        /* Backwards, so that the first spend key's match stays. */
        for (size_t j = many; j-- > 0;) {
            gen_context start = gen;
            gen_context_start_at(start, load_point(recipient.spend_pubkeys[j]->data));
            batch_pubkey_create(b, start, made, {part + sum_at, 33, part_row},
                                {part, 32, part_row, nullptr, 0}, count);
            for (size_t i = 0; i < count; i++) {
                const u8* const key = part + i * part_row + sum_at + 1;
                ok[i] &= made[i] & finite_bit(key);
                if (keys != nullptr)
                    __builtin_memcpy(keys + 32 * ((first + i) * many + j), key, 32);
                if (matches != nullptr && c.readable(first + i)) {
                    const u32 mask = among_mask(key, row(*c.outputs, first + i), c.output_size);
                    u32& match = matches[first + i];
                    match ^= mask & (match ^ static_cast<u32>(j + 1));
                }
            }
        }
        for (size_t i = 0; i < count; i++) {
            const choice valid = choice::from_bit(ok[i]);
            if (keys != nullptr)
                zero_unless(valid, keys + 32 * (first + i) * many, 32 * many);
            if (matches != nullptr) {
                matches[first + i] &= 0 - static_cast<u32>(ok[i]);
                declassify_bytes(&matches[first + i], sizeof matches[first + i]);
            }
        }
    }
}

} // namespace koblitz
