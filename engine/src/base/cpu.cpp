#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/cpu_arm64.h"
#include "base/types.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#if defined(__linux__)
#include <sys/auxv.h>
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
#include <unistd.h>
#endif

namespace koblitz {
namespace {

bool privileged() {
#if defined(__linux__)
    return getauxval(AT_SECURE) != 0;
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    return issetugid() != 0;
#else
    return true;
#endif
}

} // namespace

const char* wished_backend() {
    return privileged() ? nullptr : getenv("KOBLITZ_BACKEND");
}

u32 cpu_word::found = 0;

u32 cpu_word::probe() {
    u32 leaf1_ecx = 0, leaf7_ebx = 0, xcr0 = 0;
#if defined(__x86_64__)
    u32 a, b, c, d;
    if (__get_cpuid(1, &a, &b, &leaf1_ecx, &d)) {
        if ((leaf1_ecx >> 27 & 1) && (leaf1_ecx >> 28 & 1))
            __asm__ volatile("xgetbv" : "=a"(xcr0), "=d"(d) : "c"(0));
        if (!__get_cpuid_count(7, 0, &a, &leaf7_ebx, &c, &d))
            leaf7_ebx = 0;
    }
#endif
    u32 word = known | features_of(leaf1_ecx, leaf7_ebx, xcr0) | arm64_word();
    const char* const wish = wished_backend();
    if (wish != nullptr && strcmp(wish, "portable") == 0)
        word |= cpu_word::portable_is_forced;
    __atomic_store_n(&found, word, __ATOMIC_RELAXED);
    return word;
}

u32 features_of(u32 leaf1_ecx, u32 leaf7_ebx, u32 xcr0) {
    const auto has = [](u32 word, int bit) { return (word >> bit & 1) != 0; };
    const bool readable = has(leaf1_ecx, 27) && has(leaf1_ecx, 28), ymm = readable && (xcr0 & 6) == 6,
               wide = readable && (xcr0 & 0xe6) == 0xe6, avx2 = has(leaf7_ebx, 5) && ymm,
               zmm = has(leaf7_ebx, 16) && has(leaf7_ebx, 31) && wide;
    const bool bmi2_adx = has(leaf7_ebx, 8) && has(leaf7_ebx, 19) && avx2;
    const bool sha_ni = has(leaf7_ebx, 29) && has(leaf1_ecx, 9) && has(leaf1_ecx, 19);
    const bool fma = has(leaf1_ecx, 12) && avx2;
    /* VL, in zmm, is needed to wipe what lanes leave in registers 16 to 31. */
    const bool ifma = zmm && has(leaf7_ebx, 17) && has(leaf7_ebx, 21);
    return (bmi2_adx ? cpu_word::bmi2_adx : 0) | (sha_ni ? cpu_word::sha_ni : 0) | (ymm ? cpu_word::ymm : 0) |
           (fma ? cpu_word::fma : 0) | (zmm ? cpu_word::zmm : 0) | (ifma ? cpu_word::ifma : 0);
}

} // namespace koblitz
