/* The field in five limbs of 52 bits, for any 64-bit compiler with a 128-bit integer.
 *
 * Value: n[0] + n[1] 2^52 + ... + n[4] 2^208. Magnitude M: n[0..3] <= 2M (2^52 - 1), n[4] <= 2M (2^48 - 1).
 * Canonical: n[0..3] < 2^52, n[4] < 2^48, value < p. */
#pragma once

#include "field/fe_limbs.h"

namespace koblitz {

struct fe5x52 {
    static constexpr int limbs = 5;
    /* Limbs of N p are at least those of magnitude N / spare - 1. */
    static constexpr int spare = 2;
    static constexpr u64 m52 = (u64{1} << 52) - 1;
    static constexpr u64 m48 = (u64{1} << 48) - 1;
    static constexpr u64 k = prime::fold;       /* 2^256 mod p */
    static constexpr u64 k4 = prime::fold << 4; /* 2^260 mod p */
    static constexpr u64 k16 = prime::fold
                               << 16; /* 2^272 mod p: what 64 bits above a column of 260 weigh in the next */
    static constexpr u64 p[5] = {m52 - k + 1, m52, m52, m52, m48};

    static u64 lo(u128 a) { return static_cast<u64>(a); }
    /* column / 2^52, of a column below 2^116. gcc knows the bound too, and without the barrier computes and
     * adds both words all the same. */
    static u64 carry_out(u128 column) { return value_barrier(lo(column >> 52)); }

    /* Limbs of a and b below 2^56 (the top ones below 2^52), of w below 2^56: r = a b + w, magnitude 1.
     * Columns c_i = sum of a_j b_(i-j) are below 5 * 2^112. The three phases:
     * columns 3 and 4 first, taking in column 8 times 2^260 and leaving what exceeds 2^256; then columns 5,
     * 6, 7, each folded into the column five places down; then the carry into the limbs computed first.
     * r[0..3] end below 2^52, r[4] at most 2 (2^48 - 1). */
    [[gnu::always_inline]] static void mul_add(u64* r, const u64* a, const u64* b, const u64* w) {
        const u64 a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3], a4 = a[4];
        const u64 b0 = b[0], b1 = b[1], b2 = b[2], b3 = b[3], b4 = b[4];
        const u64 w0 = w ? w[0] : 0, w1 = w ? w[1] : 0, w2 = w ? w[2] : 0;
        u128 hi, c;
        hi = static_cast<u128>(a4) * b4;
        c = static_cast<u128>(a0) * b3 + static_cast<u128>(a1) * b2 + static_cast<u128>(a2) * b1 +
            static_cast<u128>(a3) * b0;
        if (w)
            c += w[3];
        c += static_cast<u128>(lo(hi)) * k4;
        const u64 t3 = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(a0) * b4 + static_cast<u128>(a1) * b3 + static_cast<u128>(a2) * b2 +
             static_cast<u128>(a3) * b1 + static_cast<u128>(a4) * b0;
        if (w)
            c += w[4];
        c += static_cast<u128>(static_cast<u64>(hi >> 64)) * k16;
        u64 t4 = lo(c) & m52;
        c = carry_out(c);
        const u64 top = t4 >> 48;
        t4 &= m48;

        hi = c + static_cast<u128>(a1) * b4 + static_cast<u128>(a2) * b3 + static_cast<u128>(a3) * b2 +
             static_cast<u128>(a4) * b1;
        u64 u = lo(hi) & m52;
        hi = carry_out(hi);
        c = static_cast<u128>(a0) * b0 + static_cast<u128>(u << 4 | top) * k;
        if (w)
            c += w0;
        r[0] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(a0) * b1 + static_cast<u128>(a1) * b0;
        if (w)
            c += w1;
        hi += static_cast<u128>(a2) * b4 + static_cast<u128>(a3) * b3 + static_cast<u128>(a4) * b2;
        c += static_cast<u128>(lo(hi) & m52) * k4;
        hi = carry_out(hi);
        r[1] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(a0) * b2 + static_cast<u128>(a1) * b1 + static_cast<u128>(a2) * b0;
        if (w)
            c += w2;
        hi += static_cast<u128>(a3) * b4 + static_cast<u128>(a4) * b3;
        c += static_cast<u128>(lo(hi)) * k4;
        r[2] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(static_cast<u64>(hi >> 64)) * k16 + t3;
        r[3] = lo(c) & m52;
        c = carry_out(c);
        r[4] = lo(c) + t4;
    }

    /* r = a^2, limbs as above. */
    [[gnu::always_inline]] static void sqr(u64* r, const u64* a) {
        const u64 a1 = a[1], a2 = a[2], a3 = a[3], a0 = a[0], a4 = a[4];
        const u64 d0 = a0 * 2, d1 = a1 * 2, d2 = a2 * 2, d4 = a4 * 2;
        u128 hi, c;
        hi = static_cast<u128>(a4) * a4;
        c = static_cast<u128>(d0) * a3 + static_cast<u128>(d1) * a2;
        c += static_cast<u128>(lo(hi)) * k4;
        const u64 t3 = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(a0) * d4 + static_cast<u128>(d1) * a3 + static_cast<u128>(a2) * a2;
        c += static_cast<u128>(static_cast<u64>(hi >> 64)) * k16;
        u64 t4 = lo(c) & m52;
        c = carry_out(c);
        const u64 top = t4 >> 48;
        t4 &= m48;

        hi = c + static_cast<u128>(a1) * d4 + static_cast<u128>(d2) * a3;
        const u64 u = lo(hi) & m52;
        hi = carry_out(hi);
        c = static_cast<u128>(a0) * a0 + static_cast<u128>(u << 4 | top) * k;
        r[0] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(d0) * a1;
        hi += static_cast<u128>(a2) * d4 + static_cast<u128>(a3) * a3;
        c += static_cast<u128>(lo(hi) & m52) * k4;
        hi = carry_out(hi);
        r[1] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(d0) * a2 + static_cast<u128>(a1) * a1;
        hi += static_cast<u128>(a3) * d4;
        c += static_cast<u128>(lo(hi)) * k4;
        r[2] = lo(c) & m52;
        c = carry_out(c);
        c += static_cast<u128>(static_cast<u64>(hi >> 64)) * k16 + t3;
        r[3] = lo(c) & m52;
        c = carry_out(c);
        r[4] = lo(c) + t4;
    }

