/* One multiple of the generator, its summands spread over the lanes. */
#ifndef KOBLITZ_LANES_SINGLE_H
#define KOBLITZ_LANES_SINGLE_H

#include "field/inline.h"
#include "lanes/curve.h"
#include "lanes/digits.h"

namespace koblitz {

template <class F>
KOBLITZ_ROUTINE void add_complete_lanes(projective<F>& r, const ge<F>& a, typename F::flag negative) {
    point_ops<F>::template add_complete<3 * lane_curve<F>::curve_b>(r, a, negative);
}

template <class F>
KOBLITZ_ROUTINE void add_complete_lanes(projective<F>& r, const projective<F>& a) {
    point_ops<F>::template add_complete<3 * lane_curve<F>::curve_b>(r, a);
}

/* r = a + b, carried. */
template <class F>
KOBLITZ_INLINE inline void add_carried(typename F::fe& r, const typename F::fe& a, const typename F::fe& b) {
    typename F::template elem<2> t;
    F::add(t, a, b);
    F::normalize_weak(r, t);
}

/* The products of a complete addition stand side by side in groups of lanes; those of two points in the first
 * group. */
template <class F>
using lane_terms = addition_terms<F, 3 * lane_curve<F>::curve_b>;

/* The products of lanes 0 to 3 and lanes 4 to 7 of a, in lanes 0 to 3 of m, and of b, in lanes 4 to 7. */
template <class F>
KOBLITZ_INLINE inline void products_of_halves(typename F::fe& m, const typename F::fe& a,
                                              const typename F::fe& b) {
    typename F::fe left, right;
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(left, a, b);
    F::template arrange<4, 5, 6, 7, 12, 13, 14, 15>(right, a, b);
    F::mul(m, left, right);
}

template <class F>
KOBLITZ_ROUTINE lane_terms<F> terms_of_eight(const projective<F>& r) {
    typename F::fe xx_yy, zz_xy, yz_xz, t;
    products_of_halves<F>(xx_yy, r.x, r.y);
    add_carried<F>(t, r.x, r.y);
    products_of_halves<F>(zz_xy, r.z, t);
    add_carried<F>(t, r.y, r.z);
    add_carried<F>(yz_xz, r.x, r.z);
    products_of_halves<F>(yz_xz, t, yz_xz);
    typename F::fe yy, xy, xz;
    F::template rotate<4>(yy, xx_yy);
    F::template rotate<4>(xy, zz_xy);
    F::template rotate<4>(xz, yz_xz);
    return lane_terms<F>(xx_yy, yy, zz_xy, xy, yz_xz, xz);
}
template <class F>
KOBLITZ_ROUTINE void last_products_of_eight(projective<F>& r, const lane_terms<F>& m) {
    typename F::template elem<5> f, g, h, k;
    typename F::wide w;
    F::mul_wide(w, m.a3, m.c);
    F::mul_sub(r.z, m.s, m.d, w);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(f, m.c, m.t);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(g, m.t, m.s);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(h, m.d, m.e);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(k, m.e, m.a3);
    F::mul_wide(w, h, k);
    F::mul_sub(r.x, f, g, w);
    F::template rotate<4>(r.y, r.x);
}
/* Lanes 0 to 3 of r += lanes 4 to 7, which are left undefined. Two products a time. */
template <class F>
KOBLITZ_ROUTINE void fold_eight(projective<F>& r) {
    last_products_of_eight(r, terms_of_eight(r));
}

template <class F>
KOBLITZ_ROUTINE void last_products_of_few(typename F::fe& sum, const lane_terms<F>& m) {
    typename F::template elem<5> f, g, h, k;
    typename F::wide w;
    /* C T - D E, T S - E a3, S D - a3 C */
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(f, m.c, m.t);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(f, f, m.s);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(g, m.t, m.s);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(g, g, m.d);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(h, m.d, m.e);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(h, h, m.a3);
    F::template arrange<0, 1, 8, 9, 0, 1, 8, 9>(k, m.e, m.a3);
    F::template arrange<0, 1, 2, 3, 8, 9, 0, 1>(k, k, m.c);
    F::mul_wide(w, h, k);
    F::mul_sub(sum, f, g, w);
}
template <class F, int Step>
KOBLITZ_ROUTINE lane_terms<F> terms_of_few(const projective<F>& r) {
    constexpr int s = Step;
    typename F::fe xy, zs, ts, a, b, yy, zz, xz;
    /* The first points' coordinates below, the second ones' above. */
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(xy, r.x, r.y);
    add_carried<F>(a, r.x, r.y);
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(zs, r.z, a);
    add_carried<F>(a, r.y, r.z);
    add_carried<F>(b, r.x, r.z);
    F::template arrange<0, 1, 8, 9, s, s + 1, 8 + s, 9 + s>(ts, a, b);
    F::template arrange<0, 1, 2, 3, 8, 9, 10, 11>(a, xy, zs);
    F::template arrange<4, 5, 6, 7, 12, 13, 14, 15>(b, xy, zs);
    F::mul(a, a, b); /* XX, YY, ZZ, XY */
    F::template rotate<4>(b, ts);
    F::mul(b, ts, b); /* YZ, XZ */
    F::template rotate<2>(yy, a);
    F::template rotate<4>(zz, a);
    F::template rotate<6>(xy, a);
    F::template rotate<2>(xz, b);
    return lane_terms<F>(a, yy, zz, xy, b, xz);
}
/* Lanes 0 to Step - 1 of r += lanes Step to 2 Step - 1, Step 2 or 1. Four products a time: lanes 2g and 2g +
 * 1 are group g. X3, Y3 and Z3 in groups 0, 1 and 2 of sum. */
template <class F, int Step>
KOBLITZ_ROUTINE void fold_few(typename F::fe& sum, const projective<F>& r) {
    last_products_of_few(sum, terms_of_few<F, Step>(r));
}

/* The summands of k G + last, eight a round: block b of the table in lane b mod 8 of round b / 8, last after
 * the highest block, in lane 3 of the last round. The lanes behind hold last too. */
template <class V, bool Secret>
class fixed_base_rounds {
public:
    using F = field_lanes<V, Secret>;
    using row = koblitz_lanes::held<Secret, koblitz_lanes::row>;
    static constexpr int blocks = tables::fixed_base_blocks, count = blocks / V::width + 1;
    static constexpr int blocks_of_last_round = blocks % V::width;
    /* What is left after fold_eight. */
    static_assert(blocks_of_last_round + 1 == 4);

