/* Every field representation against slow arithmetic, at every magnitude its contract allows. */
#include "backends/portable.h"
#include "field/x86_64/platform.h"
#ifdef KOBLITZ_X86_64_ASM
#include "backends/x86_bmi2.h"
#include "base/cpu.h"
#endif

#include "core/big.h"
#include "core/check.h"
#include "core/random.h"

namespace {

using namespace koblitz;
using test::big;
using test::mod_p;

bool yes(bool b) {
    return b;
}
bool yes(choice c) {
    return c.declassify();
}

template <class F>
struct field_test {
    using fe = typename F::fe;
    template <int M>
    using elem = typename F::template elem<M>;

    static big value(const fe& a) { return value_of(a); }
    template <class E>
    static big value_of(const E& a) {
        big r;
        if constexpr (F::secret) {
            secret_limbs t;
            F::to_limbs(t, a);
            t.declassify(r.d);
        } else {
            F::to_limbs(r.d, a);
        }
        CHECK(test::less(r, mod_p.m));
        return r;
    }
    static big times(const big& a, unsigned k) {
        big r;
        for (unsigned i = 0; i < k; i++)
            r = mod_p.add(r, a);
        return r;
    }
    /* a at magnitude M, as the sum of M copies of limbs at their own bound. */
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
    static fe draw(test::random& rng, big& v) {
        u64 l[4];
        rng.edge256(l);
        fe a;
        F::from_limbs(a, l);
        v = mod_p.reduce(test::from(l));
        /* Sometimes the value as an operation leaves it. */
        if (rng.below(4) == 0) {
            elem<2> n;
            F::neg(n, a);
            F::normalize_weak(a, n);
            v = mod_p.neg(v);
        }
        return a;
    }

    static void arithmetic(test::random& rng, int cases) {
        for (int i = 0; i < cases; i++) {
            big x, y, z;
            const fe a = draw(rng, x), b = draw(rng, y), c = draw(rng, z);
            fe r;
            F::mul(r, a, b);
            const big xy = mod_p.mul(x, y), xx = mod_p.mul(x, x);
            CHECK(value(r) == xy);
            F::sqr(r, a);
            CHECK(value(r) == xx);
            elem<8> a8, b8;
            elem<7> b7;
            grow<8>(a8, a);
            grow<8>(b8, b);
            grow<7>(b7, b);
            F::mul(r, a8, b8);
            CHECK(value(r) == times(xy, 64));
            F::sqr(r, a8);
            CHECK(value(r) == times(xx, 64));
            typename F::wide w;
            F::mul_wide(w, a8, b7);
            F::mul_sub(r, c, b8, w);
            CHECK(value(r) == mod_p.sub(times(mod_p.mul(z, y), 8), times(xy, 56)));
            F::sqr_wide(w, a8);
            F::mul_sub(r, a, b, w);
            CHECK(value(r) == mod_p.sub(xy, times(xx, 64)));

            elem<2> a2;
            grow<2>(a2, a);
            const u32 v = static_cast<u32>(rng.below(33));
            F::mul_small(r, a2, v);
            CHECK(value(r) == times(x, 2 * v));
            elem<16> s16;
            elem<17> s17;
            elem<25> s25;
            elem<31> s31;
            F::add(s16, a8, b8);
            CHECK(value_of(s16) == times(mod_p.add(x, y), 8));
            F::sub(s17, a8, b8);
            CHECK(value_of(s17) == times(mod_p.sub(x, y), 8));
            F::sub2(s25, a8, b8);
            CHECK(value_of(s25) == mod_p.sub(times(x, 8), times(y, 16)));
            elem<5> c5;
            grow<5>(c5, c);
            F::sub12(s31, a8, b8, c5);
            CHECK(value_of(s31) == mod_p.sub(times(mod_p.sub(x, y), 8), times(z, 10)));
            elem<9> n9;
            F::neg(n9, a8);
            const bool flip = rng.below(2) != 0;
            elem<9> c9;
            if constexpr (F::secret) {
                F::cneg(c9, a8, choice::from_bit(flip));
            } else {
                F::cneg(c9, a8, flip);
            }
            CHECK(value_of(c9) == (flip ? mod_p.neg(times(x, 8)) : times(x, 8)));
            CHECK(value_of(n9) == mod_p.neg(times(x, 8)));
            elem<5> h5;
            F::half(h5, a8);
            CHECK(value_of(h5) == times(x, 4));
            fe h1;
            F::half(h1, a);
            const big halfx = value(h1);
            CHECK(mod_p.add(halfx, halfx) == x);
            elem<2> h3;
            F::half3(h3, a);
            const big h3x = value_of(h3);
            CHECK(mod_p.add(h3x, h3x) == times(x, 3));
            F::normalize_weak(r, s31);
            CHECK(value(r) == value_of(s31));
            F::normalize(r, s31);
            CHECK(value(r) == value_of(s31));

            CHECK(yes(F::is_zero(a)) == (x == big{}));
            CHECK(yes(F::equal(a, b)) == (x == y));
            F::sub(s17, a8, a8);
            F::normalize_weak(r, s17);
            CHECK(yes(F::is_zero(r)));
            CHECK(yes(F::is_odd(a)) == ((x.d[0] & 1) == 1));
            /* The predicates at the largest magnitude, of multiples of p as well. */
            elem<4> a4;
            elem<3> a3;
            elem<8> e8;
            grow<4>(a4, a);
            grow<3>(a3, a);
            F::sub(e8, a4, a3);
            CHECK(yes(F::equal(e8, a)) && yes(F::equal(a, e8)));
            CHECK(yes(F::is_zero(e8)) == (x == big{}));
            CHECK(yes(F::is_zero(a8)) == (x == big{}));
            CHECK(yes(F::is_odd(e8)) == ((x.d[0] & 1) == 1));
            CHECK(yes(F::is_odd(a8)) == ((times(x, 8).d[0] & 1) == 1));
            CHECK(yes(F::equal(a8, b8)) == (x == y));
            F::sub(e8, a3, a3);
            CHECK(yes(F::is_zero(e8)) && !yes(F::is_odd(e8)));
            F::sqr_n(r, a8, 2);
            CHECK(value(r) == times(mod_p.mul(xx, xx), 4096));
            elem<31> moved;
            F::copy(moved, s31);
            CHECK(value_of(moved) == value_of(s31));
            F::select(moved, F::yes(), s31, a8);
            CHECK(value_of(moved) == value_of(s31));
            F::select(moved, F::no(), s31, a8);
            CHECK(value_of(moved) == times(x, 8));
            if constexpr (F::secret) {
                u8 bytes[32];
                u64 l[4];
                F::export_be(bytes, a);
                load_be256(l, bytes);
                CHECK(test::from(l) == x);
                secret_limbs s;
                F::to_limbs(s, a);
                F::from_limbs(r, s);
                CHECK(value(r) == x);
            } else {
                u8 bytes[32];
                u64 l[4];
                rng.edge256(l);
                store_be256(bytes, l);
                CHECK(F::parse_var(r, bytes) == test::less(test::from(l), mod_p.m));
                CHECK(value(r) == mod_p.reduce(test::from(l)));
                F::serialize(bytes, r);
                load_be256(l, bytes);
                CHECK(test::from(l) == value(r));
            }
        }
    }

