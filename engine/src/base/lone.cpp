#include "base/lone.h"

#if defined(__linux__) && !defined(KOBLITZ_TEST_HOOKS)
#include <time.h>
#endif

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
    /* The time when it was last asked, and whether that was the second call at that time. Nanoseconds are
     * below 2^30. */
    static u64 last = 0;
    constexpr u64 second = u64{1} << 30;
    timespec time;
    if (clock_gettime(CLOCK_MONOTONIC_COARSE, &time) != 0)
        return false;
    const u64 now = static_cast<u64>(time.tv_sec) << 32 | static_cast<u64>(time.tv_nsec);
    const u64 seen = __atomic_load_n(&last, __ATOMIC_RELAXED);
    if (seen == (now | second))
        return false;
    __atomic_store_n(&last, seen == now ? now | second : now, __ATOMIC_RELAXED);
    return true;
#else
    return false;
#endif
}
#endif

} // namespace koblitz
