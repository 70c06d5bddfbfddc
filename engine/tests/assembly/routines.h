/* The routines under test, and the name of each. On arm64 each form has a program of its own, built with
 * KOBLITZ_WIDE true or false. */
#pragma once

#include "group/formulas_4x64.h"

#if defined(KOBLITZ_X86_64_ASM)
#define KOBLITZ_ASSEMBLY 1
#define FE4(name)        koblitz_fe4_##name
#define POINT4(name)     koblitz_point4_##name
#define FIELD4           field_4x64_x86_64
#elif defined(KOBLITZ_ARM64_ASM) && KOBLITZ_WIDE
#define KOBLITZ_ASSEMBLY 1
#define FE4(name)        koblitz_fe4_wide_##name
#define POINT4(name)     koblitz_point4_wide_##name
#define FIELD4           field_4x64_arm64_wide
#elif defined(KOBLITZ_ARM64_ASM)
#define KOBLITZ_ASSEMBLY 1
#define FE4(name)        koblitz_fe4_narrow_##name
#define POINT4(name)     koblitz_point4_narrow_##name
#define FIELD4           field_4x64_arm64_narrow
#endif
