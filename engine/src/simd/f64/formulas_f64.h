/* Point operations of the f64 lanes (simd/f64/fe_f64.h): the formulas of formulas.h, with differences
 * taken before the reduction of a product, which carries them. */
#pragma once

#include "group/formulas.h"
#include "simd/f64/fe_f64.h"

namespace koblitz {

template <>
struct formulas<field_lanes<f64_lanes, false>> : generic_formulas<field_lanes<f64_lanes, false>> {
    using F = field_lanes<f64_lanes, false>;
    using fe = F::fe;

    static void double_n(gej<F>& r, int n) {
        fe x;
        F::normalize_weak(x, r.x);
        fe y;
        F::normalize_weak(y, r.y);
        for (; n > 0; n--) {
            fe s, t, u;
            F::elem<2> d;
            F::elem<3> l;
            F::wide w;
            F::sqr(s, y);
            F::sqr(u, x);
            F::mul(t, x, s);
            F::half3(l, u);
            F::mul(r.z, y, r.z);
            F::sqr_wide(w, s);
            F::sqr_less2(x, l, t);
            F::difference(d, t, x);
            F::mul_sub(y, l, d, w);
        }
        F::copy(r.x, x);
        F::copy(r.y, y);
    }

    static exceptional add_affine(gej<F>& r, const fe& x, const fe& y, F::flag negative) {
        add_affine_by(r, x, y, negative, r.z);
        return exceptional::no;
    }
    static exceptional add_affine_scaled(gej<F>& r, const fe& x, const fe& y, F::flag negative,
                                         const fe& zscale) {
        fe az;
        F::mul(az, r.z, zscale);
        add_affine_by(r, x, y, negative, az);
        return exceptional::no;
    }

    static void co_z_add(co_z_pair<F>& r, fe& ratio, const co_z_pair<F>& a) {
        fe c, w1, w2, x, y;
        F::elem<2> t;
        F::elem<6> d, dy;
        F::sub(d, a.x2, a.x);
        F::sub(dy, a.y2, a.y);
        F::sqr(c, d);
        F::mul(w1, a.x2, c);
        F::mul(w2, a.x, c);
        F::normalize_weak(ratio, d);
        F::difference(t, w1, w2);
        F::mul(r.y2, a.y2, t);
        F::sqr_less11(x, dy, w1, w2);
        F::difference(t, w1, x);
        F::mul_less(y, dy, t, r.y2);
        F::copy(r.x, x);
        F::copy(r.y, y);
        F::copy(r.x2, w1);
    }

private:
    static void add_affine_by(gej<F>& r, const fe& x2, const fe& y2, F::flag negative, const fe& az) {
        fe x, y, zz, zzz, h, i, t, hh, hhh;
        F::elem<2> d;
        F::elem<3> sy;
        F::wide w;
        F::normalize_weak(x, r.x);
        F::normalize_weak(y, r.y);
        F::cneg(sy, y2, negative);
        F::sqr(zz, az);
        F::mul_less(h, x2, zz, x);
        F::mul(zzz, az, zz);
        F::sqr(hh, h);
        F::mul_less(i, sy, zzz, y);
        F::mul(r.z, r.z, h);
        F::mul(hhh, h, hh);
        F::mul(t, x, hh);
        F::mul_wide(w, y, hhh);
        F::sqr_less12(x, i, hhh, t);
        F::difference(d, t, x);
        F::mul_sub(y, i, d, w);
        F::copy(r.x, x);
        F::copy(r.y, y);
    }
};

} // namespace koblitz
