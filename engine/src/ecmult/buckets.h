/* k_1 P_1 + ... + k_n P_n for many public points, by buckets (Pippenger; see Bernstein, Doumen, Lange and
 * Oosterwijk, "Faster batch forgery identification", INDOCRYPT 2012). */
#pragma once

#include "backends/arithmetic.h"
#include "group/group.h"
#include "scalar/scalar.h"
#include "simd/exchange.h"

namespace koblitz {

/* Windows of c bits, then windows of c - 1: 129 bits for a magnitude below 2^128. A window is a signed digit
 * of magnitude up to 2^(width - 1), with a bucket for each magnitude above 0. */
struct bucket_plan {
    static constexpr int least = 6, most = 13, bits = 129;

    int c;
    int windows() const { return (bits + c - 1) / c; }
    int wide_windows() const { return bits - (c - 1) * windows(); }
    int width(int window) const { return window < wide_windows() ? c : c - 1; }
    uint32_t buckets(int window) const { return uint32_t{1} << (width(window) - 1); }
    /* Of a wide window. */
    uint32_t most_buckets() const { return buckets(0); }

    /* The least additions: one a term and two a bucket in every window, and what does not depend on either.
     */
    static bucket_plan best(size_t terms) {
        constexpr size_t fixed = 64;
        bucket_plan r{least};
        size_t least_cost = ~size_t{0};
        for (int c = least; c <= most; c++) {
            const bucket_plan plan{c};
            size_t cost = 0;
            for (int w = 0; w < plan.windows(); w++)
                cost += terms + size_t{2} * plan.buckets(w) + fixed;
            if (cost < least_cost) {
                least_cost = cost;
                r = plan;
            }
        }
        return r;
    }
};

/* Terms, fewer than 2^31, and the memory that their sum takes. */
template <class B>
class bucket_sum {
    using F = typename B::field;
    using gej = typename B::gej;

public:
    /* Memory for this many terms, aligned to sum_alignment. */
    static size_t memory_size(size_t terms, bucket_plan plan, const koblitz_lanes::kernels* lanes) {
        return parts(terms, plan, have_sums(lanes)).size;
    }
    /* lanes may be null. */
    bucket_sum(void* memory, size_t terms, bucket_plan plan, const koblitz_lanes::kernels* lanes)
        : plan_(plan), count_(terms), stride_(stride(terms)), lanes_(lanes) {
        const parts at(terms, plan, have_sums(lanes));
        const auto part = [memory](size_t offset) -> void* { return static_cast<u8*>(memory) + offset; };
        points_ = static_cast<koblitz_lanes::packed_point*>(part(at.points));
        sums_ = part(at.sums);
        digits_ = static_cast<u16*>(part(at.digits));
        entries_ = static_cast<uint32_t*>(part(at.entries));
        ends_ = static_cast<uint32_t*>(part(at.ends));
        order_ = static_cast<uint32_t*>(part(at.order));
        growing_ = static_cast<koblitz_lanes::affine_sums*>(part(at.growing));
        lines_ = static_cast<koblitz_lanes::lines*>(part(at.lines));
        lists_ = static_cast<koblitz_lanes::point_list*>(part(at.lists));
    }

    /* Term i, below terms: a point on the curve, coordinates below p, and its scalar. */
    void set_point(size_t i, const koblitz_lanes::packed_point& point) { points_[i] = point; }
    void set_scalar(size_t i, const signed128& k) {
        const int windows = plan_.windows(), wide = plan_.wide_windows();
        u128 v = static_cast<u128>(k.magnitude[1]) << 64 | k.magnitude[0];
        unsigned carried = 0;
        u16* to = digits_ + i;
        for (int w = 0; w < windows; w++, to += stride_) {
            const int width = w < wide ? plan_.c : plan_.c - 1;
            const unsigned power = 1u << width, bits = (static_cast<unsigned>(v) & (power - 1)) + carried;
            v >>= width;
            /* A digit from 1 - power / 2 to power / 2; a negative one leaves one more to the next. */
            carried = bits > power / 2;
            const unsigned magnitude = carried != 0 ? power - bits : bits;
            *to = static_cast<u16>(2 * magnitude | (carried ^ static_cast<unsigned>(k.negative)));
        }
    }

