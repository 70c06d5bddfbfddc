/* Additions in all lanes as routines: kernels call each from several places. */
#pragma once

#include "simd/curve.h"

namespace koblitz {

/* r += a, or -a where negative; public and incomplete: Z becomes 0 where both are equal or opposite. */
template <class F>
KOBLITZ_ROUTINE void add_lanes(gej<F>& r, const ge<F>& a, const typename F::flag& negative) {
    (void)formulas<F>::add_affine(r, a.x, a.y, negative);
}
template <class F>
KOBLITZ_ROUTINE void add_lanes(gej<F>& r, const ge<F>& a, const typename F::flag& negative,
                               const typename F::fe& zscale) {
    (void)formulas<F>::add_affine_scaled(r, a.x, a.y, negative, zscale);
}

/* Complete. */
template <class F>
KOBLITZ_ROUTINE void add_complete_lanes(gej<F>& r, const ge<F>& a, typename F::flag negative) {
    formulas<F>::add_complete(r, a, negative);
}
template <class F>
KOBLITZ_ROUTINE void add_complete_lanes(projective<F>& r, const ge<F>& a, typename F::flag negative) {
    formulas<F>::template add_complete<3 * lane_curve<F>::curve_b>(r, a, negative);
}
template <class F>
KOBLITZ_ROUTINE void add_complete_lanes(projective<F>& r, const projective<F>& a) {
    formulas<F>::template add_complete<3 * lane_curve<F>::curve_b>(r, a);
}

} // namespace koblitz
