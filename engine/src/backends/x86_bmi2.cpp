#include "backends/x86_bmi2.h"

#include "backends/instantiate.h"
#include "backends/parts.h"

#ifdef KOBLITZ_X86_64_ASM

namespace koblitz {

constinit const arithmetic x86_bmi2_arithmetic = make_arithmetic<x86_bmi2>();
#ifdef KOBLITZ_LANES
constinit const arithmetic x86_ifma_arithmetic = make_arithmetic<x86_bmi2, &koblitz_lanes::ifma_kernels>();
#endif

} // namespace koblitz

#endif
