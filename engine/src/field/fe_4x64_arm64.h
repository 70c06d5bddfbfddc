/* The leaves of field_4x64 on arm64, in two forms: routines of field/arm64, whose files give their ranges. */
#ifndef KOBLITZ_FIELD_FE_4X64_ARM64_H
#define KOBLITZ_FIELD_FE_4X64_ARM64_H

#include "field/arm64/platform.h"
#include "field/fe_4x64.h"

#ifdef KOBLITZ_ARM64_ASM

/* The routines of one form. mul.S, then sqr.S. */
#define KOBLITZ_ARM64_LEAVES(form)                                                                          \
    void koblitz_fe4_##form##_mul_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);    \
    void koblitz_fe4_##form##_mul_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);    \
    void koblitz_fe4_##form##_mul_sub_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b, \
                                             const koblitz::u64* w);                                        \
    void koblitz_fe4_##form##_mul_sub_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b, \
                                             const koblitz::u64* w);                                        \
    void koblitz_fe4_##form##_mul_wide(koblitz::u64* w, const koblitz::u64* a, const koblitz::u64* b);      \
    void koblitz_fe4_##form##_sqr_public(koblitz::u64* r, const koblitz::u64* a);                           \
    void koblitz_fe4_##form##_sqr_secret(koblitz::u64* r, const koblitz::u64* a);                           \
    void koblitz_fe4_##form##_sqr_n_public(koblitz::u64* r, const koblitz::u64* a, int n);

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_ARM64_LEAVES(wide)
KOBLITZ_ARM64_LEAVES(narrow)
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
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif
#undef KOBLITZ_ARM64_LEAVES

namespace koblitz {

/* What both forms share. */
template <bool Secret>
struct linear_leaves_arm64;

template <>
struct linear_leaves_arm64<false> {
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

/* Points under secrets are added and doubled by whole routines (formulas_arm64.h): nothing in the library
 * asks for these functions but through the contract of field.h. */
template <>
struct linear_leaves_arm64<true> {
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

/* The other leaves, of one form. */
#define KOBLITZ_ARM64_LEAVES(form)                                           \
    template <bool Secret>                                                   \
    struct leaves_arm64_##form;                                              \
    template <>                                                              \
    struct leaves_arm64_##form<false> : linear_leaves_arm64<false> {         \
        static constexpr auto mul = koblitz_fe4_##form##_mul_public;         \
        static constexpr auto mul_sub = koblitz_fe4_##form##_mul_sub_public; \
        static constexpr auto mul_wide = koblitz_fe4_##form##_mul_wide;      \
        static constexpr auto sqr = koblitz_fe4_##form##_sqr_public;         \
        static constexpr auto sqr_n = koblitz_fe4_##form##_sqr_n_public;     \
    };                                                                       \
    template <>                                                              \
    struct leaves_arm64_##form<true> : linear_leaves_arm64<true> {           \
        static constexpr auto mul = koblitz_fe4_##form##_mul_secret;         \
        static constexpr auto mul_sub = koblitz_fe4_##form##_mul_sub_secret; \
        static constexpr auto mul_wide = koblitz_fe4_##form##_mul_wide;      \
        static constexpr auto sqr = koblitz_fe4_##form##_sqr_secret;         \
        static void sqr_n(u64* r, const u64* a, int n) {                     \
            sqr(r, a);                                                       \
            while (--n)                                                      \
                sqr(r, r);                                                   \
        }                                                                    \
    };
KOBLITZ_ARM64_LEAVES(wide)
KOBLITZ_ARM64_LEAVES(narrow)
#undef KOBLITZ_ARM64_LEAVES

template <bool Secret>
using field_4x64_arm64_wide = field_4x64<Secret, leaves_arm64_wide>;
template <bool Secret>
using field_4x64_arm64_narrow = field_4x64<Secret, leaves_arm64_narrow>;

} // namespace koblitz

#endif
#endif
