/* Sums of many public points, for buckets: up to most_sum_groups groups of eight lists at a time. Complete,
 * so that lists may hold equal and opposite points. */
#pragma once

#include "simd/lookup.h"
#include "simd/points.h"

namespace koblitz {

/* Affine, whatever is in the lanes of infinity. */
template <class F>
void load(ge<F>& r, const koblitz_lanes::affine_sums& a) {
    F::load(r.x, a.x);
    F::load(r.y, a.y);
}
template <class F>
void save(koblitz_lanes::affine_sums& r, const ge<F>& a) {
    F::save(r.x, a.x);
    F::save(r.y, a.y);
}

/* The point with index at of each list. Returns the lanes whose list has one; the others get any point. */
template <class F>
KOBLITZ_ROUTINE koblitz_lanes::lane_set next_of_lists(ge<F>& e, typename F::flag& negative,
                                                      const koblitz_lanes::packed_point* points,
                                                      const koblitz_lanes::point_list* lists, uint32_t at) {
    using lookup = typename F::lookup;
    typename lookup::packed next[koblitz_lanes::width];
    static constexpr uint32_t any = 0;
    unsigned there = 0, minus = 0;
    for (unsigned i = 0; i < koblitz_lanes::width; i++) {
        const bool has = at < lists[i].count;
        const uint32_t entry = *(has ? lists[i].entries + at : &any);
        next[i] = lookup::load(points[entry >> 1]);
        there |= (has ? 1u : 0u) << i;
        minus |= (entry & 1) << i;
    }
    lookup::unpack(e, next);
    negative = F::flag::from_lanes(static_cast<koblitz_lanes::lane_set>(minus));
    return static_cast<koblitz_lanes::lane_set>(there);
}

/* The line through a and b, or -b where negative: rise / run is its slope. */
template <class F>
KOBLITZ_ROUTINE void chord(typename F::fe& run, typename F::fe& rise, const ge<F>& a, const ge<F>& b,
                           typename F::flag negative) {
    typename F::template elem<2> y;
    typename F::template elem<3> dx;
    typename F::template elem<4> dy;
    F::cneg(y, b.y, negative);
    F::sub(dx, b.x, a.x);
    F::sub(dy, y, a.y);
    F::normalize_weak(run, dx);
    F::normalize_weak(rise, dy);
}
template <class F>
KOBLITZ_ROUTINE void tangent(typename F::fe& run, typename F::fe& rise, const ge<F>& a) {
    typename F::template elem<2> twice;
    typename F::template elem<3> thrice;
    typename F::fe xx;
    F::sqr(xx, a.x);
    F::add(twice, a.y, a.y);
    F::normalize_weak(run, twice);
    F::add(twice, xx, xx);
    F::add(thrice, twice, xx);
    F::normalize_weak(rise, thrice);
}

/* The lines of sums with the points e, or -e where negative, that are there to be added; run is 1 in lanes
 * that have none. A sum that is infinity becomes the point, and that of opposite points infinity, at once. */
template <class F>
KOBLITZ_ROUTINE void next_lines(koblitz_lanes::lines& r, typename F::fe& run,
                                koblitz_lanes::affine_sums& sums, const ge<F>& e, typename F::flag negative,
                                koblitz_lanes::lane_set there) {
    using koblitz_lanes::lane_set;
    ge<F> sum;
    typename F::fe rise;
    load(sum, sums);
    chord<F>(run, rise, sum, e, negative);
    r.added = static_cast<lane_set>(there & ~sums.infinity);
    r.tangent = 0;
    const lane_set same_x = static_cast<lane_set>(F::is_zero(run).lanes() & r.added);
    if (same_x != 0) {
        typename F::fe tangent_run, tangent_rise;
        r.tangent = static_cast<lane_set>(F::is_zero(rise).lanes() & same_x);
        tangent<F>(tangent_run, tangent_rise, sum);
        F::select(run, F::flag::from_lanes(r.tangent), tangent_run, run);
        F::select(rise, F::flag::from_lanes(r.tangent), tangent_rise, rise);
    }
    if (r.added != 0xff || r.tangent != same_x) {
        const lane_set opposite = static_cast<lane_set>(same_x & ~r.tangent),
                       set = static_cast<lane_set>(there & sums.infinity);
        const typename F::flag here = F::flag::from_lanes(set);
        typename F::fe one, y;
        typename F::template elem<2> signed_y;
        r.added = static_cast<lane_set>(r.added & ~opposite);
        F::set_u32(one, 1);
        F::select(run, F::flag::from_lanes(r.added), run, one);
        F::cneg(signed_y, e.y, negative);
        F::normalize_weak(y, signed_y);
        F::select(sum.x, here, e.x, sum.x);
        F::select(sum.y, here, y, sum.y);
        save(sums, sum);
        sums.infinity = static_cast<lane_set>((sums.infinity & ~set) | opposite);
    }
    F::save(r.run, run);
    F::save(r.rise, rise);
}

/* r = r and a point whose x is r.x + run on a line of slope rise / run, added; inverse is 1 / run. 2M + 1S.
 */
template <class F>
KOBLITZ_ROUTINE void add_on_line(ge<F>& r, const typename F::fe& run, const typename F::fe& rise,
                                 const typename F::fe& inverse) {
    typename F::fe slope, x3;
    typename F::gap d;
    F::mul(slope, rise, inverse);
    F::sqr_less12(x3, slope, run, r.x);
    F::difference(d, r.x, x3);
    F::mul_less(r.y, slope, d, r.y);
    F::copy(r.x, x3);
}

/* Two groups side by side. Points are added as affine ones: a step adds the next point of every list, and
 * shares an inversion. 5M + 1S an addition. */
template <class V>
class growing_sums {
    using L = field_lanes<V, false>;
    static constexpr int side_by_side = 2, width = koblitz_lanes::width;
    using F = field_bundle<L, side_by_side>;
    using lane_set = koblitz_lanes::lane_set;

public:
    growing_sums(koblitz_lanes::affine_sums* r, koblitz_lanes::lines* lines,
                 const koblitz_lanes::packed_point* points, const koblitz_lanes::point_list* lists,
                 int groups)
        : sums_(r), lines_(lines), points_(points), lists_(lists), groups_(groups) {
        for (int g = 0; g < groups; g += side_by_side) {
            uint32_t most = 0;
            for (int i = width * g; i < width * (g + side_by_side); i++)
                most = lists[i].count > most ? lists[i].count : most;
            longest_[g / side_by_side] = most;
            longest = most > longest ? most : longest;
        }
    }

