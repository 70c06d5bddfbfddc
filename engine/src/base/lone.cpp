#include "base/lone.h"

namespace koblitz {

bool is_lone_call() {
#if defined(__x86_64__)
    static u64 last = 0;
    const u64 now = __builtin_ia32_rdtsc();
    const u64 pause = now - __atomic_load_n(&last, __ATOMIC_RELAXED);
    /* Threads that call often share the line, and do not write to it each time. */
    if (pause > lone_pause / 8)
        __atomic_store_n(&last, now, __ATOMIC_RELAXED);
    return pause > lone_pause;
#else
    return false;
#endif
}

} // namespace koblitz
