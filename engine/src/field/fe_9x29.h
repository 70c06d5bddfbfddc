/* The field in nine limbs of 29 bits, for processors and virtual machines whose widest product is that of 32
 * bits by 32: WebAssembly.
 *
 * Value: n[0] + n[1] 2^29 + ... + n[8] 2^232. Magnitude M: n[0..7] <= M (2^29 + 2^16), n[8] <= M (2^24 +
 * 2^16). Canonical: n[0..7] < 2^29, n[8] < 2^24, value < p. A column of a product of magnitudes A and B is at
 * most 9 A B (2^29 + 2^16)^2, so 64 bits hold it, and what is carried in, where A B <= 7. Operands above that
 * are carried first. */
#pragma once

#include "field/fe_limbs.h"

namespace koblitz {

struct fe9x29 {
    static constexpr int limbs = 9;
    /* Limbs of N p are at least those of magnitude N / spare - 1. */
    static constexpr int spare = 1;
    static constexpr u64 m29 = (u64{1} << 29) - 1;
    static constexpr u64 m24 = (u64{1} << 24) - 1;
    /* 2^256 mod p = 2^32 + 977 = 2^29 k1 + k0, and 2^261 mod p the same times 2^5. */
    static constexpr u64 k0 = 977;
    static constexpr int k1_bits = 3;
    static constexpr u64 p[limbs] = {m29 + 1 - k0, m29 - 8, m29, m29, m29, m29, m29, m29, m24};

    /* n[8] below 2^30, the others below 2^36: n[0..7] at most 2^29 + 2^16, n[8] below 2^24 + 2^7. All limbs
     * at once. */
    [[gnu::always_inline]] static void carry(u64* r, const u64* a) {
        const u64 top = a[8] >> 24;
        u64 t[limbs];
        t[0] = (a[0] & m29) + top * k0;
        t[1] = (a[1] & m29) + (a[0] >> 29) + (top << k1_bits);
#pragma GCC unroll 8
        for (int i = 2; i < 8; i++)
            t[i] = (a[i] & m29) + (a[i - 1] >> 29);
        t[8] = (a[8] & m24) + (a[7] >> 29);
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++)
            r[i] = t[i];
    }

    /* The limbs in variables of their own, after carry if Carried. */
    template <bool Carried>
    [[gnu::always_inline]] static void load(u64* t, const u64* a) {
        if constexpr (Carried) {
            carry(t, a);
        } else {
#pragma GCC unroll 9
            for (int i = 0; i < limbs; i++)
                t[i] = a[i];
        }
    }

    /* Column I of a product: the sum of a[j] b[I - j]. */
    template <int I>
    struct column {
        static constexpr int first = I < limbs ? 0 : I - limbs + 1, last = I - first;

        template <int J>
        [[gnu::always_inline]] static u64 sum(const u64* a, const u64* b) {
            if constexpr (J > last) {
                return 0;
            } else {
                return a[J] * b[I - J] + sum<J + 1>(a, b);
            }
        }
        [[gnu::always_inline]] static u64 of(const u64* a, const u64* b) { return sum<first>(a, b); }
        /* Of a square; b is 2a. */
        template <int J>
        [[gnu::always_inline]] static u64 half_sum(const u64* a, const u64* b) {
            if constexpr (2 * J > I) {
                return 0;
            } else if constexpr (2 * J == I) {
                return a[J] * a[J];
            } else {
                return b[J] * a[I - J] + half_sum<J + 1>(a, b);
            }
        }
        [[gnu::always_inline]] static u64 of_square(const u64* a, const u64* b) {
            return half_sum<first>(a, b);
        }
    };

