/* The field in eight lanes, five limbs of 52 bits, over vectors V: ifma.h, or tests/simd/plain.h.
 *
 * Value of a lane: n[0] + n[1] 2^52 + ... + n[4] 2^208. Magnitude 1: n[0..3] < 2^52, n[4] < 2^48 + 2^8.
 * Magnitude M above 1: n[0..3] <= 2M (2^52 - 1), n[4] <= 2M (2^48 - 1). V multiplies the lower 52 bits of a
 * word, so an operand of magnitude above 1 is carried first; a compiler carries it once for all products it
 * enters.
 *
 * 50 + 12 multiplications of V for a product, 30 + 12 for a square. */
#pragma once

#include "field/field.h"
#include "simd/flag.h"
#include "simd/interface.h"
#include "simd/limbs52.h"

namespace koblitz {

/* What the fields in lanes of both kinds share: F is one of them. */
template <class F, class V, bool Secret>
struct lane_field_base {
    static constexpr bool secret = Secret, branches = false;
    using flag = lane_flag<Secret>;
    using limbs = koblitz_lanes::held<Secret, koblitz_lanes::limbs<4>>;
    using integer = koblitz_lanes::held<Secret, koblitz_lanes::integer>;
    using word = typename V::word;
    static flag yes() { return flag::yes(); }
    static flag no() { return flag::no(); }

    template <class R, class E>
    static void sqr_n(R& r, const E& a, int n) {
        F::sqr(r, a);
        while (--n)
            F::sqr(r, r);
    }
    /* The same value in all lanes. */
    template <class R>
    static void from_limbs(R& r, const u64 a[4]) {
        const word l[4] = {V::set1(a[0]), V::set1(a[1]), V::set1(a[2]), V::set1(a[3])};
        F::unpack(r, l);
    }
    template <class R>
    static void from_limbs(R& r, const integer& a) {
        from_limbs(r, opened(a).w);
    }
    template <class R>
    static void from_limbs(R& r, const limbs& a) {
        const koblitz_lanes::limbs<4>& c = opened(a);
        const word l[4] = {V::load(c.w[0]), V::load(c.w[1]), V::load(c.w[2]), V::load(c.w[3])};
        F::unpack(r, l);
    }
    /* The integer of one lane. */
    static void get(integer& r, const limbs& a, int lane) {
        for (int i = 0; i < 4; i++)
            opened(r).w[i] = opened(a).w[i][lane];
    }

protected:
    template <class T>
    static T& opened(T& a) {
        return a;
    }
    template <class T>
    static T& opened(koblitz_lanes::sealed<T>& a) {
        return a.open(constant_time());
    }
    template <class T>
    static const T& opened(const koblitz_lanes::sealed<T>& a) {
        return a.open(constant_time());
    }
};

template <class V, bool Secret>
struct lane_lookup;

template <class V, bool Secret>
struct field_lanes : lane_field_base<field_lanes<V, Secret>, V, Secret> {
    using base = lane_field_base<field_lanes, V, Secret>;
    using typename base::flag, typename base::limbs, typename base::integer, typename base::word;
    using lookup = lane_lookup<V, Secret>; /* lookup.h */

    template <int M>
    class elem {
        friend struct field_lanes;
        friend struct lane_lookup<V, Secret>;
        friend struct field_lanes<V, true>;
        friend struct lane_lookup<V, true>;
        word n[5];
    };
    using fe = elem<1>;
    /* A product's ten columns of 52 bits, each below 2^56, the highest below 2^47. */
    class wide {
        friend struct field_lanes;
        word c[10];
    };

    template <int R, int A, int B>
    KOBLITZ_INLINE static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        wide w;
        mul_wide(w, a, b);
        reduce(r.n, w.c);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void sqr(elem<R>& r, const elem<A>& a) {
        wide w;
        sqr_wide(w, a);
        reduce(r.n, w.c);
    }
    template <int A, int B>
    KOBLITZ_INLINE static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        static_assert(A <= 8 && B <= 8);
        word x[5], y[5];
        operand(x, a);
        operand(y, b);
        for (int i = 0; i < 10; i++)
            w.c[i] = V::set1(0);
        add_product(w.c, x, y);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_wide(wide& w, const elem<A>& a) {
        static_assert(A <= 8);
        word x[5];
        operand(x, a);
        square(w.c, x);
    }
    /* The subtrahend enters the columns before the reduction, from a multiple of p that exceeds it. */
    template <int R, int A, int B>
    KOBLITZ_INLINE static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        static_assert(A <= 8 && B <= 8);
        word x[5], y[5], c[10];
        operand(x, a);
        operand(y, b);
        for (int i = 0; i < 10; i++)
            c[i] = V::sub(V::set1(wide_multiple.c[i]), w.c[i]);
        add_product(c, x, y);
        reduce(r.n, c);
    }

