/* The curves that tests instantiate templates over, one for each field. A new backend's is added to
 * all_curves. */
#pragma once

#include <cstdio>

#include "backends/arm64.h"
#include "backends/curve.h"
#include "backends/x86_bmi2.h"
#include "base/cpu.h"
#include "field/fe_4x64_portable.h"
#include "field/fe_5x52.h"
#include "field/fe_9x29.h"
#include "support/check.h"

namespace test {

/* secp256k1 over a field, and the features that it needs of the processor. */
template <template <bool> class Field, koblitz::u32 Needs = 0>
struct curve_over : koblitz::secp256k1<Field<false>, Field<true>> {
    static bool runs() { return koblitz::runs(Needs); }
};
/* The portable ones, of which the backend takes the one that suits the compiler; 9x29 is WebAssembly's. */
struct on_5x52 : curve_over<koblitz::field_5x52> {
    static constexpr const char* name = "5x52";
};
struct on_4x64 : curve_over<koblitz::field_4x64_portable> {
    static constexpr const char* name = "4x64";
};
struct on_9x29 : curve_over<koblitz::field_9x29> {
    static constexpr const char* name = "9x29";
};
#ifdef KOBLITZ_X86_64_ASM
struct on_x86_64 : curve_over<koblitz::field_4x64_x86_64, koblitz::cpu_word::bmi2_adx> {
    static constexpr const char* name = "4x64 by BMI2, ADX and AVX2";
};
#endif

#ifdef KOBLITZ_ARM64_ASM
struct on_arm64_wide : curve_over<koblitz::field_4x64_arm64_wide> {
    static constexpr const char* name = "4x64 for wide multipliers of arm64";
};
struct on_arm64_narrow : curve_over<koblitz::field_4x64_arm64_narrow> {
    static constexpr const char* name = "4x64 for narrow multipliers of arm64";
};
#endif

template <class... Curves>
struct curve_list {};
using all_curves = curve_list<on_5x52, on_4x64, on_9x29
#ifdef KOBLITZ_X86_64_ASM
                              ,
                              on_x86_64
#endif
#ifdef KOBLITZ_ARM64_ASM
                              ,
                              on_arm64_wide, on_arm64_narrow
#endif
                              >;

/* body.operator()<B>() for each curve B whose code this processor runs. */
template <class Body, class... Curves>
void for_each_curve(const char* program, Body body, curve_list<Curves...>) {
    const auto one = [&]<class B>() {
        check::row(B::name);
        if (B::runs()) {
            body.template operator()<B>();
        } else {
            std::printf("SKIPPED %s: a processor with %s\n", program, B::name);
        }
    };
    (one.template operator()<Curves>(), ...);
}
template <class Body>
void for_each_curve(const char* program, Body body) {
    for_each_curve(program, body, all_curves());
}

} // namespace test
