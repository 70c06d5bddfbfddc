/* k P for secret k, eight at a time and one across the lanes: complete additions, tables scanned whole. */
#pragma once

#include "ecmult/odd_multiples.h"
#include "simd/fold.h"
#include "simd/lookup.h"

namespace koblitz {

/* As ecmult_const: 125 doublings and 51 complete additions over a table of 16 multiples of p and of lambda p,
 * which is built in the open. */
template <class V>
void ecmult_const_x8(koblitz_lanes::secret_jacobian_points& r, const koblitz_lanes::affine_points& p,
                     const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v1,
                     const koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& v2) {
    using P = field_lanes<V, false>;
    using F = field_lanes<V, true>;
    using lookup = typename F::lookup;
    constexpr int w = 5, top = 125, entries = 1 << (w - 1);
    koblitz_lanes::limbs<5> x[entries], y[entries], lambda_x[entries], z;
    {
        odd_multiples<P, entries> t;
        ge<P> base;
        typename P::fe beta, lx;
        load(base, p);
        odd_multiples_var(t, base);
        P::from_limbs(beta, tables::beta);
        for (int i = 0; i < entries; i++) {
            P::mul(lx, t.x[i], beta);
            P::save(x[i], t.x[i]);
            P::save(y[i], t.y[i]);
            P::save(lambda_x[i], lx);
        }
        P::save(z, t.z);
    }
    ge<F> e;
    gej<F> sum;
    for (int i = top; i >= 0; i -= w) {
        const lane_digit<V, w, true> d1(v1, i), d2(v2, i);
        lookup::template scan<w>(e.x, x, entries, d1);
        lookup::template scan<w>(e.y, y, entries, d1);
        if (i == top) {
            to_jacobian(sum, e);
            F::cneg(sum.y, e.y, d1.negative);
        } else {
            double_n(sum, w);
            formulas<F>::add_complete(sum, e, d1.negative);
        }
        lookup::template scan<w>(e.x, lambda_x, entries, d2);
        lookup::template scan<w>(e.y, y, entries, d2);
        formulas<F>::add_complete(sum, e, d2.negative);
    }
    typename F::fe scale;
    F::load(scale, z);
    F::mul(sum.z, sum.z, scale);
    save(r, sum);
}

template <class V>
using lane_sections = typename lane_digits<V, true>::template sections_of_one<koblitz_lanes::section>;

/* e = the multiple that each lane's digit at bit at of its section selects; where it is negative. */
template <class V, int W, int N>
KOBLITZ_ROUTINE typename field_lanes<V, true>::flag
select_multiple(ge<field_lanes<V, true>>& e, const odd_multiples<field_lanes<V, false>, N>& t,
                const lane_sections<V>& sections, int at) {
    using lookup = lane_lookup<V, true>;
    static_assert(N >= 1 << (W - 1));
    const lane_digit<V, W, true> d = sections.template get<W>(at);
    lookup::template scan<W>(e.x, t.x, d);
    lookup::template scan<W>(e.y, t.y, d);
    return d.negative;
}

/* lambda times a, in place. */
template <class F>
KOBLITZ_ROUTINE void times_lambda(ge<F>& a) {
    typename F::fe beta;
    F::from_limbs(beta, tables::beta);
    F::mul(a.x, a.x, beta);
}

/* 2^(section i) p in lane i, as (r.x[N - 1] / z^2, r.y[N - 1] / z^3) for z = r.z; p is used up. */
template <class P, int N>
KOBLITZ_ROUTINE void spread_powers(odd_multiples<P, N>& r, koblitz_lanes::public_point& p) {
    koblitz_lanes::limbs<4> x, y, z;
    for (int lane = 0; lane < koblitz_lanes::width; lane++) {
        if (lane > 0)
            p.double_n(p, koblitz_lanes::section);
        for (int i = 0; i < 4; i++) {
            x.w[i][lane] = p.x.w[i];
            y.w[i][lane] = p.y.w[i];
            z.w[i][lane] = p.z.w[i];
        }
    }
    P::from_limbs(r.x[N - 1], x);
    P::from_limbs(r.y[N - 1], y);
    P::from_limbs(r.z, z);
}

/* r = a, whose Z is z times what a.z says; z is read before r is written. */
template <class F, class Z>
KOBLITZ_ROUTINE void to_homogeneous(projective<F>& r, const gej<F>& a, const Z& z) {
    typename F::fe az, az2;
    F::open(az, z);
    F::mul(az, a.z, az);
    F::mul(r.x, a.x, az);
    F::normalize_weak(r.y, a.y);
    F::sqr(az2, az);
    F::mul(r.z, az2, az);
}

/* Points to be added up, on the curve of this 3b. */
template <class F>
struct lane_summands {
    projective<F> points;
    times_element<F> times_3b;
};

/* r = in each lane the multiple of its table's point by its bits of v1 and v2: 16 doublings and 17 complete
 * additions. r may lie where t does, which is read before. */
template <class V, int N>
KOBLITZ_ROUTINE void ecmult_const_sections(projective<field_lanes<V, true>>& r,
                                           const odd_multiples<field_lanes<V, false>, N>& t,
                                           const koblitz_lanes::sealed<koblitz_lanes::integer>& v1,
                                           const koblitz_lanes::sealed<koblitz_lanes::integer>& v2) {
    using F = field_lanes<V, true>;
    constexpr int w = 2, top = koblitz_lanes::section - 1;
    static_assert(N == 1 << (w - 1) && top % w == 0);
    const lane_sections<V> s1(v1), s2(v2);
    gej<F> sum;
    ge<F> e;
    typename F::flag negative = select_multiple<V, 1>(e, t, s1, top);
    to_jacobian(sum, e);
    F::cneg(sum.y, e.y, negative);
    for (int i = top;;) {
        negative = i == top ? select_multiple<V, 1>(e, t, s2, i) : select_multiple<V, w>(e, t, s2, i);
        times_lambda(e);
        formulas<F>::add_complete(sum, e, negative);
        i -= w;
        if (i < 0)
            break;
        double_n(sum, w);
        negative = select_multiple<V, w>(e, t, s1, i);
        formulas<F>::add_complete(sum, e, negative);
    }
    to_homogeneous(r, sum, t.z);
}

/* k p: lane i multiplies 2^(17 i) p by 17 signed bits of either half of k, of which the highest is a digit,
 * and of the others two are, and all lanes are summed. What depends on p alone is built in the open. */
template <class V>
void ecmult_const_across(koblitz_lanes::secret_projective_point& r, koblitz_lanes::public_point& p,
                         const koblitz_lanes::sealed<koblitz_lanes::integer>& v1,
                         const koblitz_lanes::sealed<koblitz_lanes::integer>& v2) {
    using F = field_lanes<V, true>;
    /* One after the other, as there is little stack. */
    union {
        odd_multiples<field_lanes<V, false>, 2> multiples;
        lane_summands<F> summands;
    } room;
    spread_powers(room.multiples, p);
    odd_multiples_of_last_var(room.multiples);
    ecmult_const_sections<V>(room.summands.points, room.multiples, v1, v2);
    F::from_limbs(room.summands.times_3b.b3, p.b3.w);
    fold_eight(room.summands.points, room.summands.times_3b);
    fold_four(r, room.summands.points, room.summands.times_3b);
}

} // namespace koblitz