    /* Beyond the contract: r = a b - c, a^2 - b - c, a^2 - 2 c, a^2 - b - 2 c and 3/2 a^2, with one
     * reduction. Formulas name the magnitude of 3/2 a^2 by slope, and that of a - b, which is not carried
     * here, by gap: other lanes have others. */
    static constexpr int slope_magnitude = 1, gap_magnitude = 3;
    using slope = elem<slope_magnitude>;
    using gap = elem<gap_magnitude>;
    template <int A, int B>
    KOBLITZ_INLINE static void mul_less(fe& r, const elem<A>& a, const elem<B>& b, const fe& c) {
        static_assert(A <= 8 && B <= 8);
        word x[5], y[5], w[10];
        operand(x, a);
        operand(y, b);
        for (int i = 0; i < 5; i++) {
            w[i] = V::sub(multiple<4>(i), c.n[i]);
            w[i + 5] = V::set1(0);
        }
        add_product(w, x, y);
        reduce(r.n, w);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less11(fe& r, const elem<A>& a, const fe& b, const fe& c) {
        wide w;
        sqr_wide(w, a);
        for (int i = 0; i < 5; i++)
            w.c[i] = V::add(w.c[i], V::sub(multiple<4>(i), V::add(b.n[i], c.n[i])));
        reduce(r.n, w.c);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less2(fe& r, const elem<A>& a, const fe& c) {
        wide w;
        square_less2(w.c, a, c);
        reduce(r.n, w.c);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less12(fe& r, const elem<A>& a, const fe& b, const fe& c) {
        wide w;
        square_less2(w.c, a, c);
        for (int i = 0; i < 5; i++)
            w.c[i] = V::sub(w.c[i], b.n[i]);
        reduce(r.n, w.c);
    }
    KOBLITZ_INLINE static void sqr_half3(slope& r, const fe& a) {
        wide w;
        sqr_wide(w, a);
        reduce<true>(r.n, w.c);
    }
    KOBLITZ_INLINE static void difference(gap& r, const fe& a, const fe& b) { sub(r, a, b); }

    template <int R, int A>
    KOBLITZ_INLINE static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        static_assert(A <= 2);
        word t[5];
        for (int i = 0; i < 5; i++) {
            t[i] = V::set1(0);
            for (int j = 0; j <= 5; j++) {
                if (v >> j & 1)
                    t[i] = V::add(t[i], V::shl(a.n[i], j));
            }
        }
        carry(r.n, t);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B && R <= 31);
        for (int i = 0; i < 5; i++)
            r.n[i] = V::add(a.n[i], b.n[i]);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void sub(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B + 1 && R <= 31);
        for (int i = 0; i < 5; i++) {
            r.n[i] = V::add(a.n[i], V::sub(multiple<2 * (B + 1)>(i), b.n[i]));
        }
    }
    template <int R, int A, int C>
    KOBLITZ_INLINE static void sub2(elem<R>& r, const elem<A>& a, const elem<C>& c) {
        static_assert(R >= A + 2 * C + 1 && R <= 31);
        for (int i = 0; i < 5; i++) {
            r.n[i] = V::add(a.n[i], V::sub(multiple<2 * (2 * C + 1)>(i), V::shl(c.n[i], 1)));
        }
    }
    template <int R, int A, int B, int C>
    KOBLITZ_INLINE static void sub12(elem<R>& r, const elem<A>& a, const elem<B>& b, const elem<C>& c) {
        static_assert(R >= A + B + 2 * C + 1 && R <= 31);
        for (int i = 0; i < 5; i++) {
            const word bc = V::add(b.n[i], V::shl(c.n[i], 1));
            r.n[i] = V::add(a.n[i], V::sub(multiple<2 * (B + 2 * C + 1)>(i), bc));
        }
    }
    template <int R, int A>
    KOBLITZ_INLINE static void neg(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A + 1 && R <= 31);
        for (int i = 0; i < 5; i++) {
            r.n[i] = V::sub(multiple<2 * (A + 1)>(i), a.n[i]);
        }
    }
    template <int R, int A>
    KOBLITZ_INLINE static void cneg(elem<R>& r, const elem<A>& a, flag c) {
        static_assert(R >= A + 1 && R <= 31);
        for (int i = 0; i < 5; i++) {
            r.n[i] = V::sub_from_where(c.lanes(constant_time()), multiple<2 * (A + 1)>(i), a.n[i]);
        }
    }
    template <int R, int A>
    KOBLITZ_INLINE static void half(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A / 2 + 1);
        word t[5];
        halve(t, a.n);
        if constexpr (R == 1) {
            carry(r.n, t);
        } else {
            for (int i = 0; i < 5; i++)
                r.n[i] = t[i];
        }
    }
    template <int R>
    KOBLITZ_INLINE static void half3(elem<R>& r, const fe& a) {
        static_assert(R >= 2);
        word t[5];
        for (int i = 0; i < 5; i++)
            t[i] = thrice(a.n[i]);
        halve(r.n, t);
    }

    template <int R, int A>
    KOBLITZ_INLINE static void normalize_weak(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 31);
        if constexpr (A == 1) {
            copy(r, a);
        } else {
            word t[5];
            carry(t, a.n);
            for (int i = 0; i < 5; i++)
                r.n[i] = t[i];
        }
    }
    template <int R, int A>
    KOBLITZ_INLINE static void copy(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A);
        for (int i = 0; i < 5; i++)
            r.n[i] = a.n[i];
    }
    template <int R, int A>
    static void normalize(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 31);
        canonical(r.n, a.n);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void select(elem<R>& r, flag c, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A && R >= B);
        for (int i = 0; i < 5; i++) {
            r.n[i] = V::select(c.lanes(constant_time()), a.n[i], b.n[i]);
        }
    }

    template <int A>
    static flag is_zero(const elem<A>& a) {
        word t[5];
        carry(t, a.n);
        word z0 = t[0], z1 = V::bit_xor(t[0], V::set1(limbs52::prime_limb(0)));
        for (int i = 1; i < 5; i++) {
            z0 = V::bit_or(z0, t[i]);
            z1 = V::bit_or(z1, V::bit_xor(t[i], V::set1(limbs52::prime_limb(i))));
        }
        const word zero = V::set1(0);
        return flag::from_lanes(static_cast<u8>(V::equal(z0, zero) | V::equal(z1, zero)));
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
        canonical(t, a.n);
        return flag::from_lanes(V::test(t[0], V::set1(1)));
    }

    template <int R>
    static void set_u32(elem<R>& r, u32 v) {
        r.n[0] = V::set1(v);
        r.n[1] = r.n[2] = r.n[3] = r.n[4] = V::set1(0);
    }
    template <int A>
    KOBLITZ_ROUTINE static void to_limbs(limbs& r, const elem<A>& a) {
        koblitz_lanes::limbs<4>& c = opened(r);
        word t[5];
        canonical(t, a.n);
        limbs52::join<V>(c, t);
    }

    /* What lanes have beyond the contract. */

    /* Carried, for memory between kernels, and back. */
    template <int A>
    static void save(koblitz_lanes::held<Secret, koblitz_lanes::limbs<5>>& r, const elem<A>& a) {
        fe t;
        normalize_weak(t, a);
        for (int i = 0; i < 5; i++)
            V::store(opened(r).w[i], t.n[i]);
    }
    static void load(fe& r, const koblitz_lanes::limbs<5>& a) {
        for (int i = 0; i < 5; i++)
            r.n[i] = V::load(a.w[i]);
    }
    static void load(fe& r, const koblitz_lanes::sealed<koblitz_lanes::limbs<5>>& a) requires(Secret) {
        load(r, opened(a));
    }
    /* A public value in a computation on secrets. */
    static void open(fe& r, const typename field_lanes<V, false>::fe& a) requires(Secret) {
        for (int i = 0; i < 5; i++)
            r.n[i] = a.n[i];
    }
    /* Lane i of r is lane i + N mod 8 of a. */
    template <int N>
    static void rotate(fe& r, const fe& a) {
        for (int i = 0; i < 5; i++)
            r.n[i] = V::template rotate<N>(a.n[i]);
    }
    /* Lane i of r is lane From[i] of a, or From[i] - 8 of b. */
    template <int... From, int R, int A, int B>
    KOBLITZ_INLINE static void arrange(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A && R >= B);
        for (int i = 0; i < 5; i++)
            r.n[i] = V::template arrange<From...>(a.n[i], b.n[i]);
    }

