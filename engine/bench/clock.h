/* What the benchmarks measure with. */
#pragma once

#include <sched.h>
#include <time.h>

namespace bench {

/* Nanoseconds. */
inline double now() {
    timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

/* To the first processor. */
inline void pin() {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
}

} // namespace bench
