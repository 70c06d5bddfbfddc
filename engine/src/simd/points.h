/* Eight public points at a time: lifting, membership, and the way to affine coordinates. */
#pragma once

#include "simd/curve.h"

namespace koblitz {

using koblitz_lanes::lane_set;

template <class V, int N>
void lift_x_groups(koblitz_lanes::affine_points* p, const lane_set* odd, lane_set* found) {
    using F = field_lanes<V, false>;
    using B = lane_curve<field_bundle<F, N>>;
    typename B::ge a;
    typename B::fe x;
    typename B::field::flag parity;
    for (int i = 0; i < N; i++) {
        F::from_limbs(x.v[i], p[i].x);
        parity.v[i] = F::flag::from_lanes(odd[i]);
    }
    const typename B::field::flag there = lift_x_var<B>(a, x, parity);
    for (int i = 0; i < N; i++) {
        found[i] = there.v[i].lanes();
        F::to_limbs(p[i].y, a.y.v[i]);
    }
}

/* Two groups at a time: a chain of squares waits for itself. */
template <class V>
KOBLITZ_ROUTINE void lift_x(koblitz_lanes::affine_points* p, const lane_set* odd, lane_set* found,
                            int groups) {
    int i = 0;
    for (; i + 1 < groups; i += 2)
        lift_x_groups<V, 2>(p + i, odd + i, found + i);
    if (i < groups)
        lift_x_groups<V, 1>(p + i, odd + i, found + i);
}

template <class V>
KOBLITZ_ROUTINE lane_set on_curve(const koblitz_lanes::affine_points& p) {
    using B = lane_curve<field_lanes<V, false>>;
    typename B::ge a;
    load(a, p);
    return on_curve_var<B>(a).lanes();
}

template <class V>
KOBLITZ_ROUTINE lane_set x_equals(const koblitz_lanes::jacobian_points& a, const koblitz_lanes::limbs<4>& x) {
    using B = lane_curve<field_lanes<V, false>>;
    typename B::gej p;
    typename B::fe c;
    load(p, a);
    B::field::from_limbs(c, x);
    return x_equals_var(p, c).lanes();
}

template <class V>
KOBLITZ_ROUTINE lane_set finite(const koblitz_lanes::jacobian_points& a) {
    using F = field_lanes<V, false>;
    typename F::fe z;
    F::load(z, a.z);
    return (!F::is_zero(z)).lanes();
}

/* r = 1 / a in every lane, none 0: the product of all lanes is inverted, and multiplied by that of the seven
 * others. 6M. */
template <class F>
void inverse_across(typename F::fe& r, const typename F::fe& a,
                    koblitz_lanes::inverse_fn<F::secret>* inverse) {
    typename F::fe half, quarter, all, t;
    typename F::limbs l;
    typename F::integer one;
    F::template rotate<4>(t, a);
    F::mul(half, a, t);
    F::template rotate<2>(r, half);
    F::mul(quarter, half, r);
    F::mul(t, t, r);
    F::template rotate<1>(r, quarter);
    F::mul(all, quarter, r);
    F::mul(t, t, r);
    F::to_limbs(l, all);
    F::get(one, l, 0);
    inverse(one, one);
    F::from_limbs(all, one);
    F::mul(r, all, t);
}

/* Secret or not: one more instantiation for values whose inversion is constant time. Lanes whose Z is 0 take
 * part with 1. */
template <class V, bool Secret>
void to_affine(koblitz_lanes::basic_affine_points<Secret>* r,
               const koblitz_lanes::basic_jacobian_points<Secret>* a, int groups,
               koblitz_lanes::inverse_fn<Secret>* inverse) {
    using F = field_lanes<V, Secret>;
    typename F::fe z[koblitz_lanes::most_groups], product[koblitz_lanes::most_groups], one, zero, all, inv,
        zi;
    typename F::flag infinite[koblitz_lanes::most_groups];
    F::set_u32(one, 1);
    F::set_u32(zero, 0);
    F::copy(all, one);
    for (int i = 0; i < groups; i++) {
        F::load(z[i], a[i].z);
        infinite[i] = F::is_zero(z[i]);
        F::select(z[i], infinite[i], one, z[i]);
        F::copy(product[i], all);
        F::mul(all, all, z[i]);
    }
    inverse_across<F>(inv, all, inverse);
    for (int i = groups - 1; i >= 0; i--) {
        gej<F> p;
        ge<F> affine;
        F::mul(zi, inv, product[i]);
        F::mul(inv, inv, z[i]);
        F::select(zi, infinite[i], zero, zi);
        load(p, a[i]);
        scale_to_affine(affine, p, zi);
        F::to_limbs(r[i].x, affine.x);
        F::to_limbs(r[i].y, affine.y);
    }
}

} // namespace koblitz
