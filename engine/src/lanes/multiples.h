/* Multiples of public points by public scalars, eight at a time. Digits stand at fixed positions, so that
 * all lanes do the same. */
#ifndef KOBLITZ_LANES_MULTIPLES_H
#define KOBLITZ_LANES_MULTIPLES_H

#include "lanes/curve.h"
#include "lanes/digits.h"
#include "mul/odd_multiples.h"

namespace koblitz {

template <class F>
KOBLITZ_ROUTINE void add_lanes(gej<F>& r, const ge<F>& a, const typename F::flag& negative) {
    (void)point_ops<F>::add_affine(r, a.x, a.y, negative);
}
template <class F>
KOBLITZ_ROUTINE void add_lanes(gej<F>& r, const ge<F>& a, const typename F::flag& negative,
                               const typename F::fe& zscale) {
    (void)point_ops<F>::add_affine_scaled(r, a.x, a.y, negative, zscale);
}

/* The entries of a table of table_point. */
template <class V>
void gather_var(ge<field_lanes<V, false>>& r, const void* table, const typename V::word& index) {
    using F = field_lanes<V, false>;
    static_assert(sizeof(table_point) == 64);
    const typename V::word at = V::shl(index, 6);
    F::gather_limbs_var(r.x, table, at);
    F::gather_limbs_var(r.y, static_cast<const u8*>(table) + offsetof(table_point, y), at);
}

/* u1 G + u2 q. 125 doublings, 51 additions of multiples of q by digits of 5 bits, 20 of multiples of G and
 * 2^128 G by digits of 13 bits. The sum starts at q's highest digit. Digits of G stand at 0, 13, ..., 117,
 * those of 2^128 G, which go on where they end, at 2, 15, ..., 119. */
template <class V>
void double_base(koblitz_lanes::jacobian& r, const koblitz_lanes::double_base_bits& bits,
                 const koblitz_lanes::affine& q, const void* g, const void* g128) {
    using F = field_lanes<V, false>;
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
            dbl_n(sum, at - i);
        at = i;
        if (on_q) {
            const lane_digit<V, q_bits, false> d1(bits.v1, i), d2(bits.v2, i);
            F::gather_var(e.x, t.x, d1.index());
            F::gather_var(e.y, t.y, d1.index());
            if (i == q_top) {
                to_jacobian(sum, e);
                F::cneg(sum.y, e.y, d1.negative);
            } else {
                add_lanes(sum, e, d1.negative);
            }
            F::gather_var(e.x, lambda_x, d2.index());
            F::gather_var(e.y, t.y, d2.index());
            add_lanes(sum, e, d2.negative);
        }
        if (on_g || on_g128) {
            const lane_digit<V, g_bits, false> d(bits.u1, on_g ? i : 128 + i);
            gather_var<V>(e, on_g ? g : g128, d.index());
            add_lanes(sum, e, d.negative, t.z);
        }
    }
    F::mul(sum.z, sum.z, t.z);
    save(r, sum);
}

/* p + t G: 43 additions. */
template <class V>
void fixed_base_add(koblitz_lanes::jacobian& r, const koblitz_lanes::affine& p,
                    const koblitz_lanes::columns<4>& t_bits, const void* table) {
    using F = field_lanes<V, false>;
    constexpr int window = tables::fixed_base_window;
    ge<F> e;
    gej<F> sum;
    load(e, p);
    to_jacobian(sum, e);
    for (int b = 0; b < tables::fixed_base_blocks; b++) {
        const lane_digit<V, window, false> d(t_bits, b * window);
        gather_var<V>(e, static_cast<const table_point*>(table) + b * tables::fixed_base_entries, d.index());
        add_lanes(sum, e, d.negative);
    }
    save(r, sum);
}

} // namespace koblitz

#endif
