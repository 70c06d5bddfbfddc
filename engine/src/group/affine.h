/* Between Jacobian and affine, and from coordinates to points. B is a curve (backends/curve.h). */
#pragma once

#include "group/group.h"

namespace koblitz {

/* r = (a.x zi^2, a.y zi^3). */
template <class F, class Z>
void scale_to_affine(ge<F>& r, const gej<F>& a, const Z& zi) {
    typename F::fe z2, z3;
    F::sqr(z2, zi);
    F::mul(z3, z2, zi);
    F::mul(r.x, a.x, z2);
    F::mul(r.y, a.y, z3);
}

/* False, and r untouched, on infinity. One variable-time inversion. */
template <class F>
[[nodiscard]] bool to_affine_var(ge<F>& r, const gej<F>& a) {
    static_assert(!F::secret);
    if (a.infinity)
        return false;
    typename F::fe zi;
    fe_inverse<F>(zi, a.z);
    scale_to_affine(r, a, zi);
    return true;
}

template <class F>
[[nodiscard]] bool to_affine_var(ge<F>& r, const projective<F>& a) {
    static_assert(!F::secret);
    if (F::is_zero(a.z))
        return false;
    typename F::fe zi;
    fe_inverse<F>(zi, a.z);
    F::mul(r.x, a.x, zi);
    F::mul(r.y, a.y, zi);
    return true;
}

/* Of a and the inverse of its Z, which is wiped. Constant time; infinity gives (0, 0). */
template <class F>
void to_affine(ge<F>& r, const gej<F>& a, typename F::fe& zi) {
    static_assert(F::secret);
    typename F::fe zero;
    F::set_u32(zero, 0);
    F::select(zi, a.infinity, zero, zi);
    scale_to_affine(r, a, zi);
    wipe(zi);
}

template <class F>
void to_affine(ge<F>& r, const gej<F>& a) {
    typename F::fe zi;
    fe_inverse<F>(zi, a.z);
    to_affine(r, a, zi);
}

/* The same, and inverse = 1/k mod n, 0 for 0. */
template <class F, class S>
void to_affine_beside(ge<F>& r, const gej<F>& a, S& inverse, const S& k) {
    typename F::fe zi;
    fe_inverse_beside<F>(zi, a.z, inverse, k);
    to_affine(r, a, zi);
}

/* n finite points with one inversion (Montgomery's trick), constant time if F is secret; scratch holds n
 * elements, which the caller wipes. */
template <class F>
void batch_to_affine(ge<F>* r, const gej<F>* a, size_t n, typename F::fe* scratch) {
    if (n == 0)
        return;
    scratch[0] = a[0].z;
    for (size_t i = 1; i < n; i++)
        F::mul(scratch[i], scratch[i - 1], a[i].z);
    typename F::fe inv, zi;
    fe_inverse<F>(inv, scratch[n - 1]);
    for (size_t i = n - 1; i > 0; i--) {
        F::mul(zi, inv, scratch[i - 1]);
        F::mul(inv, inv, a[i].z);
        scale_to_affine(r[i], a[i], zi);
    }
    scale_to_affine(r[0], a[0], inv);
    if constexpr (F::secret) {
        wipe(inv);
        wipe(zi);
    }
}

/* For each point p that get(p, i) gives, i < n <= Room: put(i, p - u), then put(i, -p - u), until put returns
 * false. No p is u or -u. Both additions divide by the same difference of x, and all differences are inverted
 * at once: 7M + 2S a point and one inversion. */
template <size_t Room, class F, class Get, class Put>
void differences_var(size_t n, Get get, const ge<F>& u, Put put) {
    typename F::fe difference[Room], product[Room], inverse, slope, t;
    ge<F> p;
    if (n == 0)
        return;
    for (size_t i = 0; i < n; i++) {
        typename F::template elem<3> d;
        get(p, i);
        F::sub(d, p.x, u.x);
        F::normalize_weak(difference[i], d);
    }
    product[0] = difference[0];
    for (size_t i = 1; i < n; i++)
        F::mul(product[i], product[i - 1], difference[i]);
    fe_inverse<F>(inverse, product[n - 1]);
    /* product[i] becomes the inverse of difference[i]. */
    for (size_t i = n - 1; i > 0; i--) {
        F::mul(t, inverse, product[i - 1]);
        F::mul(inverse, inverse, difference[i]);
        product[i] = t;
    }
    product[0] = inverse;
    for (size_t i = 0; i < n; i++) {
        get(p, i);
        for (int sign = 0; sign < 2; sign++) {
            /* (x, y) + (u.x, -u.y), with y negated the second time. */
            typename F::template elem<2> minus, rise;
            typename F::template elem<5> x3;
            typename F::template elem<8> run, y3;
            ge<F> sum;
            if (sign != 0) {
                F::neg(minus, p.y);
                F::normalize_weak(p.y, minus);
            }
            F::add(rise, p.y, u.y);
            F::mul(slope, rise, product[i]);
            F::sqr(t, slope);
            F::add(rise, p.x, u.x);
            F::sub(x3, t, rise);
            F::normalize_weak(sum.x, x3);
            F::sub(run, u.x, sum.x);
            F::mul(t, slope, run);
            F::add(y3, t, u.y);
            F::normalize_weak(sum.y, y3);
            if (!put(i, sum))
                return;
        }
    }
}

/* r = x^3 + b */
template <class B, class X>
void curve_rhs(typename B::field::template elem<2>& r, const X& x) {
    using F = typename B::field;
    typename F::fe t, b;
    F::sqr(t, x);
    F::mul(t, t, x);
    F::set_u32(b, B::curve_b);
    F::add(r, t, b);
}

template <class B>
[[nodiscard]] typename B::field::flag on_curve_var(const typename B::ge& a) {
    using F = typename B::field;
    typename F::fe y2;
    typename F::template elem<2> rhs;
    F::sqr(y2, a.y);
    curve_rhs<B>(rhs, a.x);
    return F::equal(y2, rhs);
}

/* The point with this x whose y is a square; false when there is none (r.x is set all the same). */
template <class B>
[[nodiscard]] typename B::field::flag set_xquad_var(typename B::ge& r, const typename B::fe& x) {
    using F = typename B::field;
    typename F::fe rhs;
    typename F::template elem<2> sum;
    r.x = x;
    curve_rhs<B>(sum, x);
    F::normalize_weak(rhs, sum);
    return fe_sqrt_var<F>(r.y, rhs);
}

/* The point with this x and the asked parity of y; false when there is none. r.y is canonical. */
template <class B>
[[nodiscard]] typename B::field::flag lift_x_var(typename B::ge& r, const typename B::fe& x,
                                                 typename B::field::flag odd) {
    using F = typename B::field;
    const typename F::flag found = set_xquad_var<B>(r, x);
    if constexpr (F::branches) {
        if (!found)
            return found;
        F::normalize(r.y, r.y);
        if (F::is_odd(r.y) != odd)
            negate(r);
    } else {
        typename F::template elem<2> y;
        F::cneg(y, r.y, F::is_odd(r.y) != odd);
        F::normalize(r.y, y);
    }
    return found;
}

/* a's affine x is x, without an inversion; false on infinity. */
template <class F>
[[nodiscard]] typename F::flag x_equals_var(const gej<F>& a, const typename F::fe& x) {
    static_assert(!F::secret);
    if constexpr (F::branches) {
        if (a.infinity)
            return false;
    }
    typename F::fe t;
    F::sqr(t, a.z);
    F::mul(t, t, x);
    if constexpr (F::branches) {
        return F::equal(a.x, t);
    } else {
        return F::equal(a.x, t) & !F::is_zero(a.z);
    }
}

} // namespace koblitz
