/* What the assembly for x86-64 and that for arm64 share of the leaves of field_4x64: the routines of
 * linear.S, whose files give their ranges. */
#pragma once

#include "field/arm64/platform.h"
#include "field/fe_4x64.h"
#include "field/x86_64/platform.h"

#if defined(KOBLITZ_ARM64_ASM) || defined(KOBLITZ_X86_64_ASM)

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_SYSTEM_V void koblitz_fe4_add_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_add_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_sub_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_sub_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_sub2_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* c);
KOBLITZ_SYSTEM_V void koblitz_fe4_sub12_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                                               const koblitz::u64* c);
KOBLITZ_SYSTEM_V void koblitz_fe4_half3_public(koblitz::u64* r, const koblitz::u64* a);
KOBLITZ_SYSTEM_V void koblitz_fe4_half(koblitz::u64* r, const koblitz::u64* a);
KOBLITZ_SYSTEM_V void koblitz_fe4_cneg(koblitz::u64* r, const koblitz::u64* a, koblitz::u64 mask);
KOBLITZ_SYSTEM_V void koblitz_fe4_select(koblitz::u64* r, koblitz::u64 mask, const koblitz::u64* a,
                                         const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_small(koblitz::u64* r, const koblitz::u64* a, koblitz::u32 v);
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif

namespace koblitz {

template <bool Secret>
struct linear_leaves {
    static constexpr auto mul_small = koblitz_fe4_mul_small;
    static constexpr auto add = koblitz_fe4_add_public;
    static constexpr auto sub = koblitz_fe4_sub_public;
    static constexpr auto sub2 = koblitz_fe4_sub2_public;
    static constexpr auto sub12 = koblitz_fe4_sub12_public;
    static constexpr auto half = koblitz_fe4_half;
    static constexpr auto half3 = koblitz_fe4_half3_public;
    static constexpr auto cneg = koblitz_fe4_cneg;
    static constexpr auto select = koblitz_fe4_select;
};

/* Points under secrets are added and doubled by whole routines (group/formulas_4x64.h). So the library calls
 * none of the functions here: the contract of field.h asks for them, and the tests call them. */
template <>
struct linear_leaves<true> {
    static constexpr auto mul_small = koblitz_fe4_mul_small;
    static constexpr auto add = koblitz_fe4_add_secret;
    static constexpr auto sub = koblitz_fe4_sub_secret;
    static constexpr auto half = koblitz_fe4_half;
    static constexpr auto cneg = koblitz_fe4_cneg;
    static constexpr auto select = koblitz_fe4_select;
    static void sub2(u64* r, const u64* a, const u64* c) {
        u64 t[4];
        sub(t, a, c);
        sub(r, t, c);
    }
    static void sub12(u64* r, const u64* a, const u64* b, const u64* c) {
        u64 t[4];
        sub(t, a, b);
        sub2(r, t, c);
    }
    static void half3(u64* r, const u64* a) {
        u64 t[4];
        half(t, a);
        add(r, t, a);
    }
};

/* a^(2^n) by n squares. */
template <auto Square>
void sqr_n_by(u64* r, const u64* a, int n) {
    Square(r, a);
    while (--n)
        Square(r, r);
}

} // namespace koblitz

#endif
