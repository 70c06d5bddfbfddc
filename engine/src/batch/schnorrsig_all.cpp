#include "batch/schnorrsig_all.h"

#include "batch/equations.h"
#include "batch/keys.h"
#include "schemes/opaque.h"
#include "schemes/schnorrsig.h"

namespace koblitz {

bool read_points(const backend& b, point* r, point* p, const schnorrsig_columns& c, size_t first, int count) {
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
    if (!lift_x_rows(b, r, x32, odd, count))
        return false;
    for (int i = 0; i < count; i++) {
        const bytes key = row(c.pubkeys, first + static_cast<size_t>(i));
        x32[i] = key.data;
        if (holds_objects(c.pubkeys)) {
            if (!pubkey_is_set(key.data))
                return false;
            p[i] = load_point(key.data);
        } else if (key.size != 32) {
            return false;
        }
    }
    return holds_objects(c.pubkeys) || lift_x_rows(b, p, x32, odd, count);
}

bool schnorrsig_all(const backend& b, sha256_compress_fn compress, const schnorrsig_columns& c, size_t first,
                    size_t n, void* memory) {
    equations all(memory, n);
    sha256 hash(compress, batch_seed_midstate);
    for (size_t start = 0; start < n; start += chunk_rows) {
        point r[chunk_rows], p[chunk_rows];
        const int count = static_cast<int>(n - start < chunk_rows ? n - start : chunk_rows);
        if (!read_points(b, r, p, c, first + start, count))
            return false;
        for (int i = 0; i < count; i++) {
            const size_t at = start + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, first + at), msg = row(c.messages, first + at);
            u8 x32[32], e32[32];
            store_be256(x32, p[i].x);
            schnorrsig_challenge(compress, e32, sig.data, x32, msg.data, msg.size);
            hash.write(e32, 32);
            hash.write(sig.data + 32, 32);
            all.set(at, r[i], p[i], scalar::parse(sig.data + 32, nullptr), scalar::parse(e32, nullptr));
        }
    }
    u8 seed[32];
    hash.finalize(seed);
    return all.hold(compress, seed);
}

size_t fewest_summed(const backend& b) {
    return b.lanes != nullptr ? b.lanes->fewest_summed : 32;
}

size_t schnorrsig_all_memory(const backend& b, size_t n) {
    return n < fewest_summed(b) ? 0 : equations::memory_size(n < most_summed ? n : most_summed);
}

void batch_schnorrsig_verify_all(const backend& b, sha256_compress_fn compress, u8* verdicts,
                                 const schnorrsig_columns& c, size_t n, u8* memory, size_t size) {
    const size_t fewest = fewest_summed(b);
    size_t part = n < most_summed ? n : most_summed;
    while (part >= fewest && equations::memory_size(part) > size)
        part -= part / 8;
    for (size_t first = 0; first < n;) {
        const size_t rows = part < fewest || n - first < part ? n - first : part;
        if (part >= fewest && rows >= fewest && schnorrsig_all(b, compress, c, first, rows, memory)) {
            __builtin_memset(verdicts + first, 1, rows);
        } else {
            batch_schnorrsig_verify(b, compress, verdicts, c, first, rows);
        }
        first += rows;
    }
}

} // namespace koblitz
