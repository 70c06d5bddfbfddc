#include "base/cpu_arm64.h"

#if defined(__aarch64__)
#if defined(__linux__) || defined(__FreeBSD__)
#include <sys/auxv.h>
#elif defined(__APPLE__)
#include <sys/sysctl.h>
#elif defined(_WIN32)
#include <windows.h>
#endif

#include "base/cpu.h"

namespace koblitz {
namespace {

/* A bit of AT_HWCAP, which Linux and FreeBSD number alike. */
[[maybe_unused]] bool has(u64 hwcap, int bit) {
    return (hwcap >> bit & 1) != 0;
}

} // namespace

u32 arm64_word() {
    u32 word = 0;
#if defined(__linux__) || defined(__FreeBSD__)
    constexpr int sha2 = 6, cpuid = 11, dit = 24;
    unsigned long hwcap = 0;
#if defined(__linux__)
    hwcap = getauxval(AT_HWCAP);
#else
    if (elf_aux_info(AT_HWCAP, &hwcap, sizeof hwcap) != 0)
        hwcap = 0;
#endif
    if (has(hwcap, cpuid)) {
        /* The system answers for the core that asks. */
        u64 midr;
        __asm__ volatile("mrs %0, MIDR_EL1" : "=r"(midr));
        word |= multiplier_is_wide(midr) ? cpu_word::arm64_wide : 0;
    }
    word |= (has(hwcap, sha2) ? cpu_word::arm64_sha2 : 0) | (has(hwcap, dit) ? cpu_word::arm64_dit : 0);
#elif defined(__APPLE__)
    int dit = 0;
    size_t size = sizeof dit;
    if (sysctlbyname("hw.optional.arm.FEAT_DIT", &dit, &size, nullptr, 0) == 0 && dit != 0)
        word |= cpu_word::arm64_dit;
    word |= cpu_word::arm64_wide | cpu_word::arm64_sha2;
#elif defined(_WIN32)
    word |= cpu_word::arm64_wide;
    if (IsProcessorFeaturePresent(PF_ARM_V8_CRYPTO_INSTRUCTIONS_AVAILABLE))
        word |= cpu_word::arm64_sha2;
#endif
    return word;
}

} // namespace koblitz
#endif