    /* The sum of all terms; each has been set. */
    void sum_var(gej& r) {
        set_infinity(r);
        if (have_sums(lanes_)) {
            for (int left = plan_.windows(); left > 0;) {
                const int at_once = windows_before(left);
                left -= at_once;
                sort(left, at_once);
                sum_buckets(left, at_once);
                for (int i = at_once - 1; i >= 0; i--)
                    add_window_lanes(r, left, i);
            }
        } else {
            for (int w = plan_.windows() - 1; w >= 0; w--) {
                sort(w, 1);
                add_window(r, w);
            }
        }
    }

private:
    static bool have_sums(const koblitz_lanes::kernels* lanes) {
        return lanes != nullptr && lanes->sum_lists != nullptr;
    }
    /* From the digits of one window to those of the next: no multiple of 4,096 bytes, so that the digits of a
     * term are in different sets of a cache. */
    static size_t stride(size_t terms) { return (terms | 31) + 2; }

    /* Where the parts of the memory begin, the points first, and their size. */
    struct parts {
        size_t points = 0, sums = 0, digits = 0, entries = 0, ends = 0, order = 0, growing = 0, lines = 0,
               lists = 0, size = 0;

        parts(size_t terms, bucket_plan plan, bool in_lanes) {
            const size_t groups = in_lanes ? groups_at_once(terms) : 0,
                         lists_at_once = groups * koblitz_lanes::width,
                         buckets = plan.most_buckets() + lists_at_once;
            /* Of one point a bucket: eight in lanes, or one Jacobian. */
            constexpr size_t lanes_each = sizeof(koblitz_lanes::affine_sums) / koblitz_lanes::width,
                             each = lanes_each > sizeof(gej) ? lanes_each : sizeof(gej);
            points = add(terms * sizeof(koblitz_lanes::packed_point));
            sums = add(buckets * each);
            digits = add(stride(terms) * static_cast<size_t>(plan.windows()) * sizeof(u16));
            entries = add((in_lanes ? entries_at_once(terms) : terms) * sizeof(uint32_t));
            ends = add(buckets * sizeof(uint32_t));
            order = add(buckets * sizeof(uint32_t));
            growing = add(groups * sizeof(koblitz_lanes::affine_sums));
            lines = add(groups * sizeof(koblitz_lanes::lines));
            lists = add(lists_at_once * sizeof(koblitz_lanes::point_list));
        }
        size_t add(size_t bytes) {
            const size_t at = size;
            size += (bytes + sum_alignment - 1) / sum_alignment * sum_alignment;
            return at;
        }
    };

    /* The most that are in lanes at once: groups of buckets, an even number, and entries of their lists. No
     * less for more terms. */
    static size_t groups_at_once(size_t terms) {
        constexpr size_t fewest = 16, most = koblitz_lanes::most_sum_groups;
        return terms < 16 * fewest ? fewest : terms < 16 * most ? terms / 32 * 2 : most;
    }
    static size_t entries_at_once(size_t terms) {
        constexpr size_t several = 12288;
        return 4 * terms < several ? 4 * terms : terms < several ? several : terms;
    }
    /* How many windows before end, of one width, have buckets that grow at once: as many as have room, at
     * least 1. */
    int windows_before(int end) const {
        const size_t by_groups = groups_at_once(count_) * koblitz_lanes::width / plan_.buckets(end - 1),
                     by_entries = entries_at_once(count_) / count_,
                     most = by_groups < by_entries ? by_groups : by_entries;
        int n = 1;
        while (static_cast<size_t>(n) < most && n < end && plan_.width(end - n - 1) == plan_.width(end - 1))
            n++;
        return n;
    }

    uint32_t begin_of(uint32_t bucket) const { return bucket == 0 ? 0 : ends_[bucket - 1]; }
    koblitz_lanes::point_list list_of(uint32_t bucket) const {
        return {entries_ + begin_of(bucket), ends_[bucket] - begin_of(bucket)};
    }

