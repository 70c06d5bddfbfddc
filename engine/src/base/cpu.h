/* What the processor offers. */
#ifndef KOBLITZ_BASE_CPU_H
#define KOBLITZ_BASE_CPU_H

#include "base/types.h"

namespace koblitz {

struct cpu_features {
    bool bmi2_adx; /* with AVX2, enabled by the system, which the backend scans tables with */
    bool sha_ni;   /* with SSSE3 and SSE4.1, which code around it uses */
    bool ymm;      /* AVX */
    bool fma;      /* AVX2 and FMA */
    bool zmm;      /* AVX-512 F and VL: 32 vector registers */
    bool ifma;     /* zmm, with AVX-512 DQ and IFMA */
};

/* Probed by every call that finds no result yet; any thread may be first. */
cpu_features cpu();

/* Of a processor with these: ecx of CPUID leaf 1, ebx of leaf 7, and XCR0, which is looked at where the first
 * says that it can be read. */
cpu_features features_of(u32 leaf1_ecx, u32 leaf7_ebx, u32 xcr0);

/* KOBLITZ_BACKEND=portable is set, in a process that may trust its environment. */
bool portable_is_forced();

} // namespace koblitz

#endif
