/* The contract every representation of the field of p = 2^256 - 2^32 - 977 meets, and what is built on it
 * alone.
 *
 * A field F is a struct of static functions. F::secret tells whether its values may be secret: then nothing
 * it offers depends on them in time, and its predicates give choice instead of bool (F::flag names the type).
 *
 * F::elem<M> is an element of magnitude at most M. Representations that need no bound (4x64) make elem<M> one
 * type; 5x52 makes each M a type of its own, so that a formula that exceeds a bound does not compile. F::fe
 * is elem<1>. The rules, for inputs of magnitude A, B, C:
 *
 *   mul(r, a, b), sqr(r, a)       A, B <= 8                  r: 1
 *   mul_wide(w, a, b), sqr_wide   A, B <= 8                  w: F::wide, a product not yet reduced
 *   mul_sub(r, a, b, w)           A, B <= 8                  r: 1       a b - w
 *   mul_small(r, a, v)            A <= 2, v <= 32           r: 1       v a; v is public
 *   add(r, a, b)                                             r: A + B
 *   sub(r, a, b)                                             r: A + B + 1
 *   sub2(r, a, c)                                            r: A + 2C + 1     a - 2c
 *   sub12(r, a, b, c)                                        r: A + B + 2C + 1 a - b - 2c
 *   neg(r, a)                                                r: A + 1
 *   cneg(r, a, c)                                            r: A + 1         c ? -a : a; c is F::flag, no
 * branch half(r, a)                                               r: A / 2 + 1 (rounded down) half3(r, a) A
 * <= 1                     r: 2       3a / 2 normalize(r, a)               A <= 31                    r: 1,
 * canonical: the one value in [0, p) normalize_weak(r, a)          A <= 31                    r: 1 copy(r, a)
 * r: A select(r, c, a, b)            A, B <= r                  r = c ? a : b; c is F::flag
 *
 * The magnitude after "r:" is a lower bound: r may be declared with a larger one.
 * Every output may be any of the inputs of the same call. Inputs need not be canonical unless said.
 *
 *   is_zero(a), equal(a, b), is_odd(a)    of the value mod p, A, B <= 8
 *   set_u32(r, v)                 r: 1, canonical
 *   from_limbs / to_limbs         four 64-bit limbs, least significant first; to_limbs is canonical
 *   inverse_limbs(r, a)           on canonical limbs; constant time when F::secret, else not
 *   sqr_n(r, a, n)                a^(2^n), n >= 1 */
#ifndef KOBLITZ_FIELD_FIELD_H
#define KOBLITZ_FIELD_FIELD_H

#include "base/ct.h"
#include "base/types.h"
#include "modinv/modinv.h"

namespace koblitz {

namespace prime {
/* 2^256 - p */
inline constexpr u64 fold = 0x1000003D1;
inline constexpr u64 limbs[4] = {0 - fold, ~u64{0}, ~u64{0}, ~u64{0}};
inline constexpr modinv::modulus modulus = modinv::make_modulus(limbs);

/* a < p */
inline bool is_canonical_var(const u64 a[4]) {
    return (a[1] & a[2] & a[3]) != ~u64{0} || a[0] < limbs[0];
}
} // namespace prime

/* What a representation inherits: Derived offers the operations of the contract. */
template <class F>
struct field_bytes {
    /* Big-endian bytes. False (and the value mod p) when they encode p or more. Public fields. */
    template <class E>
    static bool parse_var(E& r, const u8 in[32]) {
        static_assert(!F::secret);
        u64 t[4];
        load_be256(t, in);
        F::from_limbs(r, t);
        return prime::is_canonical_var(t);
    }
    /* The value mod p. */
    template <class E>
    static void parse_reduce(E& r, const u8 in[32]) {
        u64 t[4];
        load_be256(t, in);
        F::from_limbs(r, t);
    }
    /* Canonical, big-endian. */
    template <class E>
    static void serialize(u8 out[32], const E& a) {
        u64 t[4];
        F::to_limbs(t, a);
        store_be256(out, t);
    }
};

/* r = 1/a; 0 for 0. */
template <class F, class E>
void fe_inverse(typename F::fe& r, const E& a) {
    u64 t[4];
    F::to_limbs(t, a);
    if constexpr (F::secret) {
        modinv::inverse(t, t, prime::modulus);
        F::from_limbs(r, t);
        wipe(t);
    } else {
        modinv::inverse_var(t, t, prime::modulus);
        F::from_limbs(r, t);
    }
}

/* True and r^2 = a, or false (r is then a root of -a). r = a^((p+1)/4): 253 squarings and 13 multiplications.
 * (p+1)/4 in binary is 223 ones, a zero, 22 ones, 0000, 11, 00; x_k below is a^(2^k - 1). r may not be a. */
template <class F>
[[nodiscard]] bool fe_sqrt_var(typename F::fe& r, const typename F::fe& a) {
    static_assert(!F::secret);
    using fe = typename F::fe;
    fe x2, x3, x22, x44, x88, t, u;
    F::sqr(x2, a);
    F::mul(x2, x2, a);
    F::sqr(x3, x2);
    F::mul(x3, x3, a);
    F::sqr_n(t, x3, 3);
    F::mul(t, t, x3); /* x6 */
    F::sqr_n(t, t, 3);
    F::mul(t, t, x3); /* x9 */
    F::sqr_n(t, t, 2);
    F::mul(t, t, x2); /* x11 */
    F::sqr_n(x22, t, 11);
    F::mul(x22, x22, t);
    F::sqr_n(x44, x22, 22);
    F::mul(x44, x44, x22);
    F::sqr_n(x88, x44, 44);
    F::mul(x88, x88, x44);
    F::sqr_n(t, x88, 88);
    F::mul(t, t, x88); /* x176 */
    F::sqr_n(t, t, 44);
    F::mul(t, t, x44); /* x220 */
    F::sqr_n(t, t, 3);
    F::mul(t, t, x3); /* x223 */
    F::sqr_n(t, t, 23);
    F::mul(t, t, x22);
    F::sqr_n(t, t, 6);
    F::mul(t, t, x2);
    F::sqr_n(r, t, 2);
    F::sqr(u, r);
    return F::equal(u, a);
}

} // namespace koblitz

#endif
