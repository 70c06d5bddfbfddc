/* What the list of backends is made of; each table of functions is in a file of its own. */
#pragma once

#include "backends/arithmetic.h"
#include "base/cpu.h"
#include "field/platform.h"

namespace koblitz_lanes {
extern const kernels f64_kernels, ifma_kernels;
}
namespace koblitz_f64 {
/* Emulators may not round as MXCSR asks for. A few nanoseconds. */
bool rounds_toward_zero();
} // namespace koblitz_f64

namespace koblitz {

extern const arithmetic portable_arithmetic, x86_bmi2_arithmetic, x86_ifma_arithmetic, arm64_wide_arithmetic,
    arm64_narrow_arithmetic, wasm_arithmetic;

/* x86_ifma_arithmetic is over the assembly where that is built. */
#ifdef KOBLITZ_X86_64_ASM
inline constexpr u32 ifma_needs = cpu_word::ifma | cpu_word::bmi2_adx;
#else
inline constexpr u32 ifma_needs = cpu_word::ifma;
#endif

} // namespace koblitz
