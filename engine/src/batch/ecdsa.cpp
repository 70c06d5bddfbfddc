#include "batch/ecdsa.h"

#include "batch/keys.h"
#include "schemes/der.h"
#include "schemes/ecdsa.h"
#include "schemes/opaque.h"

namespace koblitz {

namespace {

/* The row's signature as an object with a low s; false when it is refused. */
bool read_signature(u8 sig[64], const ecdsa_columns& c, size_t i) {
    const bytes in = row(c.signatures, i);
    if (c.der) {
        if (!der_parse(sig, in.data, in.size))
            return false;
    } else if (in.size != 64 || ecdsa_signature_parse(sig, in.data) == 0) {
        return false;
    }
    if (c.high_s)
        ecdsa_normalize(sig, sig);
    return row(c.msghashes, i).size == 32;
}

bool ecdsa_verify_row(const ecdsa_columns& c, size_t i) {
    u8 sig[64], key[64];
    if (!read_signature(sig, c, i))
        return false;
    if (!read_key(key, c.pubkeys, i, key_form::sec1))
        return false;
    return ecdsa_verify(sig, row(c.msghashes, i).data, key) != 0;
}

/* The lanes not in equal whose x is r + n. Where that is below p, ECDSA reduces it to r as well. One r of
 * 2^127 is so small, but a signer can choose it in every row. Rows without a signature have r = 1. */
koblitz_lanes::lane_set equals_r_plus_n(const koblitz_lanes::kernels& lanes,
                                        const koblitz_lanes::jacobian_points& sum, const scalar* r,
                                        koblitz_lanes::lane_set equal) {
    static_assert(scalar::max_x_candidates == 2);
    koblitz_lanes::limbs<4> x = {};
    unsigned has_two = 0;
    for (int lane = 0; lane < koblitz_lanes::width; lane++) {
        u64 candidates[scalar::max_x_candidates][4];
        if ((equal >> lane & 1) != 0 || r[lane].x_candidates(candidates) < 2)
            continue;
        put(x, lane, candidates[1]);
        has_two |= 1U << lane;
    }
    return static_cast<koblitz_lanes::lane_set>(has_two == 0 ? 0 : lanes.x_equals(sum, x) & has_two);
}

/* One u1 G + u2 Q a group of eight rows, one inversion modulo n a chunk. Lanes with an exceptional addition
 * take the code of single rows. */
[[gnu::noinline]] void ecdsa_verify_chunk(const koblitz_lanes::kernels& lanes, u8* verdicts,
                                          const ecdsa_columns& c, size_t first, int count) {
    const int groups = groups_of(count);
    key_chunk keys(count);
    scalar r[chunk_rows];
    koblitz_lanes::ecmult_bits bits[chunk_groups];
    { /* sum below takes the room of these */
        scalar s[chunk_rows], inverse[chunk_rows];
        for (int i = 0; i < groups * koblitz_lanes::width; i++) {
            r[i] = s[i] = scalar::one();
            if (i >= count)
                continue;
            const size_t at = first + static_cast<size_t>(i);
            u8 sig[64];
            if (!read_signature(sig, c, at))
                continue;
            scalar sr, ss;
            if (!load_signature(sr, ss, sig))
                continue;
            r[i] = sr;
            s[i] = ss;
            read_key(keys, i, c.pubkeys, at, key_form::sec1);
        }
        keys.complete(lanes);
        inverses_var(inverse, s, groups * koblitz_lanes::width);
        for (int i = 0; i < groups * koblitz_lanes::width; i++) {
            scalar m;
            if (keys.ok[i])
                m = scalar::parse(row(c.msghashes, first + static_cast<size_t>(i)).data, nullptr);
            const place in_lanes(i);
            put(bits[in_lanes.group], in_lanes.lane, m * inverse[i], r[i] * inverse[i]);
        }
    }
    koblitz_lanes::jacobian_points sum[chunk_groups];
    lanes.ecmult_x8(sum, bits, keys.points, groups, tables::g, tables::g128);
    for (int g = 0; g < groups; g++) {
        koblitz_lanes::limbs<4> x;
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            put(x, lane, r[g * koblitz_lanes::width + lane].limbs());
        koblitz_lanes::lane_set equal = lanes.x_equals(sum[g], x);
        equal |= equals_r_plus_n(lanes, sum[g], r + g * koblitz_lanes::width, equal);
        const koblitz_lanes::lane_set finite = lanes.finite(sum[g]);
        for (int lane = 0; lane < koblitz_lanes::width; lane++) {
            const int i = g * koblitz_lanes::width + lane;
            if (i >= count)
                break;
            const size_t at = first + static_cast<size_t>(i);
            bool valid = keys.ok[i] && (equal >> lane & 1) != 0;
            if (keys.ok[i] && (finite >> lane & 1) == 0)
                valid = ecdsa_verify_row(c, at);
            verdicts[at] = valid ? 1 : 0;
        }
    }
}

} // namespace

void batch_ecdsa_verify(const backend& b, u8* verdicts, const ecdsa_columns& c, size_t n) {
    for_chunks(
        b.lanes, n, [&](size_t first, int count) { ecdsa_verify_chunk(*b.lanes, verdicts, c, first, count); },
        [&](size_t i) { verdicts[i] = ecdsa_verify_row(c, i) ? 1 : 0; });
}

} // namespace koblitz
