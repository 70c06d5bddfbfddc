#include "base/lone.h"

#if defined(__linux__) && !defined(KOBLITZ_TEST_HOOKS)
#include <time.h>
#endif

#include "base/types.h"

namespace koblitz {

#ifdef KOBLITZ_TEST_HOOKS
namespace {
bool forced = false;
} // namespace

void force_lone_calls_for_tests(bool lone) {
    forced = lone;
}
bool is_lone_call() {
    return forced;
}
#else
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
#endif

} // namespace koblitz
