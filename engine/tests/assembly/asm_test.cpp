/* Every routine of field/x86_64, group/x86_64 and simd/x86_64, or of one form of field/arm64 and group/arm64,
 * against a plain reference on 64-bit limbs: edge patterns, values that reach each rare carry, and every
 * aliasing of arguments. More than a million cases. "asm_test quick" runs a twentieth, for the mutation test
 * and for emulators. */
#include "assembly/routines.h"

#include <cstdio>

#ifdef KOBLITZ_ASSEMBLY
#include "assembly/reference.h"
#include "base/cpu.h"

int main(int argc, char** argv) {
#ifdef KOBLITZ_X86_64_ASM
    if (!koblitz::cpu_has(koblitz::cpu_word::bmi2_adx)) {
        std::puts("SKIPPED asm_test: a processor with BMI2, ADX and AVX2");
        return 77;
    }
    const bool doubles = koblitz::cpu_has(koblitz::cpu_word::fma);
    if (!doubles)
        std::puts("SKIPPED asm_test of f64 lanes: a processor with AVX2 and FMA");
#endif
    const bool quick = argc > 1 && std::strcmp(argv[1], "quick") == 0;
    test::random rng(5);
    for (int i = 0; i < (quick ? 3000 : 60000); i++) {
        reference::test_fields(rng, i);
        reference::test_points(rng, i);
#ifdef KOBLITZ_X86_64_ASM
        if (doubles)
            reference::test_doubles(rng);
#endif
    }
    for (int i = 0; i < 100; i++)
        reference::test_kept(rng, i);
    return test::finish("asm");
}

#else

int main() {
    std::puts("SKIPPED asm_test: a processor with x86-64 or arm64");
    return 77;
}

#endif
