/* Modular inversion by division steps: Bernstein and Yang, "Fast constant-time gcd computation and modular
 * inversion" (ePrint 2019/266), in the half-delta variant (delta starts at 1/2).
 *
 * (9437 b + 1) / 4096 steps suffice for moduli of b bits and inputs up to the modulus: 590 for 256 bits.
 * Wuille found the bound by convex hulls (github.com/sipa/safegcd-bounds). Bernstein and Harrison proved it
 * in HOL Light (Divstep/divstep_bounds.ml). Steps are taken in batches of 59 on the low 64 bits. A batch is a
 * 2x2 matrix, which is then applied to the full numbers. Public values take the steps of gcd.h instead. */
#pragma once

#include "base/ct.h"
#include "base/types.h"

namespace koblitz::modinv {

/* The sum of v[i] 2^(62 i). In a normalized value limbs 0..3 are in [0, 2^62), and limb 4 has the sign. */
struct signed62 {
    i64 v[5];
};

struct modulus {
    signed62 m;    /* limbs 0..3 in [-2^61, 2^61): of 2^256 - c most are 0 */
    u64 inverse62; /* m^-1 mod 2^62 */
};

constexpr u64 mask62 = ~u64{0} >> 2;

constexpr signed62 from_limbs(const u64 a[4]) {
    return {{static_cast<i64>(a[0] & mask62), static_cast<i64>((a[0] >> 62 | a[1] << 2) & mask62),
             static_cast<i64>((a[1] >> 60 | a[2] << 4) & mask62),
             static_cast<i64>((a[2] >> 58 | a[3] << 6) & mask62), static_cast<i64>(a[3] >> 56)}};
}

/* a in [0, 2^256), normalized. */
constexpr void to_limbs(u64 r[4], const signed62& a) {
    const u64 v0 = static_cast<u64>(a.v[0]), v1 = static_cast<u64>(a.v[1]), v2 = static_cast<u64>(a.v[2]),
              v3 = static_cast<u64>(a.v[3]), v4 = static_cast<u64>(a.v[4]);
    r[0] = v0 | v1 << 62;
    r[1] = v1 >> 2 | v2 << 60;
    r[2] = v2 >> 4 | v3 << 58;
    r[3] = v3 >> 6 | v4 << 56;
}

/* m is odd. Newton's iteration doubles the correct low bits: from 3 to 96 in five rounds. */
constexpr modulus make_modulus(const u64 limbs[4]) {
    u64 x = limbs[0];
    for (int i = 0; i < 5; i++)
        x *= 2 - limbs[0] * x;
    signed62 m = from_limbs(limbs);
    for (int i = 0; i < 4; i++) {
        const i64 up = (m.v[i] + (i64{1} << 61)) >> 62;
        m.v[i] -= up * (i64{1} << 62);
        m.v[i + 1] += up;
    }
    return {m, x & mask62};
}

/* r = a^-1 mod m; 0 for a = 0. a in [0, m). Constant time in a. */
void inverse(u64 r[4], const u64 a[4], const modulus& m);
inline void inverse(secret_limbs& r, const secret_limbs& a, const modulus& m) {
    inverse(r.words(constant_time()), a.words(constant_time()), m);
}
/* r1 = a1^-1 mod m1 and r2 = a2^-1 mod m2, as inverse. A step waits for the one before it, so the steps of
 * both are taken in turns: 1.55 times the time of one inverse. */
void inverse_two(u64 r1[4], const u64 a1[4], const modulus& m1, u64 r2[4], const u64 a2[4],
                 const modulus& m2);
/* As inverse, in variable time. */
void inverse_var(u64 r[4], const u64 a[4], const modulus& m);

} // namespace koblitz::modinv
