/* The contract that every representation of the field of p = 2^256 - 2^32 - 977 meets, as a concept, and what
 * is built on it alone. */
// clang-format off
/* A field F is a struct of static functions with two traits:
 *
 *   F::secret      its values may be secret: nothing that it offers depends on them in time
 *   F::branches    F::flag, what its predicates give, is bool and may be branched on; else a flag is a choice (or a mask
 *                  of lanes), for select and cneg alone. A secret field has none.
 *
 * F::elem<M> is an element of magnitude at most M. Representations that need no bound (4x64) make elem<M> one type; 5x52
 * makes each M a type of its own, so that a formula that exceeds a bound does not compile. F::fe is elem<1>. The rules,
 * for inputs of magnitude A, B, C:
 *
 *   operation             inputs           r                  value
 *   mul(r, a, b)          A, B <= 8        1                  a b
 *   sqr(r, a)             A <= 8           1                  a^2
 *   sqr_n(r, a, n)        A <= 8           1                  a^(2^n), n >= 1 public
 *   mul_wide(w, a, b)     A, B <= 8                           w, an F::wide: a b, not yet reduced
 *   sqr_wide(w, a)        A <= 8                              w = a^2
 *   mul_sub(r, a, b, w)   A, B <= 8        1                  a b - w
 *   mul_small(r, a, v)    A <= 2, v <= 32  1                  v a, v public
 *   add(r, a, b)                           A + B              a + b
 *   sub(r, a, b)                           A + B + 1          a - b
 *   sub2(r, a, c)                          A + 2 C + 1        a - 2 c
 *   sub12(r, a, b, c)                      A + B + 2 C + 1    a - b - 2 c
 *   neg(r, a)                              A + 1              -a
 *   cneg(r, a, f)                          A + 1              f ? -a : a
 *   half(r, a)                             A / 2 + 1          a / 2 (the magnitude is rounded down)
 *   half3(r, a)           A <= 1           2                  3 a / 2
 *   normalize(r, a)       A <= 31          1                  canonical: the one value in [0, p)
 *   normalize_weak(r, a)  A <= 31          1                  a
 *   copy(r, a)                             A                  a
 *   select(r, f, a, b)                     A and B            f ? a : b
 *   set_u32(r, v)                          1                  v, canonical
 *   from_limbs(r, l)                       1                  four 64-bit limbs, least significant first, any value
 *   to_limbs(l, a)        A <= 31                             canonical
 *   is_zero(a), equal(a, b), is_odd(a)     A, B <= 8          F::flag, of the value mod p
 *
 * The magnitude of r is a lower bound: r may be declared with a larger one. Magnitudes stay below 32. An output may be
 * any of the inputs of the same call. Inputs need not be canonical. Limbs are F::limbs: u64[4] where values are public,
 * secret_limbs where they are secret, columns of eight in lanes; the latter two fields take a u64[4] too. */
// clang-format on
#pragma once

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

/* The flags of fields of one element at a time. */
template <bool Secret>
struct field_flags {
    using flag = bool;
    using limbs = u64[4];
    static constexpr bool secret = false, branches = true;
    static flag yes() { return true; }
    static flag no() { return false; }
};
template <>
struct field_flags<true> {
    using flag = choice;
    using limbs = secret_limbs;
    static constexpr bool secret = true, branches = false;
    static flag yes() { return choice::yes(); }
    static flag no() { return choice::no(); }
};

/* What such a representation inherits: F offers the operations of the contract. */
template <class F, bool Secret>
struct field_base : field_flags<Secret> {
    /* Big-endian bytes, the value mod p. */
    template <class E>
    static void parse_reduce(E& r, const u8 in[32]) {
        u64 t[4];
        load_be256(t, in);
        F::from_limbs(r, t);
    }
    /* Canonical, big-endian. Public fields. */
    template <class E>
    static void serialize(u8 out[32], const E& a) {
        static_assert(!F::secret);
        u64 t[4];
        F::to_limbs(t, a);
        store_be256(out, t);
    }
};

