/* The field in four 64-bit limbs on x86-64 with BMI2 and ADX: multiplications in fe_4x64_x86.S, the rest here
 * as baseline x86-64 code.
 *
 * Values are loose: any integer in [0, 2^256), so magnitudes do not matter and elem<M> is one type. A sum or
 * difference can leave the range by a multiple of 2^256 = K mod p, and correcting for it can do so once more;
 * the last correction touches the lowest limb alone (the argument is with each routine). The public field
 * takes that second correction by a branch (random data meet it with probability 2^-222), the secret one by a
 * mask. Results are stored inside the assembly: storing from C lets compilers pair limbs in vector registers,
 * whose forwarding to the next 64-bit loads stalls. */
#ifndef KOBLITZ_FIELD_FE_4X64_X86_H
#define KOBLITZ_FIELD_FE_4X64_X86_H

#include "field/field.h"

extern "C" {
void koblitz_fe4_mul_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_mul_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_sqr_public(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_sqr_secret(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_sqr_n_public(koblitz::u64* r, const koblitz::u64* a, int n);
void koblitz_fe4_sqr_n_secret(koblitz::u64* r, const koblitz::u64* a, int n);
void koblitz_fe4_mul_sub_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                                const koblitz::u64* w);
void koblitz_fe4_mul_sub_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                                const koblitz::u64* w);
void koblitz_fe4_double_public(koblitz::u64* point, int n);
void koblitz_fe4_double_secret(koblitz::u64* point, int n);
void koblitz_fe4_scan(koblitz::u64* out, const koblitz::u64* table, koblitz::u32 index, int n, size_t stride);
void koblitz_fe4_mul_small(koblitz::u64* r, const koblitz::u64* a, koblitz::u32 v);
void koblitz_fe4_mul_wide(koblitz::u64* w, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_sqr_wide(koblitz::u64* w, const koblitz::u64* a);
}

namespace koblitz {

namespace fe4x64 {

#define KOBLITZ_LOAD(a)             \
    "movq 0(%[" #a "]), %[r0]\n\t"  \
    "movq 8(%[" #a "]), %[r1]\n\t"  \
    "movq 16(%[" #a "]), %[r2]\n\t" \
    "movq 24(%[" #a "]), %[r3]\n\t"
#define KOBLITZ_CHAIN(first, next, b)                                                                      \
    first " 0(%[" #b "]), %[r0]\n\t" next " 8(%[" #b "]), %[r1]\n\t" next " 16(%[" #b "]), %[r2]\n\t" next \
          " 24(%[" #b "]), %[r3]\n\t"
#define KOBLITZ_STORE          \
    "movq %[r0], 0(%[r])\n\t"  \
    "movq %[r1], 8(%[r])\n\t"  \
    "movq %[r2], 16(%[r])\n\t" \
    "movq %[r3], 24(%[r])\n\t"
/* m = carry ? K : 0 */
#define KOBLITZ_MASK "sbbq %[m], %[m]\n\tandq %[k], %[m]\n\t"
/* The correction m, then the second one by a branch that is out of the way, or by a mask. */
#define KOBLITZ_CORRECT_PUBLIC(first, next)                                             \
    first " %[m], %[r0]\n\tjc 76f\n75:\n\t" KOBLITZ_STORE ".subsection 1\n76:\n\t" next \
          " $0, %[r1]\n\t" next " $0, %[r2]\n\t" next " $0, %[r3]\n\tjnc 75b\n\t" first \
          " %[k], %[r0]\n\tjmp 75b\n\t.previous\n\t"
#define KOBLITZ_CORRECT_SECRET(first, next)                                   \
    first " %[m], %[r0]\n\t" next " $0, %[r1]\n\t" next " $0, %[r2]\n\t" next \
          " $0, %[r3]\n\t" KOBLITZ_MASK first " %[m], %[r0]\n\t" KOBLITZ_STORE

template <bool Secret>
struct element {
    u64 n[4];
};

/* a + b <= 2^257 - 2. One wrap leaves at most 2^256 - 2, and + K may wrap again; then at most K - 2 is left.
 */
template <bool Secret>
inline void add(element<Secret>& r, const element<Secret>& a, const element<Secret>& b) {
    u64 r0, r1, r2, r3, m;
    if constexpr (Secret) {
        __asm__(KOBLITZ_LOAD(a) KOBLITZ_CHAIN("addq", "adcq", b)
                    KOBLITZ_MASK KOBLITZ_CORRECT_SECRET("addq", "adcq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [k] "r"(prime::fold), "m"(a), "m"(b)
                : "cc");
    } else {
        __asm__(KOBLITZ_LOAD(a) KOBLITZ_CHAIN("addq", "adcq", b)
                    KOBLITZ_MASK KOBLITZ_CORRECT_PUBLIC("addq", "adcq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [k] "r"(prime::fold), "m"(a), "m"(b)
                : "cc");
    }
}

/* a - b > -2^256. One borrow leaves at least 1, and - K may borrow again; then at least 2^256 - K + 1 is
 * left. */
template <bool Secret>
inline void sub(element<Secret>& r, const element<Secret>& a, const element<Secret>& b) {
    u64 r0, r1, r2, r3, m;
    if constexpr (Secret) {
        __asm__(KOBLITZ_LOAD(a) KOBLITZ_CHAIN("subq", "sbbq", b)
                    KOBLITZ_MASK KOBLITZ_CORRECT_SECRET("subq", "sbbq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [k] "r"(prime::fold), "m"(a), "m"(b)
                : "cc");
    } else {
        __asm__(KOBLITZ_LOAD(a) KOBLITZ_CHAIN("subq", "sbbq", b)
                    KOBLITZ_MASK KOBLITZ_CORRECT_PUBLIC("subq", "sbbq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [k] "r"(prime::fold), "m"(a), "m"(b)
                : "cc");
    }
}

/* r = a - 2c or a - b - 2c: the borrows are counted, 0 to 3, and K times their number is taken off at once.
 * When that borrows, at least 2^256 - 3K is left, and one more K comes off the lowest limb. */
#define KOBLITZ_COUNT "adcq $0, %[m]\n\t"
template <bool Secret>
inline void sub2(element<Secret>& r, const element<Secret>& a, const element<Secret>& c) {
    u64 r0, r1, r2, r3, m;
    if constexpr (Secret) {
        __asm__(KOBLITZ_LOAD(a) "xorl %k[m], %k[m]\n\t" KOBLITZ_CHAIN("subq", "sbbq", c)
                    KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c) KOBLITZ_COUNT
                "imulq %[k], %[m]\n\t" KOBLITZ_CORRECT_SECRET("subq", "sbbq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [c] "r"(&c), [k] "r"(prime::fold), "m"(a), "m"(c)
                : "cc");
    } else {
        __asm__(KOBLITZ_LOAD(a) "xorl %k[m], %k[m]\n\t" KOBLITZ_CHAIN("subq", "sbbq", c)
                    KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c) KOBLITZ_COUNT
                "imulq %[k], %[m]\n\t" KOBLITZ_CORRECT_PUBLIC("subq", "sbbq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [c] "r"(&c), [k] "r"(prime::fold), "m"(a), "m"(c)
                : "cc");
    }
}
template <bool Secret>
inline void sub12(element<Secret>& r, const element<Secret>& a, const element<Secret>& b,
                  const element<Secret>& c) {
    u64 r0, r1, r2, r3, m;
    if constexpr (Secret) {
        __asm__(
            KOBLITZ_LOAD(a) "xorl %k[m], %k[m]\n\t" KOBLITZ_CHAIN("subq", "sbbq", b)
                KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c) KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c)
                    KOBLITZ_COUNT "imulq %[k], %[m]\n\t" KOBLITZ_CORRECT_SECRET("subq", "sbbq")
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
            : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [c] "r"(&c), [k] "r"(prime::fold), "m"(a), "m"(b), "m"(c)
            : "cc");
    } else {
        __asm__(
            KOBLITZ_LOAD(a) "xorl %k[m], %k[m]\n\t" KOBLITZ_CHAIN("subq", "sbbq", b)
                KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c) KOBLITZ_COUNT KOBLITZ_CHAIN("subq", "sbbq", c)
                    KOBLITZ_COUNT "imulq %[k], %[m]\n\t" KOBLITZ_CORRECT_PUBLIC("subq", "sbbq")
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), "=m"(r)
            : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [c] "r"(&c), [k] "r"(prime::fold), "m"(a), "m"(b), "m"(c)
            : "cc");
    }
}

#define KOBLITZ_SHIFT(low, high) \
    "shrq $1, %[" #low "]\n\tmovq %[" #high "], %[t]\n\tshlq $63, %[t]\n\torq %[t], %[" #low "]\n\t"

/* r = a / 2: a, plus p when a is odd (below 2^257), shifted. */
template <bool Secret>
inline void half(element<Secret>& r, const element<Secret>& a) {
    u64 r0, r1, r2, r3, m, t;
    __asm__(
        KOBLITZ_LOAD(a) "movl %k[r0], %k[m]\n\tandl $1, %k[m]\n\tnegq %[m]\n\tmovq %[m], %[t]\n\t"
                        "andq %[p0], %[t]\n\taddq %[t], %[r0]\n\tadcq %[m], %[r1]\n\tadcq %[m], "
                        "%[r2]\n\tadcq %[m], %[r3]\n\t"
                        "sbbq %[m], %[m]\n\t" KOBLITZ_SHIFT(r0, r1) KOBLITZ_SHIFT(r1, r2) KOBLITZ_SHIFT(
                            r2, r3) "shrq $1, %[r3]\n\tshlq $63, %[m]\n\torq %[m], %[r3]\n\t" KOBLITZ_STORE
        : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), [t] "=&r"(t), "=m"(r)
        : [r] "r"(&r), [a] "r"(&a), [p0] "r"(prime::limbs[0]), "m"(a)
        : "cc");
}

/* r = 3a / 2 = a + ((a >> 1) + (a odd ? (p + 1) / 2 : 0)). The bracket is below 2^256 - 2^31, so the sum
 * wraps as in add. (p + 1) / 2 = 2^255 - 2^31 - 488: the limb h0, two of ones, ones >> 1. */
#define KOBLITZ_HALF3                                                                                     \
    KOBLITZ_LOAD(a)                                                                                       \
    "movl %k[r0], %k[m]\n\tandl $1, %k[m]\n\tnegq %[m]\n\t" KOBLITZ_SHIFT(r0, r1) KOBLITZ_SHIFT(r1, r2)   \
        KOBLITZ_SHIFT(r2, r3) "shrq $1, %[r3]\n\tmovq %[m], %[t]\n\tshrq $1, %[t]\n\tandq %[m], %[h]\n\t" \
                              "addq %[h], %[r0]\n\tadcq %[m], %[r1]\n\tadcq %[m], %[r2]\n\tadcq %[t], "   \
                              "%[r3]\n\t" KOBLITZ_CHAIN("addq", "adcq", a) KOBLITZ_MASK
template <bool Secret>
inline void half3(element<Secret>& r, const element<Secret>& a) {
    u64 r0, r1, r2, r3, m, t, h = 0xFFFFFFFF7FFFFE18;
    if constexpr (Secret) {
        __asm__(KOBLITZ_HALF3 KOBLITZ_CORRECT_SECRET("addq", "adcq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), [t] "=&r"(t),
                  [h] "+&r"(h), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [k] "r"(prime::fold), "m"(a)
                : "cc");
    } else {
        __asm__(KOBLITZ_HALF3 KOBLITZ_CORRECT_PUBLIC("addq", "adcq")
                : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), [m] "=&r"(m), [t] "=&r"(t),
                  [h] "+&r"(h), "=m"(r)
                : [r] "r"(&r), [a] "r"(&a), [k] "r"(prime::fold), "m"(a)
                : "cc");
    }
}

/* r = a, limb by limb: a vector load of limbs just stored one by one would wait for the stores to retire. */
template <bool Secret>
inline void copy(element<Secret>& r, const element<Secret>& a) {
    u64 r0, r1, r2, r3;
    __asm__(KOBLITZ_LOAD(a) KOBLITZ_STORE
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), "=m"(r)
            : [r] "r"(&r), [a] "r"(&a), "m"(a));
}

/* r = mask ? a : b, mask 0 or all ones, by conditional moves. */
template <bool Secret>
inline void select(element<Secret>& r, u64 mask, const element<Secret>& a, const element<Secret>& b) {
    u64 r0, r1, r2, r3;
    __asm__(KOBLITZ_LOAD(b) "testq %[mask], %[mask]\n\tcmovnzq 0(%[a]), %[r0]\n\tcmovnzq 8(%[a]), %[r1]\n\t"
                            "cmovnzq 16(%[a]), %[r2]\n\tcmovnzq 24(%[a]), %[r3]\n\t" KOBLITZ_STORE
            : [r0] "=&r"(r0), [r1] "=&r"(r1), [r2] "=&r"(r2), [r3] "=&r"(r3), "=m"(r)
            : [r] "r"(&r), [a] "r"(&a), [b] "r"(&b), [mask] "r"(mask), "m"(a), "m"(b)
            : "cc");
}

#undef KOBLITZ_LOAD
#undef KOBLITZ_CHAIN
#undef KOBLITZ_STORE
#undef KOBLITZ_MASK
#undef KOBLITZ_CORRECT_PUBLIC
#undef KOBLITZ_CORRECT_SECRET
#undef KOBLITZ_COUNT
#undef KOBLITZ_SHIFT
#undef KOBLITZ_HALF3

/* a in [0, 2^256) is below 2p: a + K carries exactly when a >= p, and is then a - p mod 2^256. */
inline void canonical(u64 r[4], const u64 a[4]) {
    u64 t[4];
    u128 c = static_cast<u128>(a[0]) + prime::fold;
    t[0] = static_cast<u64>(c);
    for (int i = 1; i < 4; i++) {
        c = (c >> 64) + a[i];
        t[i] = static_cast<u64>(c);
    }
    const u64 m = value_barrier(0 - static_cast<u64>(c >> 64));
    for (int i = 0; i < 4; i++)
        r[i] = (t[i] & m) | (a[i] & ~m);
}

inline u64 zero_or_p_bit(const u64 a[4]) {
    const u64 z = a[0] | a[1] | a[2] | a[3];
    const u64 p = (a[0] ^ prime::limbs[0]) | ~(a[1] & a[2] & a[3]);
    return (((z | (0 - z)) & (p | (0 - p))) >> 63) ^ 1;
}

} // namespace fe4x64