    /* The terms by their digits in windows first to first + windows - 1: those of magnitude b + 1 in window
     * first + w, which have one width, are the list of bucket w buckets(first) + b. No branch is taken by a
     * digit but 0. */
    void sort(int first, int windows) {
        const uint32_t buckets = plan_.buckets(first);
        uint32_t before = 0;
        for (int w = 0; w < windows; w++) {
            const u16* const digits = digits_ + static_cast<size_t>(first + w) * stride_;
            uint32_t* const ends = ends_ + static_cast<uint32_t>(w) * buckets;
            for (uint32_t b = 0; b < buckets; b++)
                ends[b] = 0;
            for (size_t i = 0; i < count_; i++) {
                if (digits[i] > 1)
                    ends[(digits[i] >> 1) - 1]++;
            }
            for (uint32_t b = 0; b < buckets; b++) {
                const uint32_t n = ends[b];
                ends[b] = before;
                before += n;
            }
            for (size_t i = 0; i < count_; i++) {
                if (digits[i] > 1)
                    entries_[ends[(digits[i] >> 1) - 1]++] = static_cast<uint32_t>(2 * i) | (digits[i] & 1);
            }
        }
    }
    /* Buckets by the length of their lists, so that eight neighbours are of about one length. */
    void order_by_length(uint32_t buckets) {
        constexpr uint32_t steps = 64;
        const uint32_t step = ends_[buckets - 1] / buckets / (steps / 4) + 1;
        uint32_t at[steps] = {};
        const auto key = [&](uint32_t b) {
            const uint32_t k = list_of(b).count / step;
            return k < steps ? k : steps - 1;
        };
        for (uint32_t b = 0; b < buckets; b++)
            at[key(b)]++;
        uint32_t before = 0;
        for (uint32_t& n : at) {
            const uint32_t of_length = n;
            n = before;
            before += of_length;
        }
        for (uint32_t b = 0; b < buckets; b++)
            order_[at[key(b)]++] = b;
    }

    /* r = 2^width r + 1 S_0 + 2 S_1 + ... with the sums S of the window's buckets. */
    void add_window(gej& r, int w) {
        gej* const sums = static_cast<gej*>(sums_);
        gej running, weighted;
        set_infinity(running);
        set_infinity(weighted);
        for (uint32_t b = plan_.buckets(w); b-- > 0;) {
            const koblitz_lanes::point_list list = list_of(b);
            set_infinity(sums[b]);
            for (uint32_t i = 0; i < list.count; i++) {
                typename B::ge p;
                load(p, points_[list.entries[i] >> 1]);
                add_var(sums[b], p.x, p.y, (list.entries[i] & 1) != 0);
            }
            add_var(running, running, sums[b]);
            add_var(weighted, weighted, running);
        }
        if (!r.infinity)
            double_n(r, plan_.width(w));
        add_var(r, r, weighted);
    }

    /* The sums of the sorted buckets in lanes. A window has its buckets spread over lanes: lane i has those
     * from i part on, part of them. */
    void sum_buckets(int first, int windows) {
        constexpr uint32_t width = koblitz_lanes::width;
        const uint32_t most = width * static_cast<uint32_t>(groups_at_once(count_)),
                       buckets = static_cast<uint32_t>(windows) * plan_.buckets(first),
                       part = plan_.buckets(first) / width;
        koblitz_lanes::affine_sums* const sums = static_cast<koblitz_lanes::affine_sums*>(sums_);
        order_by_length(buckets);
        for (uint32_t i = 0; i < buckets / width; i++)
            sums[i].infinity = 0;
        for (uint32_t at = 0; at < buckets; at += most) {
            const uint32_t n = buckets - at < most ? buckets - at : most;
            for (uint32_t i = 0; i < n; i++)
                lists_[i] = list_of(order_[at + i]);
            lanes_->sum_lists(growing_, lines_, points_, lists_, static_cast<int>(n / width),
                              field_inverse_var);
            for (uint32_t i = 0; i < n; i++) {
                const uint32_t b = order_[at + i], lane = b / part % width;
                const koblitz_lanes::affine_sums& from = growing_[i / width];
                koblitz_lanes::affine_sums& to = sums[b / (part * width) * part + b % part];
                for (int l = 0; l < 5; l++) {
                    to.x.w[l][lane] = from.x.w[l][i % width];
                    to.y.w[l][lane] = from.y.w[l][i % width];
                }
                to.infinity |= static_cast<koblitz_lanes::lane_set>((from.infinity >> i % width & 1) << lane);
            }
        }
    }

