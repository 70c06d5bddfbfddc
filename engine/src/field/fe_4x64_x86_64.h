/* The leaves of field_4x64 on x86-64 with BMI2 and ADX: routines of field/x86_64, whose files give
 * their ranges. */
#ifndef KOBLITZ_FIELD_FE_4X64_X86_64_H
#define KOBLITZ_FIELD_FE_4X64_X86_64_H

#include "field/fe_4x64.h"
#include "field/x86_64/platform.h"

#ifdef KOBLITZ_X86_64_ASM

/* Hidden as in the assembly: called directly. */
#pragma GCC visibility push(hidden)
extern "C" {
/* mul.S */
void koblitz_fe4_mul_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_mul_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_mul_sub_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                                const koblitz::u64* w);
void koblitz_fe4_mul_sub_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                                const koblitz::u64* w);
void koblitz_fe4_mul_wide(koblitz::u64* w, const koblitz::u64* a, const koblitz::u64* b);
/* sqr.S */
void koblitz_fe4_sqr_public(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_sqr_secret(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_sqr_n_public(koblitz::u64* r, const koblitz::u64* a, int n);
/* linear.S */
void koblitz_fe4_add_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_add_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_sub_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_sub_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_sub2_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* c);
void koblitz_fe4_sub12_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b,
                              const koblitz::u64* c);
void koblitz_fe4_half3_public(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_half(koblitz::u64* r, const koblitz::u64* a);
void koblitz_fe4_cneg(koblitz::u64* r, const koblitz::u64* a, koblitz::u64 mask);
void koblitz_fe4_select(koblitz::u64* r, koblitz::u64 mask, const koblitz::u64* a, const koblitz::u64* b);
void koblitz_fe4_mul_small(koblitz::u64* r, const koblitz::u64* a, koblitz::u32 v);
}
#pragma GCC visibility pop

namespace koblitz {

template <bool Secret>
struct leaves_x86_64;

template <>
struct leaves_x86_64<false> {
    static constexpr auto mul = koblitz_fe4_mul_public;
    static constexpr auto mul_sub = koblitz_fe4_mul_sub_public;
    static constexpr auto mul_wide = koblitz_fe4_mul_wide;
    static constexpr auto mul_small = koblitz_fe4_mul_small;
    static constexpr auto sqr = koblitz_fe4_sqr_public;
    static constexpr auto sqr_n = koblitz_fe4_sqr_n_public;
    static constexpr auto add = koblitz_fe4_add_public;
    static constexpr auto sub = koblitz_fe4_sub_public;
    static constexpr auto sub2 = koblitz_fe4_sub2_public;
    static constexpr auto sub12 = koblitz_fe4_sub12_public;
    static constexpr auto half = koblitz_fe4_half;
    static constexpr auto half3 = koblitz_fe4_half3_public;
    static constexpr auto cneg = koblitz_fe4_cneg;
    static constexpr auto select = koblitz_fe4_select;
};

/* Points under secrets are added and doubled by whole routines (formulas_x86_64.h), so nothing in the
 * library asks for add, sub and mul_sub here: the contract of field.h does, and the tests put the general
 * steps of formulas.h together from them. The functions are put together from others. */
template <>
struct leaves_x86_64<true> {
    static constexpr auto mul = koblitz_fe4_mul_secret;
    static constexpr auto mul_sub = koblitz_fe4_mul_sub_secret;
    static constexpr auto mul_wide = koblitz_fe4_mul_wide;
    static constexpr auto mul_small = koblitz_fe4_mul_small;
    static constexpr auto sqr = koblitz_fe4_sqr_secret;
    static constexpr auto add = koblitz_fe4_add_secret;
    static constexpr auto sub = koblitz_fe4_sub_secret;
    static constexpr auto half = koblitz_fe4_half;
    static constexpr auto cneg = koblitz_fe4_cneg;
    static constexpr auto select = koblitz_fe4_select;
    static void sqr_n(u64* r, const u64* a, int n) {
        sqr(r, a);
        while (--n)
            sqr(r, r);
    }
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

template <bool Secret>
using field_4x64_x86_64 = field_4x64<Secret, leaves_x86_64>;

} // namespace koblitz

#endif
#endif
