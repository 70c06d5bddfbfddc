/* The kernels for eight lanes, plain and those of the processor, against the arithmetic of one point. */
#include "backends/list.h"
#include "backends/parts.h"
#include "backends/portable.h"
#include "base/cpu.h"
#include "batch/secret.h"
#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "simd/field.h"
#include "simd/group.h"
#include "simd/plain.h"
#include "simd/plain_kernels.h"
#include "support/check.h"
#include "support/gen_context.h"
#include "support/random.h"
#include "support/secrecy.h"
#include "support/small_curve.h"

#include <initializer_list>

#if defined(KOBLITZ_LANES) && defined(KOBLITZ_X86_64_ASM)
extern "C" long koblitz_test_f64_field(int rounds);
extern "C" long koblitz_test_f64_group(const koblitz_test_subgroup* groups);
#endif
#ifdef KOBLITZ_LANES
extern "C" long koblitz_test_ifma_field(int rounds);
extern "C" long koblitz_test_ifma_group(const koblitz_test_subgroup* groups);
#endif

namespace {

using namespace koblitz;
using B = portable;
using F = B::field;
using test::random;
constexpr int width = koblitz_lanes::width;

/* Scalars near 0 and n, powers of two, and any. */
scalar draw_scalar(random& rng) {
    switch (rng.below(6)) {
    case 0:
        return scalar::from_u64(rng.below(40));
    case 1:
        return scalar::from_u64(rng.below(40)).negate();
    case 2: {
        scalar r = scalar::one();
        for (u64 i = rng.below(256); i > 0; i--)
            r = r + r;
        return r;
    }
    default: {
        u8 bytes[32];
        rng.bytes(bytes, 32);
        return scalar::parse(bytes, nullptr);
    }
    }
}

B::ge multiple_of_g(const scalar& k) {
    B::gej r;
    B::ge a;
    ecmult_gen_var<B>(r, k);
    CHECK(to_affine_var(a, r));
    return a;
}

void put_point(koblitz_lanes::affine_points& r, int lane, const B::ge& a) {
    u64 l[4];
    F::to_limbs(l, a.x);
    put(r.x, lane, l);
    F::to_limbs(l, a.y);
    put(r.y, lane, l);
}

bool lane_is(const koblitz_lanes::affine_points& r, int lane, const B::ge& a) {
    u64 x[4], y[4], want_x[4], want_y[4];
    get(x, r.x, lane);
    get(y, r.y, lane);
    F::to_limbs(want_x, a.x);
    F::to_limbs(want_y, a.y);
    return test::from(x) == test::from(want_x) && test::from(y) == test::from(want_y);
}

/* Exceptional sums are given up, all others right. usual: none of these scalars may be given up. */
void expect_sum(const koblitz_lanes::kernels& k, const koblitz_lanes::jacobian_points& sum,
                const koblitz_lanes::affine_points& got, int lane, const B::gej& want, bool usual) {
    B::ge a;
    if ((k.finite(sum) >> lane & 1) == 0) {
        CHECK(!usual);
        CHECK(F::is_zero([&] {
            F::fe x;
            u64 l[4];
            get(l, got.x, lane);
            F::from_limbs(x, l);
            return x;
        }()));
        return;
    }
    if (CHECK(to_affine_var(a, want)))
        CHECK(lane_is(got, lane, a));
}

/* One group, and several in a call. */
void sums(const koblitz_lanes::kernels& k, int rounds) {
    constexpr int most = 3;
    random rng(11);
    for (int round = 0; round < rounds; round++) {
        const int groups = 1 + round % most;
        koblitz_lanes::ecmult_bits bits[most];
        koblitz_lanes::affine_points q[most], got[most];
        koblitz_lanes::jacobian_points sum[most];
        koblitz_lanes::limbs<4> tweak[most], x;
        B::gej want[most][width], tweaked[most][width];
        const bool usual = round < most;
        for (int g = 0; g < groups; g++) {
            for (int i = 0; i < width; i++) {
                const scalar u1 = draw_scalar(rng), u2 = draw_scalar(rng);
                scalar d = draw_scalar(rng);
                if (d.is_zero())
                    d = scalar::one();
                u8 bytes[3][32];
                rng.bytes(bytes[0], 96);
                const scalar a = usual ? scalar::parse(bytes[0], nullptr) : u1,
                             b = usual ? scalar::parse(bytes[1], nullptr) : u2;
                const B::ge p = multiple_of_g(usual ? scalar::parse(bytes[2], nullptr) : d);
                put_point(q[g], i, p);
                put(bits[g], i, a, b);
                put(tweak[g], i, ecmult_gen_bits<B>(a).limbs());
                ecmult_var<B>(want[g][i], a, p, b);
                ecmult_gen_add_var<B>(tweaked[g][i], p, a);
            }
        }
        k.ecmult_x8(sum, bits, q, groups, B::g_table(), B::g128_table());
        k.to_affine(got, sum, groups, field_inverse_var);
        for (int g = 0; g < groups; g++) {
            for (int i = 0; i < width; i++) {
                expect_sum(k, sum[g], got[g], i, want[g][i], usual);
                /* The right x in the even lanes, one beside it in the odd ones. */
                u64 l[4];
                get(l, got[g].x, i);
                l[0] ^= static_cast<u64>(i & 1);
                put(x, i, l);
            }
            CHECK(k.x_equals(sum[g], x) == (k.finite(sum[g]) & 0x55));
            CHECK(k.on_curve(got[g]) == k.finite(sum[g]));
            k.ecmult_gen_add_x8(sum[g], q[g], tweak[g], B::ecmult_gen_table());
        }
        k.to_affine(got, sum, groups, field_inverse_var);
        for (int g = 0; g < groups; g++) {
            for (int i = 0; i < width; i++)
                expect_sum(k, sum[g], got[g], i, tweaked[g][i], usual);
        }
    }
}

bool same(const B::gej& a, const B::gej& b) {
    B::ge x, y;
    if (a.infinity || b.infinity)
        return a.infinity == b.infinity;
    return to_affine_var(x, a) && to_affine_var(y, b) && F::equal(x.x, y.x) && F::equal(x.y, y.y);
}

/* k G of one secret k, blinded in several ways. */
void single_secrets(const koblitz_lanes::kernels& k, int rounds) {
    using X = B::secret_scalar;
    random rng(13);
    gen_context c;
    test::gen_context_init<B>(c);
    for (int round = 0; round < rounds; round++) {
        const scalar s = round < 2 ? scalar::from_u64(static_cast<u64>(round)) : draw_scalar(rng);
        secret_limbs sum;
        (X(s) + X::from_limbs(c.offset)).to_limbs(sum);
        B::secret_gej got, want;
        B::gej known_got, known_want;
        ecmult_gen_lanes(got, k, c, sum, B::ecmult_gen_table());
        ecmult_gen<B>(want, c, X(s));
        test::as_public(known_got, got);
        test::as_public(known_want, want);
        CHECK(known_want.infinity == s.is_zero());
        CHECK(same(known_got, known_want));
        u8 z[32];
        rng.bytes(z, 32);
        test::gen_context_blind<B>(c, X(draw_scalar(rng)), z);
    }
}

/* The Z that the context hides a sum by is in what the kernels leave: of two contexts that differ in nothing
 * else, the same point on another Z, in every lane. */
void blinded_z(const koblitz_lanes::kernels& k) {
    random rng(15);
    gen_context c[2];
    u8 z[2][32];
    rng.bytes(z[0], 64);
    const scalar blind = draw_scalar(rng);
    koblitz_lanes::limbs<5> left[2];
    koblitz_lanes::affine_points points[2];
    u64 one_z[2][4];
    for (int i = 0; i < 2; i++) {
        test::gen_context_blind<B>(c[i], B::secret_scalar(blind), z[i]);
        koblitz_lanes::blinding blinding;
        koblitz_lanes::sealed<koblitz_lanes::limbs<4>> bits;
        koblitz_lanes::sealed<koblitz_lanes::integer> one;
        koblitz_lanes::secret_jacobian_points sum;
        koblitz_lanes::secret_affine_points affine;
        koblitz_lanes::secret_projective_point made;
        secret_lanes::put(blinding, c[i]);
        for (int lane = 0; lane < width; lane++) {
            const u64 v[4] = {5 + static_cast<u64>(lane), 6, 7, 8};
            secret_lanes::put(bits, lane, secret_limbs(v));
            secret_lanes::put(one, secret_limbs(v));
        }
        k.ecmult_gen_x8(sum, bits, blinding, B::ecmult_gen_table());
        k.to_affine_secret(&affine, &sum, 1, field_inverse);
        k.ecmult_gen_across(made, one, blinding, B::ecmult_gen_table());
        static_assert(sizeof left[0] == sizeof sum.z && sizeof points[0] == sizeof affine);
        __builtin_memcpy(&left[i], &sum.z, sizeof left[0]);
        __builtin_memcpy(&points[i], &affine, sizeof points[0]);
        __builtin_memcpy(one_z[i], &made.z, sizeof one_z[0]);
    }
    CHECK(__builtin_memcmp(&points[0], &points[1], sizeof points[0]) == 0);
    CHECK(test::from(one_z[0]) != test::from(one_z[1]));
    for (int lane = 0; lane < width; lane++) {
        bool same_z = true;
        for (int j = 0; j < 5; j++)
            same_z = same_z && left[0].w[j][lane] == left[1].w[j][lane];
        CHECK(!same_z);
    }
}

/* p + t G for any p, for p that is tG or -tG, and for p that is, or is opposite to, what one digit of t
 * contributes. */
void single_sums(const koblitz_lanes::kernels& k, int rounds) {
    random rng(14);
    const auto expect = [&](const B::ge& p, const scalar& t) {
        B::gej got, want;
        B::ge affine, want_affine;
        projective<F> made;
        ecmult_gen_add_var<B>(want, p, t);
        ecmult_gen_add_lanes_var<B>(made, k, p, t);
        to_jacobian(got, made);
        CHECK(same(got, want));
        const bool finite = to_affine_var(affine, made);
        CHECK(finite == to_affine_var(want_affine, want));
        if (finite)
            CHECK(F::equal(affine.x, want_affine.x) && F::equal(affine.y, want_affine.y));
    };
    for (int round = 0; round < rounds; round++) {
        u8 bytes[2][32];
        rng.bytes(bytes[0], 64);
        const scalar any = scalar::parse(bytes[0], nullptr), t = draw_scalar(rng);
        expect(multiple_of_g(any), scalar::parse(bytes[1], nullptr));
        if (!t.is_zero()) {
            expect(multiple_of_g(t), t);
            expect(multiple_of_g(t.negate()), t);
        }
        expect(multiple_of_g(any), scalar::zero());
        const scalar sum = ecmult_gen_bits<B>(any);
        const u64 d[5] = {sum.limbs()[0], sum.limbs()[1], sum.limbs()[2], sum.limbs()[3], 0};
        for (int b = 0; b < B::ecmult_gen_blocks; b++) {
            constexpr int half = tables::ecmult_gen_entries;
            const int bits = static_cast<int>(bits_at(d, b * B::ecmult_gen_window, B::ecmult_gen_window));
            const int digit = 2 * bits + 1 - 2 * half;
            const table_point& e = B::ecmult_gen_table()[b * half + ((digit < 0 ? -digit : digit) - 1) / 2];
            B::ge p;
            F::from_limbs(p.x, e.x);
            F::from_limbs(p.y, e.y);
            expect(p, any);
            negate(p);
            expect(p, any);
        }
    }
}

/* k p of one secret k, on the curve and on isomorphic ones. Scalars whose halves vanish, are equal or
 * opposite, powers of two and others. */
void single_multiples(const koblitz_lanes::kernels& k, int rounds) {
    using X = B::secret_scalar;
    random rng(16);
    const scalar lambda({0xDF02967C1B23BD72, 0x122E22EA20816678, 0xA5261C028812645A, 0x5363AD4CC05C30E0});
    const auto small = [&] { return scalar::from_u64(rng.below(9)) - scalar::from_u64(4); };
    for (int round = 0; round < rounds; round++) {
        u8 bytes[32];
        rng.bytes(bytes, 32);
        const scalar any = scalar::parse(bytes, nullptr);
        const scalar s = round < 2        ? scalar::from_u64(static_cast<u64>(round))
                         : round % 3 == 0 ? small() + small() * lambda
                                          : draw_scalar(rng);
        B::ge p = multiple_of_g(any);
        B::fe b3;
        F::set_u32(b3, 3 * B::curve_b);
        if (round % 2 == 1) {
            /* (x u^2, y u^3) and 3b u^6 */
            const u64 l[4] = {rng.next() | 1, rng.next(), rng.next(), rng.next()};
            B::fe u, u2;
            F::from_limbs(u, l);
            F::sqr(u2, u);
            F::mul(p.x, p.x, u2);
            F::mul(u, u, u2);
            F::mul(p.y, p.y, u);
            F::sqr(u, u);
            F::mul(b3, b3, u);
        }
        B::secret_gej got, want;
        B::gej known_got, known_want;
        ecmult_const_lanes<B>(got, k, p, b3, X(s));
        ecmult_const<B>(want, p, b3, X(s));
        test::as_public(known_got, got);
        test::as_public(known_want, want);
        CHECK(known_want.infinity == s.is_zero());
        CHECK(same(known_got, known_want));
    }
}

/* Several groups at once; x of points and x of none. */
void lifts_x(const koblitz_lanes::kernels& k, int rounds) {
    random rng(12);
    for (int round = 0; round < rounds; round++) {
        const int groups = 1 + round % koblitz_lanes::most_groups;
        koblitz_lanes::affine_points p[koblitz_lanes::most_groups];
        koblitz_lanes::lane_set odd[koblitz_lanes::most_groups], found[koblitz_lanes::most_groups];
        for (int g = 0; g < groups; g++) {
            odd[g] = static_cast<u8>(rng.next());
            for (int i = 0; i < width; i++) {
                const u64 l[4] = {rng.limb(), rng.next(), rng.next(), rng.next() >> 1};
                put(p[g].x, i, l);
            }
        }
        k.lift_x(p, odd, found, groups);
        for (int g = 0; g < groups; g++) {
            for (int i = 0; i < width; i++) {
                u64 l[4];
                F::fe x;
                B::ge want;
                get(l, p[g].x, i);
                F::from_limbs(x, l);
                const bool there = lift_x_var<B>(want, x, (odd[g] >> i & 1) != 0);
                CHECK(there == ((found[g] >> i & 1) != 0));
                if (there)
                    CHECK(lane_is(p[g], i, want));
            }
        }
    }
}

#if defined(KOBLITZ_LANES) && defined(KOBLITZ_X86_64_ASM)
/* The f64 lanes as calls with any rounding take them, exceptions taken and denormal numbers flushed
 * too; all that is as it was afterwards. */
void roundings() {
    const unsigned before = __builtin_ia32_stmxcsr();
    for (const unsigned mode : {0x1f80u, 0x3f80u, 0x5f80u, 0x7f80u, 0x0000u, 0x9fc0u}) {
        __builtin_ia32_ldmxcsr(mode);
        CHECK(koblitz_f64::rounds_toward_zero());
        sums(koblitz_lanes::f64_kernels, 4);
        lifts_x(koblitz_lanes::f64_kernels, 3);
        CHECK(__builtin_ia32_stmxcsr() == mode);
    }
    __builtin_ia32_ldmxcsr(before);
}
#endif

/* x and y of all points of a subgroup. */
template <int Order>
struct points_of {
    u64 values[Order - 1][8];
    points_of() {
        for (int k = 1; k < Order; k++) {
            const auto& p = test::small_backend<Order, F, B::secret_field>::multiples()[k];
            F::to_limbs(values[k - 1], p.x);
            F::to_limbs(values[k - 1] + 4, p.y);
        }
    }
};

} // namespace

