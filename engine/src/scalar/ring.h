/* Integers modulo the group order n in four 64-bit limbs, least significant first. Arguments and results are
 * in [0, n) unless a comment says otherwise. Outputs may be inputs. Constant time, except functions with
 * _var. */
#pragma once

#include "base/ct.h"
#include "base/types.h"
#include "modinv/modinv.h"

namespace koblitz::ring {

inline constexpr u64 n[4] = {0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, 0xFFFFFFFFFFFFFFFF};
/* (n - 1) / 2 */
inline constexpr u64 half_n[4] = {0xDFE92F46681B20A0, 0x5D576E7357A4501D, 0xFFFFFFFFFFFFFFFF,
                                  0x7FFFFFFFFFFFFFFF};
/* p - n, 129 bits */
inline constexpr u64 p_minus_n[4] = {0x402DA1722FC9BAEE, 0x4551231950B75FC4, 1, 0};
/* (-(1 + lambda)) / 2, where lambda (x, y) = (beta x, y) */
inline constexpr u64 minus_half_one_plus_lambda[4] = {0x7067E4085A8941E7, 0x54405CFE47639CE1,
                                                      0xAD6CF1FEBBF6CDD2, 0x564E29599FD1E78F};
inline constexpr modinv::modulus modulus = modinv::make_modulus(n);

/* a > b, for any 256-bit a and b. */
inline bool greater_var(const u64 a[4], const u64 b[4]) {
    for (int i = 3; i > 0; i--)
        if (a[i] != b[i])
            return a[i] > b[i];
    return a[0] > b[0];
}
/* a < n */
inline bool is_canonical_var(const u64 a[4]) {
    return greater_var(n, a);
}

inline u64 lo(u128 a) {
    return static_cast<u64>(a);
}
inline u64 hi(u128 a) {
    return static_cast<u64>(a >> 64);
}

/* r = a - b mod 2^256. Returns the mask of a borrow. */
inline u64 sub4(u64 r[4], const u64 a[4], const u64 b[4]) {
    u128 c = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        c = static_cast<u128>(a[i]) - b[i] - (hi(c) & 1);
        r[i] = lo(c);
    }
    return 0 - (hi(c) & 1);
}

/* r = a + (b & mask) mod 2^256. Returns the carry. */
inline u64 add4(u64 r[4], const u64 a[4], const u64 b[4], u64 mask) {
    u128 c = 0;
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        c += static_cast<u128>(a[i]) + (b[i] & mask);
        r[i] = lo(c);
        c >>= 64;
    }
    return lo(c);
}

inline void select4(u64 r[4], u64 mask, const u64 a[4], const u64 b[4]) {
    mask = value_barrier(mask);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        r[i] = (a[i] & mask) | (b[i] & ~mask);
}

/* The mask of a > b, for any 256-bit a and b. */
inline u64 greater(const u64 a[4], const u64 b[4]) {
    u64 t[4];
    return sub4(t, b, a);
}
/* r = a mod n for any 256-bit a. Returns the mask of a >= n. */
inline u64 reduce(u64 r[4], const u64 a[4]) {
    u64 t[4];
    const u64 below = sub4(t, a, n);
    select4(r, below, a, t);
    return ~below;
}
inline void add(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 s[4], t[4];
    const u64 c = add4(s, a, b, ~u64{0});
    const u64 below = sub4(t, s, n) & (c - 1);
    select4(r, below, s, t);
}
inline void negate(u64 r[4], const u64 a[4]) {
    u64 t[4];
    const u64 nonzero = value_barrier(zero_bit(a[0] | a[1] | a[2] | a[3]) - 1);
    sub4(t, n, a);
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++)
        r[i] = t[i] & nonzero;
}

void mul(u64 r[4], const u64 a[4], const u64 b[4]);
/* r = a b + c d */
void dot(u64 r[4], const u64 a[4], const u64 b[4], const u64 c[4], const u64 d[4]);
void half(u64 r[4], const u64 a[4]);

/* k = k1 + k2 lambda mod n with k1, k2 in (-2^128, 2^128), in 192-bit two's complement: Gallant, Lambert and
 * Vanstone, CRYPTO 2001. By the short basis of the lattice; quotients are products with 2^384 / n. */
void split(u64 k1[3], u64 k2[3], const u64 k[4]);
/* v1, v2 in (0, 2^130), three limbs, with k = c(v1) + c(v2) lambda mod n. c(v) = 2 v + 1 - 2^130 is the sum
 * of 130 signed bits: a bit 1 is +2^i, a bit 0 is -2^i. v_i = s_i + 2^129, where (k - 1 - lambda) / 2 = s1 +
 * s2 lambda. */
void signed_bits(u64 v1[3], u64 v2[3], const u64 k[4]);

} // namespace koblitz::ring
