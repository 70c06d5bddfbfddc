/* The leaves of field_4x64 on arm64, in two forms: routines of field/arm64, whose files give their ranges. */
#pragma once

#include "field/fe_4x64_linear.h"

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
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif
#undef KOBLITZ_ARM64_LEAVES

namespace koblitz {

#define KOBLITZ_ARM64_LEAVES(form)                                               \
    template <bool Secret>                                                       \
    struct leaves_arm64_##form;                                                  \
    template <>                                                                  \
    struct leaves_arm64_##form<false> : linear_leaves<false> {                   \
        static constexpr auto mul = koblitz_fe4_##form##_mul_public;             \
        static constexpr auto mul_sub = koblitz_fe4_##form##_mul_sub_public;     \
        static constexpr auto mul_wide = koblitz_fe4_##form##_mul_wide;          \
        static constexpr auto sqr = koblitz_fe4_##form##_sqr_public;             \
        static constexpr auto sqr_n = koblitz_fe4_##form##_sqr_n_public;         \
    };                                                                           \
    template <>                                                                  \
    struct leaves_arm64_##form<true> : linear_leaves<true> {                     \
        static constexpr auto mul = koblitz_fe4_##form##_mul_secret;             \
        static constexpr auto mul_sub = koblitz_fe4_##form##_mul_sub_secret;     \
        static constexpr auto mul_wide = koblitz_fe4_##form##_mul_wide;          \
        static constexpr auto sqr = koblitz_fe4_##form##_sqr_secret;             \
        static constexpr auto sqr_n = sqr_n_by<koblitz_fe4_##form##_sqr_secret>; \
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
