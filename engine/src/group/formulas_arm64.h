/* The routines of group/arm64, by which formulas_4x64.h has the point operations of the fields of
 * fe_4x64_arm64.h. */
#pragma once

#include "field/fe_4x64_arm64.h"
#include "group/formulas_4x64.h"

#ifdef KOBLITZ_ARM64_ASM

/* The routines of one form. */
#define KOBLITZ_ARM64_ROUTINES(form)                                                                         \
    void koblitz_point4_##form##_double_public(void* point, int n);                                          \
    void koblitz_point4_##form##_double_secret(void* point, int n);                                          \
    int koblitz_point4_##form##_add_affine_public(void* point, const koblitz::u64* x, const koblitz::u64* y, \
                                                  koblitz::u32 negative);                                    \
    int koblitz_point4_##form##_add_affine_scaled_public(void* point, const koblitz::u64* x,                 \
                                                         const koblitz::u64* y, koblitz::u32 negative,       \
                                                         const koblitz::u64* zscale);                        \
    void koblitz_point4_##form##_co_z_add_public(void* r, koblitz::u64* ratio, const void* a);               \
    koblitz::u64 koblitz_point4_##form##_add_complete_secret(void* point, const void* entry,                 \
                                                             koblitz::u64 negative, koblitz::u64 infinity);  \
    void koblitz_point4_##form##_add_projective_secret(void* point, const void* entry,                       \
                                                       koblitz::u64 negative, koblitz::u32 b3);

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_ARM64_ROUTINES(wide)
KOBLITZ_ARM64_ROUTINES(narrow)
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif
#undef KOBLITZ_ARM64_ROUTINES

namespace koblitz {

#define KOBLITZ_ARM64_ROUTINES(form)                                                                \
    struct routines_arm64_##form {                                                                  \
        static constexpr auto double_public = koblitz_point4_##form##_double_public;                \
        static constexpr auto double_secret = koblitz_point4_##form##_double_secret;                \
        static constexpr auto add_affine = koblitz_point4_##form##_add_affine_public;               \
        static constexpr auto add_affine_scaled = koblitz_point4_##form##_add_affine_scaled_public; \
        static constexpr auto co_z_add = koblitz_point4_##form##_co_z_add_public;                   \
        static constexpr auto add_complete = koblitz_point4_##form##_add_complete_secret;           \
        static constexpr auto add_projective = koblitz_point4_##form##_add_projective_secret;       \
    };
KOBLITZ_ARM64_ROUTINES(wide)
KOBLITZ_ARM64_ROUTINES(narrow)
#undef KOBLITZ_ARM64_ROUTINES

template <>
struct formulas<field_4x64_arm64_wide<false>>
    : formulas_4x64_public<field_4x64_arm64_wide<false>, routines_arm64_wide> {};
template <>
struct formulas<field_4x64_arm64_wide<true>>
    : formulas_4x64_secret<field_4x64_arm64_wide<true>, routines_arm64_wide> {};
template <>
struct formulas<field_4x64_arm64_narrow<false>>
    : formulas_4x64_public<field_4x64_arm64_narrow<false>, routines_arm64_narrow> {};
template <>
struct formulas<field_4x64_arm64_narrow<true>>
    : formulas_4x64_secret<field_4x64_arm64_narrow<true>, routines_arm64_narrow> {};

} // namespace koblitz

#endif
