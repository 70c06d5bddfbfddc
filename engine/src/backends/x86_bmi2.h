/* secp256k1 over the field in four limbs of 64 bits, by assembly for x86-64 with BMI2 and ADX. */
#pragma once

#include "backends/curve.h"
#include "group/formulas_4x64.h"

#ifdef KOBLITZ_X86_64_ASM

namespace koblitz {

struct x86_bmi2 : secp256k1<field_4x64_x86_64<false>, field_4x64_x86_64<true>> {};

} // namespace koblitz

#endif
