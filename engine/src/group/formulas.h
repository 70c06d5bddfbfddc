/* The group law: every formula once, for every field. a = 0, so no formula needs the curve's b but the
 * complete projective additions, which take 3b. All others hold on the isomorphic curves y^2 = x^3 + b Z^6
 * too, which ecmult/ uses. M: multiplications. S: squarings. "Fused": a product is subtracted from another
 * before the one reduction. EFD: hyperelliptic.org/EFD.
 *
 * group.h, ecmult/ and simd/ call formulas<F>. A field replaces any of them as a whole by specializing it:
 * formulas_4x64.h by assembly, simd/formulas_lanes.h. */
#pragma once

#include "group/scan.h"
#include "group/types.h"

namespace koblitz {

/* The case that an incomplete addition does not cover: equal or opposite points. */
enum class exceptional { no, equal, opposite };

/* Two points that share a Z. */
template <field F>
struct co_z_pair {
    typename F::template elem<4> x;
    typename F::template elem<3> y;
    typename F::fe x2, y2;
};

/* Products by 3b. */
template <class F, u32 B3>
struct times_constant {
    KOBLITZ_INLINE void operator()(typename F::fe& r, const typename F::fe& a) const {
        F::mul_small(r, a, B3);
    }
};

/* What the last six products of a complete addition of (X1 : Y1 : Z1) and (X2 : Y2 : Z2) are made of. As in
 * generic_formulas<F>::add_complete with Z1 Z2 for Z1: D = Y2 Z1 + Y1 Z2, E = 3b (X2 Z1 + X1 Z2). */
template <class F>
struct addition_terms {
    typename F::template elem<2> s;
    typename F::template elem<3> t;
    typename F::template elem<4> c, d;
    typename F::template elem<5> a3; /* -3A */
    typename F::fe e;

    /* From xx = X1 X2, ..., xy = (X1 + Y1)(X2 + Y2), ... */
    template <class Times3b>
    KOBLITZ_INLINE addition_terms(const typename F::fe& xx, const typename F::fe& yy,
                                  const typename F::fe& zz, const typename F::fe& xy,
                                  const typename F::fe& yz, const typename F::fe& xz,
                                  const Times3b& times_3b) {
        typename F::template elem<2> u;
        typename F::template elem<4> v;
        typename F::fe z, zero;
        F::add(u, xx, yy);
        F::sub(c, xy, u);
        F::add(u, yy, zz);
        F::sub(d, yz, u);
        F::add(u, xx, zz);
        F::sub(v, xz, u);
        F::normalize_weak(e, v);
        times_3b(e, e);
        times_3b(z, zz);
        F::add(s, yy, z);
        F::sub(t, yy, z);
        F::set_u32(zero, 0);
        F::sub12(a3, zero, xx, xx);
    }
};

template <field F>
struct generic_formulas {
    using fe = typename F::fe;
    using flag = typename F::flag;
    template <int M>
    using elem = typename F::template elem<M>;

    /* As scan_entries. */
    static void scan(void* out, const void* table, u32 index, int n, size_t stride) {
        scan_entries(out, table, index, n, stride);
    }
    /* r = 2^n r, n >= 0, complete: z = 0 stays 0, and no point of odd order has y = 0. 3M + 4S each, one
     * fused. With S = Y^2, T = X S, L = 3/2 X^2: X3 = L^2 - 2T, Y3 = L (T - X3) - S^2, Z3 = Y Z: EFD
     * dbl-2009-l with all coordinates scaled by 1/2. */
    static void double_n(gej<F>& r, int n) {
        for (; n > 0; n--) {
            fe s, t, u;
            elem<2> l;
            elem<8> d;
            typename F::wide w;
            F::sqr(s, r.y);
            F::sqr(u, r.x);
            F::mul(t, r.x, s);
            F::half3(l, u);
            F::sqr(u, l);
            F::mul(r.z, r.y, r.z);
            F::sub2(r.x, u, t);
            F::sqr_wide(w, s);
            F::sub(d, t, r.x);
            F::mul_sub(r.y, l, d, w);
        }
    }

    /* r += (x, y), or (x, -y) where negative; r finite, (x, y) affine on the curve that r is on. 8M + 3S, one
     * fused. Incomplete: when the x coordinates agree, r is untouched and the answer says which case it is.
     * In lanes the answer is always no, and such a lane gets z = 0, which no later step changes. */
    static exceptional add_affine(gej<F>& r, const fe& x, const fe& y, flag negative) {
        return add_affine_by(r, x, y, negative, r.z);
    }
    /* The same for (x, y) on the curve whose points need zscale to come to that of r. 9M + 3S. */
    static exceptional add_affine_scaled(gej<F>& r, const fe& x, const fe& y, flag negative,
                                         const fe& zscale) {
        fe az;
        F::mul(az, r.z, zscale);
        return add_affine_by(r, x, y, negative, az);
    }

