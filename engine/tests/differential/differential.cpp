/* The engine against another library with libsecp256k1's interface: the same random and adversarial calls to
 * both, compared by return value, every output byte, callback firings and the arguments of nested functions.
 *
 *   differential ENGINE PREFIX REFERENCE PREFIX [--calls=N | --seconds=N] [--seed=N] [--expect=BACKEND]
 *
 * What the interface leaves open is not compared, and named at the operation; docs/differences.md lists it.
 */
#include <cstdio>
#include <cstdlib>

#include "comparison.h"
#include "load.h"

void comparison::register_operations() {
    register_context_operations();
    register_key_operations();
    register_ecdsa_operations();
    register_extrakeys_operations();
    register_schnorr_operations();
    register_ellswift_operations();
    register_overlap_operations();
    register_argument_operations();
    register_crafted_operations();
    register_musig_operations();
    register_silentpayments_operations();
}

namespace {

const char* backend_of(const std::string& path) {
    void* library = load_library(path.c_str());
    const char* (*name)() = nullptr;
    void* symbol = library != nullptr ? find_symbol(library, "koblitz_backend_name") : nullptr;
    std::memcpy(&name, &symbol, sizeof name);
    return name != nullptr ? name() : "";
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::string> positional;
    unsigned long calls = 100000;
    double seconds = 0;
    uint64_t seed = 1;
    std::string expect;
    for (int i = 1; i < argc; i++) {
        const std::string a = argv[i];
        const std::string value = a.substr(a.find('=') + 1);
        if (a.rfind("--calls=", 0) == 0) {
            calls = std::strtoul(value.c_str(), nullptr, 10);
        } else if (a.rfind("--seconds=", 0) == 0) {
            seconds = std::strtod(value.c_str(), nullptr);
        } else if (a.rfind("--seed=", 0) == 0) {
            seed = std::strtoull(value.c_str(), nullptr, 10);
        } else if (a.rfind("--expect=", 0) == 0) {
            expect = value;
        } else {
            positional.push_back(a);
        }
    }
    if (positional.size() != 4) {
        std::fprintf(stderr, "usage: differential ENGINE PREFIX REFERENCE PREFIX [options]\n");
        return 2;
    }
    side engine, reference;
    if (!engine.open(positional[0], positional[1]) || !reference.open(positional[2], positional[3]))
        return 2;
    const std::string backend = backend_of(positional[0]);
    std::printf("engine backend %s, seed %llu\n", backend.c_str(), static_cast<unsigned long long>(seed));
    if (!expect.empty() && expect != backend) {
        std::fprintf(stderr, "the backend %s was asked for\n", expect.c_str());
        return 1;
    }
    return comparison(engine, reference, seed).run(calls, seconds) ? 0 : 1;
}
