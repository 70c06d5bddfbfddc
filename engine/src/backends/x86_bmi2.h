#ifndef KOBLITZ_BACKENDS_X86_BMI2_H
#define KOBLITZ_BACKENDS_X86_BMI2_H

#include "backends/curve.h"
#include "field/fe_4x64_x86.h"

namespace koblitz {

/* Runs where cpu().bmi2_adx holds. */
struct x86_bmi2 : secp256k1<field_4x64_x86<false>, field_4x64_x86<true>> {
    static constexpr const char* name = "x86_64-bmi2-adx";
};

} // namespace koblitz

#endif
