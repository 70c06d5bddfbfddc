#include "batch/schnorrsig.h"

#include "batch/equations.h"
#include "batch/keys.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
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
    key_chunk keys(count);
    for (int i = 0; i < count; i++) {
        const size_t at = first + static_cast<size_t>(i);
        const bytes sig = row(c.signatures, at);
        if (sig.size == 64 && in_range(sig.data, sig.data + 32))
            read_key(keys, i, c.pubkeys, at, key_form::xonly);
    }
    keys.complete(lanes);
    koblitz_lanes::ecmult_bits bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        scalar s = scalar::one(), e = scalar::one();
        if (keys.ok[i]) {
            const size_t at = first + static_cast<size_t>(i);
            const bytes sig = row(c.signatures, at), msg = row(c.messages, at);
            u8 x32[32], e32[32];
            store_be256(x32, keys.get(i).x);
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
        point p;
        const bool finite = get_point(p, keys.points, i);
        bool valid = keys.ok[i];
        if (valid && !finite) {
            valid = schnorrsig_verify_row(compress, c, at);
        } else if (valid) {
            valid = has_x(p, row(c.signatures, at).data) && (p.y[0] & 1) == 0;
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
