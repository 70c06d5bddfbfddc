#include "backends/arm64.h"

#include "backends/instantiate.h"
#include "backends/parts.h"

#ifdef KOBLITZ_ARM64_ASM

namespace koblitz {

constinit const arithmetic arm64_wide_arithmetic = make_arithmetic<arm64_wide>();

} // namespace koblitz

#endif
