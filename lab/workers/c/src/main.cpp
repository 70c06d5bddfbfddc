// worker-c --library PATH [--prefix P]: the native worker of docs/protocol.md.

#include "libraries.h"
#include "protocol.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

constexpr int status_usage = 2;

struct Arguments {
    std::string library;
    std::optional<std::string> prefix;
};

std::optional<Arguments> parse(int argc, char** argv) {
    Arguments arguments;
    for (int i = 1; i < argc; i += 2) {
        const std::string_view name = argv[i];
        if (i + 1 == argc) {
            return std::nullopt;
        }
        if (name == "--library") {
            arguments.library = argv[i + 1];
        } else if (name == "--prefix") {
            arguments.prefix = argv[i + 1];
        } else {
            return std::nullopt;
        }
    }
    return arguments.library.empty() ? std::nullopt : std::optional(arguments);
}

lab::Contender open(const lab::Library& library, const std::optional<std::string>& prefix) {
    if (prefix) {
        return lab::open_secp256k1(library, *prefix);
    }
    if (const std::string& found = library.secp256k1_prefix(); !found.empty()) {
        return lab::open_secp256k1(library, found);
    }
    if (library.has("EC_KEY_new_by_curve_name") || library.has("EVP_PKEY_fromdata")) {
        return lab::open_libcrypto(library);
    }
    throw lab::Unusable{"neither libsecp256k1's nor libcrypto's interface found"};
}

/* Keeps what is freed. By chance of what lies where, some processes would give the rows' memory
 * back with every load and get it again page by page, in twice the time of a load of one row. */
void keep_memory() {
#ifdef __GLIBC__
    constexpr int most = 32 << 20; /* that glibc takes as M_MMAP_THRESHOLD */
    mallopt(M_MMAP_THRESHOLD, most);
    mallopt(M_TRIM_THRESHOLD, most);
    mallopt(M_TOP_PAD, 1 << 20);
#endif
}

} // namespace

int main(int argc, char** argv) try {
    keep_memory();
    const std::optional<Arguments> arguments = parse(argc, argv);
    if (!arguments) {
        std::fputs("usage: worker-c --library PATH [--prefix P]\n", stderr);
        return status_usage;
    }
    try {
        const lab::Library library(arguments->library);
        const lab::Contender contender = open(library, arguments->prefix);
        // Not returned: the library's contexts live as long as the process.
        std::exit(lab::serve(contender, STDIN_FILENO, STDOUT_FILENO));
    } catch (const lab::Unusable& problem) {
        std::fprintf(stderr, "worker-c: %s: %s\n", arguments->library.c_str(), problem.reason.c_str());
        return status_usage;
    }
} catch (const std::exception& problem) {
    std::fprintf(stderr, "worker-c: %s\n", problem.what());
    return 1;
}
