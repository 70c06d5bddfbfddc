/* The routines of group/x86_64, by which formulas_4x64.h has the point operations of field_4x64_x86_64. */
#pragma once

#include "field/fe_4x64_x86_64.h"
#include "group/formulas_4x64.h"

#ifdef KOBLITZ_X86_64_ASM

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_SYSTEM_V void koblitz_point4_double_public(void* point, int n);
KOBLITZ_SYSTEM_V void koblitz_point4_double_secret(void* point, int n);
KOBLITZ_SYSTEM_V int koblitz_point4_add_affine_public(void* point, const koblitz::u64* x,
                                                      const koblitz::u64* y, koblitz::u32 negative);
KOBLITZ_SYSTEM_V int koblitz_point4_add_affine_scaled_public(void* point, const koblitz::u64* x,
                                                             const koblitz::u64* y, koblitz::u32 negative,
                                                             const koblitz::u64* zscale);
KOBLITZ_SYSTEM_V void koblitz_point4_co_z_add_public(void* r, koblitz::u64* ratio, const void* a);
KOBLITZ_SYSTEM_V koblitz::u64 koblitz_point4_add_complete_secret(void* point, const void* entry,
                                                                 koblitz::u64 negative,
                                                                 koblitz::u64 infinity);
KOBLITZ_SYSTEM_V void koblitz_point4_add_projective_secret(void* point, const void* entry,
                                                           koblitz::u64 negative, koblitz::u32 b3);
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif

namespace koblitz {

struct routines_x86_64 {
    static constexpr auto double_public = koblitz_point4_double_public;
    static constexpr auto double_secret = koblitz_point4_double_secret;
    static constexpr auto add_affine = koblitz_point4_add_affine_public;
    static constexpr auto add_affine_scaled = koblitz_point4_add_affine_scaled_public;
    static constexpr auto co_z_add = koblitz_point4_co_z_add_public;
    static constexpr auto add_complete = koblitz_point4_add_complete_secret;
    static constexpr auto add_projective = koblitz_point4_add_projective_secret;
};

template <>
struct formulas<field_4x64_x86_64<false>> : formulas_4x64_public<field_4x64_x86_64<false>, routines_x86_64> {
};
template <>
struct formulas<field_4x64_x86_64<true>> : formulas_4x64_secret<field_4x64_x86_64<true>, routines_x86_64> {};

} // namespace koblitz

#endif
