/* The tests of field and points for the lanes of AVX2 and FMA, in a namespace of its own like what they test.
 */
#include "field/platform.h"
#ifdef KOBLITZ_X86_64_ASM

#define koblitz koblitz_f64
#define test    test_f64
#include "simd/f64/formulas_f64.h"
#include "simd/field.h"
#include "simd/group.h"

namespace test {
namespace {

using F = field_lanes<f64_lanes, false>;
using V = f64_lanes;

/* Elements limb by limb, at the ends of what magnitude 1 has and between. */
struct limbs_test {
    random rng{17};
    using columns = koblitz_lanes::limbs<5>;
    struct lanes {
        F::fe e;
        big v[V::width];
    };

    static double as_double(u64 bits) {
        double r;
        __builtin_memcpy(&r, &bits, sizeof r);
        return r;
    }
    static u64 as_bits(double v) {
        u64 r;
        __builtin_memcpy(&r, &v, sizeof r);
        return r;
    }
    static big value(const columns& c, int lane) {
        big r;
        for (int i = 4; i >= 0; i--) {
            const i64 n = static_cast<i64>(as_double(c.w[i][lane]));
            const big limb = small(static_cast<u64>(n < 0 ? -n : n));
            for (int j = 0; j < 52; j++)
                r = mod_p.add(r, r);
            r = n < 0 ? mod_p.sub(r, limb) : mod_p.add(r, limb);
        }
        return r;
    }
    void draw(lanes& r) {
        columns c;
        for (int i = 0; i < 5; i++) {
            const i64 most = i < 4 ? i64{1} << 51 : (i64{1} << 47) + 128;
            for (int lane = 0; lane < V::width; lane++) {
                const i64 any = static_cast<i64>(rng.next() % static_cast<u64>(2 * most)) - most;
                const i64 choices[] = {most, -most, most - 1, 1 - most, 0, 1, -1, any, any};
                c.w[i][lane] = as_bits(static_cast<double>(choices[rng.below(9)]));
            }
        }
        F::load(r.e, c);
        for (int lane = 0; lane < V::width; lane++)
            r.v[lane] = value(c, lane);
    }
    /* r is carried, and of these values. */
    template <class Expected>
    static void expect(const F::fe& r, Expected expected) {
        columns c;
        koblitz_lanes::limbs<4> l;
        F::save(c, r);
        F::to_limbs(l, r);
        for (int lane = 0; lane < V::width; lane++) {
            for (int i = 0; i < 5; i++) {
                const double n = as_double(c.w[i][lane]), most = i < 4 ? 0x1p51 : 0x1p47 + 128;
                CHECK(n >= -most && n <= most);
            }
            const u64 v[4] = {l.w[0][lane], l.w[1][lane], l.w[2][lane], l.w[3][lane]};
            CHECK(from(v) == expected(lane));
            CHECK(value(c, lane) == expected(lane));
        }
    }
    /* Magnitude 2 bounds the limbs by twice what 3 and more do: d, of the values that value(lane) gives, as
     * each of those. */
    template <class Value>
    static void run_from_two(const F::elem<2>& d, Value value) {
        F::elem<3> h;
        F::fe r;
        const auto expect_squared = [&] {
            F::sqr(r, h);
            expect(r, [&](int i) { return mod_p.mul(value(i), value(i)); });
        };
        F::copy(h, d);
        expect_squared();
        F::neg(h, d);
        expect_squared();
        F::cneg(h, d, F::flag::from_lanes(0x5a));
        expect_squared();
        F::select(h, F::flag::from_lanes(0x5a), d, d);
        expect_squared();
        F::fe one;
        F::set_u32(one, 1);
        F::select(h, F::flag::from_lanes(0x5a), one, d);
        F::mul(r, h, d);
        expect(r, [&](int i) { return (0x5a >> i & 1) != 0 ? value(i) : mod_p.mul(value(i), value(i)); });
        F::select(h, F::flag::from_lanes(0x5a), d, one);
        F::mul(r, h, d);
        expect(r, [&](int i) { return (0x5a >> i & 1) == 0 ? value(i) : mod_p.mul(value(i), value(i)); });
    }
    void run(int rounds) {
        for (int round = 0; round < rounds; round++) {
            lanes a, b, c;
            F::fe r;
            F::elem<2> twice, d;
            F::elem<3> h;
            F::elem<4> h4;
            F::wide w;
            draw(a);
            draw(b);
            draw(c);
            const auto product = [](const lanes& x, const lanes& y, int i) {
                return mod_p.mul(x.v[i], y.v[i]);
            };
            F::mul(r, a.e, b.e);
            expect(r, [&](int i) { return product(a, b, i); });
            F::sqr(r, a.e);
            expect(r, [&](int i) { return product(a, a, i); });
            F::add(twice, a.e, a.e);
            F::mul(r, twice, b.e);
            expect(r, [&](int i) { return mod_p.add(product(a, b, i), product(a, b, i)); });
            F::difference(d, a.e, c.e);
            F::mul(r, b.e, d);
            expect(r, [&](int i) { return mod_p.sub(product(a, b, i), product(b, c, i)); });
            F::mul_wide(w, twice, c.e);
            F::mul_sub(r, b.e, d, w);
            expect(r, [&](int i) {
                const big ac = product(a, c, i);
                return mod_p.sub(mod_p.sub(product(a, b, i), product(b, c, i)), mod_p.add(ac, ac));
            });
            F::sqr_wide(w, c.e);
            F::mul_sub(r, twice, b.e, w);
            expect(r, [&](int i) {
                const big ab = product(a, b, i);
                return mod_p.sub(mod_p.add(ab, ab), product(c, c, i));
            });
            F::mul_less(r, a.e, twice, c.e);
            expect(r,
                   [&](int i) { return mod_p.sub(mod_p.add(product(a, a, i), product(a, a, i)), c.v[i]); });
            F::sqr_less11(r, a.e, b.e, c.e);
            expect(r, [&](int i) { return mod_p.sub(product(a, a, i), mod_p.add(b.v[i], c.v[i])); });
            F::sqr_less2(r, a.e, c.e);
            expect(r, [&](int i) { return mod_p.sub(product(a, a, i), mod_p.add(c.v[i], c.v[i])); });
            F::sqr_less12(r, a.e, b.e, c.e);
            expect(r, [&](int i) {
                return mod_p.sub(product(a, a, i), mod_p.add(b.v[i], mod_p.add(c.v[i], c.v[i])));
            });
            F::half3(h, a.e);
            F::mul(r, h, b.e);
            F::add(twice, r, r);
            F::normalize_weak(r, twice);
            expect(r, [&](int i) {
                const big ab = product(a, b, i);
                return mod_p.add(ab, mod_p.add(ab, ab));
            });
            F::sub(h4, d, b.e);
            F::normalize_weak(r, h4);
            expect(r, [&](int i) { return mod_p.sub(mod_p.sub(a.v[i], c.v[i]), b.v[i]); });
            F::cneg(h, a.e, F::flag::from_lanes(0x5a));
            F::mul(r, h, b.e);
            expect(r, [&](int i) {
                const big ab = product(a, b, i);
                return (0x5a >> i & 1) != 0 ? mod_p.neg(ab) : ab;
            });
            run_from_two(d, [&](int i) { return mod_p.sub(a.v[i], c.v[i]); });
        }
    }
};

} // namespace
} // namespace test

extern "C" long koblitz_test_f64_field(int rounds) {
    const koblitz::rounding_toward_zero mode;
    test::lane_field_test<koblitz::f64_lanes>::run(rounds);
    test::limbs_test().run(rounds);
    return test::checks == 0 ? 1 : test::failures;
}

/* Of orders 7, 13 and 199. */
extern "C" long koblitz_test_f64_group(const koblitz_test_subgroup* groups) {
    const koblitz::rounding_toward_zero mode;
    test::lane_group_test<koblitz::f64_lanes, 6>{groups[0]}.run();
    test::lane_group_test<koblitz::f64_lanes, 2>{groups[1]}.run();
    test::lane_group_test<koblitz::f64_lanes, 4>{groups[2]}.run();
    return test::failures;
}

#endif