    /* r = (a + b, b) on Z ratio from a and b on Z, a = (a.x, a.y), b = (a.x2, a.y2), whose x differ. r may be
     * a. 4M + 2S: Meloni, "New point addition formulae for ECC applications" (WAIFI 2007). */
    static void co_z_add(co_z_pair<F>& r, fe& ratio, const co_z_pair<F>& a) {
        static_assert(!F::secret);
        fe c, w1, w2;
        elem<6> d, t;
        elem<5> dy;
        elem<2> sum;
        F::sub(d, a.x2, a.x);
        F::sqr(c, d);
        F::sub(dy, a.y2, a.y);
        F::mul(w1, a.x2, c);
        F::mul(w2, a.x, c);
        F::normalize_weak(ratio, d);
        F::sqr(c, dy);
        F::add(sum, w1, w2);
        F::sub(r.x, c, sum);
        F::sub(t, w1, w2);
        F::mul(r.y2, a.y2, t);
        F::sub(t, w1, r.x);
        F::mul(c, dy, t);
        F::sub(r.y, c, r.y2);
        F::copy(r.x2, w1);
    }

    /* r += b, or -b where negative; complete, no branch. 7M + 5S, two fused.
     * Brier and Joye (PKC 2002), projective slope R / (M Z) with T = U1 + U2, M = S1 + S2, R = T^2 - U1 U2,
     * valid for r = b too. Where M = 0 (y1 = -y2) the chord's slope (S1 - S2) / (U1 - U2) takes its place; it
     * exists unless b = -r, and then Z3 = 0. With the slope r / (m Z), Q = T m^2:
     * X3 = r^2 - Q, Y3 = (r (Q - 2 X3) - M m^3) / 2, Z3 = m Z; below n is -r, and M m^3 is m^4, or 0 where M
     * is. */
    KOBLITZ_ROUTINE static void add_complete(gej<F>& r, const ge<F>& b, flag negative) {
        fe zz, u2, s2, q, mm, x3, y2, z3, zero;
        elem<2> sy;
        elem<7> t;
        elem<4> sum;
        elem<5> n;
        elem<8> m, e;
        elem<6> x2;
        elem<3> x;
        typename F::wide w;
        F::cneg(sy, b.y, negative);
        F::normalize_weak(y2, sy);
        F::set_u32(zero, 0);
        F::sqr(zz, r.z);
        F::mul(s2, zz, r.z);
        F::mul(u2, b.x, zz);
        F::mul(s2, y2, s2);
        F::sub(m, r.x, u2);
        F::add(t, r.x, u2);
        F::add(sum, r.y, s2);
        const flag degenerate = F::is_zero(sum);
        F::select(m, degenerate, m, sum);
        F::sqr(mm, m);
        F::sqr_wide(w, t);
        F::mul(q, t, mm);
        F::mul_sub(x3, r.x, u2, w);
        F::sub(n, s2, r.y);
        F::select(n, degenerate, n, x3);
        F::select(mm, degenerate, zero, mm);
        F::mul(z3, m, r.z);
        F::sqr_wide(w, mm);
        F::sqr(x3, n);
        F::sub(x, x3, q);
        F::add(x2, x, x);
        F::sub(e, x2, q);
        F::mul_sub(x3, n, e, w);
        F::half(x3, x3);
        F::select(x, r.infinity, b.x, x);
        if constexpr (is_same_type<decltype(r.x), fe>) {
            F::normalize_weak(r.x, x);
        } else {
            F::copy(r.x, x);
        }
        F::select(r.y, r.infinity, y2, x3);
        F::set_u32(zero, 1);
        F::select(r.z, r.infinity, zero, z3);
        r.infinity = F::is_zero(r.z);
    }

