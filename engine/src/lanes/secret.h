/* Multiples by secret scalars, eight at a time: complete additions, tables scanned whole. */
#ifndef KOBLITZ_LANES_SECRET_H
#define KOBLITZ_LANES_SECRET_H

#include "lanes/additions.h"
#include "lanes/lookup.h"
#include "mul/odd_multiples.h"

namespace koblitz {

/* As ecmult_gen: 43 complete additions, 32 entries read for each. */
template <class V>
void generate(koblitz_lanes::secret_jacobian_points& r,
              const koblitz_lanes::sealed<koblitz_lanes::limbs<4>>& k_bits,
              const koblitz_lanes::blinding& blinding, const void* table) {
    using F = field_lanes<V, true>;
    using lookup = typename F::lookup;
    constexpr int window = tables::fixed_base_window;
    ge<F> e;
    projective<F> sum;
    typename F::template elem<2> y;
    for (int b = 0; b < tables::fixed_base_blocks; b++) {
        const table_point* const block =
            static_cast<const table_point*>(table) + b * tables::fixed_base_entries;
        const lane_digit<V, window, true> d(k_bits, b * window);
        lookup::template scan<window>(e, block, tables::fixed_base_entries, d);
        if (b == 0) {
            F::cneg(y, e.y, d.negative);
            F::from_limbs(sum.z, blinding.z);
            F::mul(sum.x, e.x, sum.z);
            F::mul(sum.y, y, sum.z);
        } else {
            add_complete_lanes<F>(sum, e, d.negative);
        }
    }
    lookup::broadcast(e, blinding.sum);
    add_complete_lanes<F>(sum, e, F::no());
    gej<F> p;
    to_jacobian(p, sum);
    save(r, p);
}

/* As ecmult_const: 125 doublings and 51 complete additions over a table of 16 multiples of p and of lambda p,
 * which is built in the open. */
template <class V>
void multiply(koblitz_lanes::secret_jacobian_points& r, const koblitz_lanes::affine_points& p,
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
            dbl_n(sum, w);
            add_complete_lanes<F>(sum, e, d1.negative);
        }
        lookup::template scan<w>(e.x, lambda_x, entries, d2);
        lookup::template scan<w>(e.y, y, entries, d2);
        add_complete_lanes<F>(sum, e, d2.negative);
    }
    typename F::fe scale;
    F::load(scale, z);
    F::mul(sum.z, sum.z, scale);
    save(r, sum);
}

} // namespace koblitz

#endif
