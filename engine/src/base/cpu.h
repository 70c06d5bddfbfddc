/* What the processor offers. */
#pragma once

#include "base/types.h"

namespace koblitz {

/* KOBLITZ_BACKEND in the environment of a process that may trust it; else null. */
const char* wished_backend();

/* The features as bits of one word, which is not 0, and whether KOBLITZ_BACKEND is portable. */
namespace cpu_word {
inline constexpr u32 known = 1;
inline constexpr u32 bmi2_adx = 2; /* BMI2 and ADX, with AVX2, by which the backend scans tables */
inline constexpr u32 sha_ni = 4;   /* SHA, with SSSE3 and SSE4.1, which the same code uses */
inline constexpr u32 ymm = 8;      /* AVX, enabled by the system */
inline constexpr u32 zmm = 16;     /* AVX-512 F and VL: 32 vector registers */
inline constexpr u32 portable_is_forced = 32;
inline constexpr u32 ifma = 64; /* zmm, with AVX-512 DQ and IFMA */
inline constexpr u32 fma = 128; /* AVX2 and FMA */
/* base/cpu_arm64.h. arm64_wide: multiplications of 64 bits are pipelined. arm64_dit: the time of instructions
 * can be made independent of data (FEAT_DIT). */
inline constexpr u32 arm64_wide = 256, arm64_sha2 = 512, arm64_dit = 1024;
/* 0 until a call has probed. Any thread may probe first. */
extern u32 found;
u32 probe();
} // namespace cpu_word

/* The features that these registers tell of: ecx of CPUID leaf 1, ebx of leaf 7, and XCR0. XCR0 counts only
 * where leaf 1 says that it can be read. */
u32 features_of(u32 leaf1_ecx, u32 leaf7_ebx, u32 xcr0);

inline u32 features() {
    const u32 v = __atomic_load_n(&cpu_word::found, __ATOMIC_RELAXED);
    return __builtin_expect(v != 0, 1) ? v : cpu_word::probe();
}
inline bool cpu_has(u32 bit) {
    return (features() & bit) != 0;
}
inline bool portable_is_forced() {
    return cpu_has(cpu_word::portable_is_forced);
}
/* The processor has all of them, and the portable code is not forced. */
inline bool runs(u32 wanted) {
    return (features() & (wanted | cpu_word::portable_is_forced)) == wanted;
}

} // namespace koblitz
