#include "base/lone.h"

#ifdef __linux__
#include <time.h>
#endif

#include "base/types.h"

namespace koblitz {

bool is_lone_call() {
#ifdef CLOCK_MONOTONIC_COARSE
    static u64 last = 0;
    timespec time;
    if (clock_gettime(CLOCK_MONOTONIC_COARSE, &time) != 0)
        return false;
    const u64 now = static_cast<u64>(time.tv_sec) << 32 | static_cast<u64>(time.tv_nsec);
    if (__atomic_load_n(&last, __ATOMIC_RELAXED) == now)
        return false;
    __atomic_store_n(&last, now, __ATOMIC_RELAXED);
    return true;
#else
    return false;
#endif
}

} // namespace koblitz
