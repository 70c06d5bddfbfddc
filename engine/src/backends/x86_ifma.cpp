/* The kernels in AVX-512 IFMA. This file alone is compiled for those instructions, and optimized for them in
 * every build. Its copies of templates and inline functions are in a namespace of its own, or the linker
 * might take them for those of code that runs on any processor. */
#include "simd/interface.h"

#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512IFMA__)

#define koblitz koblitz_ifma
#include "simd/ifma.h"
#include "simd/kernels.h"
#undef koblitz

namespace koblitz_lanes {

extern const kernels ifma_kernels;
constinit const kernels ifma_kernels = koblitz_ifma::make_kernels<koblitz_ifma::ifma_lanes>();

} // namespace koblitz_lanes

#endif