int main() {
    static const points_of<7> of_7;
    static const points_of<13> of_13;
    static const points_of<199> of_199;
    static const koblitz_test_subgroup groups[] = {
        {7, of_7.values}, {13, of_13.values}, {199, of_199.values}};
    test::lane_group_test<plain_lanes, 6>{groups[0]}.run();
    test::lane_group_test<plain_lanes, 2>{groups[1]}.run();
    test::lane_field_test<plain_lanes>::run(60);
    sums(plain_kernels, 30);
    lifts_x(plain_kernels, 8);
    single_secrets(plain_kernels, 20);
    blinded_z(plain_kernels);
    single_sums(plain_kernels, 3);
    single_multiples(plain_kernels, 20);
#if defined(KOBLITZ_LANES) && defined(KOBLITZ_X86_64_ASM)
    if (cpu_has(cpu_word::fma)) {
        CHECK(koblitz_test_f64_field(60) == 0);
        CHECK(koblitz_test_f64_group(groups) == 0);
        CHECK(active_backend().lanes != nullptr);
        sums(koblitz_lanes::f64_kernels, 200);
        lifts_x(koblitz_lanes::f64_kernels, 40);
        roundings();
    } else {
        std::puts("SKIPPED lanes_test of f64 lanes: a processor with AVX2 and FMA");
    }
#endif
#ifdef KOBLITZ_LANES
    if (cpu_has(cpu_word::ifma)) {
        CHECK(koblitz_test_ifma_field(60) == 0);
        CHECK(koblitz_test_ifma_group(groups) == 0);
        CHECK(active_backend().lanes != nullptr);
        sums(koblitz_lanes::ifma_kernels, 200);
        lifts_x(koblitz_lanes::ifma_kernels, 40);
        single_secrets(koblitz_lanes::ifma_kernels, 200);
        blinded_z(koblitz_lanes::ifma_kernels);
        single_sums(koblitz_lanes::ifma_kernels, 40);
        single_multiples(koblitz_lanes::ifma_kernels, 2000);
    } else {
        std::puts("SKIPPED lanes_test of IFMA: a processor with AVX-512 IFMA");
    }
#endif
    return test::finish("lanes");
}
