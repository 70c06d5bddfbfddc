/* Points of y^2 = x^3 + b over a field F. */
#ifndef KOBLITZ_GROUP_TYPES_H
#define KOBLITZ_GROUP_TYPES_H

#include "field/field.h"

namespace koblitz {

/* Affine, never infinity. Coordinates need not be canonical. */
template <class F>
struct ge {
    typename F::fe x, y;
};

/* Jacobian: (x / z^2, y / z^3). The magnitudes are what every formula of formulas.h accepts and gives. With
 * infinity set the coordinates mean nothing, but are initialised. */
template <class F>
struct gej {
    typename F::template elem<6> x;
    typename F::template elem<3> y;
    typename F::fe z;
    typename F::flag infinity;
};

template <class F>
void set_infinity(gej<F>& r) {
    F::set_u32(r.x, 1);
    F::set_u32(r.y, 1);
    F::set_u32(r.z, 0);
    if constexpr (F::secret) {
        r.infinity = choice::yes();
    } else {
        r.infinity = true;
    }
}

template <class F>
void to_jacobian(gej<F>& r, const ge<F>& a) {
    F::copy(r.x, a.x);
    F::copy(r.y, a.y);
    F::set_u32(r.z, 1);
    if constexpr (F::secret) {
        r.infinity = choice::no();
    } else {
        r.infinity = false;
    }
}

template <class F>
void negate(ge<F>& a) {
    typename F::template elem<2> t;
    F::neg(t, a.y);
    F::normalize(a.y, t);
}

template <class F>
void negate(gej<F>& a) {
    typename F::template elem<4> t;
    F::neg(t, a.y);
    F::normalize(a.y, t);
}

/* The two ways from secret to public, each an assertion of the caller that the value may be known. */
template <class P, class X>
void declassify(ge<P>& r, const ge<X>& a) {
    static_assert(!P::secret && X::secret);
    u64 t[4];
    X::to_limbs(t, a.x);
    declassify_bytes(t, sizeof t);
    P::from_limbs(r.x, t);
    X::to_limbs(t, a.y);
    declassify_bytes(t, sizeof t);
    P::from_limbs(r.y, t);
}
template <class P, class X>
void declassify(gej<P>& r, const gej<X>& a) {
    static_assert(!P::secret && X::secret);
    u64 t[4];
    X::to_limbs(t, a.x);
    declassify_bytes(t, sizeof t);
    P::from_limbs(r.x, t);
    X::to_limbs(t, a.y);
    declassify_bytes(t, sizeof t);
    P::from_limbs(r.y, t);
    X::to_limbs(t, a.z);
    declassify_bytes(t, sizeof t);
    P::from_limbs(r.z, t);
    r.infinity = a.infinity.declassify();
}

/* A public point where a secret one is asked for. */
template <class X, class P>
void as_secret(ge<X>& r, const ge<P>& a) {
    static_assert(!P::secret && X::secret);
    u64 t[4];
    P::to_limbs(t, a.x);
    X::from_limbs(r.x, t);
    P::to_limbs(t, a.y);
    X::from_limbs(r.y, t);
}

/* Bytes of the opaque structs: x, then y, each 32 bytes, canonical, least significant first. */
template <class F>
void store(u8 out[64], const ge<F>& a) {
    u64 t[4];
    F::to_limbs(t, a.x);
    for (int i = 0; i < 4; i++)
        store_le64(out + 8 * i, t[i]);
    F::to_limbs(t, a.y);
    for (int i = 0; i < 4; i++)
        store_le64(out + 32 + 8 * i, t[i]);
}
template <class F>
void load(ge<F>& r, const u8 in[64]) {
    u64 t[4];
    for (int i = 0; i < 4; i++)
        t[i] = load_le64(in + 8 * i);
    F::from_limbs(r.x, t);
    for (int i = 0; i < 4; i++)
        t[i] = load_le64(in + 32 + 8 * i);
    F::from_limbs(r.y, t);
}

} // namespace koblitz

#endif
