/* The sum of the points of a register: lanes are folded onto one another. The products of a complete addition
 * stand side by side in groups of lanes; those of two points in the first group. */
#pragma once

#include "simd/curve.h"

namespace koblitz {

/* r = a + b, carried. */
template <class F>
KOBLITZ_INLINE inline void add_carried(typename F::fe& r, const typename F::fe& a, const typename F::fe& b) {
    typename F::template elem<2> t;
    F::add(t, a, b);
    F::normalize_weak(r, t);
}

template <class F>
using lane_times_3b = times_constant<F, lane_3b>;
/* Products by 3b of an isomorphic curve, which may be another one in each lane. */
template <class F>
struct times_element {
    typename F::fe b3;
    KOBLITZ_INLINE void operator()(typename F::fe& r, const typename F::fe& a) const { F::mul(r, a, b3); }
};

/* The products of lanes 0 to 3 and lanes 4 to 7 of a, in lanes 0 to 3 of m, and of b, in lanes 4 to 7. */
template <class F>
KOBLITZ_INLINE inline void products_of_halves(typename F::fe& m, const typename F::fe& a,
                                              const typename F::fe& b) {
    typename F::fe left, right;
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(left, a, b);
    F::template arrange<4, 5, 6, 7, 12, 13, 14, 15>(right, a, b);
    F::mul(m, left, right);
}

/* The six first products of each of lanes 0 to 3 of r and its counterpart in lanes 4 to 7, in three
 * multiplications; terms in lanes 0 to 3. */
template <class F, class Times3b>
KOBLITZ_ROUTINE addition_terms<F> terms_of_eight(const projective<F>& r, const Times3b& times_3b) {
    typename F::fe xx_yy, zz_xy, yz_xz, t;
    products_of_halves<F>(xx_yy, r.x, r.y);
    add_carried<F>(t, r.x, r.y);
    products_of_halves<F>(zz_xy, r.z, t);
    add_carried<F>(t, r.y, r.z);
    add_carried<F>(yz_xz, r.x, r.z);
    products_of_halves<F>(yz_xz, t, yz_xz);
    typename F::fe yy, xy, xz;
    F::template rotate<4>(yy, xx_yy);
    F::template rotate<4>(xy, zz_xy);
    F::template rotate<4>(xz, yz_xz);
    return addition_terms<F>(xx_yy, yy, zz_xy, xy, yz_xz, xz, times_3b);
}
/* X3, Y3 and Z3 from the terms in lanes 0 to 3, by four products and two reductions. */
template <class F>
KOBLITZ_ROUTINE void last_products_of_eight(projective<F>& r, const addition_terms<F>& m) {
    typename F::template elem<5> f, g, h, k;
    typename F::wide w;
    F::mul_wide(w, m.a3, m.c);
    F::mul_sub(r.z, m.s, m.d, w);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(f, m.c, m.t);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(g, m.t, m.s);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(h, m.d, m.e);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(k, m.e, m.a3);
    F::mul_wide(w, h, k);
    F::mul_sub(r.x, f, g, w);
    F::template rotate<4>(r.y, r.x);
}
/* Lanes 0 to 3 of r += lanes 4 to 7, which are left undefined. Two products a time. */
template <class F, class Times3b = lane_times_3b<F>>
KOBLITZ_ROUTINE void fold_eight(projective<F>& r, const Times3b& times_3b = {}) {
    last_products_of_eight(r, terms_of_eight(r, times_3b));
}

/* X3, Y3 and Z3 of the points of m's lanes 0 and 1, in lanes 0 and 1, 2 and 3, 4 and 5 of sum. */
template <class F>
KOBLITZ_ROUTINE void last_products_of_few(typename F::fe& sum, const addition_terms<F>& m) {
    typename F::template elem<5> f, g, h, k;
    typename F::wide w;
    /* C T - D E, T S - E a3, S D - a3 C */
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(f, m.c, m.t);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(f, f, m.s);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(g, m.t, m.s);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(g, g, m.d);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(h, m.d, m.e);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(h, h, m.a3);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(k, m.e, m.a3);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(k, k, m.c);
    F::mul_wide(w, h, k);
    F::mul_sub(sum, f, g, w);
}
/* The six first products of lanes 0 to Step - 1 of r and lanes Step to 2 Step - 1, in two multiplications;
 * terms in lanes 0 and 1. */
template <class F, int Step, class Times3b>
KOBLITZ_ROUTINE addition_terms<F> terms_of_few(const projective<F>& r, const Times3b& times_3b) {
    constexpr int s = Step;
    typename F::fe xy, zs, ts, a, b, yy, zz, xz;
    /* The first points' coordinates below, the second ones' above. */
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(xy, r.x, r.y);
    add_carried<F>(a, r.x, r.y);
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(zs, r.z, a);
    add_carried<F>(a, r.y, r.z);
    add_carried<F>(b, r.x, r.z);
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(ts, a, b);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(a, xy, zs);
    F::template arrange<4, 5, 6, 7, 12, 13, 14, 15>(b, xy, zs);
    F::mul(a, a, b); /* XX, YY, ZZ, XY */
    F::template rotate<4>(b, ts);
    F::mul(b, ts, b); /* YZ, XZ */
    F::template rotate<2>(yy, a);
    F::template rotate<4>(zz, a);
    F::template rotate<6>(xy, a);
    F::template rotate<2>(xz, b);
    return addition_terms<F>(a, yy, zz, xy, b, xz, times_3b);
}
/* Lanes 0 to Step - 1 of r += lanes Step to 2 Step - 1, Step 2 or 1. Four products a time: lanes 2g and 2g +
 * 1 are group g. X3, Y3 and Z3 in groups 0, 1 and 2 of sum. */
template <class F, int Step, class Times3b = lane_times_3b<F>>
KOBLITZ_ROUTINE void fold_few(typename F::fe& sum, const projective<F>& r, const Times3b& times_3b = {}) {
    last_products_of_few(sum, terms_of_few<F, Step>(r, times_3b));
}
/* out = the sum of the points of lanes 0 to 3 of r, which is used up. */
template <class F, class Times3b = lane_times_3b<F>>
KOBLITZ_ROUTINE void fold_four(koblitz_lanes::basic_projective_point<F::secret>& out, projective<F>& r,
                               const Times3b& times_3b = {}) {
    typename F::fe sums;
    typename F::limbs l;
    fold_few<F, 2>(sums, r, times_3b);
    F::copy(r.x, sums);
    F::template rotate<2>(r.y, sums);
    F::template rotate<4>(r.z, sums);
    fold_few<F, 1>(sums, r, times_3b);
    F::to_limbs(l, sums);
    F::get(out.x, l, 0);
    F::get(out.y, l, 2);
    F::get(out.z, l, 4);
}

} // namespace koblitz
