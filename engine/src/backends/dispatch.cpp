#include "backends/dispatch.h"

#include "base/cpu.h"
#include "field/x86_64/platform.h"

namespace koblitz {

extern const backend_table portable_table;
#ifdef KOBLITZ_X86_64_ASM
extern const backend_table x86_bmi2_table;
#endif

#ifdef KOBLITZ_TEST_HOOKS
static const backend_table* forced = nullptr;
static const koblitz_lanes::kernels* forced_lanes = nullptr;
static bool lanes_are_forced = false;

void force_lanes_for_tests(const koblitz_lanes::kernels* lanes) {
    forced_lanes = lanes;
    lanes_are_forced = true;
}

bool force_backend_for_tests(const char* name) {
    static const backend_table* const all[] = {
#ifdef KOBLITZ_X86_64_ASM
        &x86_bmi2_table,
#endif
        &portable_table};
    for (const backend_table* table : all) {
        if (__builtin_strcmp(table->name, name) == 0) {
            forced = table;
            return true;
        }
    }
    return false;
}
#endif

/* The table, opaque to the optimizer: what is called through one must not become part of a caller's frame.
 * Entry points wipe only the stack below their own frames, and an optimizer at link time sees through the
 * only table there is. */
template <class T>
static const T* opaque(const T* table) {
    __asm__("" : "+r"(table));
    return table;
}

const backend_table& active_backend() {
#ifdef KOBLITZ_TEST_HOOKS
    if (forced != nullptr)
        return *forced;
#endif
#ifdef KOBLITZ_X86_64_ASM
    if (runs(cpu_word::bmi2_adx))
        return *opaque(&x86_bmi2_table);
#endif
    return *opaque(&portable_table);
}

const koblitz_lanes::kernels* active_full_lanes() {
#ifdef KOBLITZ_TEST_HOOKS
    if (lanes_are_forced)
        return forced_lanes != nullptr && forced_lanes->generate != nullptr ? forced_lanes : nullptr;
#endif
#ifdef KOBLITZ_IFMA
    if (runs(cpu_word::ifma))
        return opaque(&koblitz_lanes::ifma_kernels);
#endif
    return nullptr;
}

const koblitz_lanes::kernels* active_lanes() {
#ifdef KOBLITZ_TEST_HOOKS
    if (lanes_are_forced)
        return forced_lanes;
#endif
    if (const koblitz_lanes::kernels* const lanes = active_full_lanes())
        return lanes;
#ifdef KOBLITZ_FMA_LANES
    if (runs(cpu_word::fma) && koblitz_fma::rounds_toward_zero())
        return opaque(&koblitz_lanes::fma_kernels);
#endif
    return nullptr;
}

} // namespace koblitz
