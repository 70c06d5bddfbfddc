/* Points of y^2 = x^3 + b over a field F. */
#pragma once

#include "field/field.h"

namespace koblitz {

/* Affine, never infinity. Coordinates need not be canonical. */
template <class F>
struct ge {
    typename F::fe x, y;
};

/* Jacobian: (x / z^2, y / z^3). Every step of formulas.h accepts these magnitudes, and gives them or less.
 * With infinity set the coordinates mean nothing, but are initialized. */
template <class F>
struct gej {
    typename F::template elem<6> x;
    typename F::template elem<3> y;
    typename F::fe z;
    typename F::flag infinity;
};

/* Homogeneous: (x / z, y / z); (0 : y : 0) is infinity. */
template <class F>
struct projective {
    typename F::fe x, y, z;
};

template <class F>
void set_infinity(gej<F>& r) {
    F::set_u32(r.x, 1);
    F::set_u32(r.y, 1);
    F::set_u32(r.z, 0);
    r.infinity = F::yes();
}

template <class F>
void set_infinity(projective<F>& r) {
    F::set_u32(r.x, 0);
    F::set_u32(r.y, 1);
    F::set_u32(r.z, 0);
}

template <class F>
void to_jacobian(gej<F>& r, const ge<F>& a) {
    F::copy(r.x, a.x);
    F::copy(r.y, a.y);
    F::set_u32(r.z, 1);
    r.infinity = F::no();
}

template <class F>
void negate(ge<F>& a) {
    typename F::template elem<2> t;
    F::neg(t, a.y);
    F::normalize(a.y, t);
}

} // namespace koblitz
