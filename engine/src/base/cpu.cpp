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
              has_ifma = 64;

bool privileged() {
#if defined(__linux__)
    return getauxval(AT_SECURE) != 0;
#elif defined(__APPLE__) || defined(__FreeBSD__) || defined(__OpenBSD__) || defined(__NetBSD__)
    return issetugid() != 0;
#else
    return true;
#endif
}

u32 probe() {
    u32 found = known;
#if defined(__x86_64__)
    u32 a, b, c, d;
    if (__get_cpuid(1, &a, &b, &c, &d)) {
        const bool sse41 = (c >> 9 & 1) && (c >> 19 & 1);
        bool ymm = false, zmm = false;
        if ((c >> 27 & 1) && (c >> 28 & 1)) {
            u32 lo, hi;
            __asm__ volatile("xgetbv" : "=a"(lo), "=d"(hi) : "c"(0));
            ymm = (lo & 6) == 6;
            zmm = (lo & 0xe6) == 0xe6;
        }
        if (ymm)
            found |= has_ymm;
        if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
            if ((b >> 8 & 1) && (b >> 19 & 1) && (b >> 5 & 1) && ymm)
                found |= has_bmi2_adx;
            if ((b >> 29 & 1) && sse41)
                found |= has_sha_ni;
            if ((b >> 16 & 1) && (b >> 31 & 1) && zmm)
                found |= has_zmm;
            /* What lanes leave in registers 16 to 31 is wiped with VL. */
            if ((found & has_zmm) && (b >> 17 & 1) && (b >> 21 & 1))
                found |= has_ifma;
        }
    }
#endif
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
    const u32 v = features();
    return {(v & has_bmi2_adx) != 0, (v & has_sha_ni) != 0, (v & has_ymm) != 0, (v & has_zmm) != 0,
            (v & has_ifma) != 0};
}

bool portable_is_forced() {
    return (features() & forced) != 0;
}

} // namespace koblitz
