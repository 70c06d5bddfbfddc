/* Batches of ECDSA verifications. Variable time. */
#ifndef KOBLITZ_BATCH_ECDSA_H
#define KOBLITZ_BATCH_ECDSA_H

#include "batch/keys.h"
#include "schemes/der.h"
#include "schemes/ecdsa.h"

namespace koblitz {

struct ecdsa_columns {
    const koblitz_column &signatures, &msghashes, &pubkeys;
    bool der, high_s;

    /* The row's signature as an object with a low s; false when it is refused. */
    template <class B>
    bool signature(u8 sig[64], size_t i) const {
        const bytes in = row(signatures, i);
        if (der) {
            if (!der_parse(sig, in.data, in.size))
                return false;
        } else if (in.size != 64 || ecdsa_signature_parse<B>(sig, in.data) == 0) {
            return false;
        }
        if (high_s)
            ecdsa_normalize<B>(sig, sig);
        return row(msghashes, i).size == 32;
    }
};

template <class B>
bool ecdsa_verify_row(const ecdsa_columns& c, size_t i) {
    u8 sig[64], key[64];
    if (!c.signature<B>(sig, i))
        return false;
    if (!read_key<B>(key, c.pubkeys, i, key_form::sec1))
        return false;
    return ecdsa_verify<B>(sig, row(c.msghashes, i).data, key) != 0;
}

/* Of the lanes that are not in equal, those of x = r, the lanes of x = r + n: where that is below p, ECDSA
 * reduces it to r as well. One r of 2^127 is so small, but who makes up signatures may write it in all, and
 * rows without one have r = 1. */
template <class S>
koblitz_lanes::lane_set equals_second_lift(const koblitz_lanes::kernels& lanes,
                                           const koblitz_lanes::jacobian_points& sum, const S* r,
                                           koblitz_lanes::lane_set equal) {
    static_assert(S::max_lifts == 2);
    koblitz_lanes::limbs<4> x = {};
    unsigned has_two = 0;
    for (int lane = 0; lane < koblitz_lanes::width; lane++) {
        u8 lifts[S::max_lifts][32];
        if ((equal >> lane & 1) != 0 || r[lane].lifts(lifts) < 2)
            continue;
        u64 second[4];
        load_be256(second, lifts[1]);
        put(x, lane, second);
        has_two |= 1U << lane;
    }
    return static_cast<koblitz_lanes::lane_set>(has_two == 0 ? 0 : lanes.x_equals(sum, x) & has_two);
}

/* One double multiplication a group of eight rows, one inversion modulo n a chunk. Lanes in which the
 * incomplete additions met take the code of single rows. */
template <class B>
[[gnu::noinline]] void ecdsa_verify_chunk(const koblitz_lanes::kernels& lanes, u8* verdicts,
                                          const ecdsa_columns& c, size_t first, int count) {
    using S = typename B::scalar;
    const int groups = groups_of(count);
    key_chunk keys;
    S r[chunk_rows], s[chunk_rows], inverse[chunk_rows];
    keys.start(groups);
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        r[i] = s[i] = S::one();
        if (i >= count)
            continue;
        const size_t at = first + static_cast<size_t>(i);
        u8 sig[64];
        if (!c.signature<B>(sig, at))
            continue;
        const S sr = load_scalar<S>(sig), ss = load_scalar<S>(sig + 32);
        if (sr.is_zero() || ss.is_zero() || ss.is_high())
            continue;
        r[i] = sr;
        s[i] = ss;
        read_key(keys, i, c.pubkeys, at, key_form::sec1);
    }
    keys.complete(lanes, groups);
    inverses_var(inverse, s, groups * koblitz_lanes::width);
    koblitz_lanes::double_base_bits bits[chunk_groups];
    for (int i = 0; i < groups * koblitz_lanes::width; i++) {
        S m;
        if (keys.ok[i])
            m = S::parse(row(c.msghashes, first + static_cast<size_t>(i)).data, nullptr);
        const place in_lanes(i);
        put(bits[in_lanes.group], in_lanes.lane, m * inverse[i], r[i] * inverse[i]);
    }
    for (int g = 0; g < groups; g++) {
        koblitz_lanes::limbs<4> x;
        koblitz_lanes::jacobian_points sum;
        lanes.double_base(sum, bits[g], keys.points[g], B::g_table(), B::g128_table());
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            put(x, lane, r[g * koblitz_lanes::width + lane].limbs());
        koblitz_lanes::lane_set equal = lanes.x_equals(sum, x);
        equal |= equals_second_lift(lanes, sum, r + g * koblitz_lanes::width, equal);
        const koblitz_lanes::lane_set finite = lanes.finite(sum);
        for (int lane = 0; lane < koblitz_lanes::width; lane++) {
            const int i = g * koblitz_lanes::width + lane;
            if (i >= count)
                break;
            const size_t at = first + static_cast<size_t>(i);
            bool valid = keys.ok[i] && (equal >> lane & 1) != 0;
            if (keys.ok[i] && (finite >> lane & 1) == 0)
                valid = ecdsa_verify_row<B>(c, at);
            verdicts[at] = valid ? 1 : 0;
        }
    }
}

template <class B>
void batch_ecdsa_verify(const koblitz_lanes::kernels* lanes, u8* verdicts, const ecdsa_columns& c, size_t n) {
    for_chunks(
        lanes, n, [&](size_t first, int count) { ecdsa_verify_chunk<B>(*lanes, verdicts, c, first, count); },
        [&](size_t i) { verdicts[i] = ecdsa_verify_row<B>(c, i) ? 1 : 0; });
}

} // namespace koblitz

#endif
