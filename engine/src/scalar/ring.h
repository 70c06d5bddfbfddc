/* Integers modulo the group order n, four 64-bit limbs, least significant first; arguments and results in
 * [0, n) unless said. Constant time except _var. Outputs may be inputs. */
#ifndef KOBLITZ_SCALAR_RING_H
#define KOBLITZ_SCALAR_RING_H

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

/* a < n */
inline bool is_canonical_var(const u64 a[4]) {
    for (int i = 3; i > 0; i--)
        if (a[i] != n[i])
            return a[i] < n[i];
    return a[0] < n[0];
}

/* Mask of a > b, both any 256-bit values. */
u64 greater(const u64 a[4], const u64 b[4]);
/* r = a mod n for any 256-bit a; the mask of a >= n. */
u64 reduce(u64 r[4], const u64 a[4]);
void add(u64 r[4], const u64 a[4], const u64 b[4]);
void negate(u64 r[4], const u64 a[4]);
void mul(u64 r[4], const u64 a[4], const u64 b[4]);
/* r = a b + c d */
void dot(u64 r[4], const u64 a[4], const u64 b[4], const u64 c[4], const u64 d[4]);
void half(u64 r[4], const u64 a[4]);

/* k = k1 + k2 lambda mod n with k1, k2 in (-2^128, 2^128), as 192-bit two's complement (Gallant, Lambert and
 * Vanstone, CRYPTO 2001, with the short basis of the lattice and c_i by multiplication with 2^384 / n). */
void split(u64 k1[3], u64 k2[3], const u64 k[4]);
/* v1, v2 in (0, 2^130), three limbs, such that k = c(v1) + c(v2) lambda mod n with c(v) = 2 v + 1 - 2^130:
 * the sums of 130 signed bits (bit 1: +2^i, bit 0: -2^i). With (k - 1 - lambda) / 2 = s1 + s2 lambda, v_i =
 * s_i + 2^129. */
void signed_bits(u64 v1[3], u64 v2[3], const u64 k[4]);

} // namespace koblitz::ring

#endif
