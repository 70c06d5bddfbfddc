/* u1 G + u2 Q for public scalars, eight at a time, in one group or several side by side. Digits stand at
 * fixed positions, so that all lanes do the same. */
#pragma once

#include "ecmult/odd_multiples.h"
#include "simd/lookup.h"

namespace koblitz {

/* The field of N groups, and what belongs to one of them. */
template <class F, int N>
struct lane_groups {
    using field = field_bundle<F, N>;
    template <class T>
    static auto& of(T& a, int i) {
        return a.v[i];
    }
};
template <class F>
struct lane_groups<F, 1> {
    using field = F;
    template <class T>
    static T& of(T& a, int) {
        return a;
    }
};

/* r[i] = u1 G + u2 q[i] for N groups. 125 doublings, 51 additions of multiples of q by digits of 5 bits, 20
 * of multiples of G and 2^128 G by digits of 13 bits. The sum starts at q's highest digit. Digits of G stand
 * at 0, 13, ..., 117, those of 2^128 G, which go on where they end, at 2, 15, ..., 119. */
template <class V, int N>
KOBLITZ_ROUTINE void
ecmult_groups_x8(koblitz_lanes::jacobian_points* r, const koblitz_lanes::ecmult_bits* bits,
                 const koblitz_lanes::affine_points* q, const void* g, const void* g128) {
    using L = field_lanes<V, false>;
    using groups = lane_groups<L, N>;
    using F = typename groups::field;
    using lookup = typename L::lookup;
    constexpr int q_bits = 5, q_top = 125, g_bits = 13, g_digits = 10, entries = 1 << (q_bits - 1);
    constexpr int g128_first = g_digits * g_bits - 128, g128_top = g128_first + (g_digits - 1) * g_bits;
    static_assert(tables::wnaf_entries == 1 << (g_bits - 1) && g128_top < q_top);
    odd_multiples<F, entries> t;
    typename F::fe lambda_x[entries], beta;
    typename F::flag negative;
    ge<F> e;
    gej<F> sum;
    for (int i = 0; i < N; i++) {
        L::from_limbs(groups::of(e.x, i), q[i].x);
        L::from_limbs(groups::of(e.y, i), q[i].y);
    }
    odd_multiples_var(t, e);
    F::from_limbs(beta, tables::beta);
    for (int i = 0; i < entries; i++)
        F::mul(lambda_x[i], t.x[i], beta);

    int at = q_top;
    for (int i = q_top; i >= 0; i--) {
        const bool on_q = i % q_bits == 0, on_g = i % g_bits == 0 && i < g_digits * g_bits,
                   on_g128 = i % g_bits == g128_first && i <= g128_top;
        if (!on_q && !on_g && !on_g128)
            continue;
        if (i != q_top)
            double_n(sum, at - i);
        at = i;
        for (int half = 0; on_q && half < 2; half++) {
            const typename F::fe* const x = half == 0 ? t.x : lambda_x;
            for (int j = 0; j < N; j++) {
                const lane_digit<V, q_bits, false> d(half == 0 ? bits[j].v1 : bits[j].v2, i);
                lookup::template gather_var<N>(groups::of(e.x, j), &groups::of(*x, j), d.index());
                lookup::template gather_var<N>(groups::of(e.y, j), &groups::of(t.y[0], j), d.index());
                groups::of(negative, j) = d.negative;
            }
            if (i == q_top && half == 0) {
                typename F::template elem<2> y;
                to_jacobian(sum, e);
                F::cneg(y, e.y, negative);
                F::normalize_weak(sum.y, y);
            } else {
                (void)formulas<F>::add_affine(sum, e.x, e.y, negative);
            }
        }
        if (on_g || on_g128) {
            for (int j = 0; j < N; j++) {
                const lane_digit<V, g_bits, false> d(bits[j].u1, on_g ? i : 128 + i);
                ge<L> entry;
                lookup::gather_var(entry, static_cast<const table_point*>(on_g ? g : g128), d.index());
                L::copy(groups::of(e.x, j), entry.x);
                L::copy(groups::of(e.y, j), entry.y);
                groups::of(negative, j) = d.negative;
            }
            (void)formulas<F>::add_affine_scaled(sum, e.x, e.y, negative, t.z);
        }
    }
    F::mul(sum.z, sum.z, t.z);
    for (int j = 0; j < N; j++) {
        L::save(r[j].x, groups::of(sum.x, j));
        L::save(r[j].y, groups::of(sum.y, j));
        L::save(r[j].z, groups::of(sum.z, j));
    }
}

/* N groups at a time, then the others one by one. */
template <class V, int N>
void ecmult_x8(koblitz_lanes::jacobian_points* r, const koblitz_lanes::ecmult_bits* bits,
               const koblitz_lanes::affine_points* q, int groups, const void* g, const void* g128) {
    int i = 0;
    for (; i + N <= groups; i += N)
        ecmult_groups_x8<V, N>(r + i, bits + i, q + i, g, g128);
    for (; N > 1 && i < groups; i++)
        ecmult_groups_x8<V, 1>(r + i, bits + i, q + i, g, g128);
}

} // namespace koblitz