/* The contract of field.h; magnitudes play no part. */
template <bool Secret>
struct field_4x64_x86 : field_bytes<field_4x64_x86<Secret>> {
    static constexpr bool secret = Secret;
    using flag = typename select_type<Secret, choice, bool>::type;
    using fe = fe4x64::element<Secret>;
    template <int M>
    using elem = fe;
    struct wide {
        u64 n[8];
    };

    static void mul(fe& r, const fe& a, const fe& b) {
        Secret ? koblitz_fe4_mul_secret(r.n, a.n, b.n) : koblitz_fe4_mul_public(r.n, a.n, b.n);
    }
    static void sqr(fe& r, const fe& a) {
        Secret ? koblitz_fe4_sqr_secret(r.n, a.n) : koblitz_fe4_sqr_public(r.n, a.n);
    }
    static void sqr_n(fe& r, const fe& a, int n) {
        Secret ? koblitz_fe4_sqr_n_secret(r.n, a.n, n) : koblitz_fe4_sqr_n_public(r.n, a.n, n);
    }
    static void mul_wide(wide& w, const fe& a, const fe& b) { koblitz_fe4_mul_wide(w.n, a.n, b.n); }
    static void sqr_wide(wide& w, const fe& a) { koblitz_fe4_sqr_wide(w.n, a.n); }
    static void mul_sub(fe& r, const fe& a, const fe& b, const wide& w) {
        Secret ? koblitz_fe4_mul_sub_secret(r.n, a.n, b.n, w.n)
               : koblitz_fe4_mul_sub_public(r.n, a.n, b.n, w.n);
    }