    static void set_u32(u64* r, u32 v) {
        r[0] = v;
        r[1] = r[2] = r[3] = r[4] = 0;
    }

    /* a's limbs below 2^60: carried, limbs below 2^52, the top below 2^48 + 2^8. */
    static void carry(u64* t, const u64* a) {
        const u64 top = a[4] >> 48;
        t[0] = a[0] + top * k;
        t[1] = a[1] + (t[0] >> 52);
        t[0] &= m52;
        t[2] = a[2] + (t[1] >> 52);
        t[1] &= m52;
        t[3] = a[3] + (t[2] >> 52);
        t[2] &= m52;
        t[4] = (a[4] & m48) + (t[3] >> 52);
        t[3] &= m52;
    }

    /* Canonical; magnitude at most 31, so the quotient by 2^256 is below 2^6 and one more fold is enough. */
    static void normalize(u64* r, const u64* a) {
        u64 t[5];
        carry(t, a);
        /* value >= p: a carry out of 2^256, or all of the upper limbs full and the lowest at least p's. */
        const u64 full = static_cast<u64>((t[1] & t[2] & t[3]) == m52) & static_cast<u64>(t[4] == m48) &
                         static_cast<u64>(t[0] >= p[0]);
        const u64 x = value_barrier(t[4] >> 48 | full);
        t[0] += x * k;
        t[1] += t[0] >> 52;
        t[2] += t[1] >> 52;
        t[3] += t[2] >> 52;
        t[4] += t[3] >> 52;
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            r[i] = t[i] & m52;
        r[4] = t[4] & m48;
    }

    /* All ones when the value is 0 mod p. Magnitude at most 31. */
    static u64 zero_mask(const u64* a) {
        u64 t[5];
        carry(t, a);
        const u64 z0 = t[0] | t[1] | t[2] | t[3] | t[4];
        const u64 z1 = (t[0] ^ p[0]) | (t[1] ^ p[1]) | (t[2] ^ p[2]) | (t[3] ^ p[3]) | (t[4] ^ p[4]);
        const u64 n0 = (z0 | (0 - z0)) >> 63, n1 = (z1 | (0 - z1)) >> 63;
        return (n0 & n1) - 1;
    }

    /* Values below 2^256 as they come. */
    static void from_limbs(u64* r, const u64 a[4]) {
        r[0] = a[0] & m52;
        r[1] = (a[0] >> 52 | a[1] << 12) & m52;
        r[2] = (a[1] >> 40 | a[2] << 24) & m52;
        r[3] = (a[2] >> 28 | a[3] << 36) & m52;
        r[4] = a[3] >> 16;
    }

    /* Canonical. */
    static void to_limbs(u64 r[4], const u64* a) {
        u64 t[5];
        normalize(t, a);
        r[0] = t[0] | t[1] << 52;
        r[1] = t[1] >> 12 | t[2] << 40;
        r[2] = t[2] >> 24 | t[3] << 28;
        r[3] = t[3] >> 36 | t[4] << 16;
    }

    /* (t + (t odd ? p : 0)) / 2 for t = times a. Limbs of t below 2^58. */
    static void halve(u64* r, const u64* a, u64 times) {
        u64 t[limbs];
        const u64 odd = 0 - (a[0] * times & 1);
#pragma GCC unroll 5
        for (int i = 0; i < limbs; i++)
            t[i] = a[i] * times + (odd & p[i]);
#pragma GCC unroll 4
        for (int i = 0; i < 4; i++)
            r[i] = (t[i] >> 1) + (t[i + 1] & 1) * (u64{1} << 51);
        r[4] = t[4] >> 1;
    }
};

template <bool Secret>
struct field_5x52 : field_of_limbs<field_5x52, fe5x52, Secret> {
    using base = field_of_limbs<koblitz::field_5x52, fe5x52, Secret>;
    template <int M>
    using elem = typename base::template elem<M>;
    using typename base::wide;

    template <int R, int A, int B>
    KOBLITZ_INLINE static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(A <= 8 && B <= 8);
        fe5x52::mul_add(r.n, a.n, b.n, nullptr);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void sqr(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 8);
        fe5x52::sqr(r.n, a.n);
    }
    template <int A, int B>
    KOBLITZ_INLINE static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        static_assert(A <= 8 && B <= 8);
        fe5x52::mul_add(w.n, a.n, b.n, nullptr);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_wide(wide& w, const elem<A>& a) {
        static_assert(A <= 8);
        fe5x52::sqr(w.n, a.n);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        static_assert(A <= 8 && B <= 8);
        u64 minus[fe5x52::limbs];
#pragma GCC unroll 5
        for (int i = 0; i < fe5x52::limbs; i++)
            minus[i] = 4 * fe5x52::p[i] - w.n[i];
        fe5x52::mul_add(r.n, a.n, b.n, minus);
    }
};

} // namespace koblitz