    /* The reduction of columns, two at a time: column I + 9 is folded into column I. high begins with what
     * column 8 carries, which keeps its lowest 29 bits for the end. */
    template <int I, class Columns>
    [[gnu::always_inline]] static void fold(u64* t, u64& low, u64& high, const Columns& c) {
        if constexpr (I < 8) {
            high += c.template get<I + 9>();
            const u64 u = high & m29;
            high >>= 29;
            low += c.template get<I>() + u * (k0 << 5);
            t[I] = low & m29;
            low = (low >> 29) + (u << (k1_bits + 5));
            fold<I + 1>(t, low, high, c);
        }
    }
    /* r, magnitude 1, from columns below 2^64 - 2^50. */
    template <class Columns>
    [[gnu::always_inline]] static void reduce(u64* r, const Columns& c) {
        u64 t[limbs], low = 0, high = c.template get<8>();
        t[8] = high & m29;
        high >>= 29;
        fold<0>(t, low, high, c);
        /* high, below 2^24 as a[8] and b[8] are short, has the weight 2^493 = 2^232 2^261. */
        low += t[8] + high * (k0 << 5);
        t[8] = low & m24;
        const u64 top = (low >> 24) + (high << (k1_bits + 10)); /* below 2^38 */
        t[0] += top * k0;
        t[1] += (top << k1_bits) + (t[0] >> 29);
        t[0] &= m29;
        t[2] += t[1] >> 29; /* below 2^29 + 2^12 */
        t[1] &= m29;
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++)
            r[i] = t[i];
    }

    struct product_columns {
        u64 a[limbs], b[limbs];
        template <int I>
        [[gnu::always_inline]] u64 get() const {
            return column<I>::of(a, b);
        }
    };
    /* Of a b + w. */
    struct sum_columns {
        u64 a[limbs], b[limbs], w[limbs];
        template <int I>
        [[gnu::always_inline]] u64 get() const {
            if constexpr (I < limbs) {
                return column<I>::of(a, b) + w[I];
            } else {
                return column<I>::of(a, b);
            }
        }
    };
    struct square_columns {
        u64 a[limbs], twice[limbs];
        template <int I>
        [[gnu::always_inline]] u64 get() const {
            return column<I>::of_square(a, twice);
        }
    };

    /* r = a b; a is carried first if Carried. */
    template <bool Carried>
    [[gnu::noinline]] static void mul(u64* r, const u64* a, const u64* b) {
        product_columns c;
        load<Carried>(c.a, a);
        load<false>(c.b, b);
        reduce(r, c);
    }
    /* r = a^2 */
    template <bool Carried>
    [[gnu::noinline]] static void sqr(u64* r, const u64* a) {
        square_columns c;
        load<Carried>(c.a, a);
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++)
            c.twice[i] = 2 * c.a[i];
        reduce(r, c);
    }
    /* r = a b - w, w of magnitude 1. */
    template <bool Carried>
    [[gnu::noinline]] static void mul_sub(u64* r, const u64* a, const u64* b, const u64* w) {
        sum_columns c;
        load<Carried>(c.a, a);
        load<false>(c.b, b);
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++)
            c.w[i] = 2 * p[i] - w[i];
        reduce(r, c);
    }

    /* What a product of magnitudes may be without a carry first. */
    static constexpr int most = 7;

    /* f<carried>(a, b), perhaps with a and b exchanged or b carried: columns fit if f carries its first
     * operand where told so. */
    template <int A, int B, class Function>
    [[gnu::always_inline]] static void arrange(const u64* a, const u64* b, Function f) {
        if constexpr (A * B <= most) {
            f.template operator()<false>(a, b);
        } else if constexpr (B <= most && B <= A) {
            f.template operator()<true>(a, b);
        } else if constexpr (A <= most) {
            f.template operator()<true>(b, a);
        } else {
            u64 t[limbs];
            carry(t, b);
            f.template operator()<true>(a, t);
        }
    }

    static void set_u32(u64* r, u32 v) {
        r[0] = v & m29;
        r[1] = v >> 29;
#pragma GCC unroll 8
        for (int i = 2; i < limbs; i++)
            r[i] = 0;
    }

    /* Limbs of magnitude at most 31: carried in turn, n[0..7] below 2^29, n[8] at most 2^24 + 2^6. */
    static void carry_all(u64* t, const u64* a) {
        const u64 top = a[8] >> 24;
        t[0] = a[0] + top * k0;
        t[1] = a[1] + (top << k1_bits) + (t[0] >> 29);
        t[0] &= m29;
#pragma GCC unroll 8
        for (int i = 2; i < 8; i++) {
            t[i] = a[i] + (t[i - 1] >> 29);
            t[i - 1] &= m29;
        }
        t[8] = (a[8] & m24) + (t[7] >> 29);
        t[7] &= m29;
    }

    /* Canonical; magnitude at most 31. After carry_all the value is below 2^256 + 2^239, so one more fold is
     * enough. */
    [[gnu::noinline]] static void normalize(u64* r, const u64* a) {
        u64 t[limbs];
        carry_all(t, a);
        /* value >= p: a carry out of 2^256, or the upper limbs full and the two lowest at least p's. */
        u64 all = t[2];
#pragma GCC unroll 8
        for (int i = 3; i < 8; i++)
            all &= t[i];
        const u64 low = t[0] | t[1] << 29;
        const u64 full = static_cast<u64>(all == m29) & static_cast<u64>(t[8] == m24) &
                         static_cast<u64>(low >= (p[0] | p[1] << 29));
        const u64 x = value_barrier(t[8] >> 24 | full);
        t[0] += x * k0;
        t[1] += x << k1_bits;
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++) {
            t[i + 1] += t[i] >> 29;
            r[i] = t[i] & m29;
        }
        r[8] = t[8] & m24;
    }

    /* All ones when the value is 0 mod p. Magnitude at most 31. */
    [[gnu::noinline]] static u64 zero_mask(const u64* a) {
        u64 t[limbs];
        carry_all(t, a);
        u64 z0 = 0, z1 = 0;
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++) {
            z0 |= t[i];
            z1 |= t[i] ^ p[i];
        }
        const u64 n0 = (z0 | (0 - z0)) >> 63, n1 = (z1 | (0 - z1)) >> 63;
        return (n0 & n1) - 1;
    }

    /* Values below 2^256 as they come. */
    static void from_limbs(u64* r, const u64 a[4]) {
        r[0] = a[0] & m29;
        r[1] = a[0] >> 29 & m29;
        r[2] = (a[0] >> 58 | a[1] << 6) & m29;
        r[3] = a[1] >> 23 & m29;
        r[4] = (a[1] >> 52 | a[2] << 12) & m29;
        r[5] = a[2] >> 17 & m29;
        r[6] = (a[2] >> 46 | a[3] << 18) & m29;
        r[7] = a[3] >> 11 & m29;
        r[8] = a[3] >> 40;
    }

    /* Canonical. */
    static void to_limbs(u64 r[4], const u64* a) {
        u64 t[limbs];
        normalize(t, a);
        r[0] = t[0] | t[1] << 29 | t[2] << 58;
        r[1] = t[2] >> 6 | t[3] << 23 | t[4] << 52;
        r[2] = t[4] >> 12 | t[5] << 17 | t[6] << 46;
        r[3] = t[6] >> 18 | t[7] << 11 | t[8] << 40;
    }

    /* (t + (t odd ? p : 0)) / 2, carried. Limbs below 2^35. */
    static void halve(u64* r, const u64* a, u64 times) {
        u64 t[limbs], h[limbs];
        const u64 odd = 0 - (a[0] * times & 1);
#pragma GCC unroll 9
        for (int i = 0; i < limbs; i++)
            t[i] = a[i] * times + (odd & p[i]);
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++)
            h[i] = (t[i] >> 1) + (t[i + 1] & 1) * (u64{1} << 28);
        h[8] = t[8] >> 1;
        carry(r, h);
    }
};

