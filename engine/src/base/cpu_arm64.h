/* What an arm64 processor offers. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* The bits arm64_... of cpu_word that hold here; 0 for other processors. */
#if defined(__aarch64__)
u32 arm64_word();
#else
inline u32 arm64_word() {
    return 0;
}
#endif

/* Whether a processor with this MIDR_EL1 begins a multiplication of 64 bits, either half, in every cycle.
 * False for those not known to. */
inline bool multiplier_is_wide(u64 midr) {
    const u64 implementer = midr >> 24 & 0xff, part = midr >> 4 & 0xfff;
    /* Those of which LLVM 19 has a model, and Arm's of the same families. */
    static constexpr u16 arm[] = {
        0xd40 /* Neoverse V1 */, 0xd44 /* Cortex-X1 */,   0xd47 /* Cortex-A710 */, 0xd48 /* Cortex-X2 */,
        0xd49 /* Neoverse N2 */, 0xd4c /* Cortex-X1C */,  0xd4d /* Cortex-A715 */, 0xd4e /* Cortex-X3 */,
        0xd4f /* Neoverse V2 */, 0xd81 /* Cortex-A720 */, 0xd82 /* Cortex-X4 */,   0xd83 /* Neoverse V3AE */,
        0xd84 /* Neoverse V3 */, 0xd85 /* Cortex-X925 */, 0xd87 /* Cortex-A725 */, 0xd8e /* Neoverse N3 */};
    switch (implementer) {
    case 0x41:
        for (const u16 wide : arm)
            if (part == wide)
                return true;
        return false;
    case 0x51: /* Qualcomm */
        return part == 0x001 /* Oryon */;
    case 0x61: /* Apple */
        return true;
    case 0xc0: /* Ampere */
        return part == 0xac3 /* Ampere1 */ || part == 0xac4 /* Ampere1A */ || part == 0xac5 /* Ampere1B */;
    default:
        return false;
    }
}

} // namespace koblitz
