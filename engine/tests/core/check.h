/* A failed check prints where and what, and the program goes on; finish() gives main's status. Without the
 * C++ library, for tests that are compiled for an instruction set (lanes/ifma.cpp); programs of named tests:
 * support/check.h. */
#ifndef KOBLITZ_TESTS_CORE_CHECK_H
#define KOBLITZ_TESTS_CORE_CHECK_H

#include <cstdio>

namespace test {

inline long checks = 0, failures = 0;
/* What is being checked; printed with failures. */
inline const char* label = "";

inline bool check(bool ok, const char* what, const char* file, int line) {
    checks++;
    if (!ok && ++failures <= 20)
        std::fprintf(stderr, "%s:%d: failed: %s%s%s\n", file, line, what, *label == 0 ? "" : " at ", label);
    return ok;
}

inline int finish(const char* name) {
    std::printf("%s: %ld checks, %ld failures\n", name, checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}

} // namespace test

#define CHECK(...) test::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

#endif
