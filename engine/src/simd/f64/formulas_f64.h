/* Point operations of the f64 lanes (simd/f64/fe_f64.h): those of simd/formulas_lanes.h; doublings hold x and
 * y outside the point. */
#pragma once

#include "simd/f64/fe_f64.h"
#include "simd/formulas_lanes.h"

namespace koblitz {

template <>
struct formulas<field_lanes<f64_lanes, false>> : lane_formulas<field_lanes<f64_lanes, false>> {
    using F = field_lanes<f64_lanes, false>;

    static void double_n(gej<F>& r, int n) {
        fe x, y;
        F::normalize_weak(x, r.x);
        F::normalize_weak(y, r.y);
        for (; n > 0; n--) {
            fe s, t, u;
            F::gap d;
            F::slope l;
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
};

} // namespace koblitz
