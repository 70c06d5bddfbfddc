/* The group law, written once for every field. a = 0, so no formula needs the curve's b, and each holds on
 * the isomorphic curves y^2 = x^3 + b Z^6 too, which mul/ makes use of. Counts: M multiplications, S
 * squarings; "fused" is a product subtracted from another before the one reduction. EFD:
 * hyperelliptic.org/EFD. */
#ifndef KOBLITZ_GROUP_FORMULAS_H
#define KOBLITZ_GROUP_FORMULAS_H

#include "group/types.h"

namespace koblitz {

/* Whether the field brings the doublings below as one routine: F::double_n(&p.x, n) for n >= 1, on X, Y and Z
 * side by side. */
template <class F>
inline constexpr bool has_double_n = requires(typename F::fe* p) {
    F::double_n(p, 1);
};

/* r = 2a, complete: z = 0 stays 0, and no point of odd order has y = 0. 3M + 4S, one fused.
 * With S = Y^2, T = X S, L = 3/2 X^2: X3 = L^2 - 2T, Y3 = L (T - X3) - S^2, Z3 = Y Z: EFD dbl-2009-l with all
 * coordinates scaled by 1/2. r may be a. */
template <class F>
inline void dbl(gej<F>& r, const gej<F>& a) {
    if constexpr (has_double_n<F>) {
        static_assert(offsetof(gej<F>, y) == sizeof(typename F::fe) &&
                      offsetof(gej<F>, z) == 2 * sizeof(typename F::fe));
        if (&r != &a)
            r = a;
        F::double_n(&r.x, 1);
        return;
    }
    typename F::fe s, t, u;
    typename F::template elem<2> l;
    typename F::template elem<8> d;
    typename F::wide w;
    F::sqr(s, a.y);
    F::sqr(u, a.x);
    F::mul(t, a.x, s);
    F::half3(l, u);
    F::sqr(u, l);
    F::mul(r.z, a.y, a.z);
    F::sub2(r.x, u, t);
    F::sqr_wide(w, s);
    F::sub(d, t, r.x);
    F::mul_sub(r.y, l, d, w);
    r.infinity = a.infinity;
}

/* r = 2^n r, n >= 0. */
template <class F>
[[gnu::noinline]] void dbl_n(gej<F>& r, int n) {
    if constexpr (has_double_n<F>) {
        if (n > 0)
            F::double_n(&r.x, n);
    } else {
        for (; n > 0; n--)
            dbl(r, r);
    }
}

/* What an incomplete addition met. */
enum class met { distinct, same, opposite };

/* r = a + (x2, y2), a finite, where (x2, y2) is affine on the curve scaled by Z and az = a.z Z (a.z itself
 * for Z = 1); y2 is an element of magnitude 1 or 2. 8M + 3S, one fused. Incomplete: when the x coordinates
 * agree, r is untouched and the answer says which case it is. r may be a. EFD madd, with H = U2 - X1, I = S2
 * - Y1: X3 = I^2 - H^3 - 2 X1 H^2, Y3 = I (X1 H^2 - X3) - Y1 H^3, Z3 = Z1 H. */
template <class F, class Y>
inline met add_affine_incomplete_var(gej<F>& r, const gej<F>& a, const typename F::fe& x2, const Y& y2,
                                     const typename F::fe& az) {
    static_assert(!F::secret);
    typename F::fe zz, zzz, u, s, t, hh, hhh;
    typename F::template elem<8> h, d;
    typename F::template elem<5> i;
    typename F::wide w;
    F::sqr(zz, az);
    F::mul(u, x2, zz);
    F::mul(zzz, az, zz);
    F::sub(h, u, a.x);
    F::mul(s, y2, zzz);
    F::sub(i, s, a.y);
    if (F::is_zero(h)) [[unlikely]] {
        return F::is_zero(i) ? met::same : met::opposite;
    }
    F::sqr(hh, h);
    F::mul(r.z, a.z, h);
    F::mul(hhh, h, hh);
    F::mul(t, a.x, hh);
    F::sqr(u, i);
    F::mul_wide(w, a.y, hhh);
    F::sub12(r.x, u, hhh, t);
    F::sub(d, t, r.x);
    F::mul_sub(r.y, i, d, w);
    return met::distinct;
}

/* r = a + b, complete. r may be a. */
template <class F>
void add_var(gej<F>& r, const gej<F>& a, const ge<F>& b) {
    static_assert(!F::secret);
    if (a.infinity) {
        to_jacobian(r, b);
        return;
    }
    switch (add_affine_incomplete_var(r, a, b.x, b.y, a.z)) {
    case met::distinct:
        r.infinity = false;
        break;
    case met::same:
        dbl(r, a);
        break;
    case met::opposite:
        set_infinity(r);
        break;
    }
}

/* r = a + b, complete. 12M + 4S, one fused. r may be a or b. */
template <class F>
void add_var(gej<F>& r, const gej<F>& a, const gej<F>& b) {
    static_assert(!F::secret);
    if (a.infinity || b.infinity) {
        r = a.infinity ? b : a;
        return;
    }
    typename F::fe za, zb, u1, u2, s1, s2, t, hh, hhh;
    typename F::template elem<3> h, i;
    typename F::template elem<8> d;
    typename F::wide w;
    F::sqr(za, a.z);
    F::sqr(zb, b.z);
    F::mul(u1, a.x, zb);
    F::mul(u2, b.x, za);
    F::mul(s1, a.y, zb);
    F::mul(s1, s1, b.z);
    F::mul(s2, b.y, za);
    F::mul(s2, s2, a.z);
    F::sub(h, u2, u1);
    F::sub(i, s2, s1);
    if (F::is_zero(h)) [[unlikely]] {
        if (F::is_zero(i)) {
            dbl(r, a);
        } else {
            set_infinity(r);
        }
        return;
    }
    F::sqr(hh, h);
    F::mul(r.z, a.z, b.z);
    F::mul(r.z, r.z, h);
    F::mul(hhh, h, hh);
    F::mul(t, u1, hh);
    F::sqr(u2, i);
    F::mul_wide(w, s1, hhh);
    F::sub12(r.x, u2, hhh, t);
    F::sub(d, t, r.x);
    F::mul_sub(r.y, i, d, w);
    r.infinity = false;
}

/* r = a + b, complete, constant time. 7M + 5S, two fused. r may be a.
 * Brier and Joye (PKC 2002), projective slope R / (M Z) with T = U1 + U2, M = S1 + S2, R = T^2 - U1 U2, valid
 * for a = b too. Where M = 0 (y1 = -y2) the chord's slope (S1 - S2) / (U1 - U2) takes its place; it exists
 * unless b = -a, and then Z3 = 0. With the slope r / (m Z), Q = T m^2:
 * X3 = r^2 - Q, Y3 = (r (Q - 2 X3) - M m^3) / 2, Z3 = m Z; below n is -r, and M m^3 is m^4, or 0 where M is.
 */
template <class F>
inline void add_complete(gej<F>& r, const gej<F>& a, const ge<F>& b) {
    static_assert(F::secret);
    typename F::fe zz, u2, s2, q, mm, x3, z3, zero;
    typename F::template elem<7> t;
    typename F::template elem<4> sum;
    typename F::template elem<5> n;
    typename F::template elem<8> m, e;
    typename F::template elem<6> x2;
    typename F::template elem<3> x;
    typename F::wide w;
    F::set_u32(zero, 0);
    F::sqr(zz, a.z);
    F::mul(s2, zz, a.z);
    F::mul(u2, b.x, zz);
    F::mul(s2, b.y, s2);
    F::sub(m, a.x, u2);
    F::add(t, a.x, u2);
    F::add(sum, a.y, s2);
    const choice degenerate = F::is_zero(sum);
    F::select(m, degenerate, m, sum);
    F::sqr(mm, m);
    F::sqr_wide(w, t);
    F::mul(q, t, mm);
    F::mul_sub(x3, a.x, u2, w);
    F::sub(n, s2, a.y);
    F::select(n, degenerate, n, x3);
    F::select(mm, degenerate, zero, mm);
    F::mul(z3, m, a.z);
    F::sqr_wide(w, mm);
    F::sqr(x3, n);
    F::sub(x, x3, q);
    F::add(x2, x, x);
    F::sub(e, x2, q);
    F::mul_sub(x3, n, e, w);
    F::half(x3, x3);
    F::select(r.x, a.infinity, b.x, x);
    F::select(r.y, a.infinity, b.y, x3);
    F::set_u32(zero, 1);
    F::select(r.z, a.infinity, zero, z3);
    r.infinity = F::is_zero(r.z);
}

/* Homogeneous: (x / z, y / z); (0 : y : 0) is infinity. */
template <class F>
struct projective {
    typename F::fe x, y, z;
};

/* r = a + b, complete, constant time and without a selection, on y^2 = x^3 + B3 / 3 itself. 11M, three pairs
 * of products sharing a reduction. Renes, Costello and Batina, ePrint 2015/1060, algorithm 8: complete where
 * no two points differ by one of order 2, as in a subgroup of odd order. r may be a. With A = X1 X2, B = Y1
 * Y2, C = X1 Y2 + X2 Y1, D = Y2 Z1 + Y1, E = 3b (X2 Z1 + X1), S = B + 3b Z1, T = B - 3b Z1: X3 = C T - D E,
 * Y3 = T S + E 3A, Z3 = S D + 3A C. */
template <u32 B3, class F>
inline void add_complete(projective<F>& r, const projective<F>& a, const ge<F>& b) {
    typename F::fe aa, bb, cc, e, z21, zero;
    typename F::template elem<2> u, v, d, s;
    typename F::template elem<3> t;
    typename F::template elem<4> c;
    typename F::template elem<5> a3; /* -3A */
    typename F::wide w1, w2, w3;
    F::set_u32(zero, 0);
    F::mul(e, b.x, a.z);
    F::mul(bb, a.y, b.y);
    F::mul_small(z21, a.z, B3);
    F::add(u, e, a.x);
    F::mul_small(e, u, B3);
    F::mul(cc, b.y, a.z);
    F::add(s, bb, z21);
    F::sub(t, bb, z21);
    F::add(d, cc, a.y);
    F::mul(aa, a.x, b.x);
    F::add(u, a.x, a.y);
    F::add(v, b.x, b.y);
    F::mul(cc, u, v);
    F::mul_wide(w1, d, e);
    F::sub12(a3, zero, aa, aa);
    F::mul_wide(w2, e, a3);
    F::add(u, aa, bb);
    F::sub(c, cc, u);
    F::mul_sub(r.y, t, s, w2);
    F::mul_wide(w3, a3, c);
    F::mul_sub(r.x, c, t, w1);
    F::mul_sub(r.z, s, d, w3);
}

/* (X / Z, Y / Z) = (X Z / Z^2, Y Z^2 / Z^3). */
template <class F>
inline void to_jacobian(gej<F>& r, const projective<F>& a) {
    static_assert(F::secret);
    typename F::fe t;
    r.infinity = F::is_zero(a.z);
    F::sqr(t, a.z);
    F::mul(r.y, a.y, t);
    F::mul(r.x, a.x, a.z);
    F::copy(r.z, a.z);
}

} // namespace koblitz

#endif
