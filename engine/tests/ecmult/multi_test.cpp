/* Sums of many products: against ecmult_var on secp256k1, with sums that cancel and terms that repeat;
 * on subgroups of order 7, 13 and 199, every pair of points with every scalar. */
#include <cstdlib>
#include <iterator>
#include <vector>

#include "backends/portable.h"
#include "batch/equations.h"
#include "ecmult/buckets.h"
#include "ecmult/ecmult.h"
#include "ecmult/multi.h"
#include "simd/plain_kernels.h"
#include "support/backends.h"
#include "support/check.h"
#include "support/checking_field.h"
#include "support/random.h"
#include "support/small_curve.h"

namespace {

using namespace koblitz;

template <class B>
bool equal(const typename B::gej& a, const typename B::gej& b) {
    typename B::ge p, q;
    const bool finite_a = to_affine_var(p, a), finite_b = to_affine_var(q, b);
    return finite_a == finite_b && (!finite_a || (B::field::equal(p.x, q.x) && B::field::equal(p.y, q.y)));
}

template <class B>
struct sums {
    using S = typename B::scalar;
    static constexpr int most = 16;
    test::random rng{11};

    S draw() {
        u64 limbs[4];
        u8 encoded[32];
        rng.edge256(limbs);
        store_be256(encoded, limbs);
        return S::parse(encoded, nullptr);
    }

    /* The sum, its logarithm computed aside, for n terms over points of known logarithm. */
    void check(const S* u, const S* logs, const S* scalars, int n) {
        loaded_term<B> terms[most];
        S total = u != nullptr ? *u : S::zero();
        for (int i = 0; i < n; i++) {
            typename B::gej p;
            ecmult_gen_var<B>(p, logs[i]);
            if (!CHECK(to_affine_var(terms[i].point, p)))
                return;
            terms[i].scalar = scalars[i];
            total = total + logs[i] * scalars[i];
        }
        typename B::gej r, want;
        ecmult_multi_chunk_var<B, most>(r, u, terms, n);
        ecmult_gen_var<B>(want, total);
        CHECK(equal<B>(r, want));
        if (n <= 2) {
            ecmult_multi_chunk_var<B, 2>(r, u, terms, n);
            CHECK(equal<B>(r, want));
        }
    }

    /* Sums by buckets of n terms, of which the last takes every other one to infinity. */
    void check_buckets(const koblitz_lanes::kernels* lanes, size_t n, bucket_plan plan) {
        std::vector<koblitz_lanes::packed_point> memory(bucket_sum<B>::memory_size(n, plan, lanes) /
                                                        sizeof(koblitz_lanes::packed_point));
        bucket_sum<B> sum(memory.data(), n, plan, lanes);
        typename B::ge p;
        typename B::gej r, want;
        std::vector<S> logs(n);
        S total = S::zero();
        const auto value = [](const signed128& k) {
            const S v({k.magnitude[0], k.magnitude[1], 0, 0});
            return k.negative ? v.negate() : v;
        };
        for (size_t i = 0; i < n; i++) {
            signed128 k{{rng.limb(), rng.limb()}, rng.below(2) == 0};
            if (rng.below(8) == 0)
                k.magnitude[0] = k.magnitude[1] = rng.below(2) == 0 ? 0 : ~u64{0};
            logs[i] = i > 0 && rng.below(2) == 0 ? logs[rng.below(i)] : draw();
            if (rng.below(8) == 0)
                logs[i] = logs[i].negate();
            if (n % 2 == 0 && i == n - 1) {
                logs[i] = total.negate();
                k = {{1, 0}, false};
            }
            if (logs[i].is_zero())
                logs[i] = S::one();
            total = total + value(k) * logs[i];
            ecmult_gen_var<B>(r, logs[i]);
            if (!CHECK(to_affine_var(p, r)))
                return;
            koblitz_lanes::packed_point packed;
            save(packed, p);
            sum.set_point(i, packed);
            sum.set_scalar(i, k);
        }
        sum.sum_var(r);
        ecmult_gen_var<B>(want, total);
        CHECK(equal<B>(r, want));
    }
    /* Lists of multiples of G by the kernel: each case in each lane, whose neighbours have other cases. */
    void check_lists(const koblitz_lanes::kernels& lanes) {
        static constexpr int multiples = 4, width = koblitz_lanes::width, groups = 2;
        static const std::vector<int> cases[] = {
            {},        {1},        {-1},          {1, 1},         {1, -1},        {1, 2, 3},
            {1, 1, 2}, {1, 1, -2}, {1, -1, 2},    {1, -1, 1, -1}, {-1, -1, 2, 3}, {1, 2, -3, 4},
            {4, -4},   {2, -1, 1}, {1, -1, 1, 1},
        };
        constexpr size_t count = std::size(cases);
        koblitz_lanes::packed_point points[multiples];
        for (int i = 0; i < multiples; i++) {
            typename B::gej r;
            typename B::ge p;
            ecmult_gen_var<B>(r, S::from_u64(static_cast<u64>(i + 1)));
            if (!CHECK(to_affine_var(p, r)))
                return;
            save(points[i], p);
        }
        for (size_t shift = 0; shift < count; shift++) {
            std::vector<uint32_t> entries[groups * width];
            koblitz_lanes::point_list lists[groups * width];
            koblitz_lanes::affine_sums r[groups];
            koblitz_lanes::lines memory[groups];
            for (size_t i = 0; i < std::size(lists); i++) {
                for (const int k : cases[(i + shift) % count])
                    entries[i].push_back(static_cast<uint32_t>(2 * (std::abs(k) - 1) + (k < 0 ? 1 : 0)));
                lists[i] = {entries[i].data(), static_cast<uint32_t>(entries[i].size())};
            }
            lanes.sum_lists(r, memory, points, lists, groups, field_inverse_var);
            for (int g = 0; g < groups; g++) {
                koblitz_lanes::canonical_projective_points sum, weighted;
                lanes.sum_weighted(sum, weighted, &r[g], 1);
                for (int lane = 0; lane < width; lane++) {
                    int total = 0;
                    for (const int k : cases[(static_cast<size_t>(width * g + lane) + shift) % count])
                        total += k;
                    projective<typename B::field> p;
                    typename B::gej got, want;
                    load(p, sum, lane);
                    to_jacobian(got, p);
                    const S k = S::from_u64(static_cast<u64>(std::abs(total)));
                    ecmult_gen_var<B>(want, total < 0 ? k.negate() : k);
                    CHECK((r[g].infinity >> lane & 1) == (total == 0) && equal<B>(got, want));
                }
            }
        }
    }
    void buckets() {
        std::vector<const koblitz_lanes::kernels*> kinds = {nullptr, &plain_kernels};
        for (size_t i = 0; i < backend_count; i++)
            if (backends[i].lanes != nullptr && backends[i].runs())
                kinds.push_back(backends[i].lanes);
        for (const koblitz_lanes::kernels* lanes : kinds) {
            if (lanes != nullptr && lanes->sum_lists != nullptr)
                check_lists(*lanes);
            for (const size_t n : {1, 2, 3, 8, 40, 41, 100, 301, 700, 1500})
                check_buckets(lanes, n, bucket_plan::best(n));
            /* The last of several sums takes the memory of those before it. */
            for (size_t n = 1; n < most_summed; n++)
                CHECK(pair_sum<B>::memory_size(n, lanes) <= pair_sum<B>::memory_size(n + 1, lanes));
            for (int c = bucket_plan::least; c <= bucket_plan::most; c++)
                check_buckets(lanes, 90, {c});
        }
    }