    /* point: X, Y, Z; n >= 1 */
    static void double_n(fe* point, int n) {
        Secret ? koblitz_fe4_double_secret(point->n, n) : koblitz_fe4_double_public(point->n, n);
    }

    /* Two elements at table + index * stride limbs, constant time: lookup.h */
    static void scan(u64 out[8], const u64* table, u64 index, int n, size_t stride) requires Secret {
        koblitz_fe4_scan(out, table, static_cast<u32>(index), n, stride * sizeof(u64));
    }

    static void mul_small(fe& r, const fe& a, u32 v) { koblitz_fe4_mul_small(r.n, a.n, v); }
    static void add(fe& r, const fe& a, const fe& b) { fe4x64::add(r, a, b); }
    static void sub(fe& r, const fe& a, const fe& b) { fe4x64::sub(r, a, b); }
    static void sub2(fe& r, const fe& a, const fe& c) { fe4x64::sub2(r, a, c); }
    static void sub12(fe& r, const fe& a, const fe& b, const fe& c) { fe4x64::sub12(r, a, b, c); }
    static void neg(fe& r, const fe& a) {
        static constexpr fe zero = {{0, 0, 0, 0}};
        fe4x64::sub(r, zero, a);
    }
    static void half(fe& r, const fe& a) { fe4x64::half(r, a); }
    static void half3(fe& r, const fe& a) { fe4x64::half3(r, a); }

