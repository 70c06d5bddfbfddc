/* Complete operations on points, by formulas.h. */
#pragma once

#include "group/formulas.h"

namespace koblitz {

/* r = 2^n r, n >= 0. */
template <field F>
[[gnu::noinline]] void double_n(gej<F>& r, int n) {
    formulas<F>::double_n(r, n);
}

/* What an incomplete addition of r and another point left undone. */
template <field F>
[[gnu::noinline]] void finish_addition_var(gej<F>& r, exceptional e) {
    if (e == exceptional::equal) {
        double_n(r, 1);
    } else if (e == exceptional::opposite) {
        set_infinity(r);
    }
}

/* r = (x, y), or (x, -y) where negative, for an r that was infinity; zscale as below. */
template <field F>
[[gnu::noinline]] void begin_sum_var(gej<F>& r, const typename F::fe& x, const typename F::fe& y,
                                     bool negative, const typename F::fe* zscale) {
    typename F::template elem<2> sy;
    typename F::fe z2, z3;
    F::cneg(sy, y, negative);
    F::copy(r.x, x);
    F::copy(r.y, sy);
    if (zscale != nullptr) {
        F::sqr(z2, *zscale);
        F::mul(z3, z2, *zscale);
        F::mul(r.x, r.x, z2);
        F::mul(r.y, r.y, z3);
    }
    F::set_u32(r.z, 1);
    r.infinity = false;
}

/* r += (x, y), or (x, -y) where negative. With zscale (x, y) is on the curve whose points need that Z to come
 * to that of r. */
template <field F>
inline void add_var(gej<F>& r, const typename F::fe& x, const typename F::fe& y, bool negative,
                    const typename F::fe* zscale = nullptr) {
    static_assert(F::branches);
    if (r.infinity) [[unlikely]] {
        begin_sum_var(r, x, y, negative, zscale);
        return;
    }
    const exceptional e = zscale == nullptr ? formulas<F>::add_affine(r, x, y, negative)
                                            : formulas<F>::add_affine_scaled(r, x, y, negative, *zscale);
    if (e != exceptional::no) [[unlikely]]
        finish_addition_var(r, e);
}

/* r = a + b. r may be a. */
template <field F>
void add_var(gej<F>& r, const gej<F>& a, const ge<F>& b) {
    if (&r != &a)
        r = a;
    add_var(r, b.x, b.y, false);
}

/* r = a + b. 12M + 4S, one fused. r may be a or b. EFD add-1998-cmo-2. */
template <field F>
void add_var(gej<F>& r, const gej<F>& a, const gej<F>& b) {
    static_assert(F::branches);
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
            r = a;
            double_n(r, 1);
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

/* (X / Z, Y / Z) = (X Z / Z^2, Y Z^2 / Z^3). */
template <field F>
inline void to_jacobian(gej<F>& r, const projective<F>& a) {
    typename F::fe t;
    r.infinity = F::is_zero(a.z);
    F::sqr(t, a.z);
    F::mul(r.y, a.y, t);
    F::mul(r.x, a.x, a.z);
    F::copy(r.z, a.z);
}

} // namespace koblitz