private:
    friend base;
    friend struct lane_lookup<V, Secret>;
    using base::opened;

    static constexpr u64 m52 = limbs52::m52, m48 = limbs52::m48;
    static constexpr u64 k = prime::fold;       /* 2^256 mod p */
    static constexpr u64 k4 = prime::fold << 4; /* 2^260 mod p */

    /* Limb i of N p; at least limb i of any element of magnitude N / 2 - 1. */
    template <int N>
    KOBLITZ_INLINE static word multiple(int i) {
        return V::set1(static_cast<u64>(N) * limbs52::prime_limb(i));
    }
    /* The columns of a multiple of p that exceed those of any wide: 2^57 in each, 2^48 in the highest, less
     * what that leaves modulo p. */
    struct ten_columns {
        u64 c[10];
    };
    static constexpr ten_columns make_wide_multiple() {
        constexpr u64 each = u64{1} << 57, last = u64{1} << 48;
        ten_columns r = {{each, each, each, each, each, each, each, each, each, last}};
        u64 v[5] = {};
        u128 c = 0;
        for (int i = 0; i < 5; i++) {
            c += r.c[i] + static_cast<u128>(r.c[i + 5]) * k4;
            v[i] = static_cast<u64>(c) & m52;
            c >>= 52;
        }
        c = (c << 4 | v[4] >> 48) * k;
        v[4] &= m48;
        for (int i = 0; i < 5; i++) {
            c += v[i];
            v[i] = static_cast<u64>(c) & m52;
            c >>= 52;
        }
        for (int i = 0; i < 5; i++)
            r.c[i] -= v[i];
        return r;
    }
    static constexpr ten_columns wide_multiple = make_wide_multiple();

    template <int A>
    KOBLITZ_INLINE static void operand(word* r, const elem<A>& a) {
        if constexpr (A == 1) {
            for (int i = 0; i < 5; i++)
                r[i] = a.n[i];
        } else {
            carry<false>(r, a.n);
        }
    }
    KOBLITZ_INLINE static void add_product(word* c, const word* a, const word* b) {
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                c[i + j] = V::madd_lo(c[i + j], a[i], b[j]);
                c[i + j + 1] = V::madd_hi(c[i + j + 1], a[i], b[j]);
            }
        }
    }
    KOBLITZ_INLINE static void square(word* c, const word* a) {
        for (int i = 0; i < 10; i++)
            c[i] = V::set1(0);
        add_square(c, a);
    }
    /* c += a^2, with columns 1 to 8 doubled before. */
    KOBLITZ_INLINE static void add_square(word* c, const word* a) {
        for (int i = 0; i < 5; i++) {
            for (int j = i + 1; j < 5; j++) {
                c[i + j] = V::madd_lo(c[i + j], a[i], a[j]);
                c[i + j + 1] = V::madd_hi(c[i + j + 1], a[i], a[j]);
            }
        }
        for (int i = 1; i < 9; i++)
            c[i] = V::add(c[i], c[i]);
        for (int i = 0; i < 5; i++) {
            c[2 * i] = V::madd_lo(c[2 * i], a[i], a[i]);
            c[2 * i + 1] = V::madd_hi(c[2 * i + 1], a[i], a[i]);
        }
    }
    /* The columns of a^2 - 2 b + 6 p. */
    template <int A>
    KOBLITZ_INLINE static void square_less2(word* c, const elem<A>& a, const fe& b) {
        static_assert(A <= 8);
        word x[5];
        operand(x, a);
        c[0] = V::sub(multiple<6>(0), V::shl(b.n[0], 1));
        for (int i = 1; i < 5; i++)
            c[i] = V::sub(multiple<3>(i), b.n[i]);
        for (int i = 5; i < 10; i++)
            c[i] = V::set1(0);
        add_square(c, x);
    }
    KOBLITZ_INLINE static word thrice(const word& a) { return V::add(a, V::shl(a, 1)); }
    /* Columns below 2^58, the highest below 2^49. The upper five are carried, so that nothing is above column
     * 9, and folded: products read their lower 52 bits. What column 9 leaves at 2^260 is below 2^34, and goes
     * down with what is above 2^256: t < 2^39. Half3: 3/2 of the value, t < 2^40. */
    template <bool Half3 = false>
    KOBLITZ_INLINE static void reduce(word* r, const word* a) {
        word c[10];
        for (int i = 0; i < 10; i++)
            c[i] = a[i];
        for (int i = 5; i < 9; i++)
            c[i + 1] = V::add(c[i + 1], V::shr(c[i], 52));
        const word fold260 = V::set1(k4), fold256 = V::set1(k);
        word high = V::madd_hi(V::set1(0), c[9], fold260);
        for (int i = 0; i < 5; i++)
            c[i] = V::madd_lo(c[i], c[i + 5], fold260);
        for (int i = 0; i < 4; i++)
            c[i + 1] = V::madd_hi(c[i + 1], c[i + 5], fold260);
        if constexpr (Half3) {
            high = thrice(high);
            for (int i = 0; i < 5; i++)
                c[i] = thrice(c[i]);
        }
        const word t = V::add(V::shr(c[4], 48), V::shl(high, 4));
        c[4] = V::bit_and(c[4], V::set1(m48));
        c[0] = V::madd_lo(c[0], t, fold256);
        c[1] = V::madd_hi(c[1], t, fold256);
        if constexpr (Half3)
            halve(c, c);
        ripple(r, c);
    }
    /* Limbs below 2^59: magnitude 1. Without Mask what was carried stays above the 52 bits that products
     * read.
     */
    template <bool Mask = true>
    KOBLITZ_INLINE static void carry(word* r, const word* a) {
        const word c[5] = {V::madd_lo(a[0], V::shr(a[4], 48), V::set1(k)), a[1], a[2], a[3],
                           V::bit_and(a[4], V::set1(m48))};
        ripple<Mask>(r, c);
    }
    template <bool Mask = true>
    KOBLITZ_INLINE static void ripple(word* r, const word* a) {
        const word mask = V::set1(m52);
        word over = V::shr(a[0], 52);
        r[0] = Mask ? V::bit_and(a[0], mask) : a[0];
        for (int i = 1; i < 4; i++) {
            const word t = V::add(a[i], over);
            over = V::shr(t, 52);
            r[i] = Mask ? V::bit_and(t, mask) : t;
        }
        r[4] = V::add(a[4], over);
    }
    /* After the carry the value is below 2^256 + 2^214; it is p or more where adding 2^256 - p reaches 2^256.
     */
    static void canonical(word* r, const word* a) {
        word t[5], u[5];
        carry(t, a);
        const word c[5] = {V::add(t[0], V::set1(k)), t[1], t[2], t[3], t[4]};
        ripple(u, c);
        const u8 over = V::test(u[4], V::set1(m48 + 1));
        for (int i = 0; i < 4; i++)
            r[i] = V::select(over, u[i], t[i]);
        r[4] = V::select(over, V::bit_and(u[4], V::set1(m48)), t[4]);
    }
    /* (t + (t odd ? p : 0)) / 2. Limbs below 2^60. A product's lower 52 bits bring bit 0 of a limb to where
     * the limb below has room for it. */
    KOBLITZ_INLINE static void halve(word* r, const word* a) {
        const u8 odd = V::test(a[0], V::set1(1));
        word t[5];
        for (int i = 0; i < 5; i++)
            t[i] = V::add_where(odd, a[i], V::set1(limbs52::prime_limb(i)));
        const word down = V::set1(u64{1} << 51);
        for (int i = 0; i < 4; i++)
            r[i] = V::madd_lo(V::shr(t[i], 1), t[i + 1], down);
        r[4] = V::shr(t[4], 1);
    }
    template <int R>
    static void unpack(elem<R>& r, const word* l) {
        limbs52::split<V>(r.n, l);
    }
};

} // namespace koblitz
