#include "batch/schnorrsig.h"

#include "batch/keys.h"
#include "schemes/schnorrsig.h"

namespace koblitz {

namespace {

bool schnorrsig_verify_row(sha256_compress_fn compress, const schnorrsig_columns& c, size_t i) {
    const bytes sig = row(c.signatures, i), msg = row(c.messages, i);
    u8 key[64];
    if (sig.size != 64 || !read_key(key, c.pubkeys, i, key_form::xonly))
        return false;
    return schnorrsig_verify(compress, sig.data, msg.data, msg.size, key) != 0;
}

/* One u1 G + u2 Q a group of eight rows, one inversion modulo p a chunk. */
[[gnu::noinline]] void schnorrsig_verify_chunk(const koblitz_lanes::kernels& lanes,
                                               sha256_compress_fn compress, u8* verdicts,
                                               const schnorrsig_columns& c, size_t first, int count) {
    const int groups = groups_of(count);
    key_chunk keys;
    keys.start(groups);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        const bytes sig = row(c.signatures, at);
        u64 r[4], s[4];
        if (sig.size != 64)
            continue;
        load_be256(r, sig.data);
        load_be256(s, sig.data + 32);
        if (!prime::is_canonical_var(r) || !ring::is_canonical_var(s))
            continue;
        read_key(keys, i, c.pubkeys, at, key_form::xonly);
    }
    keys.complete(lanes, groups);
    koblitz_lanes::ecmult_bits bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        scalar s = scalar::one(), e = scalar::one();
        if (keys.ok[i]) {
            const size_t at = first + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, at), msg = row(c.messages, at);
            u8 x32[32], e32[32];
            u64 x[4], y[4];
            keys.get(x, y, i);
            store_be256(x32, x);
            schnorrsig_challenge(compress, e32, sig.data, x32, msg.data, msg.size);
            s = scalar::parse(sig.data + 32, nullptr);
            e = scalar::parse(e32, nullptr).negate();
        }
        const place in_lanes(i);
        put(bits[in_lanes.group], in_lanes.lane, s, e);
    }
    ecmult_groups(lanes, keys.points, bits, groups);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        u64 x[4], y[4];
        const bool finite = get_point(x, y, keys.points, i);
        bool valid = keys.ok[i];
        if (valid && !finite) {
            valid = schnorrsig_verify_row(compress, c, at);
        } else if (valid) {
            u8 x32[32];
            store_be256(x32, x);
            valid = __builtin_memcmp(x32, row(c.signatures, at).data, 32) == 0 && (y[0] & 1) == 0;
        }
        verdicts[at] = valid ? 1 : 0;
    }
}

} // namespace

void batch_schnorrsig_verify(const backend& b, sha256_compress_fn compress, u8* verdicts,
                             const schnorrsig_columns& c, size_t first, size_t n) {
    for_chunks(
        b.lanes, n,
        [&](size_t i, int count) {
            schnorrsig_verify_chunk(*b.lanes, compress, verdicts, c, first + i, count);
        },
        [&](size_t i) { verdicts[first + i] = schnorrsig_verify_row(compress, c, first + i) ? 1 : 0; });
}

} // namespace koblitz
