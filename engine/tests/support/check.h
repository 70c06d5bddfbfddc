/* A test program: named functions that call CHECK. A failed check prints where and what, and the program goes
 * on. Exit code 0: all passed, 1: a check failed, 77: skipped.
 *
 *   int main(int argc, char** argv) { return check::run(argc, argv, {{"name", function}, ...}); }
 *
 * Options: --backend=NAME runs with that backend, and is skipped where it does not run; --lone makes each
 * call a lone one (base/lone.h); NAME runs only the tests of that name. */
#pragma once

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>

#include "backends/list.h"
#include "base/lone.h"
#include "koblitz.h"

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

/* The status of a program without named tests. */
inline int finish(const char* name) {
    std::printf("%s: %ld checks, %ld failures\n", name, checks, failures);
    return failures == 0 && checks > 0 ? 0 : 1;
}

} // namespace test

#define CHECK(...) test::check(static_cast<bool>(__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

namespace check {

struct named_test {
    const char* name;
    void (*run)();
};

/* Names the row being checked. */
inline void row(const std::string& label) {
    static std::string kept;
    kept = label;
    test::label = kept.c_str();
}

/* For a check that needs a tool the machine lacks. */
inline int skipped(const char* what, const char* install) {
    std::printf("SKIPPED %s: %s\n", what, install);
    return 77;
}

/* Runs with the backend of this name from now on, if there is one; where it does not run, only anyhow:
 * emulators hide features that they execute. */
inline bool use_backend(const char* name, bool anyhow = false) {
    for (size_t i = 0; i < koblitz::backend_count; i++) {
        const koblitz::backend& b = koblitz::backends[i];
        if (std::strcmp(b.name, name) == 0 && (anyhow || b.runs())) {
            koblitz::force_backend_for_tests(&b);
            return true;
        }
    }
    return false;
}

inline int run(int argc, char** argv, std::initializer_list<named_test> tests) {
    const char* only = nullptr;
    const char* wanted = nullptr;
    for (int i = 1; i < argc; i++) {
        if (std::strncmp(argv[i], "--backend=", 10) == 0) {
            wanted = argv[i] + 10;
        } else if (std::strcmp(argv[i], "--lone") == 0) {
            koblitz::force_lone_calls_for_tests(true);
        } else {
            only = argv[i];
        }
    }
    if (wanted != nullptr && !use_backend(wanted))
        return skipped(wanted, "this processor or build does not have the backend");
    std::printf("backend %s, sha256 %s\n", koblitz_backend_name(), koblitz_sha256_name());
    bool any = false;
    for (const named_test& t : tests) {
        if (only != nullptr && std::strcmp(only, t.name) != 0)
            continue;
        any = true;
        row("");
        const long before = test::checks, failed = test::failures;
        t.run();
        const long done = test::checks - before;
        const bool ok = test::failures == failed && done != 0;
        if (done == 0)
            test::failures++;
        std::printf("%-6s %s (%ld checks)\n", ok ? "ok" : "FAILED", t.name, done);
    }
    return any && test::failures == 0 ? 0 : 1;
}

} // namespace check
