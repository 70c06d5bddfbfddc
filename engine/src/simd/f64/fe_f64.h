/* The field in eight f64 lanes, five limbs of 52 bits, for AVX2 and FMA. Public values alone: the time
 * of floating-point instructions is not documented to be independent of their operands.
 *
 * Value of a lane: n[0] + n[1] 2^52 + ... + n[4] 2^208; limbs are integers of either sign. Magnitude M:
 * |n[0..3]| <= B 2^51 and |n[4]| <= B (2^47 + 2^7), where B is 2 for M = 2 and else 1: doubles hold integers
 * up to 2^53, so sums of any other magnitude are carried at once. A product takes operands whose B make at
 * most 2 (simd/x86_64/f64.S).
 *
 * Everything here needs MXCSR as rounding_toward_zero sets it. */
#pragma once

#include "simd/f64/columns.h"
#include "simd/f64/f64.h"
#include "simd/fe_lanes.h"

namespace koblitz {

template <>
struct field_lanes<f64_lanes, false> : lane_field_base<field_lanes<f64_lanes, false>, f64_lanes, false> {
    using base = lane_field_base<field_lanes, f64_lanes, false>;
    using V = f64_lanes;
    using real = V::real;

    template <int M>
    class elem {
        friend struct field_lanes;
        real n[5];
    };
    using fe = elem<1>;
    /* A product's ten columns, as f64_start::wide has them. */
    class wide {
        friend struct field_lanes;
        f64_columns c;
    };

