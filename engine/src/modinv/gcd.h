/* Binary greatest common divisors in batches, after Pornin (ePrint 2020/972). The steps of a batch are chosen
 * on two words of each number, the 64 leading bits and the 64 lowest. They are collected in a 2x2 matrix,
 * which is then applied to the numbers. The lowest bits are exact, so each step keeps the divisor. The
 * leading bits may compare wrongly: that costs progress, never the result. Variable time. */
#pragma once

#include "base/types.h"

namespace koblitz::modinv {

/* A batch of N halvings: (a, b) becomes (u a + v b, q a + r b) / 2^N, with |u| + |v| <= 2^N and
 * |q| + |r| <= 2^N. */
struct matrix {
    i64 u, v, q, r;
};

/* The leading and the lowest bits of a number. */
struct ends {
    u64 high, low;
};

/* N <= 62 halvings of b. a is odd. Where b is odd, a is subtracted from it before it is halved, and the
 * smaller of a and b becomes a. No branch depends on which is the smaller, as that cannot be predicted.
 * watch is told of every halving and of every exchange. */
template <int N, class Watch>
inline matrix halvings_var(ends a, ends b, Watch& watch) {
    u64 u = 1, v = 0, q = 0, r = 1, difference = b.low;
    int left = N;
    for (;;) {
        const int count = difference == 0 ? 64 : __builtin_ctzll(difference), zeros = count & 63;
        if (count >= left)
            break;
        left -= count;
        b.low >>= zeros;
        b.high >>= zeros;
        u <<= zeros;
        v <<= zeros;
        watch.halved(a.low, zeros);
        /* (a, b) becomes (b, a - b) where b < a, else (a, b - a). */
        u64 high;
        const u64 below = 0 - static_cast<u64>(__builtin_sub_overflow(b.high, a.high, &high));
        watch.exchanged(a.low, b.low, below);
        difference = b.low - a.low;
        const u64 uq = q - u, vr = r - v;
        a.low += difference & below;
        a.high += high & below;
        b.low = (difference ^ below) - below;
        b.high = (high ^ below) - below;
        u += uq & below;
        v += vr & below;
        q = (uq ^ below) - below;
        r = (vr ^ below) - below;
    }
    watch.halved(a.low, left);
    return {static_cast<i64>(u << left), static_cast<i64>(v << left), static_cast<i64>(q),
            static_cast<i64>(r)};
}

/* The ends of a << zeros (high) and of a (low). */
template <int Len>
inline ends ends_of(const u64 a[Len], int zeros) {
    if constexpr (Len == 1) {
        return {a[0] << zeros, a[0]};
    } else {
        return {a[Len - 1] << zeros | a[Len - 2] >> 1 >> (63 - zeros), a[0]};
    }
}

/* r = |x y - z w| / 2^N, which is an integer, for words x, z of at most 2^N. Returns whether the difference
 * was negative, which it is only after a wrong comparison. */
template <int N, int Len>
inline bool combine(u64 r[Len], u64 x, const u64 y[Len], u64 z, const u64 w[Len]) {
    u64 t[Len + 1];
    i128 c = 0;
#pragma GCC unroll 4
    for (int i = 0; i < Len; i++) {
        c += static_cast<i128>(static_cast<u128>(y[i]) * x);
        c -= static_cast<i128>(static_cast<u128>(w[i]) * z);
        t[i] = static_cast<u64>(c);
        c >>= 64;
    }
    t[Len] = static_cast<u64>(c);
#pragma GCC unroll 4
    for (int i = 0; i < Len; i++)
        r[i] = t[i] >> N | t[i + 1] << (64 - N);
    if (c >= 0) [[likely]]
        return false;
    u64 carry = 1;
    for (int i = 0; i < Len; i++) {
        r[i] = ~r[i] + carry;
        carry &= static_cast<u64>(r[i] == 0);
    }
    return true;
}

/* (a, b) = |t (a, b)|. Tells which of them was negative: at most one. */
template <int N, int Len>
inline void apply(u64 a[Len], u64 b[Len], const matrix& t, bool& a_negative, bool& b_negative) {
    const auto magnitude = [](i64 c) { return static_cast<u64>(c < 0 ? -c : c); };
    /* u and r have one sign, v and q have the other. */
    const bool swapped = t.u < 0 || t.v > 0;
    u64 old_a[Len], old_b[Len];
    for (int i = 0; i < Len; i++) {
        old_a[i] = a[i];
        old_b[i] = b[i];
    }
    const u64 u = magnitude(t.u), v = magnitude(t.v), q = magnitude(t.q), r = magnitude(t.r);
    const u64* x = swapped ? old_b : old_a;
    const u64* y = swapped ? old_a : old_b;
    a_negative = combine<N, Len>(a, swapped ? v : u, x, swapped ? u : v, y);
    b_negative = combine<N, Len>(b, swapped ? q : r, y, swapped ? r : q, x);
}

/* Batches until a and b fit Len - 1 limbs. False when b becomes 0 before that: then a is the divisor. */
template <int N, int Len, class Watch>
inline bool shorten_var(u64 a[Len], u64 b[Len], Watch& watch) {
    for (;;) {
        const u64 top = a[Len - 1] | b[Len - 1];
        if (Len > 1 && top == 0)
            return true;
        u64 any = 0;
        for (int i = 0; i < Len; i++)
            any |= b[i];
        if (any == 0)
            return false;
        const int zeros = __builtin_clzll(top);
        const matrix t = halvings_var<N>(ends_of<Len>(a, zeros), ends_of<Len>(b, zeros), watch);
        bool a_negative, b_negative;
        apply<N, Len>(a, b, t, a_negative, b_negative);
        watch.applied(t, a_negative, b_negative, a[0]);
    }
}

} // namespace koblitz::modinv
