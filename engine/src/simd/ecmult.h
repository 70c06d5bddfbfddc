/* u1 G + u2 Q for public scalars, eight at a time. Digits stand at fixed positions, so that all lanes do the
 * same. */
#pragma once

#include "ecmult/odd_multiples.h"
#include "simd/additions.h"
#include "simd/lookup.h"

namespace koblitz {

/* u1 G + u2 q. 125 doublings, 51 additions of multiples of q by digits of 5 bits, 20 of multiples of G and
 * 2^128 G by digits of 13 bits. The sum starts at q's highest digit. Digits of G stand at 0, 13, ..., 117,
 * those of 2^128 G, which go on where they end, at 2, 15, ..., 119. */
template <class V>
void ecmult_x8(koblitz_lanes::jacobian_points& r, const koblitz_lanes::ecmult_bits& bits,
               const koblitz_lanes::affine_points& q, const void* g, const void* g128) {
    using F = field_lanes<V, false>;
    using lookup = typename F::lookup;
    constexpr int q_bits = 5, q_top = 125, g_bits = 13, g_digits = 10, entries = 1 << (q_bits - 1);
    constexpr int g128_first = g_digits * g_bits - 128, g128_top = g128_first + (g_digits - 1) * g_bits;
    static_assert(tables::wnaf_entries == 1 << (g_bits - 1) && g128_top < q_top);
    odd_multiples<F, entries> t;
    typename F::fe lambda_x[entries], beta;
    ge<F> e;
    gej<F> sum;
    load(e, q);
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
        if (on_q) {
            const lane_digit<V, q_bits, false> d1(bits.v1, i), d2(bits.v2, i);
            lookup::gather_var(e.x, t.x, d1.index());
            lookup::gather_var(e.y, t.y, d1.index());
            if (i == q_top) {
                to_jacobian(sum, e);
                F::cneg(sum.y, e.y, d1.negative);
            } else {
                add_lanes(sum, e, d1.negative);
            }
            lookup::gather_var(e.x, lambda_x, d2.index());
            lookup::gather_var(e.y, t.y, d2.index());
            add_lanes(sum, e, d2.negative);
        }
        if (on_g || on_g128) {
            const lane_digit<V, g_bits, false> d(bits.u1, on_g ? i : 128 + i);
            lookup::gather_var(e, static_cast<const table_point*>(on_g ? g : g128), d.index());
            add_lanes(sum, e, d.negative, t.z);
        }
    }
    F::mul(sum.z, sum.z, t.z);
    save(r, sum);
}

} // namespace koblitz
