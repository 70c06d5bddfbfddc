/* The field part of ElligatorSwift (Chavez-Saab, Rodriguez-Henriquez and Tibouchi, ePrint 2022/759), as
 * BIP-324 has it: field elements u and t encode the x coordinate of a point, the parity of t that of its y.
 * Variable time.
 *
 * c = sqrt(-3) with (c - 1) / 2 = beta^2 and (-c - 1) / 2 = beta. Instead of inversions and roots there is
 * one power: for a square w != 0 and a = w^((p-3)/4), sqrt(w) = w a and 1/w = a^2. */
#pragma once

#include "ecmult/tables/tables.h"
#include "group/affine.h"
#include "modinv/jacobi.h"

namespace koblitz {

/* An x coordinate n / d with rhs = n^3 + b d^3 and square = rhs d, nonzero: as x^3 + b = square / d^4, the
 * point is on the curve when that is a square. */
template <class F>
struct swift_x {
    typename F::fe n, d, rhs, square;
};

/* (a / p) */
template <class F, class E>
int fe_jacobi_var(const E& a) {
    static_assert(!F::secret);
    u64 t[4];
    F::to_limbs(t, a);
    return jacobi_var(t, prime::limbs);
}

/* Fills in rhs and square. */
template <class B>
void swift_square(swift_x<typename B::field>& x) {
    using F = typename B::field;
    typename F::fe t, s;
    typename F::template elem<2> sum;
    F::sqr(t, x.d);
    F::mul(t, t, x.d);
    F::mul_small(s, t, B::curve_b);
    F::sqr(t, x.n);
    F::mul(t, t, x.n);
    F::add(sum, t, s);
    F::normalize_weak(x.rhs, sum);
    F::mul(x.square, x.rhs, x.d);
}

/* XSwiftEC: the x coordinate that u and t encode, the first of three candidates that is one; the last is when
 * the others are not. With g = u^3 + b and s = t^2 they are
 *   u - (g + s)^2 / (3 s u^2),  u (beta g + beta^2 s) / (g + s),  u (beta^2 g + beta s) / (g + s),
 * where u = 0 and t = 0 stand for 1, and t for 2t when g + s = 0. */
template <class B>
void swift_decode_x_var(swift_x<typename B::field>& x, typename B::fe u, typename B::fe t) {
    using F = typename B::field;
    using fe = typename B::fe;
    fe s, p, uu, v, beta;
    typename F::template elem<2> g, bs;
    typename F::template elem<3> sum;
    if (F::is_zero(u))
        F::set_u32(u, 1);
    if (F::is_zero(t))
        F::set_u32(t, 1);
    curve_rhs<B>(g, u);
    F::sqr(s, t);
    F::add(sum, g, s);
    if (F::is_zero(sum)) {
        fe four_s;
        F::mul_small(four_s, s, 4);
        F::copy(s, four_s);
        F::add(sum, g, s);
    }
    F::normalize_weak(p, sum);

    F::sqr(uu, u);
    F::mul(v, s, uu);
    F::mul_small(x.d, v, 3);
    typename F::template elem<3> n;
    F::mul(uu, u, x.d);
    F::sqr(v, p);
    F::sub(n, uu, v);
    F::normalize_weak(x.n, n);
    swift_square<B>(x);
    if (fe_jacobi_var<F>(x.square) >= 0)
        return;

    /* beta g + beta^2 s = beta (g - s) - s */
    typename F::template elem<4> difference;
    F::from_limbs(beta, tables::beta);
    F::copy(x.d, p);
    F::sub(difference, g, s);
    F::mul(v, difference, beta);
    F::sub(n, v, s);
    F::mul(x.n, n, u);
    swift_square<B>(x);
    if (fe_jacobi_var<F>(x.square) >= 0)
        return;

    /* The two numerators add up to -u (g + s). */
    F::mul(v, u, p);
    F::add(bs, v, x.n);
    F::neg(n, bs);
    F::normalize_weak(x.n, n);
    swift_square<B>(x);
}

/* The affine point; u and t are canonical. */
template <class B>
void swift_decode_var(typename B::ge& p, typename B::fe u, typename B::fe t) {
    using F = typename B::field;
    typename B::fe a, root;
    swift_x<F> x;
    swift_decode_x_var<B>(x, u, t);
    /* 1/d = rhs a^2, y = sqrt(square) / d^2 */
    fe_inverse_sqrt_var<F>(a, x.square);
    F::mul(root, x.square, a);
    F::sqr(a, a);
    F::mul(a, a, x.rhs);
    F::mul(p.x, x.n, a);
    F::sqr(a, a);
    F::mul(p.y, root, a);
    if (F::is_odd(p.y) != F::is_odd(t))
        negate(p);
}

/* Without a root: (n rhs, rhs^2) is on y^2 = x^3 + b square^3, whose points are those of the curve with x
 * multiplied by square. The sign of y is not that of the decoded point. b3 = 3 b square^3. */
template <class B>
void swift_decode_isomorphic_var(typename B::ge& p, typename B::fe& b3, typename B::fe& square,
                                 typename B::fe u, typename B::fe t) {
    using F = typename B::field;
    swift_x<F> x;
    swift_decode_x_var<B>(x, u, t);
    F::mul(p.x, x.n, x.rhs);
    F::sqr(p.y, x.rhs);
    F::sqr(b3, x.square);
    F::mul(b3, b3, x.square);
    F::mul_small(b3, b3, 3 * B::curve_b);
    square = x.square;
}

/* The inverse of XSwiftEC: false, or a t with which u encodes x, up to its sign. Cases 0 to 3 are BIP-324's,
 * whose cases 4 to 7 have the same t negated. u is not 0, x is the coordinate of a point.
 * With w = sqrt(s): cases 0, 2: t = w (v - beta^2 u); 1, 3: t = w (v - beta u); where
 *   0, 1: v = x, s = -(u^3 + b) / (u^2 + u x + x^2), unless -u - x is the coordinate of a point
 *   2, 3: s = x - u, v = (r / s - u) / 2, r = sqrt(-s (4 (u^3 + b) + 3 s u^2)), in case 3 r != 0. */
template <class B>
[[nodiscard]] bool swift_inverse_var(typename B::fe& t, const typename B::fe& x, const typename B::fe& u,
                                     unsigned which) {
    using F = typename B::field;
    using fe = typename B::fe;
    fe uu, w, v, a, e, beta;
    typename F::template elem<2> g, sum, rhs;
    typename F::template elem<3> d, m;
    curve_rhs<B>(g, u);
    if ((which & 2) == 0) {
        F::add(sum, u, x);
        F::neg(m, sum);
        curve_rhs<B>(rhs, m);
        if (fe_jacobi_var<F>(rhs) >= 0)
            return false;
        /* d = (u + x)^2 - u x; it is 0 only where -u - x would have been a coordinate. */
        F::sqr(e, sum);
        F::mul(v, u, x);
        F::sub(d, e, v);
        F::neg(m, g);
        F::mul(e, m, d);
        if (fe_jacobi_var<F>(e) != 1)
            return false;
        fe_inverse_sqrt_var<F>(a, e);
        F::mul(w, m, a);
        F::copy(v, x);
    } else {
        fe s, root;
        F::sub(d, x, u);
        F::normalize_weak(s, d);
        if (fe_jacobi_var<F>(s) != 1)
            return false;
        /* r^2 = s h, h = -(4 (u^3 + b) + 3 s u^2) */
        F::sqr(uu, u);
        F::mul(e, s, uu);
        F::mul_small(v, e, 3);
        typename F::fe g4;
        typename F::template elem<3> h;
        F::mul_small(g4, g, 4);
        F::add(sum, g4, v);
        F::neg(h, sum);
        const int square = fe_jacobi_var<F>(h);
        if (square < 0 || (square == 0 && (which & 1) != 0))
            return false;
        F::mul(e, s, h);
        if (!fe_sqrt_var<F>(root, e))
            return false;
        fe_inverse_sqrt_var<F>(a, s);
        F::mul(w, s, a);
        F::sqr(a, a);
        F::mul(e, root, a);
        typename F::template elem<3> twice;
        F::sub(twice, e, u);
        typename F::template elem<2> half;
        F::half(half, twice);
        F::normalize_weak(v, half);
    }
    F::from_limbs(beta, tables::beta);
    F::mul(e, beta, u);
    if ((which & 1) == 0) {
        F::add(sum, e, u);
        F::add(m, sum, v);
    } else {
        F::sub(m, v, e);
    }
    F::mul(t, w, m);
    return true;
}

/* The same for p's x, and the parity of t is that of p's y; t is canonical. */
template <class B>
[[nodiscard]] bool swift_encode_var(typename B::fe& t, const typename B::ge& p, const typename B::fe& u,
                                    unsigned which) {
    using F = typename B::field;
    if (!swift_inverse_var<B>(t, p.x, u, which))
        return false;
    F::normalize(t, t);
    if (F::is_odd(t) != F::is_odd(p.y)) {
        typename F::template elem<2> minus;
        F::neg(minus, t);
        F::normalize(t, minus);
    }
    return true;
}

} // namespace koblitz
