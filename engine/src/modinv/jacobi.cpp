/* Binary greatest common divisors in batches: the steps are chosen on one word of each number, 33 leading and
 * 31 lowest bits, and collected in a 2x2 matrix, which is then applied to the numbers (Pornin, ePrint
 * 2020/972). The lowest bits are exact, so each step is one of the identities below whatever the leading bits
 * made of the comparison; a wrong one costs progress, never the result.
 *
 * (b / a) is the Kronecker symbol for odd a of either sign, and at most one of a and b is ever negative:
 *   (b / a) = (b - a / a), as b - a has b's sign or a > 0
 *   (2 / a) = -1 when a = 3, 5 mod 8
 *   (b / a) = (a / b), or its negative when both are 3 mod 4, for odd b
 *   (b / a) = (b / |a|) for b >= 0
 *   (-1 / a) = -1 when a = 3 mod 4, for a > 0 */
#include "modinv/jacobi.h"

namespace koblitz {
namespace {

/* Halvings of a batch: they look at three bits of a and two of b, so 28 of the 31 exact bits may be used up.
 */
constexpr int batch = 28;
constexpr u64 exact_bits = 0x7fffffff;

/* What a batch did: (a, b) becomes (u a + v b, q a + r b) / 2^28, |u| + |v| <= 2^28 and |q| + |r| <= 2^28.
 * Each row is one word, low + 2^32 high, whose sums and shifts are those of both. */
struct matrix {
    u64 uv, qr;
};
inline i64 low_half(u64 w) {
    return static_cast<int32_t>(static_cast<u32>(w));
}
inline i64 high_half(u64 w) {
    return static_cast<i64>(w - static_cast<u64>(low_half(w))) >> 32;
}

/* The sign of the symbol is bit 1 of a word. What (b / 2^n / a) = (b / a) (2 / a)^n changes in it: */
inline u64 halving_sign(u64 a, int n) {
    return static_cast<u64>(2 * n) & (a ^ a >> 1);
}

/* b, odd, becomes b - a, or a - b where that is positive, and then a becomes b. Without a branch: it is a
 * coin's toss. All ones when they were exchanged. */
inline u64 subtract(u64& a, u64& b, u64& difference, u64& sign) {
    difference = b - a;
    const u64 below = 0 - static_cast<u64>(b < a);
    sign ^= a & b & below;
    a += difference & below;
    b = (difference ^ below) - below;
    return below;
}

inline matrix steps(u64 a, u64 b, u64& sign) {
    /* The mark is bit 0 when the batch is full. */
    u64 uv = 1, qr = u64{1} << 32, mark = u64{1} << batch, difference = b;
    for (;;) {
        const int zeros = __builtin_ctzll(difference | mark);
        b >>= zeros;
        uv <<= zeros;
        mark >>= zeros;
        sign ^= halving_sign(a, zeros);
        if (mark == 1)
            return {uv, qr};
        const u64 below = subtract(a, b, difference, sign), row = qr - uv;
        uv += row & below;
        qr = (row ^ below) - below;
    }
}

/* 33 leading bits of a << zeros, over the 31 lowest of a. */
template <int Len>
inline u64 approximation(const u64 a[Len], int zeros) {
    const u64 high = a[Len - 1] << zeros | a[Len - 2] >> 1 >> (63 - zeros);
    return (high & ~exact_bits) | (a[0] & exact_bits);
}

/* r = |x y - z w| / 2^28 for words x, z below 2^29, exact; whether the difference was negative, which takes a
 * comparison gone wrong. */
template <int Len>
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
        r[i] = t[i] >> batch | t[i + 1] << (64 - batch);
    if (c >= 0) [[likely]]
        return false;
    u64 carry = 1;
    for (int i = 0; i < Len; i++) {
        r[i] = ~r[i] + carry;
        carry &= static_cast<u64>(r[i] == 0);
    }
    return true;
}

/* (a, b) = |t (a, b)|. */
template <int Len>
inline void apply(u64 a[Len], u64 b[Len], const matrix& t, u64& sign) {
    const i64 u = low_half(t.uv), v = high_half(t.uv), q = low_half(t.qr), r = high_half(t.qr);
    const auto magnitude = [](i64 c) { return static_cast<u64>(c < 0 ? -c : c); };
    /* u and r have one sign, v and q the other one. */
    const bool swapped = u < 0 || v > 0;
    u64 old_a[Len], old_b[Len];
    for (int i = 0; i < Len; i++) {
        old_a[i] = a[i];
        old_b[i] = b[i];
    }
    const u64* x = swapped ? old_b : old_a;
    const u64* y = swapped ? old_a : old_b;
    (void)combine<Len>(a, magnitude(swapped ? v : u), x, magnitude(swapped ? u : v), y);
    if (combine<Len>(b, magnitude(swapped ? q : r), y, magnitude(swapped ? r : q), x))
        sign ^= a[0];
}

/* Batches until a and b fit Len - 1 limbs; false when b is 0 before. */
template <int Len>
inline bool shorten(u64 a[Len], u64 b[Len], u64& sign) {
    for (;;) {
        const u64 top = a[Len - 1] | b[Len - 1];
        if (top == 0)
            return true;
        u64 any = 0;
        for (int i = 0; i < Len; i++)
            any |= b[i];
        if (any == 0)
            return false;
        const int zeros = __builtin_clzll(top);
        apply<Len>(a, b, steps(approximation<Len>(a, zeros), approximation<Len>(b, zeros), sign), sign);
    }
}

} // namespace

int jacobi_var(const u64 value[4], const u64 m[4]) {
    u64 a[4], b[4], sign = 0;
    for (int i = 0; i < 4; i++) {
        a[i] = m[i];
        b[i] = value[i];
    }
    if (!shorten<4>(a, b, sign) || !shorten<3>(a, b, sign) || !shorten<2>(a, b, sign))
        return 0;
    /* One word each: exact steps up to b = 0, where a is the common divisor. */
    u64 difference = b[0];
    while (difference != 0) {
        const int zeros = __builtin_ctzll(difference);
        b[0] >>= zeros;
        sign ^= halving_sign(a[0], zeros);
        (void)subtract(a[0], b[0], difference, sign);
    }
    return a[0] != 1 ? 0 : (sign & 2) != 0 ? -1 : 1;
}

} // namespace koblitz
