/* A test program: named functions that call CHECK. Exit code 0: all passed, 1: a check failed, 77: skipped.
 *
 *   int main(int argc, char** argv) { return check::run(argc, argv, {{"name", function}, ...}); }
 *
 * Options: --expect=NAME fails unless the backend has that name; --lanes=none runs without lanes, as on a
 * processor that has none; NAME runs only the tests of that name. */
#ifndef KOBLITZ_TESTS_CHECK_H
#define KOBLITZ_TESTS_CHECK_H

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>

#include "backends/lanes.h"
#include "core/check.h"
#include "koblitz.h"

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

inline int run(int argc, char** argv, std::initializer_list<named_test> tests) {
    const char* only = nullptr;
    const char* expect = nullptr;
    for (int i = 1; i < argc; i++) {
        if (std::strncmp(argv[i], "--expect=", 9) == 0) {
            expect = argv[i] + 9;
        } else if (std::strcmp(argv[i], "--lanes=none") == 0) {
            koblitz::force_lanes_for_tests(nullptr);
        } else {
            only = argv[i];
        }
    }
    const char* backend = koblitz_backend_name();
    const koblitz_lanes::kernels* const lanes = koblitz::active_lanes();
    std::printf("backend %s, %s, sha256 %s\n", backend, lanes == nullptr ? "no lanes" : lanes->name,
                koblitz_sha256_name());
    if (expect != nullptr && std::strcmp(expect, backend) != 0) {
        std::fprintf(stderr, "the backend %s was asked for\n", expect);
        return 1;
    }
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

#endif