    /* Of all lists. */
    uint32_t longest = 0;

    void first() {
        for (int g = 0; g < groups_; g++) {
            ge<L> e;
            typename L::flag negative;
            typename L::template elem<2> y;
            prefetch(g + ahead, 0);
            prefetch(g, 1);
            const lane_set there = next_of_lists<L>(e, negative, points_, lists_ + width * g, 0);
            L::cneg(y, e.y, negative);
            L::normalize_weak(e.y, y);
            save(sums_[g], e);
            sums_[g].infinity = static_cast<lane_set>(~there);
        }
    }

    void add(uint32_t at, koblitz_lanes::inverse_fn<false>* inverse) {
        typename F::fe all, inv;
        typename L::fe t;
        F::set_u32(all, 1);
        for (int g = 0; g < groups_; g += side_by_side) {
            if (at >= longest_[g / side_by_side])
                continue;
            typename F::fe run;
            for (int i = 0; i < side_by_side; i++) {
                ge<L> e;
                typename L::flag negative;
                const lane_set there = next_of_lists<L>(e, negative, points_, lists_ + width * (g + i), at);
                next_lines<L>(lines_[g + i], run.v[i], sums_[g + i], e, negative, there);
                L::save(lines_[g + i].before, all.v[i]);
            }
            F::mul(all, all, run);
        }
        L::mul(t, all.v[0], all.v[1]);
        inverse_across<L>(t, t, inverse);
        L::mul(inv.v[0], t, all.v[1]);
        L::mul(inv.v[1], t, all.v[0]);
        for (int g = groups_ - side_by_side; g >= 0; g -= side_by_side) {
            if (at < longest_[g / side_by_side])
                add_lines(g, inv, at + 1);
        }
    }

private:
    static constexpr int ahead = 4;
    /* What step at reads of group g, if there is one. */
    void prefetch(int g, uint32_t at) {
        for (int i = 0; g < groups_ && i < width; i++) {
            const koblitz_lanes::point_list& list = lists_[width * g + i];
            if (at < list.count)
                __builtin_prefetch(&points_[list.entries[at] >> 1]);
        }
    }

