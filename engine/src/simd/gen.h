/* Multiples of the generator: eight at a time, and one whose summands are spread across the lanes. */
#pragma once

#include "simd/fold.h"
#include "simd/lookup.h"

namespace koblitz {

/* As ecmult_gen: 43 complete additions, 32 entries read for each. */
template <class V>
void ecmult_gen_x8(koblitz_lanes::secret_jacobian_points& r,
                   const koblitz_lanes::sealed<koblitz_lanes::limbs<4>>& k_bits,
                   const koblitz_lanes::blinding& blinding, const void* table) {
    using F = field_lanes<V, true>;
    using lookup = typename F::lookup;
    constexpr int window = tables::ecmult_gen_window;
    ge<F> e;
    projective<F> sum;
    typename F::template elem<2> y;
    for (int b = 0; b < tables::ecmult_gen_blocks; b++) {
        const table_point* const block =
            static_cast<const table_point*>(table) + b * tables::ecmult_gen_entries;
        const lane_digit<V, window, true> d(k_bits, b * window);
        lookup::template scan<window>(e, block, tables::ecmult_gen_entries, d);
        if (b == 0) {
            F::cneg(y, e.y, d.negative);
            F::from_limbs(sum.z, blinding.z);
            F::mul(sum.x, e.x, sum.z);
            F::mul(sum.y, y, sum.z);
        } else {
            formulas<F>::template add_complete<lane_3b>(sum, e, d.negative);
        }
    }
    lookup::broadcast(e, blinding.sum);
    formulas<F>::template add_complete<lane_3b>(sum, e, F::no());
    gej<F> p;
    to_jacobian(p, sum);
    save(r, p);
}

/* p + t G, public: 43 additions. Digits stand at fixed positions. */
template <class V>
void ecmult_gen_add_x8(koblitz_lanes::jacobian_points& r, const koblitz_lanes::affine_points& p,
                       const koblitz_lanes::limbs<4>& t_bits, const void* table) {
    using F = field_lanes<V, false>;
    using lookup = typename F::lookup;
    constexpr int window = tables::ecmult_gen_window;
    ge<F> e;
    gej<F> sum;
    load(e, p);
    to_jacobian(sum, e);
    for (int b = 0; b < tables::ecmult_gen_blocks; b++) {
        const lane_digit<V, window, false> d(t_bits, b * window);
        lookup::gather_var(e, static_cast<const table_point*>(table) + b * tables::ecmult_gen_entries,
                           d.index());
        (void)formulas<F>::add_affine(sum, e.x, e.y, d.negative);
    }
    save(r, sum);
}

/* The summands of k G + last, eight a round: block b of the table in lane b mod 8 of round b / 8, last after
 * the highest block, in lane 3 of the last round. Lanes 4 to 7 of that round hold last too. */
template <class V, bool Secret>
class ecmult_gen_rounds {
public:
    using F = field_lanes<V, Secret>;
    using lookup = typename F::lookup;
    using packed_point = typename lookup::packed_point;
    static constexpr int blocks = tables::ecmult_gen_blocks, count = blocks / V::width + 1;
    static constexpr int blocks_of_last_round = blocks % V::width;
    /* What is left after fold_eight. */
    static_assert(blocks_of_last_round + 1 == 4);

    ecmult_gen_rounds(const typename F::integer& k_bits, const void* table, const packed_point& last)
        : digits_(k_bits), table_(static_cast<const table_point*>(table)), last_(last) {}
    /* The summands e, or -e where negative. */
    KOBLITZ_ROUTINE void get(ge<F>& e, typename F::flag& negative, int round) const {
        const lane_digit<V, window, Secret> d = digits_[round];
        const int first = round * V::width, n = round < count - 1 ? V::width : blocks_of_last_round;
        typename lookup::packed points[V::width];
        for (int i = n; i < V::width; i++)
            points[i] = lookup::load(last_);
        const table_point* const block = table_ + first * tables::ecmult_gen_entries;
        if constexpr (Secret) {
            const typename digits::template index_masks<window - 1> masks(d);
            for (int i = 0; i < n; i++)
                points[i] = lookup::template scan_packed<window - 1, window - 1>(
                    block + i * tables::ecmult_gen_entries, masks, i);
        } else {
            alignas(64) u64 index[V::width];
            V::store(index, d.index());
            for (int i = 0; i < n; i++)
                points[i] = lookup::load_var(block + i * tables::ecmult_gen_entries, index[i]);
        }
        lookup::unpack(e, points);
        negative = d.negative & F::flag::from_lanes(below(n));
    }

private:
    using digits = lane_digits<V, Secret>;
    static constexpr int window = tables::ecmult_gen_window;
    static koblitz_lanes::lane_set below(int n) { return static_cast<koblitz_lanes::lane_set>((1 << n) - 1); }

    typename digits::template of_one<window, blocks> digits_;
    const table_point* table_;
    const packed_point& last_;
};

/* r += the summands of a round. */
template <class Rounds>
KOBLITZ_ROUTINE void add_round(projective<typename Rounds::F>& r, const Rounds& summands, int round) {
    ge<typename Rounds::F> e;
    typename Rounds::F::flag negative;
    summands.get(e, negative, round);
    formulas<typename Rounds::F>::template add_complete<lane_3b>(r, e, negative);
}

/* out = the sum over all lanes of r and of the summands of the last round; r is used up. */
template <class Rounds>
void finish_rounds(koblitz_lanes::basic_projective_point<Rounds::F::secret>& out,
                   projective<typename Rounds::F>& r, const Rounds& summands) {
    fold_eight(r);
    add_round(r, summands, Rounds::count - 1);
    fold_four(out, r);
}

/* r = the summands of round 0, all on this Z, which is not 0. */
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

/* r = k G with k_bits = k - b + ecmult_gen_offset mod n. 5 complete additions, and 3 that fold the lanes; 32
 * entries are read for each of the 43 digits. */
template <class V>
void ecmult_gen_across(koblitz_lanes::secret_projective_point& r,
                       const koblitz_lanes::sealed<koblitz_lanes::integer>& k_bits,
                       const koblitz_lanes::blinding& blinding, const void* table) {
    using rounds = ecmult_gen_rounds<V, true>;
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
    formulas<F>::add_affine_pair(r, a, a_negative, b, b_negative);
}

/* r += those, complete. */
template <class Rounds>
KOBLITZ_ROUTINE void add_two_rounds(projective<typename Rounds::F>& r, const Rounds& summands, int round) {
    projective<typename Rounds::F> pair;
    two_rounds(pair, summands, round);
    formulas<typename Rounds::F>::template add_complete<lane_3b>(r, pair);
}

/* r = p + t G with t_bits = t + ecmult_gen_offset mod n. 2 additions of affine points, 3 complete ones, and 3
 * that fold the lanes. The summands of the first two are d 2^(6b) and d' 2^(6b + 48) times G / 2, with odd d
 * and d' below 64 in magnitude and b < 24: neither equal nor opposite, as the sum and the difference of the
 * factors are not 0 and below n. */
template <class V>
void ecmult_gen_add_across(koblitz_lanes::projective_point& r, const koblitz_lanes::packed_point& p,
                           const koblitz_lanes::integer& t_bits, const void* table) {
    using rounds = ecmult_gen_rounds<V, false>;
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
