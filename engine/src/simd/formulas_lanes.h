/* Public points in lanes: the formulas of formulas.h, with differences taken before the reduction of a
 * product, which carries them, and steps in an order in which few wait for the one before. */
#pragma once

#include "field/fe_bundle.h"
#include "group/formulas.h"
#include "simd/fe_lanes.h"

namespace koblitz {

/* Every coordinate is carried. */
template <class F>
struct lane_gej {
    typename F::fe x, y, z;
    typename F::flag infinity;
};
template <class F>
struct lane_co_z_pair {
    typename F::fe x, y, x2, y2;
};

template <class F>
struct lane_formulas : generic_formulas<F> {
    using fe = typename F::fe;
    using flag = typename F::flag;
    template <int M>
    using elem = typename F::template elem<M>;

    static void double_n(gej<F>& r, int n) {
        for (; n > 0; n--) {
            fe s, t;
            typename F::slope l;
            typename F::gap d;
            typename F::wide w;
            F::sqr_half3(l, r.x);
            F::sqr(s, r.y);
            F::mul(t, r.x, s);
            F::mul(r.z, r.y, r.z);
            F::sqr_wide(w, s);
            F::sqr_less2(r.x, l, t);
            F::difference(d, t, r.x);
            F::mul_sub(r.y, l, d, w);
        }
    }

    /* Routines: kernels call them from several places. */
    KOBLITZ_ROUTINE static exceptional add_affine(gej<F>& r, const fe& x, const fe& y, flag negative) {
        add_affine_by(r, x, y, negative, r.z);
        return exceptional::no;
    }
    KOBLITZ_ROUTINE static exceptional add_affine_scaled(gej<F>& r, const fe& x, const fe& y, flag negative,
                                                         const fe& zscale) {
        fe az;
        F::mul(az, r.z, zscale);
        add_affine_by(r, x, y, negative, az);
        return exceptional::no;
    }

    static void co_z_add(co_z_pair<F>& r, fe& ratio, const co_z_pair<F>& a) {
        fe c, w1, w2;
        elem<6> d, dy;
        typename F::gap t;
        F::sub(d, a.x2, a.x);
        F::sub(dy, a.y2, a.y);
        F::sqr(c, d);
        F::mul(w1, a.x2, c);
        F::mul(w2, a.x, c);
        F::normalize_weak(ratio, d);
        F::difference(t, w1, w2);
        F::mul(r.y2, a.y2, t);
        F::sqr_less11(r.x, dy, w1, w2);
        F::difference(t, w1, r.x);
        F::mul_less(r.y, dy, t, r.y2);
        F::copy(r.x2, w1);
    }

private:
    static void add_affine_by(gej<F>& r, const fe& x2, const fe& y2, flag negative, const fe& az) {
        fe zz, zzz, h, i, t, hh, hhh;
        elem<3> sy;
        typename F::gap d;
        typename F::wide w;
        F::cneg(sy, y2, negative);
        F::sqr(zz, az);
        F::mul_less(h, x2, zz, r.x);
        F::mul(zzz, az, zz);
        F::sqr(hh, h);
        F::mul_less(i, sy, zzz, r.y);
        F::mul(t, r.x, hh);
        F::mul(hhh, h, hh);
        F::mul(r.z, r.z, h);
        F::sqr_less12(r.x, i, hhh, t);
        F::mul_wide(w, r.y, hhh);
        F::difference(d, t, r.x);
        F::mul_sub(r.y, i, d, w);
    }
};

template <class V>
struct gej<field_lanes<V, false>> : lane_gej<field_lanes<V, false>> {};
template <class V, int N>
struct gej<field_bundle<field_lanes<V, false>, N>> : lane_gej<field_bundle<field_lanes<V, false>, N>> {};
template <class V>
struct co_z_pair<field_lanes<V, false>> : lane_co_z_pair<field_lanes<V, false>> {};
template <class V, int N>
struct co_z_pair<field_bundle<field_lanes<V, false>, N>>
    : lane_co_z_pair<field_bundle<field_lanes<V, false>, N>> {};
template <class V>
struct formulas<field_lanes<V, false>> : lane_formulas<field_lanes<V, false>> {};
template <class V, int N>
struct formulas<field_bundle<field_lanes<V, false>, N>>
    : lane_formulas<field_bundle<field_lanes<V, false>, N>> {};

} // namespace koblitz
