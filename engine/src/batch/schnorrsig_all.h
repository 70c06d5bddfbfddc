/* Batches of BIP-340 verifications by one sum: the answer is that of all rows together. Variable time. */
#ifndef KOBLITZ_BATCH_SCHNORRSIG_ALL_H
#define KOBLITZ_BATCH_SCHNORRSIG_ALL_H

#include "batch/equations.h"
#include "batch/schnorrsig.h"

namespace koblitz {

/* The points of rows first to first + count - 1, and whether all are there: R of the signatures, s of which
 * is below n, and P. */
template <class B>
bool read_points(const koblitz_lanes::kernels* lanes, koblitz_lanes::packed_point* r,
                 koblitz_lanes::packed_point* p, const schnorrsig_columns& c, size_t first, int count) {
    const u8* x32[chunk_rows] = {};
    bool odd[chunk_rows] = {};
    for (int i = 0; i < count; i++) {
        const bytes sig = row(c.signatures, first + static_cast<size_t>(i));
        u64 s[4];
        if (sig.size != 64)
            return false;
        load_be256(s, sig.data + 32);
        if (!ring::is_canonical_var(s))
            return false;
        x32[i] = sig.data;
    }
    if (!lift_rows<B>(lanes, r, x32, odd, count))
        return false;
    for (int i = 0; i < count; i++) {
        const bytes key = row(c.pubkeys, first + static_cast<size_t>(i));
        x32[i] = key.data;
        if (holds_objects(c.pubkeys)) {
            if (!pubkey_is_set(key.data))
                return false;
            pubkey_load(p[i].w, p[i].w + 4, key.data);
        } else if (key.size != 32) {
            return false;
        }
    }
    return holds_objects(c.pubkeys) || lift_rows<B>(lanes, p, x32, odd, count);
}

/* s G = R + e P of rows first to first + n - 1, n at least 1. The seed is a hash of all e, which are hashes
 * of R, P and the message, and of all s. memory: equations<B>::memory_size(n). */
template <class B>
bool schnorrsig_all(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                    const schnorrsig_columns& c, size_t first, size_t n, void* memory) {
    using S = typename B::scalar;
    equations<B> all(memory, n);
    sha256 hash(compress, batch_seed_midstate);
    for (size_t start = 0; start < n; start += chunk_rows) {
        koblitz_lanes::packed_point r[chunk_rows], p[chunk_rows];
        const int count = static_cast<int>(n - start < chunk_rows ? n - start : chunk_rows);
        if (!read_points<B>(lanes, r, p, c, first + start, count))
            return false;
        for (int i = 0; i < count; i++) {
            const size_t at = start + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, first + at), msg = row(c.messages, first + at);
            u8 x32[32], e32[32];
            store_be256(x32, p[i].w);
            schnorrsig_challenge(compress, e32, sig.data, x32, msg.data, msg.size);
            hash.write(e32, 32);
            hash.write(sig.data + 32, 32);
            all.set(at, r[i], p[i], S::parse(sig.data + 32, nullptr), S::parse(e32, nullptr));
        }
    }
    u8 seed[32];
    hash.finalize(seed);
    return all.hold(lanes, compress, seed);
}

/* The fewest rows whose sum takes less time than they do without it. */
inline size_t fewest_summed(const koblitz_lanes::kernels* lanes) {
    return lanes != nullptr ? lanes->fewest_summed : 32;
}

/* What the call asks for n rows. */
template <class B>
size_t schnorrsig_all_memory(const koblitz_lanes::kernels* lanes, size_t n) {
    return n < fewest_summed(lanes) ? 0 : equations<B>::memory_size(n < most_summed ? n : most_summed);
}

/* As batch_schnorrsig_verify. The rows of a sum that is not right are verified so. */
template <class B>
void batch_schnorrsig_verify_all(const koblitz_lanes::kernels* lanes, sha256_compress_fn compress,
                                 u8* verdicts, const schnorrsig_columns& c, size_t n, u8* memory,
                                 size_t size) {
    const size_t fewest = fewest_summed(lanes);
    size_t part = n < most_summed ? n : most_summed;
    while (part >= fewest && equations<B>::memory_size(part) > size)
        part -= part / 8;
    for (size_t first = 0; first < n;) {
        const size_t rows = part < fewest || n - first < part ? n - first : part;
        if (part >= fewest && rows >= fewest && schnorrsig_all<B>(lanes, compress, c, first, rows, memory)) {
            __builtin_memset(verdicts + first, 1, rows);
        } else {
            schnorrsig_verify_rows<B>(lanes, compress, verdicts, c, first, rows);
        }
        first += rows;
    }
}

} // namespace koblitz

#endif
