/* The leaves of field_4x64 in plain C++, for compilers that keep carries in flags: clang. gcc's code for them
 * takes more time than fe_5x52.h.
 *
 * K = 2^256 - p. Ranges and why the last carries are rare: docs/engine-arithmetic.md. The public variants
 * branch on those; the secret ones add K under a mask. */
#pragma once

#include "field/fe_4x64.h"

#if defined(__clang__) && defined(__SIZEOF_INT128__) && (defined(__x86_64__) || __clang_major__ >= 15)
#define KOBLITZ_CARRY_BUILTINS 1
#endif

namespace koblitz {

namespace fe4x64 {

/* a + b + carry, carry 0 or 1; its own carry replaces it. */
KOBLITZ_INLINE inline u64 add_carry(u64 a, u64 b, u64& carry) {
#ifdef KOBLITZ_CARRY_BUILTINS
    unsigned long long out = 0;
    const u64 r = __builtin_addcll(a, b, carry, &out);
    carry = out;
    return r;
#else
    const u128 t = static_cast<u128>(a) + b + carry;
    carry = static_cast<u64>(t >> 64);
    return static_cast<u64>(t);
#endif
}
/* a - b - borrow, borrow 0 or 1; its own borrow replaces it. */
KOBLITZ_INLINE inline u64 sub_borrow(u64 a, u64 b, u64& borrow) {
#ifdef KOBLITZ_CARRY_BUILTINS
    unsigned long long out = 0;
    const u64 r = __builtin_subcll(a, b, borrow, &out);
    borrow = out;
    return r;
#else
    const u128 t = static_cast<u128>(a) - b - borrow;
    borrow = static_cast<u64>(t >> 64) & 1;
    return static_cast<u64>(t);
#endif
}

/* r = a + b, r = a - b: the carry or borrow. */
KOBLITZ_INLINE inline u64 add(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 c = 0;
    for (int i = 0; i < 4; i++)
        r[i] = add_carry(a[i], b[i], c);
    return c;
}
template <int N>
KOBLITZ_INLINE inline u64 sub(u64 r[N], const u64 a[N], const u64 b[N]) {
    u64 c = 0;
    for (int i = 0; i < N; i++) {
#ifdef KOBLITZ_CARRY_BUILTINS
        r[i] = sub_borrow(a[i], b[i], c);
    }
    return c;
#else
        const u128 t = static_cast<u128>(a[i]) - b[i] + (static_cast<u128>(c) << 64 | c); /* c is 0 or -1 */
        r[i] = static_cast<u64>(t);
        c = static_cast<u64>(t >> 64);
    }
    return 0 - c;
#endif
}
/* r = 2a, the bit above it. */
KOBLITZ_INLINE inline u64 twice(u64 r[4], const u64 a[4]) {
    const u64 top = a[3] >> 63;
    for (int i = 3; i > 0; i--)
        r[i] = a[i] << 1 | a[i - 1] >> 63;
    r[0] = a[0] << 1;
    return top;
}

/* r = a v, five limbs. */
KOBLITZ_INLINE inline void mul_word(u64 r[5], const u64 a[4], u64 v) {
    u64 high = 0;
#ifdef KOBLITZ_CARRY_BUILTINS
    u64 c = 0;
    for (int i = 0; i < 4; i++) {
        const u128 t = static_cast<u128>(a[i]) * v;
        r[i] = add_carry(static_cast<u64>(t), high, c);
        high = static_cast<u64>(t >> 64);
    }
    r[4] = high + c;
#else
    for (int i = 0; i < 4; i++) {
        const u128 t = static_cast<u128>(a[i]) * v + high;
        r[i] = static_cast<u64>(t);
        high = static_cast<u64>(t >> 64);
    }
    r[4] = high;
#endif
}
/* The same plus s, four limbs. */
KOBLITZ_INLINE inline void mul_word_add(u64 r[5], const u64 a[4], u64 v, const u64 s[4]) {
#ifdef KOBLITZ_CARRY_BUILTINS
    u64 t[5], c = 0;
    mul_word(t, a, v);
    for (int i = 0; i < 4; i++)
        r[i] = add_carry(t[i], s[i], c);
    r[4] = t[4] + c;
#else
    u64 c = 0;
    for (int i = 0; i < 4; i++) {
        const u128 t = static_cast<u128>(a[i]) * v + s[i] + c;
        r[i] = static_cast<u64>(t);
        c = static_cast<u64>(t >> 64);
    }
    r[4] = c;
#endif
}

/* w = a b, eight limbs. */
KOBLITZ_INLINE inline void product(u64 w[8], const u64 a[4], const u64 b[4]) {
    u64 t[5];
    mul_word(t, b, a[0]);
    for (int i = 1;; i++) {
        w[i - 1] = t[0];
        if (i == 4)
            break;
        mul_word_add(t, b, a[i], t + 1);
    }
    for (int i = 1; i < 5; i++)
        w[i + 3] = t[i];
}

/* w = a^2: the products of different limbs, doubled, and the squares. */
KOBLITZ_INLINE inline void square(u64 w[8], const u64 a[4]) {
    const u128 p01 = static_cast<u128>(a[0]) * a[1];
    const u128 p02 = static_cast<u128>(a[0]) * a[2] + static_cast<u64>(p01 >> 64);
    const u128 p03 = static_cast<u128>(a[0]) * a[3] + static_cast<u64>(p02 >> 64);
    const u128 p12 = static_cast<u128>(a[1]) * a[2] + static_cast<u64>(p03);
    const u128 p13 =
        static_cast<u128>(a[1]) * a[3] + static_cast<u64>(p03 >> 64) + static_cast<u64>(p12 >> 64);
    const u128 p23 = static_cast<u128>(a[2]) * a[3] + static_cast<u64>(p13 >> 64);
    const u64 o[8] = {0,
                      static_cast<u64>(p01),
                      static_cast<u64>(p02),
                      static_cast<u64>(p12),
                      static_cast<u64>(p13),
                      static_cast<u64>(p23),
                      static_cast<u64>(p23 >> 64),
                      0};
    u64 c = 0;
    for (int i = 0; i < 4; i++) {
        const u64 even = i == 0 ? 0 : o[2 * i] << 1 | o[2 * i - 1] >> 63;
        const u64 odd = o[2 * i + 1] << 1 | o[2 * i] >> 63;
#ifdef KOBLITZ_CARRY_BUILTINS
        const u128 t = static_cast<u128>(a[i]) * a[i];
        w[2 * i] = add_carry(static_cast<u64>(t), even, c);
        w[2 * i + 1] = add_carry(static_cast<u64>(t >> 64), odd, c);
#else
        const u128 t = static_cast<u128>(a[i]) * a[i] + even + c;
        const u128 high = (t >> 64) + odd;
        w[2 * i] = static_cast<u64>(t);
        w[2 * i + 1] = static_cast<u64>(high);
        c = static_cast<u64>(high >> 64);
#endif
    }
}

/* K times count, which is 0 to 3. */
template <bool Secret>
KOBLITZ_INLINE inline u64 folds(u64 count) {
    return (Secret ? value_barrier(count) : count) * prime::fold;
}
/* The same of 0 or 1. */
template <bool Secret>
KOBLITZ_INLINE inline u64 fold_if(u64 carry) {
    return (Secret ? value_barrier(0 - carry) : 0 - carry) & prime::fold;
}

/* t += carry at limb First. Where that wraps, t is small, and adding K changes its two low limbs only. */
template <bool Secret, int First>
KOBLITZ_INLINE inline void carry_on(u64 t[4], u64 carry) {
    for (int i = First; i < 4; i++)
        t[i] = add_carry(t[i], 0, carry);
    u64 c = 0;
    t[0] = add_carry(t[0], fold_if<Secret>(carry), c);
    t[1] += c;
}
/* r = t + v1 2^64 + v0, which wraps once at most. Without Secret the carry out of those limbs is rare. */
template <bool Secret>
KOBLITZ_INLINE inline void add_two(u64 r[4], u64 t[4], u64 v0, u64 v1) {
    u64 c = 0;
    t[0] = add_carry(t[0], v0, c);
    t[1] = add_carry(t[1], v1, c);
    if (Secret || c) [[unlikely]]
        carry_on<Secret, 2>(t, c);
    for (int i = 0; i < 4; i++)
        r[i] = t[i];
}
/* The same for v1 = 0, v0 below 2^40 or no secret. */
template <bool Secret>
KOBLITZ_INLINE inline void add_one(u64 r[4], u64 t[4], u64 v) {
    u64 c = 0;
    t[0] = add_carry(t[0], v, c);
    if (Secret || c) [[unlikely]]
        carry_on<Secret, 1>(t, c);
    for (int i = 0; i < 4; i++)
        r[i] = t[i];
}
/* r = t - v, v at most 3K. Where that wraps, t is at least 2^256 - 3K, and taking off K changes the lowest
 * limb only. Without Secret the borrow out of that is rare. */
template <bool Secret>
KOBLITZ_INLINE inline void sub_one(u64 r[4], u64 t[4], u64 v) {
    u64 c = 0;
    t[0] = sub_borrow(t[0], v, c);
    if (Secret || c) [[unlikely]] {
        for (int i = 1; i < 4; i++)
            t[i] = sub_borrow(t[i], 0, c);
        t[0] -= fold_if<Secret>(c);
    }
    for (int i = 0; i < 4; i++)
        r[i] = t[i];
}

/* r = w mod p. */
template <bool Secret>
KOBLITZ_INLINE inline void reduce(u64 r[4], const u64 w[8]) {
    u64 u[5];
    mul_word_add(u, w + 4, prime::fold, w);
    const u128 t = static_cast<u128>(u[4]) * prime::fold;
    add_two<Secret>(r, u, static_cast<u64>(t), static_cast<u64>(t >> 64));
}

/* r = a^2 mod p. */
template <bool Secret>
KOBLITZ_INLINE inline void sqr(u64 r[4], const u64 a[4]) {
    u64 w[8];
    square(w, a);
    reduce<Secret>(r, w);
}

} // namespace fe4x64