    template <int R, int A, int B>
    static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        with_factors(a, b, [&r](const double* x, const double* y) {
            koblitz_fe_f64_mul(at(r), x, y, f64_start::mul.c[0], &f64_start::of_mul);
        });
    }
    template <int R, int A>
    static void sqr(elem<R>& r, const elem<A>& a) {
        with_factor(a, [&r](const double* x) {
            koblitz_fe_f64_sqr(at(r), x, f64_start::sqr.c[0], &f64_start::of_sqr);
        });
    }
    template <int A, int B>
    static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        with_factors(a, b, [&w](const double* x, const double* y) {
            koblitz_fe_f64_mul_wide(w.c.c[0], x, y, f64_start::mul_wide.c[0], &f64_start::of_mul);
        });
    }
    template <int A>
    static void sqr_wide(wide& w, const elem<A>& a) {
        with_factor(a, [&w](const double* x) {
            koblitz_fe_f64_sqr_wide(w.c.c[0], x, f64_start::sqr_wide.c[0], &f64_start::of_sqr);
        });
    }
    template <int R, int A, int B>
    static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        with_factors(a, b, [&](const double* x, const double* y) {
            koblitz_fe_f64_mul_sub(at(r), x, y, f64_start::mul_sub.c[0], w.c.c[0], &f64_start::of_mul);
        });
    }
    template <int R, int A>
    static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        fe t;
        set_u32(t, v);
        mul(r, a, t);
    }
    /* Beyond the contract, as fe_lanes.h has it. */
    static constexpr int slope_magnitude = 3, gap_magnitude = 2;
    using slope = elem<slope_magnitude>;
    using gap = elem<gap_magnitude>;
    static void sqr_half3(slope& r, const fe& a) {
        fe t;
        sqr(t, a);
        half3(r, t);
    }
    static void difference(gap& r, const fe& a, const fe& b) {
        for (int i = 0; i < 5; i++)
            r.n[i] = V::sub(a.n[i], b.n[i]);
    }
    template <int A, int B>
    static void mul_less(fe& r, const elem<A>& a, const elem<B>& b, const fe& c) {
        const f64_lower_columns start = less(f64_start::mul_less1, [&c](int i) { return shifted(c.n[i]); });
        with_factors(a, b, [&](const double* x, const double* y) {
            koblitz_fe_f64_mul(at(r), x, y, start.c[0], &f64_start::of_mul);
        });
    }
    template <int A>
    static void sqr_less11(fe& r, const elem<A>& a, const fe& b, const fe& c) {
        static_assert(bound(A) == 1);
        const f64_lower_columns start =
            less(f64_start::sqr_less2, [&](int i) { return V::add(shifted(b.n[i]), shifted(c.n[i])); });
        koblitz_fe_f64_sqr(at(r), at(a), start.c[0], &f64_start::of_sqr);
    }
    template <int A>
    static void sqr_less2(fe& r, const elem<A>& a, const fe& c) {
        static_assert(bound(A) == 1);
        const f64_lower_columns start =
            less(f64_start::sqr_less2, [&c](int i) { return twice(shifted(c.n[i])); });
        koblitz_fe_f64_sqr(at(r), at(a), start.c[0], &f64_start::of_sqr);
    }
    static void sqr_less12(fe& r, const fe& a, const fe& b, const fe& c) {
        const f64_lower_columns start = less(
            f64_start::sqr_less3, [&](int i) { return V::add(shifted(b.n[i]), twice(shifted(c.n[i]))); });
        koblitz_fe_f64_sqr(at(r), at(a), start.c[0], &f64_start::of_sqr);
    }

    template <int R, int A, int B>
    static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B && R <= 31);
        sum(r, a, b, [](const real& x, const real& y) { return V::add(x, y); });
    }
    template <int R, int A, int B>
    static void sub(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B + 1 && R <= 31);
        sum(r, a, b, [](const real& x, const real& y) { return V::sub(x, y); });
    }
    template <int R, int A, int C>
    static void sub2(elem<R>& r, const elem<A>& a, const elem<C>& c) {
        static_assert(R >= A + 2 * C + 1 && R <= 31);
        elem<2 * C> cc;
        add(cc, c, c);
        sub(r, a, cc);
    }
    template <int R, int A, int B, int C>
    static void sub12(elem<R>& r, const elem<A>& a, const elem<B>& b, const elem<C>& c) {
        static_assert(R >= A + B + 2 * C + 1 && R <= 31);
        elem<2 * C> cc;
        elem<B + 2 * C> bcc;
        add(cc, c, c);
        add(bcc, b, cc);
        sub(r, a, bcc);
    }
    template <int R, int A>
    static void neg(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A + 1 && R <= 31);
        cneg(r, a, yes());
    }
    template <int R, int A>
    static void cneg(elem<R>& r, const elem<A>& a, flag c) {
        static_assert(R >= A + 1 && R <= 31);
        const word sign = V::bit_and(V::mask(c.lanes()), V::set1(u64{1} << 63));
        elem<R> t;
        fit(t, a);
        for (int i = 0; i < 5; i++)
            r.n[i] = V::as_real(V::bit_xor(V::bits(t.n[i]), sign));
    }
    template <int R, int A>
    static void half(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A / 2 + 1);
        fe t;
        carry(t, a);
        real x[5];
        for (int i = 0; i < 5; i++)
            x[i] = V::set1_real(0.0);
        add_half(r, x, t);
    }
    template <int R>
    static void half3(elem<R>& r, const fe& a) {
        static_assert(R >= 2);
        real x[5];
        for (int i = 0; i < 5; i++)
            x[i] = V::copy(a.n[i]);
        add_half(r, x, a);
    }

    template <int R, int A>
    static void normalize_weak(elem<R>& r, const elem<A>& a) {
        carry(r, a);
    }
    template <int R, int A>
    static void copy(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A);
        fit(r, a);
    }
    template <int R, int A>
    static void normalize(elem<R>& r, const elem<A>& a) {
        word t[5];
        canonical(t, a);
        centre(r, t);
    }
    template <int R, int A, int B>
    static void select(elem<R>& r, flag c, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A && R >= B);
        elem<R> x, y;
        fit(x, a);
        fit(y, b);
        for (int i = 0; i < 5; i++)
            r.n[i] = V::as_real(V::select(c.lanes(), V::bits(x.n[i]), V::bits(y.n[i])));
    }

    template <int A>
    static flag is_zero(const elem<A>& a) {
        word t[5];
        canonical(t, a);
        for (int i = 1; i < 5; i++)
            t[0] = V::bit_or(t[0], t[i]);
        return flag::from_lanes(V::equal(t[0], V::set1(0)));
    }
    template <int A, int B>
    static flag equal(const elem<A>& a, const elem<B>& b) {
        elem<A + B + 1> d;
        sub(d, a, b);
        return is_zero(d);
    }
    template <int A>
    static flag is_odd(const elem<A>& a) {
        word t[5];
        canonical(t, a);
        return flag::from_lanes(V::test(t[0], V::set1(1)));
    }

    /* v by its bits, as constants here are constexpr: under -frounding-math a compiler converts and divides
     * at run time. */
    template <int R>
    static void set_u32(elem<R>& r, u32 v) {
        r.n[0] = V::sub(V::as_real(V::set1(f64_start::two52 + v)), V::set1_real(0x1p52));
        r.n[1] = r.n[2] = r.n[3] = r.n[4] = V::set1_real(0.0);
    }
    template <int A>
    static void to_limbs(limbs& r, const elem<A>& a) {
        word t[5];
        canonical(t, a);
        limbs52::join<V>(r, t);
    }

    /* What lanes have beyond the contract: fe_lanes.h. */

    template <int A>
    static void save(koblitz_lanes::limbs<5>& r, const elem<A>& a) {
        fe t;
        carry(t, a);
        for (int i = 0; i < 5; i++)
            V::store(r.w[i], V::bits(t.n[i]));
    }
    static void load(fe& r, const koblitz_lanes::limbs<5>& a) {
        for (int i = 0; i < 5; i++)
            r.n[i] = V::as_real(V::load(a.w[i]));
    }
    template <int N>
    static void rotate(fe& r, const fe& a) {
        for (int i = 0; i < 5; i++) {
            u64 twice[2 * V::width];
            V::store(twice, V::bits(a.n[i]));
            V::store(twice + V::width, V::bits(a.n[i]));
            r.n[i] = V::as_real(V::load(twice + N));
        }
    }
    /* As lane_lookup. */
    struct lookup {
        template <int Step>
        static void gather_var(fe& r, const fe* table, const word& index) {
            static_assert(Step == 1);
            u64 entry[V::width];
            V::store(entry, index);
            for (int i = 0; i < 5; i++) {
                const double* p[V::width];
                for (int lane = 0; lane < V::width; lane++)
                    p[lane] = at(table[entry[lane]]) + V::width * i + lane;
                r.n[i] = V::gather(p);
            }
        }
        /* A point, and entries, as group/types.h and ecmult/tables have them. */
        template <class Point, class Entry>
        static void gather_var(Point& r, const Entry* table, const word& index) {
            u64 entry[V::width];
            V::store(entry, index);
            const void *x[V::width], *y[V::width];
            for (int lane = 0; lane < V::width; lane++) {
                x[lane] = table[entry[lane]].x;
                y[lane] = table[entry[lane]].y;
            }
            word l[4];
            V::gather_four(l, x);
            unpack(r.x, l);
            V::gather_four(l, y);
            unpack(r.y, l);
        }
    };

