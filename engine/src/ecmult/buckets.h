/* k_1 P_1 + ... + k_n P_n for many public points, by buckets (Pippenger; see Bernstein, Doumen, Lange and
 * Oosterwijk, "Faster batch forgery identification", INDOCRYPT 2012). */
#pragma once

#include "backends/arithmetic.h"
#include "group/group.h"
#include "scalar/scalar.h"
#include "simd/exchange.h"

namespace koblitz {

/* Windows of c bits, each a signed digit of magnitude up to 2^(c-1): one bucket for each magnitude above 0.
 */
struct bucket_plan {
    static constexpr int least = 4, most = 13;
    /* A magnitude is below 2^(bits - 2), what recoding adds to it below 8/15 of 2^(c windows()). */
    static constexpr int bits = 130;

    int c;
    int windows() const { return (bits + c - 1) / c; }
    uint32_t buckets() const { return uint32_t{1} << (c - 1); }

    /* The least additions: one a term and two a bucket in every window, and what does not depend on either.
     */
    static bucket_plan best(size_t terms) {
        constexpr size_t fixed = 64;
        bucket_plan r{least};
        size_t cost = ~size_t{0};
        for (int c = least; c <= most; c++) {
            const bucket_plan plan{c};
            const size_t t =
                static_cast<size_t>(plan.windows()) * (terms + size_t{2} * plan.buckets() + fixed);
            if (t < cost) {
                cost = t;
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
    static size_t memory_size(size_t terms, bucket_plan plan) { return parts(terms, plan).size; }
    bucket_sum(void* memory, size_t terms, bucket_plan plan) : plan_(plan), count_(terms) {
        const parts at(terms, plan);
        const auto part = [memory](size_t offset) -> void* { return static_cast<u8*>(memory) + offset; };
        points_ = static_cast<koblitz_lanes::packed_point*>(part(at.points));
        sums_ = part(at.sums);
        digits_ = static_cast<i16*>(part(at.digits));
        entries_ = static_cast<uint32_t*>(part(at.entries));
        ends_ = static_cast<uint32_t*>(part(at.ends));
        order_ = static_cast<uint32_t*>(part(at.order));
    }

    /* Term i, below terms: a point on the curve, coordinates below p, and its scalar. */
    void set_point(size_t i, const koblitz_lanes::packed_point& point) { points_[i] = point; }
    void set_scalar(size_t i, const signed128& k) {
        /* v + 2^(c-1) (1 + 2^c + ...): each field of c bits is a digit, and 2^(c-1) more. */
        u64 v[3] = {k.magnitude[0], k.magnitude[1], 0};
        for (int at = plan_.c - 1; at < plan_.c * plan_.windows(); at += plan_.c)
            add_bit(v, at);
        const u64 limbs[5] = {v[0], v[1], v[2], 0, 0};
        const int half = 1 << (plan_.c - 1);
        for (int w = 0; w < plan_.windows(); w++) {
            const int digit = static_cast<int>(bits_at(limbs, w * plan_.c, plan_.c)) - half;
            digits_[static_cast<size_t>(w) * count_ + i] = static_cast<i16>(k.negative ? -digit : digit);
        }
    }

    /* The sum of all terms; each has been set. lanes may be null. */
    void sum_var(gej& r, const koblitz_lanes::kernels* lanes) {
        set_infinity(r);
        for (int w = plan_.windows() - 1; w >= 0; w--) {
            sort(digits_ + static_cast<size_t>(w) * count_);
            if (lanes != nullptr && lanes->sum_lists != nullptr) {
                add_window_lanes(r, *lanes);
            } else {
                add_window(r);
            }
        }
    }

private:
    static void add_bit(u64 v[3], int at) {
        u128 t = static_cast<u128>(1) << (at % 64);
        for (int i = at / 64; i < 3; i++, t >>= 64) {
            t += v[i];
            v[i] = static_cast<u64>(t);
        }
    }

    /* Where the parts of the memory begin, the points first, and their size. */
    struct parts {
        size_t points = 0, sums = 0, digits = 0, entries = 0, ends = 0, order = 0, size = 0;

        parts(size_t terms, bucket_plan plan) {
            const size_t buckets = plan.buckets();
            /* Of one point a bucket: eight in lanes, or one Jacobian. */
            constexpr size_t lanes_each = sizeof(koblitz_lanes::projective_points) / koblitz_lanes::width,
                             each = lanes_each > sizeof(gej) ? lanes_each : sizeof(gej);
            points = add(terms * sizeof(koblitz_lanes::packed_point));
            sums = add(buckets * each);
            digits = add(terms * static_cast<size_t>(plan.windows()) * sizeof(i16));
            entries = add(terms * sizeof(uint32_t));
            ends = add(buckets * sizeof(uint32_t));
            order = add(buckets * sizeof(uint32_t));
        }
        size_t add(size_t bytes) {
            const size_t at = size;
            size += (bytes + sum_alignment - 1) / sum_alignment * sum_alignment;
            return at;
        }
    };

    uint32_t begin_of(uint32_t bucket) const { return bucket == 0 ? 0 : ends_[bucket - 1]; }
    koblitz_lanes::point_list list_of(uint32_t bucket) const {
        return {entries_ + begin_of(bucket), ends_[bucket] - begin_of(bucket)};
    }

    /* The terms by their digit: those of magnitude b + 1 are the list of bucket b. */
    void sort(const i16* digits) {
        const uint32_t buckets = plan_.buckets();
        for (uint32_t b = 0; b < buckets; b++)
            ends_[b] = 0;
        for (size_t i = 0; i < count_; i++) {
            const int d = digits[i];
            if (d != 0)
                ends_[(d < 0 ? -d : d) - 1]++;
        }
        uint32_t before = 0;
        for (uint32_t b = 0; b < buckets; b++) {
            const uint32_t n = ends_[b];
            ends_[b] = before;
            before += n;
        }
        for (size_t i = 0; i < count_; i++) {
            const int d = digits[i];
            if (d != 0)
                entries_[ends_[(d < 0 ? -d : d) - 1]++] = static_cast<uint32_t>(2 * i) | (d < 0 ? 1u : 0u);
        }
    }
    /* Buckets by the length of their lists, in steps of a quarter of the mean, so that eight neighbours are
     * of about one length. */
    void order_by_length() {
        constexpr uint32_t steps = 16;
        const uint32_t buckets = plan_.buckets(), step = ends_[buckets - 1] / buckets / 4 + 1;
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

    /* r = 2^c r + 1 S_0 + 2 S_1 + ... with the sums S of the buckets. */
    void add_window(gej& r) {
        gej* const sums = static_cast<gej*>(sums_);
        gej running, weighted;
        set_infinity(running);
        set_infinity(weighted);
        for (uint32_t b = plan_.buckets(); b-- > 0;) {
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
            double_n(r, plan_.c);
        add_var(r, r, weighted);
    }

    /* The same with the buckets spread over lanes: lane i has those from i part on, part of them. So what is
     * added is the sum over the lanes of their weighted sums and i part times their sums. */
    void add_window_lanes(gej& r, const koblitz_lanes::kernels& lanes) {
        constexpr uint32_t width = koblitz_lanes::width;
        const uint32_t part = plan_.buckets() / width;
        koblitz_lanes::projective_points* const sums = static_cast<koblitz_lanes::projective_points*>(sums_);
        order_by_length();
        for (uint32_t at = 0; at < plan_.buckets(); at += width) {
            koblitz_lanes::point_list lists[width];
            koblitz_lanes::projective_points s;
            for (uint32_t i = 0; i < width; i++)
                lists[i] = list_of(order_[at + i]);
            lanes.sum_lists(s, points_, lists);
            for (uint32_t i = 0; i < width; i++) {
                const uint32_t b = order_[at + i];
                koblitz_lanes::projective_points& to = sums[b % part];
                for (int l = 0; l < 5; l++) {
                    to.x.w[l][b / part] = s.x.w[l][i];
                    to.y.w[l][b / part] = s.y.w[l][i];
                    to.z.w[l][b / part] = s.z.w[l][i];
                }
            }
        }
        koblitz_lanes::canonical_projective_points sum, weighted;
        lanes.sum_weighted(sum, weighted, sums, static_cast<int>(part));
        gej p, running, by_lane, all;
        set_infinity(running);
        set_infinity(by_lane);
        set_infinity(all);
        for (int i = width - 1; i >= 0; i--) {
            load_lane(p, weighted, i);
            add_var(all, all, p);
            if (i != 0) {
                load_lane(p, sum, i);
                add_var(running, running, p);
                add_var(by_lane, by_lane, running);
            }
        }
        /* part = 2^(c-4) */
        static_assert(width == 8 && bucket_plan::least >= 4);
        if (!r.infinity)
            double_n(r, 4);
        add_var(r, r, by_lane);
        if (!r.infinity)
            double_n(r, plan_.c - 4);
        add_var(r, r, all);
    }
    static void load_lane(gej& r, const koblitz_lanes::canonical_projective_points& a, int lane) {
        projective<F> t;
        load(t, a, lane);
        to_jacobian(r, t);
    }

    bucket_plan plan_;
    size_t count_;
    koblitz_lanes::packed_point* points_;
    void* sums_;
    i16* digits_;
    uint32_t *entries_, *ends_, *order_;
};

/* The sum of n pairs a_i X_i + k_i P_i as 3n terms: a_i X_i, and both halves of k_i with P_i and lambda P_i.
 * What is set is in the memory alone. */
template <class B>
class pair_sum {
    using F = typename B::field;

public:
    /* Aligned to sum_alignment. */
    static size_t memory_size(size_t n) {
        return bucket_sum<B>::memory_size(3 * n, bucket_plan::best(3 * n));
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
        bucket_sum<B> sum(memory_, 3 * n_, bucket_plan::best(3 * n_));
        for (size_t i = 0; i < n_; i++) {
            signed128 a, k1, k2;
            scalar k;
            next(data, i, a, k);
            k.split_lambda_var(k1, k2);
            sum.set_scalar(3 * i, a);
            sum.set_scalar(3 * i + 1, k1);
            sum.set_scalar(3 * i + 2, k2);
        }
        sum.sum_var(r, lanes);
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
