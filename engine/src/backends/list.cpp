#include "backends/list.h"

#include <string.h>

#include "backends/parts.h"
#include "backends/wasm.h"
#include "base/cpu.h"

namespace koblitz {

const backend backends[] = {
#ifdef KOBLITZ_LANES
    {"x86_64-ifma", [] { return runs(ifma_needs); }, &x86_ifma_arithmetic, &koblitz_lanes::ifma_kernels},
#endif
#ifdef KOBLITZ_X86_64_ASM
#ifdef KOBLITZ_LANES
    {"x86_64-bmi2-adx-fma",
     [] { return runs(cpu_word::bmi2_adx | cpu_word::fma) && koblitz_f64::rounds_toward_zero(); },
     &x86_bmi2_arithmetic, &koblitz_lanes::f64_kernels},
#endif
    {"x86_64-bmi2-adx", [] { return runs(cpu_word::bmi2_adx); }, &x86_bmi2_arithmetic, nullptr},
#ifdef KOBLITZ_LANES
    {"x86_64-fma", [] { return runs(cpu_word::fma) && koblitz_f64::rounds_toward_zero(); },
     &portable_arithmetic, &koblitz_lanes::f64_kernels},
#endif
#endif
#ifdef KOBLITZ_ARM64_ASM
    /* Both run everywhere. Where the multiplier is narrow, wide comes after narrow: KOBLITZ_BACKEND alone
     * chooses it there. */
    {"arm64-wide", [] { return runs(cpu_word::arm64_wide); }, &arm64_wide_arithmetic, nullptr},
    {"arm64-narrow", [] { return !portable_is_forced(); }, &arm64_narrow_arithmetic, nullptr},
    {"arm64-wide", [] { return !portable_is_forced() && !runs(cpu_word::arm64_wide); },
     &arm64_wide_arithmetic, nullptr},
#endif
#ifdef __wasm__
    {wasm::name, [] { return true; }, &wasm_arithmetic},
#else
    {"portable", [] { return true; }, &portable_arithmetic, nullptr},
#endif
};
const size_t backend_count = sizeof backends / sizeof backends[0];

namespace {

#ifdef KOBLITZ_TEST_HOOKS
const backend* forced = nullptr;
#endif
/* Null until the first call; any thread may be first. */
const backend* chosen = nullptr;

const backend* choose() {
    const char* const wish = wished_backend();
    const backend* best = nullptr;
    for (const backend& b : backends) {
        if (!b.runs())
            continue;
        if (best == nullptr)
            best = &b;
        /* That portable is named is known from the first look at the processor. */
        if (wish != nullptr && &b != &backends[backend_count - 1] && strcmp(wish, b.name) == 0) {
            best = &b;
            break;
        }
    }
    __atomic_store_n(&chosen, best, __ATOMIC_RELAXED);
    return best;
}

} // namespace

const backend& active_backend() {
#ifdef KOBLITZ_TEST_HOOKS
    if (forced != nullptr)
        return *forced;
#endif
    const backend* b = __atomic_load_n(&chosen, __ATOMIC_RELAXED);
    if (__builtin_expect(b == nullptr, 0))
        b = choose();
    /* Opaque to the optimizer: what is called through it never becomes part of a caller's frame. */
    __asm__("" : "+r"(b));
    return *b;
}

#ifdef KOBLITZ_TEST_HOOKS
void force_backend_for_tests(const backend* b) {
    forced = b;
}
#endif

} // namespace koblitz