private:
    friend base;
    static constexpr u64 m52 = limbs52::m52, m48 = limbs52::m48, k = prime::fold;
    static constexpr int bound(int magnitude) { return magnitude == 2 ? 2 : 1; }

    template <int M>
    static double* at(elem<M>& a) {
        static_assert(sizeof(a.n) == 320);
        return reinterpret_cast<double*>(a.n);
    }
    template <int M>
    static const double* at(const elem<M>& a) {
        return reinterpret_cast<const double*>(a.n);
    }

    template <int A, class Body>
    static void with_factor(const elem<A>& a, Body body) {
        if constexpr (bound(A) == 1) {
            body(at(a));
        } else {
            fe t;
            carry(t, a);
            body(at(t));
        }
    }
    template <int A, int B, class Body>
    static void with_factors(const elem<A>& a, const elem<B>& b, Body body) {
        if constexpr (bound(A) * bound(B) <= 2) {
            body(at(a), at(b));
        } else if constexpr (bound(A) >= bound(B)) {
            fe t;
            carry(t, a);
            with_factors(t, b, body);
        } else {
            fe t;
            carry(t, b);
            with_factors(a, t, body);
        }
    }
    template <int R, int A, int B, class Op>
    static void sum(elem<R>& r, const elem<A>& a, const elem<B>& b, Op op) {
        if constexpr (bound(A) + bound(B) <= 3) {
            real x[5];
            for (int i = 0; i < 5; i++)
                x[i] = op(a.n[i], b.n[i]);
            if constexpr (bound(R) >= bound(A) + bound(B)) {
                for (int i = 0; i < 5; i++)
                    r.n[i] = x[i];
            } else {
                ripple(r, x);
            }
        } else {
            fe t;
            carry(t, a);
            sum(r, t, b, op);
        }
    }

    /* from less what limbs(i) gives. */
    template <class Limbs>
    static f64_lower_columns less(const f64_lower_columns& from, Limbs limbs) {
        f64_lower_columns r;
        for (int i = 0; i < 5; i++)
            V::store(r.c[i], V::sub(V::load(from.c[i]), limbs(i)));
        return r;
    }
    static word twice(const word& a) { return V::add(a, a); }
    /* The integer of a limb of magnitude 1, modulo 2^64, and that plus f64_start::middle. */
    static word shifted(const real& a) { return V::bits(V::add(a, V::as_real(V::set1(f64_start::middle)))); }
    static word integer_of(const real& a) { return V::sub(shifted(a), V::set1(f64_start::middle)); }
    /* a = q + rest with q a multiple of unit = 2^B, 2^52 or 2^48, and -unit / 2 <= rest < unit / 2; q. As
     * 1.5 2^52 unit is positive and above |a| all the same, rounding toward zero is downwards. a + unit / 2
     * <= 2^53 + 2^37: where it is above 2^53 and odd, the 1 that is left off takes no multiple of unit with
     * it. */
    template <int B>
    static real multiple_in(const real& a) {
        constexpr double half = static_cast<double>(u64{1} << (B - 1)), above = 0x1.8p53 * half;
        const real big = V::set1_real(above);
        return V::sub(V::add(V::add(a, V::set1_real(half)), big), big);
    }
    /* Limbs within 3 2^51 + 2^37, the highest within 2^51: magnitude 1. */
    template <int R>
    static void ripple(elem<R>& r, const real x[5]) {
        const real above = multiple_in<48>(x[4]);
        const real top = V::sub(x[4], above);
        constexpr double folded = static_cast<double>(k) * 0x1p-48;
        real t = V::madd(above, V::set1_real(folded), x[0]);
        for (int i = 0; i < 4; i++) {
            const real over = multiple_in<52>(t);
            r.n[i] = V::sub(t, over);
            t = V::madd(over, V::set1_real(0x1p-52), i < 3 ? x[i + 1] : top);
        }
        r.n[4] = t;
    }
    template <int R, int A>
    static void carry(elem<R>& r, const elem<A>& a) {
        if constexpr (bound(A) == 1) {
            copy_limbs(r, a);
        } else {
            real x[5];
            for (int i = 0; i < 5; i++)
                x[i] = V::copy(a.n[i]);
            ripple(r, x);
        }
    }
    /* r = a, carried where magnitude R bounds limbs more tightly than A: 3 and more than 2. */
    template <int R, int A>
    static void fit(elem<R>& r, const elem<A>& a) {
        if constexpr (bound(R) >= bound(A)) {
            copy_limbs(r, a);
        } else {
            carry(r, a);
        }
    }
    template <int R, int A>
    static void copy_limbs(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < 5; i++)
            r.n[i] = V::copy(a.n[i]);
    }
    /* r = x + a / 2. The half that a limb leaves is 2^51 below; that of the lowest is (p + 1) / 2. */
    template <int R>
    static void add_half(elem<R>& r, const real x[5], const fe& a) {
        real t[5], rest[5];
        const real big = V::set1_real(0x1.8p52);
        for (int i = 0; i < 5; i++) {
            const real h = V::mul(a.n[i], V::set1_real(0.5)), down = V::sub(V::add(h, big), big);
            rest[i] = V::sub(h, down);
            t[i] = V::add(x[i], down);
        }
        for (int i = 0; i < 4; i++)
            t[i] = V::madd(rest[i + 1], V::set1_real(0x1p52), t[i]);
        constexpr double less = -static_cast<double>(k - 1);
        t[0] = V::madd(rest[0], V::set1_real(less), t[0]);
        t[4] = V::madd(rest[0], V::set1_real(0x1p48), t[4]);
        ripple(r, t);
    }

    /* Limbs below 2^54, carried and folded: below 2^52, the highest at most 2^48. */
    static void carry_integers(word r[5], const word a[5]) {
        const word above = V::shr(a[4], 48), mask = V::set1(m52);
        /* above < 2^6 */
        word t = V::add(a[0], V::add(V::shl(above, 32), times977(above)));
        for (int i = 0; i < 4; i++) {
            r[i] = V::bit_and(t, mask);
            t = V::add(i < 3 ? a[i + 1] : V::bit_and(a[4], V::set1(m48)), V::shr(t, 52));
        }
        r[4] = t;
    }
    /* By shifts: AVX2 has no product of 64 bits. */
    static word times977(const word& a) {
        static_assert(k == (u64{1} << 32) + 977 && 977 == 1024 - 47);
        const word a16 = V::shl(a, 4);
        return V::sub(V::shl(a, 10), V::sub(V::add(V::shl(a16, 1), a16), a));
    }
    /* The integer below p. */
    template <int A>
    static void canonical(word r[5], const elem<A>& a) {
        fe f;
        carry(f, a);
        word t[5], u[5];
        /* 2 p more: limbs in (0, 2^54). */
        for (int i = 0; i < 5; i++)
            t[i] = V::add(integer_of(f.n[i]), V::set1(2 * limbs52::prime_limb(i)));
        carry_integers(u, t);
        carry_integers(t, u);
        /* Below 2^256 + 2^33; it is p or more where adding 2^256 - p reaches 2^256. */
        const word c[5] = {V::add(t[0], V::set1(k)), t[1], t[2], t[3], t[4]};
        word over = V::shr(c[0], 52);
        u[0] = V::bit_and(c[0], V::set1(m52));
        for (int i = 1; i < 5; i++) {
            const word s = V::add(c[i], over);
            over = V::shr(s, 52);
            u[i] = i < 4 ? V::bit_and(s, V::set1(m52)) : s;
        }
        const u8 reached = V::test(u[4], V::set1(m48 + 1));
        for (int i = 0; i < 4; i++)
            r[i] = V::select(reached, u[i], t[i]);
        r[4] = V::select(reached, V::bit_and(u[4], V::set1(m48)), t[4]);
    }
    /* Limbs below 2^52, the highest below 2^48: magnitude 1. */
    template <int R>
    static void centre(elem<R>& r, const word a[5]) {
        word t[5], u[5];
        for (int i = 0; i < 5; i++)
            t[i] = V::add(a[i], V::set1(i < 4 ? u64{1} << 51 : u64{1} << 47));
        carry_integers(u, t);
        for (int i = 0; i < 5; i++) {
            const real x = V::as_real(V::bit_or(u[i], V::set1(f64_start::two52)));
            r.n[i] = V::sub(x, V::set1_real(i < 4 ? 0x1.8p52 : 0x1p52 + 0x1p47));
        }
    }
    template <int R>
    static void unpack(elem<R>& r, const word* l) {
        word t[5];
        limbs52::split<V>(t, l);
        centre(r, t);
    }
};

} // namespace koblitz
