/* The kernels for eight lanes that this processor runs. */
#ifndef KOBLITZ_BACKENDS_LANES_H
#define KOBLITZ_BACKENDS_LANES_H

#include "field/x86_64/platform.h"
#include "lanes/interface.h"

#if defined(KOBLITZ_FMA) && defined(KOBLITZ_X86_64_ASM)
#define KOBLITZ_FMA_LANES 1
/* backends/x86_fma.cpp; runs where cpu().fma holds. */
namespace koblitz_lanes {
extern const kernels fma_kernels;
}
namespace koblitz_fma {
/* Emulators may not round as MXCSR asks for. A few nanoseconds. */
bool rounds_toward_zero();
} // namespace koblitz_fma
#endif
#ifdef KOBLITZ_IFMA
/* backends/x86_ifma.cpp; runs where cpu().ifma holds. */
namespace koblitz_lanes {
extern const kernels ifma_kernels;
}
#endif

namespace koblitz {

/* Null where it has none, or the portable backend is forced. */
const koblitz_lanes::kernels* active_lanes();
/* The same where they have every kernel, those on secrets and those for one point included, else null. */
const koblitz_lanes::kernels* active_full_lanes();

#ifdef KOBLITZ_TEST_HOOKS
/* The next active_lanes() are these, or none, whatever CPUID says. */
void force_lanes_for_tests(const koblitz_lanes::kernels* lanes);
#endif

} // namespace koblitz

#endif
