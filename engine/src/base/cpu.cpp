#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

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

constexpr u32 known = 1, has_bmi2_adx = 2, has_sha_ni = 4, has_ymm = 8, has_zmm = 16, forced = 32,
              has_ifma = 64, has_fma = 128;

bool privileged() {
#if defined(__linux__)
    return getauxval(AT_SECURE) != 0;
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    return issetugid() != 0;
#else
    return true;
#endif
}

u32 packed(const cpu_features& f) {
    return (f.bmi2_adx ? has_bmi2_adx : 0) | (f.sha_ni ? has_sha_ni : 0) | (f.ymm ? has_ymm : 0) |
           (f.fma ? has_fma : 0) | (f.zmm ? has_zmm : 0) | (f.ifma ? has_ifma : 0);
}
cpu_features unpacked(u32 v) {
    return {(v & has_bmi2_adx) != 0, (v & has_sha_ni) != 0, (v & has_ymm) != 0,
            (v & has_fma) != 0,      (v & has_zmm) != 0,    (v & has_ifma) != 0};
}

u32 probe() {
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
    u32 found = known | packed(features_of(leaf1_ecx, leaf7_ebx, xcr0));
    const char* wish = privileged() ? nullptr : getenv("KOBLITZ_BACKEND");
    if (wish && strcmp(wish, "portable") == 0)
        found |= forced;
    return found;
}

u32 features() {
    static u32 cached;
    u32 v = __atomic_load_n(&cached, __ATOMIC_RELAXED);
    if (v == 0) {
        v = probe();
        __atomic_store_n(&cached, v, __ATOMIC_RELAXED);
    }
    return v;
}

} // namespace

cpu_features cpu() {
    return unpacked(features());
}

cpu_features features_of(u32 leaf1_ecx, u32 leaf7_ebx, u32 xcr0) {
    const auto has = [](u32 word, int bit) { return (word >> bit & 1) != 0; };
    const bool readable = has(leaf1_ecx, 27) && has(leaf1_ecx, 28), ymm = readable && (xcr0 & 6) == 6,
               wide = readable && (xcr0 & 0xe6) == 0xe6, avx2 = has(leaf7_ebx, 5) && ymm,
               zmm = has(leaf7_ebx, 16) && has(leaf7_ebx, 31) && wide;
    return {
        .bmi2_adx = has(leaf7_ebx, 8) && has(leaf7_ebx, 19) && avx2,
        .sha_ni = has(leaf7_ebx, 29) && has(leaf1_ecx, 9) && has(leaf1_ecx, 19),
        .ymm = ymm,
        .fma = has(leaf1_ecx, 12) && avx2,
        .zmm = zmm,
        /* What lanes leave in registers 16 to 31 is wiped with VL. */
        .ifma = zmm && has(leaf7_ebx, 17) && has(leaf7_ebx, 21),
    };
}

bool portable_is_forced() {
    return (features() & forced) != 0;
}

} // namespace koblitz
