/* A test program: named functions that call CHECK. Exit code 0: all passed, 1: a check failed, 77: skipped.
 *
 *   int main(int argc, char** argv) { return check::run(argc, argv, {{"name", function}, ...}); }
 *
 * Options: --expect=NAME fails unless the backend has that name; NAME runs only the tests of that name. */
#ifndef KOBLITZ_TESTS_CHECK_H
#define KOBLITZ_TESTS_CHECK_H

#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>

#include "koblitz.h"

namespace check {

struct test {
    const char* name;
    void (*run)();
};

struct state {
    unsigned long checks = 0, failures = 0;
    std::string label;
};

inline state& current() {
    static state s;
    return s;
}

/* Names the row being checked; printed with failures. */
inline void row(const std::string& label) {
    current().label = label;
}

inline bool record(bool ok, const char* condition, const char* file, int line) {
    state& s = current();
    s.checks++;
    if (!ok && ++s.failures <= 20) {
        std::fprintf(stderr, "%s:%d: %s%s%s\n", file, line, condition, s.label.empty() ? "" : " at ",
                     s.label.c_str());
    }
    return ok;
}

/* For a check that needs a tool the machine lacks. */
inline int skipped(const char* what, const char* install) {
    std::printf("SKIPPED %s: %s\n", what, install);
    return 77;
}

inline int run(int argc, char** argv, std::initializer_list<test> tests) {
    const char* only = nullptr;
    const char* expect = nullptr;
    for (int i = 1; i < argc; i++) {
        if (std::strncmp(argv[i], "--expect=", 9) == 0) {
            expect = argv[i] + 9;
        } else {
            only = argv[i];
        }
    }
    const char* backend = koblitz_backend_name();
    std::printf("backend %s, sha256 %s\n", backend, koblitz_sha256_name());
    if (expect != nullptr && std::strcmp(expect, backend) != 0) {
        std::fprintf(stderr, "the backend %s was asked for\n", expect);
        return 1;
    }
    bool any = false;
    for (const test& t : tests) {
        if (only != nullptr && std::strcmp(only, t.name) != 0)
            continue;
        any = true;
        row("");
        const unsigned long before = current().checks, failed = current().failures;
        t.run();
        const unsigned long done = current().checks - before;
        const bool ok = current().failures == failed && done != 0;
        if (done == 0)
            current().failures++;
        std::printf("%-6s %s (%lu checks)\n", ok ? "ok" : "FAILED", t.name, done);
    }
    return any && current().failures == 0 ? 0 : 1;
}

} // namespace check

#define CHECK(condition) check::record((condition), #condition, __FILE__, __LINE__)

#endif
