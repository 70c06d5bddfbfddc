/* The leaves of field_4x64 on x86-64 with BMI2 and ADX: routines of field/x86_64, whose files give their
 * ranges. */
#pragma once

#include "field/fe_4x64_linear.h"

#ifdef KOBLITZ_X86_64_ASM

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
/* mul.S */
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_public(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_secret(koblitz::u64* r, const koblitz::u64* a, const koblitz::u64* b);
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_sub_public(koblitz::u64* r, const koblitz::u64* a,
                                                 const koblitz::u64* b, const koblitz::u64* w);
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_sub_secret(koblitz::u64* r, const koblitz::u64* a,
                                                 const koblitz::u64* b, const koblitz::u64* w);
KOBLITZ_SYSTEM_V void koblitz_fe4_mul_wide(koblitz::u64* w, const koblitz::u64* a, const koblitz::u64* b);
/* sqr.S */
KOBLITZ_SYSTEM_V void koblitz_fe4_sqr_public(koblitz::u64* r, const koblitz::u64* a);
KOBLITZ_SYSTEM_V void koblitz_fe4_sqr_secret(koblitz::u64* r, const koblitz::u64* a);
KOBLITZ_SYSTEM_V void koblitz_fe4_sqr_n_public(koblitz::u64* r, const koblitz::u64* a, int n);
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif

namespace koblitz {

template <bool Secret>
struct leaves_x86_64;
template <>
struct leaves_x86_64<false> : linear_leaves<false> {
    static constexpr auto mul = koblitz_fe4_mul_public;
    static constexpr auto mul_sub = koblitz_fe4_mul_sub_public;
    static constexpr auto mul_wide = koblitz_fe4_mul_wide;
    static constexpr auto sqr = koblitz_fe4_sqr_public;
    static constexpr auto sqr_n = koblitz_fe4_sqr_n_public;
};
template <>
struct leaves_x86_64<true> : linear_leaves<true> {
    static constexpr auto mul = koblitz_fe4_mul_secret;
    static constexpr auto mul_sub = koblitz_fe4_mul_sub_secret;
    static constexpr auto mul_wide = koblitz_fe4_mul_wide;
    static constexpr auto sqr = koblitz_fe4_sqr_secret;
    static constexpr auto sqr_n = sqr_n_by<koblitz_fe4_sqr_secret>;
};

template <bool Secret>
using field_4x64_x86_64 = field_4x64<Secret, leaves_x86_64>;

} // namespace koblitz

#endif