    fixed_base_rounds(const typename F::integer& k_bits, const void* table, const row& last)
        : digits_(k_bits), table_(static_cast<const table_point*>(table)), last_(last) {}
    /* The summands e, or -e where negative. */
    KOBLITZ_ROUTINE void get(ge<F>& e, typename F::flag& negative, int round) const {
        const lane_digit<V, window, Secret> d = digits_[round];
        const int first = round * V::width, n = round < count - 1 ? V::width : blocks_of_last_round;
        typename F::row rows[V::width];
        for (int i = n; i < V::width; i++)
            rows[i] = F::load_row(last_);
        const table_point* const block = table_ + first * tables::fixed_base_entries;
        if constexpr (Secret) {
            const typename digits::template index_masks<window - 1> masks(d);
            for (int i = 0; i < n; i++)
                rows[i] = F::template scan_row<window - 1, window - 1>(block + i * tables::fixed_base_entries,
                                                                       masks, i);
        } else {
            alignas(64) u64 index[V::width];
            V::store(index, d.index());
            for (int i = 0; i < n; i++)
                rows[i] = F::load_row(block + i * tables::fixed_base_entries, index[i]);
        }
        F::from_rows(e.x, e.y, rows);
        negative = d.negative & F::flag::from_lanes(below(n));
    }

private:
    using digits = lane_digits<V, Secret>;
    static constexpr int window = tables::fixed_base_window;
    static koblitz_lanes::lane_set below(int n) { return static_cast<koblitz_lanes::lane_set>((1 << n) - 1); }

