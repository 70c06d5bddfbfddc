/* The lane field against slow arithmetic, every lane with values of its own. */
#pragma once

#include "simd/fe_lanes.h"
#include "support/big.h"
#include "support/check.h"
#include "support/random.h"

namespace test {

template <class V>
struct lane_field_test {
    using F = field_lanes<V, false>;
    using fe = typename F::fe;
    template <int M>
    using elem = typename F::template elem<M>;
    static constexpr int width = V::width;

    struct bigs {
        big v[width];
    };

    static fe draw(random& rng, bigs& v) {
        typename F::limbs l;
        for (int i = 0; i < width; i++) {
            u64 a[4];
            rng.edge256(a);
            for (int j = 0; j < 4; j++)
                l.w[j][i] = a[j];
            v.v[i] = mod_p.reduce(from(a));
        }
        fe r;
        F::from_limbs(r, l);
        return r;
    }
    /* a at magnitude M, as the sum of M copies. */
    template <int M>
    static void grow(elem<M>& r, const fe& a) {
        if constexpr (M == 1) {
            F::copy(r, a);
        } else {
            elem<M - 1> t;
            grow<M - 1>(t, a);
            F::add(r, t, a);
        }
    }
    static big times(const big& a, unsigned k) {
        big r;
        for (unsigned i = 0; i < k; i++)
            r = mod_p.add(r, a);
        return r;
    }
    template <class E, class Expected>
    static void expect(const E& a, Expected expected) {
        typename F::limbs l;
        F::to_limbs(l, a);
        for (int i = 0; i < width; i++) {
            const u64 v[4] = {l.w[0][i], l.w[1][i], l.w[2][i], l.w[3][i]};
            CHECK(from(v) == expected(i));
        }
    }
    template <class Expected>
    static void expect_flag(typename F::flag f, Expected expected) {
        for (int i = 0; i < width; i++)
            CHECK((f.lanes() >> i & 1) == (expected(i) ? 1 : 0));
    }

    static void run(int rounds) {
        random rng(3);
        const big half{{0xFFFFFFFF7FFFFE18, ~u64{0}, ~u64{0}, ~u64{0} >> 1}};
        for (int round = 0; round < rounds; round++) {
            bigs va, vb, vc;
            const fe a = draw(rng, va), b = draw(rng, vb), c = draw(rng, vc);
            const u8 lanes = static_cast<u8>(rng.next());
            const auto f = F::flag::from_lanes(lanes);
            const auto on = [lanes](int i) { return (lanes >> i & 1) != 0; };
            elem<8> a8, b8;
            elem<31> r31;
            elem<2> r2;
            typename F::slope slope;
            typename F::gap gap;
            typename F::wide w;
            fe r;
            grow<8>(a8, a);
            grow<8>(b8, b);

            F::mul(r, a, b);
            expect(r, [&](int i) { return mod_p.mul(va.v[i], vb.v[i]); });
            F::mul(r, a8, b8);
            expect(r, [&](int i) { return mod_p.mul(times(va.v[i], 8), times(vb.v[i], 8)); });
            F::sqr(r, a8);
            expect(r, [&](int i) { return mod_p.mul(times(va.v[i], 8), times(va.v[i], 8)); });
            F::sqr_n(r, a, 3);
            expect(r, [&](int i) {
                big t = va.v[i];
                for (int j = 0; j < 3; j++)
                    t = mod_p.mul(t, t);
                return t;
            });
            F::mul_wide(w, b8, c);
            F::mul_sub(r, a8, b, w);
            expect(r, [&](int i) {
                return mod_p.sub(mod_p.mul(times(va.v[i], 8), vb.v[i]),
                                 mod_p.mul(times(vb.v[i], 8), vc.v[i]));
            });
            F::sqr_wide(w, b8);
            F::mul_sub(r, a, c, w);
            expect(r, [&](int i) {
                const big t = times(vb.v[i], 8);
                return mod_p.sub(mod_p.mul(va.v[i], vc.v[i]), mod_p.mul(t, t));
            });
            F::mul_less(r, a, b, c);
            expect(r, [&](int i) { return mod_p.sub(mod_p.mul(va.v[i], vb.v[i]), vc.v[i]); });
            F::sqr_less11(r, a, b, c);
            expect(r, [&](int i) {
                return mod_p.sub(mod_p.mul(va.v[i], va.v[i]), mod_p.add(vb.v[i], vc.v[i]));
            });
            F::sqr_less2(r, a, c);
            expect(r, [&](int i) { return mod_p.sub(mod_p.mul(va.v[i], va.v[i]), times(vc.v[i], 2)); });
            F::sqr_less12(r, a, b, c);
            expect(r, [&](int i) {
                return mod_p.sub(mod_p.mul(va.v[i], va.v[i]), mod_p.add(vb.v[i], times(vc.v[i], 2)));
            });
            F::sqr_half3(slope, a);
            expect(slope, [&](int i) { return mod_p.mul(times(mod_p.mul(va.v[i], va.v[i]), 3), half); });
            F::difference(gap, a, b);
            expect(gap, [&](int i) { return mod_p.sub(va.v[i], vb.v[i]); });
            F::add(r2, a, a);
            F::mul_small(r, r2, 21);
            expect(r, [&](int i) { return times(va.v[i], 42); });

            F::sub(r31, a8, b8);
            expect(r31, [&](int i) { return mod_p.sub(times(va.v[i], 8), times(vb.v[i], 8)); });
            F::sub2(r31, a8, b8);
            expect(r31, [&](int i) { return mod_p.sub(times(va.v[i], 8), times(vb.v[i], 16)); });
            F::sub12(r31, a, b8, c);
            expect(r31, [&](int i) {
                return mod_p.sub(va.v[i], mod_p.add(times(vb.v[i], 8), times(vc.v[i], 2)));
            });
            F::neg(r31, a8);
            expect(r31, [&](int i) { return mod_p.neg(times(va.v[i], 8)); });
            F::cneg(r31, a8, f);
            expect(r31, [&](int i) {
                const big t = times(va.v[i], 8);
                return on(i) ? mod_p.neg(t) : t;
            });
            F::half(r, a);
            expect(r, [&](int i) { return mod_p.mul(va.v[i], half); });
            F::mul(r, r, r);
            expect(r, [&](int i) {
                const big t = mod_p.mul(va.v[i], half);
                return mod_p.mul(t, t);
            });
            F::half(r31, a8);
            expect(r31, [&](int i) { return mod_p.mul(times(va.v[i], 8), half); });
            F::half3(r2, a);
            expect(r2, [&](int i) { return mod_p.mul(times(va.v[i], 3), half); });
            F::normalize_weak(r, a8);
            F::mul(r, r, b);
            expect(r, [&](int i) { return mod_p.mul(times(va.v[i], 8), vb.v[i]); });
            F::select(r, f, a, b);
            expect(r, [&](int i) { return on(i) ? va.v[i] : vb.v[i]; });
            F::template rotate<3>(r, a);
            expect(r, [&](int i) { return va.v[(i + 3) % width]; });

            expect_flag(F::is_zero(a8), [&](int i) { return va.v[i] == big{}; });
            expect_flag(F::is_odd(a8), [&](int i) { return (times(va.v[i], 8).d[0] & 1) != 0; });
            expect_flag(F::equal(a, b), [&](int i) { return va.v[i] == vb.v[i]; });
            F::select(r, f, a, b);
            expect_flag(F::equal(a, r), [&](int i) { return on(i) || va.v[i] == vb.v[i]; });
            F::sub(a8, a, a);
            expect_flag(F::is_zero(a8), [](int) { return true; });
        }
    }
};

} // namespace test