    /* inv: the inverses of the products of runs up to this group, and then of those before it. */
    void add_lines(int g, typename F::fe& inv, uint32_t next_at) {
        ge<F> sum;
        typename F::fe before, run, rise, inverse;
        bool all = true;
        for (int i = 0; i < side_by_side; i++) {
            const koblitz_lanes::lines& lines = lines_[g + i];
            ge<L> s;
            prefetch(g + i, next_at);
            load(s, sums_[g + i]);
            L::copy(sum.x.v[i], s.x);
            L::copy(sum.y.v[i], s.y);
            L::load(before.v[i], lines.before);
            L::load(run.v[i], lines.run);
            L::load(rise.v[i], lines.rise);
            all = all && lines.added == 0xff && lines.tangent == 0;
        }
        F::mul(inverse, inv, before);
        F::mul(inv, inv, run);
        if (!all) {
            for (int i = 0; i < side_by_side; i++) {
                typename L::fe zero;
                L::set_u32(zero, 0);
                L::select(run.v[i], L::flag::from_lanes(lines_[g + i].tangent), zero, run.v[i]);
            }
        }
        ge<F> next = sum;
        add_on_line<F>(next, run, rise, inverse);
        for (int i = 0; i < side_by_side; i++) {
            const typename L::flag added = L::flag::from_lanes(lines_[g + i].added);
            ge<L> s;
            L::select(s.x, added, next.x.v[i], sum.x.v[i]);
            L::select(s.y, added, next.y.v[i], sum.y.v[i]);
            save(sums_[g + i], s);
        }
    }

    koblitz_lanes::affine_sums* sums_;
    koblitz_lanes::lines* lines_;
    const koblitz_lanes::packed_point* points_;
    const koblitz_lanes::point_list* lists_;
    int groups_;
    uint32_t longest_[koblitz_lanes::most_sum_groups / side_by_side];
};

template <class V>
void sum_lists(koblitz_lanes::affine_sums* r, koblitz_lanes::lines* memory,
               const koblitz_lanes::packed_point* points, const koblitz_lanes::point_list* lists, int groups,
               koblitz_lanes::inverse_fn<false>* inverse) {
    growing_sums<V> sums(r, memory, points, lists, groups);
    sums.first();
    for (uint32_t at = 1; at < sums.longest; at++)
        sums.add(at, inverse);
}

/* 2n complete additions. */
template <class V>
void sum_weighted(koblitz_lanes::canonical_projective_points& sum,
                  koblitz_lanes::canonical_projective_points& weighted,
                  const koblitz_lanes::affine_sums* points, int n) {
    using F = field_lanes<V, false>;
    projective<F> s, w;
    set_infinity(s);
    set_infinity(w);
    for (int i = n - 1; i >= 0; i--) {
        ge<F> p;
        load(p, points[i]);
        if (points[i].infinity == 0) {
            formulas<F>::template add_complete<lane_3b>(s, p, F::no());
        } else {
            const typename F::flag keep = F::flag::from_lanes(points[i].infinity);
            const projective<F> before = s;
            formulas<F>::template add_complete<lane_3b>(s, p, F::no());
            F::select(s.x, keep, before.x, s.x);
            F::select(s.y, keep, before.y, s.y);
            F::select(s.z, keep, before.z, s.z);
        }
        formulas<F>::template add_complete<lane_3b>(w, s);
    }
    save(sum, s);
    save(weighted, w);
}

} // namespace koblitz