    typename digits::template of_one<window, blocks> digits_;
    const table_point* table_;
    const row& last_;
};

/* r += the summands of a round. */
template <class Rounds>
KOBLITZ_ROUTINE void add_round(projective<typename Rounds::F>& r, const Rounds& summands, int round) {
    ge<typename Rounds::F> e;
    typename Rounds::F::flag negative;
    summands.get(e, negative, round);
    add_complete_lanes<typename Rounds::F>(r, e, negative);
}

/* r + the summands of the last round, over all lanes. */
template <class Rounds>
void finish_rounds(koblitz_lanes::basic_point<Rounds::F::secret>& out, projective<typename Rounds::F>& r,
                   const Rounds& summands) {
    using F = typename Rounds::F;
    typename F::fe sums;
    typename F::limbs l;
    fold_eight(r);
    add_round(r, summands, Rounds::count - 1);
    fold_few<F, 2>(sums, r);
    F::copy(r.x, sums);
    F::template rotate<2>(r.y, sums);
    F::template rotate<4>(r.z, sums);
    fold_few<F, 1>(sums, r);
    F::to_limbs(l, sums);
    F::get(out.x, l, 0);
    F::get(out.y, l, 2);
    F::get(out.z, l, 4);
}

template <class Rounds>
KOBLITZ_ROUTINE void first_round(projective<typename Rounds::F>& r, const Rounds& summands,
                                 const typename Rounds::F::integer& z) {
    using F = typename Rounds::F;
    ge<F> e;
    typename F::flag negative;
    typename F::template elem<2> y;
    summands.get(e, negative, 0);
    F::cneg(y, e.y, negative);
    F::from_limbs(r.z, z);
    F::mul(r.x, e.x, r.z);
    F::mul(r.y, y, r.z);
}

/* 5 complete additions, and 3 that fold the lanes; 32 entries are read for each of the 43 digits. */
template <class V>
void generate_one(koblitz_lanes::secret_point& r, const koblitz_lanes::sealed<koblitz_lanes::integer>& k_bits,
                  const koblitz_lanes::blinding& blinding, const void* table) {
    using rounds = fixed_base_rounds<V, true>;
    const rounds summands(k_bits, table, blinding.sum);
    projective<typename rounds::F> sum;
    first_round(sum, summands, blinding.z);
    for (int round = 1; round < rounds::count - 1; round++)
        add_round(sum, summands, round);
    finish_rounds(r, sum, summands);
}

/* r = the summands of two rounds, of which none are equal or opposite. */
template <class Rounds>
KOBLITZ_ROUTINE void two_rounds(projective<typename Rounds::F>& r, const Rounds& summands, int round) {
    using F = typename Rounds::F;
    ge<F> a, b;
    typename F::flag a_negative, b_negative;
    summands.get(a, a_negative, round);
    summands.get(b, b_negative, round + 1);
    point_ops<F>::add_affine_pair(r, a, a_negative, b, b_negative);
}

template <class Rounds>
KOBLITZ_ROUTINE void add_two_rounds(projective<typename Rounds::F>& r, const Rounds& summands, int round) {
    projective<typename Rounds::F> pair;
    two_rounds(pair, summands, round);
    add_complete_lanes<typename Rounds::F>(r, pair);
}

/* 2 additions of affine points, 3 complete ones, and 3 that fold the lanes. What meets in the first two is d
 * 2^(6b) and d' 2^(6b + 48) times G / 2, with odd d and d' below 64 in magnitude and b < 24: neither equal
 * nor opposite, as the sum and the difference of the factors are not 0 and below n. */
template <class V>
void fixed_base_add_one(koblitz_lanes::point& r, const koblitz_lanes::row& p,
                        const koblitz_lanes::integer& t_bits, const void* table) {
    using rounds = fixed_base_rounds<V, false>;
    using F = typename rounds::F;
    static_assert(rounds::count == 6);
    const rounds summands(t_bits, table, p);
    projective<F> sum;
    two_rounds(sum, summands, 0);
    add_two_rounds(sum, summands, 2);
    add_round(sum, summands, 4);
    finish_rounds(r, sum, summands);
}

} // namespace koblitz

#endif
