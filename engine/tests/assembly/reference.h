/* A plain reference for the assembly, on 64-bit limbs, and inputs that reach its rare carries. */
#pragma once

#include <cstring>

#include "assembly/routines.h"
#include "support/check.h"
#include "support/random.h"

namespace reference {

using namespace koblitz;

/* Schoolbook on 128-bit products; independent of MULX and of any reduction trick. */
inline void product(u64 t[8], const u64 a[4], const u64 b[4]) {
    for (int i = 0; i < 8; i++)
        t[i] = 0;
    for (int i = 0; i < 4; i++) {
        u128 c = 0;
        for (int j = 0; j < 4; j++) {
            c += static_cast<u128>(a[j]) * b[i] + t[i + j];
            t[i + j] = static_cast<u64>(c);
            c >>= 64;
        }
        t[i + 4] = static_cast<u64>(c);
    }
}

/* Canonical r = a mod p for n limbs, folding the top limb at 2^256 until none is left. */
inline void mod_p(u64 r[4], const u64* a, int n) {
    u64 t[10] = {};
    std::memcpy(t, a, static_cast<size_t>(n) * 8);
    for (int top = n - 1; top >= 4; top--) {
        while (t[top] != 0) {
            const u64 h = t[top];
            t[top] = 0;
            u128 c = static_cast<u128>(h) * prime::fold;
            for (int i = top - 4; c != 0; i++) {
                c += t[i];
                t[i] = static_cast<u64>(c);
                c >>= 64;
            }
        }
    }
    fe4x64::canonical(r, t);
}

/* Canonical r = a - b mod p for canonical a and b, by a + p - b. r may be either. */
inline void sub_mod(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t[5];
    u128 c = 0;
    u64 borrow = 0;
    for (int i = 0; i < 4; i++) {
        c += static_cast<u128>(a[i]) + prime::limbs[i];
        t[i] = static_cast<u64>(c);
        c >>= 64;
    }
    t[4] = static_cast<u64>(c);
    for (int i = 0; i < 5; i++) {
        const u64 s = i < 4 ? b[i] : 0, d = t[i] - s, e = d - borrow;
        borrow = static_cast<u64>(t[i] < s) | static_cast<u64>(d < borrow);
        t[i] = e;
    }
    mod_p(r, t, 5);
}

/* An argument of 32 bits as a caller may pass it: what stands above them means nothing. The routine is called
 * as if its argument were a u64, which clears nothing: taking<what it is called as>(routine). */
inline u64 unclean(test::random& rng, u32 v) {
    return rng.next() << 32 | v;
}
template <class As>
struct routine_taking;
template <class R, class... A>
struct routine_taking<R(A...)> {
    typedef R(KOBLITZ_SYSTEM_V* type)(A...);
};
template <class As, class Routine>
typename routine_taking<As>::type taking(Routine* routine) {
    return reinterpret_cast<typename routine_taking<As>::type>(reinterpret_cast<void (*)()>(routine));
}

inline bool same(const u64 a[4], const u64 b[4]) {
    u64 x[4], y[4];
    fe4x64::canonical(x, a);
    fe4x64::canonical(y, b);
    return std::memcmp(x, y, 32) == 0;
}

/* The value at a random place of the representable range, and at the places where a reduction carries twice:
 * all ones in the upper limbs with small low ones, and products of those. */
inline void draw(test::random& rng, u64 r[4]) {
    switch (rng.below(8)) {
    case 7:
        /* The top limb is -1 / K mod 2^64: times about 2^256, the low half of K times the product's top limb
         * is all ones, and the high half of K times the limb before carries out of it. */
        for (int i = 0; i < 3; i++)
            r[i] = rng.next();
        r[3] = 0x27C7F6E22DDACACF;
        break;
    case 6: {
        /* 2^256 - K - d: with d, e of two such factors the product is d e mod p, and its reduction wraps at
         * the last step; d = e = 2^32 then carries out of the lowest limb. */
        const u64 d = rng.below(2) ? u64{1} << 32 : rng.below(u64{1} << 32);
        r[0] = 0 - prime::fold - d;
        r[1] = r[2] = r[3] = ~u64{0};
        break;
    }
    case 0:
        for (int i = 0; i < 4; i++)
            r[i] = ~u64{0};
        r[rng.below(4)] = rng.limb();
        break;
    case 1:
        for (int i = 0; i < 4; i++)
            r[i] = 0;
        r[rng.below(4)] = rng.limb();
        break;
    default:
        rng.edge256(r);
    }
}

inline void want_mul(u64 r[4], const u64* a, const u64* b) {
    u64 t[8];
    product(t, a, b);
    mod_p(r, t, 8);
}
inline void want_sqr(u64 r[4], const u64* a) {
    want_mul(r, a, a);
}

inline void add_mod(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t[5];
    u128 s = 0;
    for (int i = 0; i < 4; i++) {
        s += static_cast<u128>(a[i]) + b[i];
        t[i] = static_cast<u64>(s);
        s >>= 64;
    }
    t[4] = static_cast<u64>(s);
    mod_p(r, t, 5);
}
inline void half_mod(u64 r[4], const u64 a[4]) {
    static constexpr u64 half[4] = {0xFFFFFFFF7FFFFE18, ~u64{0}, ~u64{0}, ~u64{0} >> 1};
    want_mul(r, a, half);
}

/* What is left in the carry flag before a routine must not matter. */
inline void set_carry() {
#if defined(__x86_64__)
    __asm__ volatile("stc" : : : "cc");
#else
    __asm__ volatile("cmp xzr, xzr" : : : "cc");
#endif
}

void test_fields(test::random& rng, int round);
void test_points(test::random& rng, int round);
void test_doubles(test::random& rng);
void test_kept(test::random& rng, int round);

} // namespace reference