/* The contract, for the elements that formulas begin with. */
template <class F>
concept field = requires(typename F::fe r, const typename F::fe a, typename F::template elem<5> e,
                         typename F::wide w, const typename F::flag f, typename F::limbs l,
                         const u64 known[4]) {
    requires !(F::secret && F::branches);
    F::mul(r, a, e);
    F::sqr(r, e);
    F::sqr_n(r, a, 2);
    F::mul_wide(w, a, e);
    F::sqr_wide(w, e);
    F::mul_sub(r, a, e, w);
    F::mul_small(r, a, u32{32});
    F::add(e, a, a);
    F::sub(e, a, a);
    F::sub2(e, a, a);
    F::sub12(e, a, a, a);
    F::neg(e, a);
    F::cneg(e, a, f);
    F::half(r, a);
    F::half3(e, a);
    F::normalize(r, e);
    F::normalize_weak(r, e);
    F::copy(e, a);
    F::select(r, f, a, a);
    F::set_u32(r, u32{1});
    F::from_limbs(r, known);
    F::from_limbs(r, l);
    F::to_limbs(l, e);
    { F::is_zero(e) } -> same_type<typename F::flag>;
    { F::equal(a, e) } -> same_type<typename F::flag>;
    { F::is_odd(e) } -> same_type<typename F::flag>;
    { F::yes() } -> same_type<typename F::flag>;
    { F::no() } -> same_type<typename F::flag>;
};

/* r = 1/a; 0 for 0. */
template <class F, class E>
void fe_inverse(typename F::fe& r, const E& a) {
    typename F::limbs t;
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

/* r = 1/a and inverse = 1/k mod n, each 0 for 0, side by side. Constant time. */
template <class F, class E, class S>
void fe_inverse_beside(typename F::fe& r, const E& a, S& inverse, const S& k) {
    static_assert(F::secret);
    typename F::limbs t;
    F::to_limbs(t, a);
    inverse = k.inverse_beside(t, prime::modulus);
    F::from_limbs(r, t);
    wipe(t);
}

/* r = a^(2^246 - 2^22 - 1), whose exponent in binary is 223 ones, a zero, 22 ones, as those of the powers
 * below begin; x2 = a^3. 245 squarings and 12 multiplications; x_k is a^(2^k - 1). */
template <class F>
[[gnu::noinline]] void fe_power_chain_var(typename F::fe& r, typename F::fe& x2, const typename F::fe& a) {
    static_assert(!F::secret);
    typename F::fe x3, x22, x44, x88, t;
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
    F::mul(r, t, x22);
}

/* True and r^2 = a, or false (r is then a root of -a). r = a^((p+1)/4), whose exponent is the chain's and
 * 0000, 11, 00: 253 squarings and 13 multiplications, and one squaring to check. r may not be a. */
template <class F>
[[nodiscard]] typename F::flag fe_sqrt_var(typename F::fe& r, const typename F::fe& a) {
    typename F::fe x2, t;
    fe_power_chain_var<F>(t, x2, a);
    F::sqr_n(t, t, 6);
    F::mul(t, t, x2);
    F::sqr_n(r, t, 2);
    F::sqr(t, r);
    return F::equal(t, a);
}

/* r = a^((p-3)/4), whose exponent is the chain's and 00001, 011: 1 / fe_sqrt_var(a) when a is a square and
 * not 0. 253 squarings and 14 multiplications. r may not be a. */
template <class F>
void fe_inverse_sqrt_var(typename F::fe& r, const typename F::fe& a) {
    typename F::fe x2, t;
    fe_power_chain_var<F>(t, x2, a);
    F::sqr_n(t, t, 5);
    F::mul(t, t, a);
    F::sqr_n(t, t, 3);
    F::mul(r, t, x2);
}

} // namespace koblitz
