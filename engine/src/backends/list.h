/* The backends of this build, and the one that runs. */
#pragma once

#include <stddef.h>

#include "backends/arithmetic.h"

namespace koblitz {

struct backend {
    /* What KOBLITZ_BACKEND in the environment chooses it by. */
    const char* name;
    /* Whether this processor runs it. */
    bool (*runs)();
    const arithmetic* curve;
    /* Eight points side by side; null: none. */
#ifdef __wasm__
    static constexpr const koblitz_lanes::kernels* lanes = nullptr;
#else
    const koblitz_lanes::kernels* lanes;
#endif
};

/* Best first; the last runs everywhere. */
extern const backend backends[];
extern const size_t backend_count;

/* The first of the list that runs, or the one that KOBLITZ_BACKEND names if it runs. A process that must not
 * trust its environment (AT_SECURE, issetugid) does not look there. */
const backend& active_backend();

inline const arithmetic& curve() {
    return *active_backend().curve;
}
/* The lanes, where they have the kernels on secrets, too; else null. */
inline const koblitz_lanes::kernels* secret_lanes_of(const backend& b) {
    return b.lanes != nullptr && b.lanes->ecmult_gen_x8 != nullptr ? b.lanes : nullptr;
}

#ifdef KOBLITZ_TEST_HOOKS
/* Active from now on, whatever runs here; null: the choice above. */
void force_backend_for_tests(const backend* b);
#endif

} // namespace koblitz
