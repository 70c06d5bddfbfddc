/* secp256k1 over the field in four limbs of 64 bits, by assembly for arm64, in two forms:
 * field/arm64/product.inc. */
#pragma once

#include "backends/curve.h"
#include "group/formulas_4x64.h"

#ifdef KOBLITZ_ARM64_ASM

namespace koblitz {

struct arm64_wide : secp256k1<field_4x64_arm64_wide<false>, field_4x64_arm64_wide<true>> {};
struct arm64_narrow : secp256k1<field_4x64_arm64_narrow<false>, field_4x64_arm64_narrow<true>> {};

} // namespace koblitz

#endif
