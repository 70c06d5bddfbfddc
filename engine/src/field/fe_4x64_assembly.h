/* The leaves of field_4x64 in assembly: the routines of field/x86_64 and field/arm64, whose files give their
 * ranges. */
#pragma once

#include "field/fe_4x64_portable.h"
#include "field/platform.h"

#if defined(KOBLITZ_ARM64_ASM) || defined(KOBLITZ_X86_64_ASM)

namespace koblitz {

/* linear.S */
KOBLITZ_ASM void koblitz_fe4_add_public(u64* r, const u64* a, const u64* b);
KOBLITZ_ASM void koblitz_fe4_sub_public(u64* r, const u64* a, const u64* b);
KOBLITZ_ASM void koblitz_fe4_sub2_public(u64* r, const u64* a, const u64* c);
KOBLITZ_ASM void koblitz_fe4_sub12_public(u64* r, const u64* a, const u64* b, const u64* c);
KOBLITZ_ASM void koblitz_fe4_half3_public(u64* r, const u64* a);
KOBLITZ_ASM void koblitz_fe4_half(u64* r, const u64* a);
KOBLITZ_ASM void koblitz_fe4_cneg(u64* r, const u64* a, u64 mask);
KOBLITZ_ASM void koblitz_fe4_select(u64* r, u64 mask, const u64* a, const u64* b);
KOBLITZ_ASM void koblitz_fe4_mul_small(u64* r, const u64* a, u32 v);

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
/* Whole routines add and double points under secrets (group/formulas_4x64.h), so the library calls two of
 * these. */
template <>
struct linear_leaves<true> : leaves_portable<true> {
    static constexpr auto cneg = koblitz_fe4_cneg;
    static constexpr auto select = koblitz_fe4_select;
};

/* The routines of mul.S and sqr.S that begin with prefix, and a field over them. */
/* Names of templates take no parentheses. NOLINTBEGIN(bugprone-macro-parentheses) */
#define KOBLITZ_FIELD(field, leaves, prefix)                                                   \
    KOBLITZ_ASM void prefix##mul_public(u64* r, const u64* a, const u64* b);                   \
    KOBLITZ_ASM void prefix##mul_secret(u64* r, const u64* a, const u64* b);                   \
    KOBLITZ_ASM void prefix##mul_sub_public(u64* r, const u64* a, const u64* b, const u64* w); \
    KOBLITZ_ASM void prefix##mul_sub_secret(u64* r, const u64* a, const u64* b, const u64* w); \
    KOBLITZ_ASM void prefix##mul_wide(u64* w, const u64* a, const u64* b);                     \
    KOBLITZ_ASM void prefix##sqr_public(u64* r, const u64* a);                                 \
    KOBLITZ_ASM void prefix##sqr_secret(u64* r, const u64* a);                                 \
    KOBLITZ_ASM void prefix##sqr_n_public(u64* r, const u64* a, int n);                        \
    template <bool Secret>                                                                     \
    struct leaves : linear_leaves<false> {                                                     \
        static constexpr auto mul = prefix##mul_public;                                        \
        static constexpr auto mul_sub = prefix##mul_sub_public;                                \
        static constexpr auto mul_wide = prefix##mul_wide;                                     \
        static constexpr auto sqr = prefix##sqr_public;                                        \
        static constexpr auto sqr_n = prefix##sqr_n_public;                                    \
    };                                                                                         \
    template <>                                                                                \
    struct leaves<true> : linear_leaves<true> {                                                \
        static constexpr auto mul = prefix##mul_secret;                                        \
        static constexpr auto mul_sub = prefix##mul_sub_secret;                                \
        static constexpr auto mul_wide = prefix##mul_wide;                                     \
        static constexpr auto sqr = prefix##sqr_secret;                                        \
    };                                                                                         \
    template <bool Secret>                                                                     \
    using field = field_4x64<Secret, leaves>;
/* NOLINTEND(bugprone-macro-parentheses) */
#ifdef KOBLITZ_X86_64_ASM
KOBLITZ_FIELD(field_4x64_x86_64, leaves_x86_64, koblitz_fe4_)
#else
KOBLITZ_FIELD(field_4x64_arm64_wide, leaves_arm64_wide, koblitz_fe4_wide_)
KOBLITZ_FIELD(field_4x64_arm64_narrow, leaves_arm64_narrow, koblitz_fe4_narrow_)
#endif
#undef KOBLITZ_FIELD

} // namespace koblitz

#endif
