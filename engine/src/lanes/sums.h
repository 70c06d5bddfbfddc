/* Sums of many public points, for buckets: eight lists at a time. Complete, so that lists may hold equal and
 * opposite points. */
#ifndef KOBLITZ_LANES_SUMS_H
#define KOBLITZ_LANES_SUMS_H

#include "lanes/single.h"

namespace koblitz {

template <class F>
void save(koblitz_lanes::sums& r, const projective<F>& a) {
    F::save(r.x, a.x);
    F::save(r.y, a.y);
    F::save(r.z, a.z);
}
template <class F>
void load(projective<F>& r, const koblitz_lanes::sums& a) {
    F::load(r.x, a.x);
    F::load(r.y, a.y);
    F::load(r.z, a.z);
}
template <class F>
void set_infinity(projective<F>& r) {
    F::set_u32(r.x, 0);
    F::set_u32(r.y, 1);
    F::set_u32(r.z, 0);
}

/* Point number at of every list that has one, any in the other lanes; where that is. */
template <class F>
KOBLITZ_ROUTINE koblitz_lanes::lane_set next_of_lists(ge<F>& e, typename F::flag& negative,
                                                      const koblitz_lanes::row* points,
                                                      const koblitz_lanes::point_list* lists, uint32_t at) {
    typename F::row rows[koblitz_lanes::width];
    unsigned there = 0, minus = 0;
    for (unsigned i = 0; i < koblitz_lanes::width; i++) {
        const bool has = at < lists[i].count;
        const uint32_t entry = has ? lists[i].entries[at] : 0;
        rows[i] = F::load_row(points[entry >> 1]);
        there |= (has ? 1u : 0u) << i;
        minus |= (entry & 1) << i;
    }
    F::from_rows(e.x, e.y, rows);
    negative = F::flag::from_lanes(static_cast<koblitz_lanes::lane_set>(minus));
    return static_cast<koblitz_lanes::lane_set>(there);
}

/* One complete addition for each place in the longest list. */
template <class V>
void sum_lists(koblitz_lanes::sums& r, const koblitz_lanes::row* points,
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
            add_complete_lanes<F>(sum, e, negative);
        } else {
            const typename F::flag keep = !F::flag::from_lanes(there);
            const projective<F> before = sum;
            add_complete_lanes<F>(sum, e, negative);
            F::select(sum.x, keep, before.x, sum.x);
            F::select(sum.y, keep, before.y, sum.y);
            F::select(sum.z, keep, before.z, sum.z);
        }
    }
    save(r, sum);
}

/* 2n complete additions. */
template <class V>
void sum_weighted(koblitz_lanes::homogeneous& sum, koblitz_lanes::homogeneous& weighted,
                  const koblitz_lanes::sums* points, int n) {
    using F = field_lanes<V, false>;
    projective<F> s, w, p;
    set_infinity(s);
    set_infinity(w);
    for (int i = n - 1; i >= 0; i--) {
        load(p, points[i]);
        add_complete_lanes<F>(s, p);
        add_complete_lanes<F>(w, s);
    }
    F::to_limbs(sum.x, s.x);
    F::to_limbs(sum.y, s.y);
    F::to_limbs(sum.z, s.z);
    F::to_limbs(weighted.x, w.x);
    F::to_limbs(weighted.y, w.y);
    F::to_limbs(weighted.z, w.z);
}

} // namespace koblitz

#endif
