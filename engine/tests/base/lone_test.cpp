/* is_lone_call as the library has it, by a clock of this test's. */
#include <time.h>

#include "support/check.h"

namespace {

timespec now = {0, 0};
int status = 0;
[[maybe_unused]] int read_clock(int, timespec* time) {
    *time = now;
    return status;
}

} // namespace

namespace koblitz {
bool is_lone_by_clock();
} // namespace koblitz

#undef KOBLITZ_TEST_HOOKS
#define clock_gettime read_clock
#define is_lone_call  is_lone_by_clock
#include "base/lone.cpp"

namespace {

void answers() {
#ifdef CLOCK_MONOTONIC_COARSE
    constexpr bool has_clock = true;
#else
    constexpr bool has_clock = false;
#endif
    const struct {
        const char* what;
        timespec time;
        int status;
        bool lone;
    } rows[] = {
        {"the first call", {5, 4000000}, 0, true},
        {"the second", {5, 4000000}, 0, true},
        {"the third", {5, 4000000}, 0, false},
        {"the fourth", {5, 4000000}, 0, false},
        {"the next tick", {5, 8000000}, 0, true},
        {"the clock fails", {5, 12000000}, -1, false},
        {"the tick that was not read", {5, 12000000}, 0, true},
        {"another second", {6, 12000000}, 0, true},
        {"the second after it", {6, 12000000}, 0, true},
        {"the third after it", {6, 12000000}, 0, false},
        {"an earlier time", {5, 12000000}, 0, true},
        {"the last nanosecond", {5, 999999999}, 0, true},
        {"the second then", {5, 999999999}, 0, true},
        {"the third then", {5, 999999999}, 0, false},
    };
    for (const auto& r : rows) {
        check::row(r.what);
        now = r.time;
        status = r.status;
        CHECK(koblitz::is_lone_call() == (r.lone && has_clock));
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv, {{"answers", answers}});
}
