// The program of one library of the distribution: docs/protocol.md on stdin and
// stdout, without arguments.

#include "library.h"
#include "operations.h"
#include "protocol.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <unistd.h>

int main(int argc, char** argv) try {
    constexpr int status_usage = 2;
    if (argc != 1) {
        std::fprintf(stderr, "usage: %s\n", argv[0]);
        return status_usage;
    }
    try {
        lab::Contender contender = lab::open_distribution();
        if (char* const path = realpath("/proc/self/exe", nullptr); path != nullptr) {
            contender.path = path; // the library is linked into it
            std::free(path);       // NOLINT(cppcoreguidelines-no-malloc): realpath's contract
        }
        contender.flags += "; the distribution's static library";
        std::exit(lab::serve(contender, STDIN_FILENO, STDOUT_FILENO));
    } catch (const lab::Unusable& problem) {
        std::fprintf(stderr, "%s: %s\n", argv[0], problem.reason.c_str());
        return status_usage;
    }
} catch (const std::exception& problem) {
    std::fprintf(stderr, "worker: %s\n", problem.what());
    return 1;
}
