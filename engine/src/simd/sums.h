/* Sums of many public points, for buckets: eight lists at a time. Complete, so that lists may hold equal and
 * opposite points. */
#pragma once

#include "simd/lookup.h"

namespace koblitz {

/* The point with index at of each list. Returns the lanes whose list has one; the others get any point. */
template <class F>
KOBLITZ_ROUTINE koblitz_lanes::lane_set next_of_lists(ge<F>& e, typename F::flag& negative,
                                                      const koblitz_lanes::packed_point* points,
                                                      const koblitz_lanes::point_list* lists, uint32_t at) {
    using lookup = typename F::lookup;
    typename lookup::packed next[koblitz_lanes::width];
    unsigned there = 0, minus = 0;
    for (unsigned i = 0; i < koblitz_lanes::width; i++) {
        const bool has = at < lists[i].count;
        const uint32_t entry = has ? lists[i].entries[at] : 0;
        next[i] = lookup::load(points[entry >> 1]);
        there |= (has ? 1u : 0u) << i;
        minus |= (entry & 1) << i;
    }
    lookup::unpack(e, next);
    negative = F::flag::from_lanes(static_cast<koblitz_lanes::lane_set>(minus));
    return static_cast<koblitz_lanes::lane_set>(there);
}

/* One complete addition for each place in the longest list. */
template <class V>
void sum_lists(koblitz_lanes::projective_points& r, const koblitz_lanes::packed_point* points,
               const koblitz_lanes::point_list* lists) {
    using F = field_lanes<V, false>;
    constexpr uint32_t ahead = 2;
    uint32_t longest = 0;
    for (int i = 0; i < koblitz_lanes::width; i++)
        longest = lists[i].count > longest ? lists[i].count : longest;
    projective<F> sum;
    ge<F> e;
    typename F::flag negative;
    set_infinity(sum);
    for (uint32_t at = 0; at < longest; at++) {
        for (int i = 0; i < koblitz_lanes::width; i++) {
            if (at + ahead < lists[i].count)
                __builtin_prefetch(&points[lists[i].entries[at + ahead] >> 1]);
        }
        const koblitz_lanes::lane_set there = next_of_lists<F>(e, negative, points, lists, at);
        if (there == 0xff) {
            formulas<F>::template add_complete<lane_3b>(sum, e, negative);
        } else {
            const typename F::flag keep = !F::flag::from_lanes(there);
            const projective<F> before = sum;
            formulas<F>::template add_complete<lane_3b>(sum, e, negative);
            F::select(sum.x, keep, before.x, sum.x);
            F::select(sum.y, keep, before.y, sum.y);
            F::select(sum.z, keep, before.z, sum.z);
        }
    }
    save(r, sum);
}

/* 2n complete additions. */
template <class V>
void sum_weighted(koblitz_lanes::canonical_projective_points& sum,
                  koblitz_lanes::canonical_projective_points& weighted,
                  const koblitz_lanes::projective_points* points, int n) {
    using F = field_lanes<V, false>;
    projective<F> s, w, p;
    set_infinity(s);
    set_infinity(w);
    for (int i = n - 1; i >= 0; i--) {
        load(p, points[i]);
        formulas<F>::template add_complete<lane_3b>(s, p);
        formulas<F>::template add_complete<lane_3b>(w, s);
    }
    save(sum, s);
    save(weighted, w);
}

} // namespace koblitz