template <bool Secret>
struct leaves_portable {
    [[gnu::noinline]] static void mul(u64* r, const u64* a, const u64* b) {
        u64 w[8];
        fe4x64::product(w, a, b);
        fe4x64::reduce<Secret>(r, w);
    }
    [[gnu::noinline]] static void sqr(u64* r, const u64* a) { fe4x64::sqr<Secret>(r, a); }
    [[gnu::noinline]] static void sqr_n(u64* r, const u64* a, int n) {
        u64 t[4];
        fe4x64::sqr<Secret>(t, a);
        while (--n)
            fe4x64::sqr<Secret>(t, t);
        for (int i = 0; i < 4; i++)
            r[i] = t[i];
    }
    [[gnu::noinline]] static void mul_wide(u64* w, const u64* a, const u64* b) {
        u64 t[8];
        fe4x64::product(t, a, b);
        for (int i = 0; i < 8; i++)
            w[i] = t[i];
    }
    /* A borrow from a b - w adds 2^512, worth K^2: K is taken from the upper half, twice where that borrows
     * too, which does not borrow again. */
    [[gnu::noinline]] static void mul_sub(u64* r, const u64* a, const u64* b, const u64* w) {
        u64 t[8];
        fe4x64::product(t, a, b);
        const u64 c = fe4x64::sub<8>(t, t, w);
        fe4x64::sub_one<Secret>(t + 4, t + 4, fe4x64::fold_if<Secret>(c));
        fe4x64::reduce<Secret>(r, t);
    }
    static void mul_small(u64* r, const u64* a, u32 v) {
        u64 t[5];
        fe4x64::mul_word(t, a, v);
        fe4x64::add_one<Secret>(r, t, t[4] * prime::fold);
    }
    static void add(u64* r, const u64* a, const u64* b) {
        u64 t[4];
        const u64 c = fe4x64::add(t, a, b);
        fe4x64::add_one<Secret>(r, t, fe4x64::fold_if<Secret>(c));
    }
    static void sub(u64* r, const u64* a, const u64* b) {
        u64 t[4];
        const u64 c = fe4x64::sub<4>(t, a, b);
        fe4x64::sub_one<Secret>(r, t, fe4x64::fold_if<Secret>(c));
    }
    static void sub2(u64* r, const u64* a, const u64* c) {
        u64 t[4], d[4];
        u64 n = fe4x64::twice(d, c);
        n += fe4x64::sub<4>(t, a, d);
        fe4x64::sub_one<Secret>(r, t, fe4x64::folds<Secret>(n));
    }
    static void sub12(u64* r, const u64* a, const u64* b, const u64* c) {
        u64 t[4], d[4];
        u64 n = fe4x64::twice(d, c);
        n += fe4x64::add(d, d, b);
        n += fe4x64::sub<4>(t, a, d);
        fe4x64::sub_one<Secret>(r, t, fe4x64::folds<Secret>(n));
    }
    static void half(u64* r, const u64* a) {
        const u64 odd = value_barrier(0 - (a[0] & 1));
        u64 t[5], p[4];
        for (int i = 0; i < 4; i++)
            p[i] = odd & prime::limbs[i];
        t[4] = fe4x64::add(t, a, p);
        for (int i = 0; i < 4; i++)
            r[i] = t[i] >> 1 | t[i + 1] << 63;
    }
    /* a + (a >> 1) + (a odd ? (p + 1) / 2 : 0); the last two are below 2^256 - 2^31. (p + 1) / 2 is
     * 2^255 - (K - 1) / 2. */
    static void half3(u64* r, const u64* a) {
        const u64 odd = value_barrier(0 - (a[0] & 1));
        u64 t[4], b = 0;
        t[0] = fe4x64::sub_borrow(a[0] >> 1 | a[1] << 63, odd & (prime::fold - 1) / 2, b);
        t[1] = fe4x64::sub_borrow(a[1] >> 1 | a[2] << 63, 0, b);
        t[2] = fe4x64::sub_borrow(a[2] >> 1 | a[3] << 63, 0, b);
        t[3] = fe4x64::sub_borrow(a[3] >> 1 | odd << 63, 0, b);
        const u64 c = fe4x64::add(t, t, a);
        fe4x64::add_one<Secret>(r, t, fe4x64::fold_if<Secret>(c));
    }
    static void select(u64* r, u64 mask, const u64* a, const u64* b) {
        for (int i = 0; i < 4; i++)
            r[i] = (a[i] & mask) | (b[i] & ~mask);
    }
    /* -a is ~a - (K - 1). */
    static void cneg(u64* r, const u64* a, u64 mask) {
        u64 t[4];
        for (int i = 0; i < 4; i++)
            t[i] = a[i] ^ mask;
        fe4x64::sub_one<Secret>(r, t, mask & (prime::fold - 1));
    }
};

template <bool Secret>
using field_4x64_portable = field_4x64<Secret, leaves_portable>;

} // namespace koblitz