    void run() {
        buckets();
        for (int round = 0; round < test::cases_of(300); round++) {
            const int n = 1 + round % most;
            S logs[most], scalars[most], u = draw();
            for (int i = 0; i < n; i++) {
                do {
                    logs[i] = i > 0 && rng.below(4) == 0 ? logs[rng.below(static_cast<u64>(i))] : draw();
                    if (rng.below(8) == 0)
                        logs[i] = logs[i].negate();
                } while (logs[i].is_zero());
                scalars[i] = rng.below(6) == 0 ? S::zero() : rng.below(6) == 0 ? S::one() : draw();
            }
            check(round % 3 == 0 ? nullptr : &u, logs, scalars, n);
            /* The last term takes the sum to infinity. */
            S sum = u;
            for (int i = 0; i < n - 1; i++)
                sum = sum + logs[i] * scalars[i];
            scalars[n - 1] = (sum * logs[n - 1].inverse_var()).negate();
            check(&u, logs, scalars, n);
        }
        const S zero = S::zero(), one = S::one();
        check(&zero, &one, &zero, 1);
        check(nullptr, &one, &zero, 1);
    }
};

/* Two points of all logarithms with all scalars, and G with a third of them. */
template <int Order, class F, class X>
void whole_subgroup(int stride) {
    using B = test::small_backend<Order, F, X>;
    using S = typename B::scalar;
    auto scalar = [](int v) { return S::from_u64(static_cast<u64>(v)); };
    for (int p = 1; p < Order; p += stride) {
        for (int q = 1; q < Order; q += stride) {
            for (int a = 0; a < Order; a += stride) {
                for (int b = 0; b < Order; b += stride) {
                    const S u = scalar((a * 3 + b * 5 + p) % Order);
                    const loaded_term<B> terms[2] = {{B::multiples()[p], scalar(a)},
                                                     {B::multiples()[q], scalar(b)}};
                    const int sum = (static_cast<int>(u.value()) + p * a + q * b) % Order;
                    typename B::gej r;
                    typename B::ge affine;
                    ecmult_multi_chunk_var<B, 2>(r, &u, terms, 2);
                    CHECK(r.infinity == (sum == 0));
                    if (to_affine_var(affine, r)) {
                        CHECK(F::equal(affine.x, B::multiples()[sum].x) &&
                              F::equal(affine.y, B::multiples()[sum].y));
                    }
                }
            }
        }
    }
}

template <class F, class X>
void subgroups() {
    whole_subgroup<7, F, X>(1);
    whole_subgroup<13, F, X>(1);
    whole_subgroup<199, F, X>(23);
}

void checked_ranges() {
    whole_subgroup<7, test::checking_field<false>, test::checking_field<true>>(1);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(
        argc, argv,
        {{"checked_ranges", checked_ranges},
         {"sums", [] { test::for_each_curve("multi_test", []<class B>() { sums<B>().run(); }); }},
         {"subgroups", [] {
              test::for_each_curve(
                  "multi_test", []<class B>() { subgroups<typename B::field, typename B::secret_field>(); });
          }}});
}