    /* The result may be any operand. */
    static void aliasing(test::random& rng) {
        for (int i = 0; i < 200; i++) {
            big x, y, z;
            const fe a = draw(rng, x), b = draw(rng, y), c = draw(rng, z);
            fe r = a;
            F::mul(r, r, b);
            CHECK(value(r) == mod_p.mul(x, y));
            r = b;
            F::mul(r, a, r);
            CHECK(value(r) == mod_p.mul(x, y));
            r = a;
            F::mul(r, r, r);
            CHECK(value(r) == mod_p.mul(x, x));
            r = a;
            F::sqr(r, r);
            CHECK(value(r) == mod_p.mul(x, x));
            typename F::wide w;
            F::mul_wide(w, a, b);
            r = c;
            F::mul_sub(r, r, b, w);
            CHECK(value(r) == mod_p.sub(mod_p.mul(z, y), mod_p.mul(x, y)));
            r = c;
            F::mul_sub(r, a, r, w);
            CHECK(value(r) == mod_p.sub(mod_p.mul(x, z), mod_p.mul(x, y)));
            elem<8> t;
            F::copy(t, a);
            F::add(t, a, b);
            F::copy(t, b);
            r = a;
            F::half(r, r);
            F::add(t, r, r);
            CHECK(value_of(t) == x);
            fe s;
            F::sqr_n(s, a, 1);
            CHECK(value(s) == mod_p.mul(x, x));
            r = a;
            F::sqr_n(r, r, 3);
            const big x2 = mod_p.mul(x, x), x4 = mod_p.mul(x2, x2);
            CHECK(value(r) == mod_p.mul(x4, x4));
        }
    }

    static void inverse_and_root(test::random& rng) {
        for (int i = 0; i < 2000; i++) {
            big x;
            const fe a = draw(rng, x);
            fe r, t;
            fe_inverse<F>(r, a);
            F::mul(t, r, a);
            CHECK(value(t) == (x == big{} ? big{} : test::small(1)));
            if (i < 20)
                CHECK(value(r) == mod_p.inverse(x));
            fe_inverse<F>(r, r);
            CHECK(value(r) == x);
            if constexpr (!F::secret) {
                F::sqr(t, a);
                CHECK(fe_sqrt_var<F>(r, t));
                CHECK(F::equal(r, a) || mod_p.neg(value(r)) == x);
                elem<2> n;
                F::neg(n, t);
                fe m;
                F::normalize_weak(m, n);
                CHECK(fe_sqrt_var<F>(r, m) == (x == big{}));
            }
        }
    }

    /* 9 batches of 59 division steps are not enough for this one, which takes 534. */
    static void long_inverse() {
        const u64 limbs[4] = {0x87d699b7ef5440ec, 0x544e35ff7b96859c, 0xf2be6bbab3b3e5a8, 0xfe133764d6d6d0cb};
        u8 b[32];
        store_be256(b, limbs);
        fe a, r;
        F::parse_reduce(a, b);
        fe_inverse<F>(r, a);
        F::mul(r, r, a);
        CHECK(value(r) == test::small(1));
    }

    static void run(u64 seed) {
        test::random rng(seed);
        arithmetic(rng, 4000);
        aliasing(rng);
        inverse_and_root(rng);
        long_inverse();
    }
};

} // namespace

int main() {
    field_test<portable::field>::run(1);
    field_test<portable::secret_field>::run(2);
#ifdef KOBLITZ_X86_64_ASM
    if (cpu().bmi2_adx) {
        field_test<x86_bmi2::field>::run(3);
        field_test<x86_bmi2::secret_field>::run(4);
    } else {
        std::puts("SKIPPED field_test of 4x64: a processor with BMI2, ADX and AVX2");
    }
#endif
    return test::finish("field");
}