    static void normalize(fe& r, const fe& a) { fe4x64::canonical(r.n, a.n); }
    static void normalize_weak(fe& r, const fe& a) { fe4x64::copy(r, a); }
    static void copy(fe& r, const fe& a) { fe4x64::copy(r, a); }
    static void select(fe& r, flag c, const fe& a, const fe& b) {
        if constexpr (Secret) {
            fe4x64::select(r, c.mask(), a, b);
        } else {
            fe4x64::select(r, 0 - static_cast<u64>(c), a, b);
        }
    }
    static void cneg(fe& r, const fe& a, flag c) {
        fe t;
        neg(t, a);
        select(r, c, t, a);
    }

    static flag is_zero(const fe& a) {
        if constexpr (Secret) {
            return choice::from_bit(fe4x64::zero_or_p_bit(a.n));
        } else {
            if ((a.n[0] | a.n[1] | a.n[2] | a.n[3]) == 0) [[unlikely]]
                return true;
            return a.n[0] == prime::limbs[0] && (a.n[1] & a.n[2] & a.n[3]) == ~u64{0};
        }
    }
    static flag equal(const fe& a, const fe& b) {
        fe d;
        sub(d, a, b);
        return is_zero(d);
    }
    static flag is_odd(const fe& a) {
        u64 t[4];
        fe4x64::canonical(t, a.n);
        if constexpr (Secret) {
            return choice::from_bit(t[0] & 1);
        } else {
            return (t[0] & 1) != 0;
        }
    }

    static void set_u32(fe& r, u32 v) { r = {{v, 0, 0, 0}}; }
    static void from_limbs(fe& r, const u64 a[4]) { r = {{a[0], a[1], a[2], a[3]}}; }
    static void to_limbs(u64 r[4], const fe& a) { fe4x64::canonical(r, a.n); }
};

} // namespace koblitz

#endif