    /* r += b, or -b where negative, on y^2 = x^3 + B3 / 3 itself; complete, no branch and no selection. 11M,
     * three pairs of products sharing a reduction. Renes, Costello and Batina, ePrint 2015/1060, algorithm 8:
     * complete where no two points differ by one of order 2, as in a subgroup of odd order. With A = X1 X2, B
     * = Y1 Y2, C = X1 Y2 + X2 Y1, D = Y2 Z1 + Y1, E = 3b (X2 Z1 + X1), S = B + 3b Z1, T = B - 3b Z1: X3 = C T
     * - D E, Y3 = T S + E 3A, Z3 = S D + 3A C. */
    template <u32 B3>
    KOBLITZ_ROUTINE static void add_complete(projective<F>& r, const ge<F>& b, flag negative) {
        fe aa, bb, cc, e, z21, y2;
        elem<2> u, v, d, s, sy;
        elem<3> t;
        elem<4> c;
        elem<5> a3;
        F::cneg(sy, b.y, negative);
        F::normalize_weak(y2, sy);
        F::mul(e, b.x, r.z);
        F::mul(bb, r.y, y2);
        F::mul_small(z21, r.z, B3);
        F::add(u, e, r.x);
        F::mul_small(e, u, B3);
        F::mul(cc, y2, r.z);
        F::add(s, bb, z21);
        F::sub(t, bb, z21);
        F::add(d, cc, r.y);
        F::mul(aa, r.x, b.x);
        F::add(u, r.x, r.y);
        F::add(v, b.x, y2);
        F::mul(cc, u, v);
        F::add(u, aa, bb);
        F::sub(c, cc, u);
        F::set_u32(z21, 0);
        F::sub12(a3, z21, aa, aa);
        finish_complete<2>(r, a3, c, d, e, s, t);
    }
    /* r += b, the same for any b. 12M: algorithm 7. */
    template <u32 B3>
    KOBLITZ_ROUTINE static void add_complete(projective<F>& r, const projective<F>& b) {
        fe xx, yy, zz, xy, yz, xz;
        elem<2> u, v;
        F::add(u, r.x, r.y);
        F::add(v, b.x, b.y);
        F::mul(xy, u, v);
        F::add(u, r.y, r.z);
        F::add(v, b.y, b.z);
        F::mul(yz, u, v);
        F::add(u, r.x, r.z);
        F::add(v, b.x, b.z);
        F::mul(xz, u, v);
        F::mul(xx, r.x, b.x);
        F::mul(yy, r.y, b.y);
        F::mul(zz, r.z, b.z);
        const addition_terms<F> m(xx, yy, zz, xy, yz, xz, times_constant<F, B3>());
        finish_complete<4>(r, m.a3, m.c, m.d, m.e, m.s, m.t);
    }

    /* r = a + b, each negated where asked; z = 0 where a and b are equal or opposite. 5M + 2S, one fused: EFD
     * add-1998-cmo-2 with Z1 = Z2 = 1. */
    static void add_affine_pair(projective<F>& r, const ge<F>& a, flag a_negative, const ge<F>& b,
                                flag b_negative) {
        static_assert(!F::secret);
        fe vv, q;
        elem<2> y1, y2;
        elem<3> v;
        elem<5> u, s;
        elem<7> d;
        typename F::wide w;
        F::cneg(y1, a.y, a_negative);
        F::cneg(y2, b.y, b_negative);
        F::sub(v, b.x, a.x);
        F::sub(u, y2, y1);
        F::sqr(vv, v);
        F::mul(r.z, v, vv);
        F::mul(q, a.x, vv);
        F::sqr(vv, u);
        F::sub12(s, vv, r.z, q);
        F::mul(r.x, v, s);
        F::sub(d, q, s);
        F::mul_wide(w, r.z, y1);
        F::mul_sub(r.y, u, d, w);
    }

private:
    /* The last six products of a complete addition; d is of magnitude D. */
    template <int D>
    KOBLITZ_INLINE static void finish_complete(projective<F>& r, const elem<5>& a3, const elem<4>& c,
                                               const elem<D>& d, const fe& e, const elem<2>& s,
                                               const elem<3>& t) {
        typename F::wide w;
        F::mul_wide(w, d, e);
        F::mul_sub(r.x, c, t, w);
        F::mul_wide(w, e, a3);
        F::mul_sub(r.y, t, s, w);
        F::mul_wide(w, a3, c);
        F::mul_sub(r.z, s, d, w);
    }
    /* az is r's Z times what brings (x, y) to its curve. EFD madd, with H = U2 - X1, I = S2 - Y1:
     * X3 = I^2 - H^3 - 2 X1 H^2, Y3 = I (X1 H^2 - X3) - Y1 H^3, Z3 = Z1 H. */
    static exceptional add_affine_by(gej<F>& r, const fe& x2, const fe& y2, flag negative, const fe& az) {
        static_assert(!F::secret);
        fe zz, zzz, u, s, t, hh, hhh;
        elem<2> sy;
        elem<8> h, d;
        elem<5> i;
        typename F::wide w;
        F::cneg(sy, y2, negative);
        F::sqr(zz, az);
        F::mul(u, x2, zz);
        F::mul(zzz, az, zz);
        F::sub(h, u, r.x);
        F::mul(s, sy, zzz);
        F::sub(i, s, r.y);
        if constexpr (F::branches) {
            if (F::is_zero(h)) [[unlikely]]
                return F::is_zero(i) ? exceptional::equal : exceptional::opposite;
        }
        F::sqr(hh, h);
        F::mul(r.z, r.z, h);
        F::mul(hhh, h, hh);
        F::mul(t, r.x, hh);
        F::sqr(u, i);
        F::mul_wide(w, r.y, hhh);
        F::sub12(r.x, u, hhh, t);
        F::sub(d, t, r.x);
        F::mul_sub(r.y, i, d, w);
        return exceptional::no;
    }
};

template <class F>
struct formulas : generic_formulas<F> {};

} // namespace koblitz
