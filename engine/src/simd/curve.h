/* secp256k1 in lanes: the points of the kernels, and their way through memory. */
#pragma once

#include "ecmult/tables/tables.h"
#include "group/affine.h"
#include "simd/formulas_lanes.h"

namespace koblitz {

/* b and 3b of the curve. */
inline constexpr u32 lane_b = 7, lane_3b = 3 * lane_b;

/* The curve that the templates of group/ take: Field is that of lanes, or a bundle of it. */
template <class Field>
struct lane_curve {
    using field = Field;
    using fe = typename field::fe;
    using ge = koblitz::ge<field>;
    using gej = koblitz::gej<field>;
    static constexpr u32 curve_b = lane_b;
};

template <class F>
void load(ge<F>& r, const koblitz_lanes::basic_affine_points<F::secret>& a) {
    F::from_limbs(r.x, a.x);
    F::from_limbs(r.y, a.y);
}
template <class F>
void save(koblitz_lanes::basic_jacobian_points<F::secret>& r, const gej<F>& a) {
    F::save(r.x, a.x);
    F::save(r.y, a.y);
    F::save(r.z, a.z);
}
/* The flag of infinity stays no: Z says it. */
template <class F>
void load(gej<F>& r, const koblitz_lanes::basic_jacobian_points<F::secret>& a) {
    typename F::fe t;
    F::load(t, a.x);
    F::copy(r.x, t);
    F::load(t, a.y);
    F::copy(r.y, t);
    F::load(r.z, a.z);
    r.infinity = F::no();
}
template <class F>
void save(koblitz_lanes::canonical_projective_points& r, const projective<F>& a) {
    F::to_limbs(r.x, a.x);
    F::to_limbs(r.y, a.y);
    F::to_limbs(r.z, a.z);
}
} // namespace koblitz
