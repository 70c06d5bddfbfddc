#include "backends/portable.h"

#include "backends/instantiate.h"
#include "backends/parts.h"

namespace koblitz {

constinit const arithmetic portable_arithmetic = make_arithmetic<portable>();
#if defined(KOBLITZ_LANES) && !defined(KOBLITZ_X86_64_ASM)
constinit const arithmetic x86_ifma_arithmetic = make_arithmetic<portable, &koblitz_lanes::ifma_kernels>();
#endif

} // namespace koblitz