    /* r = 2^width r + 1 S_0 + 2 S_1 + ... with the sums of window first + i, of those from first on whose
     * buckets grew at once: the sum over the lanes of their weighted sums and lane part times their sums. */
    void add_window_lanes(gej& r, int first, int i) {
        constexpr uint32_t width = koblitz_lanes::width;
        const uint32_t part = plan_.buckets(first) / width;
        const koblitz_lanes::affine_sums* const sums =
            static_cast<const koblitz_lanes::affine_sums*>(sums_) + static_cast<uint32_t>(i) * part;
        koblitz_lanes::canonical_projective_points sum, weighted;
        lanes_->sum_weighted(sum, weighted, sums, static_cast<int>(part));
        gej p, running, by_lane, all;
        set_infinity(running);
        set_infinity(by_lane);
        set_infinity(all);
        for (int lane = width - 1; lane >= 0; lane--) {
            load_lane(p, weighted, lane);
            add_var(all, all, p);
            if (lane != 0) {
                load_lane(p, sum, lane);
                add_var(running, running, p);
                add_var(by_lane, by_lane, running);
            }
        }
        /* part is 2^(width of the window - 4), an even number of groups. */
        static_assert(width == 8 && bucket_plan::least - 1 >= 5);
        if (!r.infinity)
            double_n(r, 4);
        add_var(r, r, by_lane);
        if (!r.infinity)
            double_n(r, plan_.width(first) - 4);
        add_var(r, r, all);
    }
    static void load_lane(gej& r, const koblitz_lanes::canonical_projective_points& a, int lane) {
        projective<F> t;
        load(t, a, lane);
        to_jacobian(r, t);
    }

    bucket_plan plan_;
    size_t count_, stride_;
    const koblitz_lanes::kernels* lanes_;
    koblitz_lanes::packed_point* points_;
    void* sums_;
    u16* digits_; /* twice a magnitude, and 1 more where negative */
    uint32_t *entries_, *ends_, *order_;
    koblitz_lanes::affine_sums* growing_;
    koblitz_lanes::lines* lines_;
    koblitz_lanes::point_list* lists_;
};

/* The sum of n pairs a_i X_i + k_i P_i as 3n terms: a_i X_i, and both halves of k_i with P_i and lambda P_i.
 * What is set is in the memory alone. */
template <class B>
class pair_sum {
    using F = typename B::field;

public:
    /* Aligned to sum_alignment. */
    static size_t memory_size(size_t n, const koblitz_lanes::kernels* lanes) {
        return bucket_sum<B>::memory_size(3 * n, bucket_plan::best(3 * n), lanes);
    }
    pair_sum(void* memory, size_t n) : memory_(memory), n_(n) {}

    void set(size_t i, const point& x, const point& p) {
        koblitz_lanes::packed_point* const to = static_cast<koblitz_lanes::packed_point*>(memory_) + 3 * i;
        typename F::fe t, beta;
        point lambda_p = p;
        F::from_limbs(t, p.x);
        F::from_limbs(beta, tables::beta);
        F::mul(t, t, beta);
        F::to_limbs(lambda_p.x, t);
        pack(to[0], x);
        pack(to[1], p);
        pack(to[2], lambda_p);
    }

    /* Every pair has been set; next gives a_i and k_i. lanes may be null. */
    void sum_var(typename B::gej& r, const koblitz_lanes::kernels* lanes,
                 void (*next)(void* data, size_t i, signed128& a, scalar& k), void* data) {
        bucket_sum<B> sum(memory_, 3 * n_, bucket_plan::best(3 * n_), lanes);
        for (size_t i = 0; i < n_; i++) {
            signed128 a, k1, k2;
            scalar k;
            next(data, i, a, k);
            k.split_lambda_var(k1, k2);
            sum.set_scalar(3 * i, a);
            sum.set_scalar(3 * i + 1, k1);
            sum.set_scalar(3 * i + 2, k2);
        }
        sum.sum_var(r);
    }

private:
    static void pack(koblitz_lanes::packed_point& r, const point& p) {
        __builtin_memcpy(r.w, p.x, sizeof p.x);
        __builtin_memcpy(r.w + 4, p.y, sizeof p.y);
    }
    void* memory_;
    size_t n_;
};

} // namespace koblitz