template <bool Secret>
struct field_9x29 : field_of_limbs<field_9x29, fe9x29, Secret> {
    using base = field_of_limbs<koblitz::field_9x29, fe9x29, Secret>;
    template <int M>
    using elem = typename base::template elem<M>;
    using typename base::wide;

    template <int R, int A, int B>
    static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(A <= 8 && B <= 8);
        fe9x29::arrange<A, B>(
            a.n, b.n, [&r]<bool Carried>(const u64* x, const u64* y) { fe9x29::mul<Carried>(r.n, x, y); });
    }
    template <int R, int A>
    static void sqr(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 8);
        fe9x29::sqr<(A * A > fe9x29::most)>(r.n, a.n);
    }
    template <int A, int B>
    static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        static_assert(A <= 8 && B <= 8);
        fe9x29::arrange<A, B>(
            a.n, b.n, [&w]<bool Carried>(const u64* x, const u64* y) { fe9x29::mul<Carried>(w.n, x, y); });
    }
    template <int A>
    static void sqr_wide(wide& w, const elem<A>& a) {
        static_assert(A <= 8);
        fe9x29::sqr<(A * A > fe9x29::most)>(w.n, a.n);
    }
    template <int R, int A, int B>
    static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        static_assert(A <= 8 && B <= 8);
        fe9x29::arrange<A, B>(a.n, b.n, [&r, &w]<bool Carried>(const u64* x, const u64* y) {
            fe9x29::mul_sub<Carried>(r.n, x, y, w.n);
        });
    }
};

} // namespace koblitz
