#include "api.h"

#include <cstdio>
#include <cstring>

#include "load.h"

namespace {

template <class T>
bool find(void* library, const std::string& name, T& out) {
    void* symbol = find_symbol(library, name.c_str());
    if (symbol == nullptr) {
        std::fprintf(stderr, "no symbol %s\n", name.c_str());
        return false;
    }
    std::memcpy(&out, &symbol, sizeof out);
    return true;
}

/* A pointer stored in a data symbol. */
template <class T>
bool find_data(void* library, const std::string& name, T& out) {
    T* place = nullptr;
    if (!find(library, name, place))
        return false;
    out = *place;
    return true;
}

template <class T>
T optional_data(void* library, const std::string& name) {
    T out = nullptr;
    if (find_symbol(library, name.c_str()) != nullptr)
        find_data(library, name, out);
    return out;
}

} // namespace

bool api::open(const std::string& path, const std::string& prefix) {
    void* library = load_library(path.c_str());
    if (library == nullptr) {
        std::fprintf(stderr, "%s\n", load_error());
        return false;
    }
    bool ok = true;
#define X(name) ok &= find(library, prefix + #name, name);
    KOBLITZ_API_FUNCTIONS(X)
#undef X
#define X(name) ok &= find_data(library, prefix + #name, name);
    X(context_static)
    X(nonce_function_bip340)
    X(ecdh_hash_function_sha256)
    X(ecdh_hash_function_default)
    X(ellswift_xdh_hash_function_prefix)
    X(ellswift_xdh_hash_function_bip324)
#undef X
    /* The crate's build of libsecp256k1 keeps these to itself: null then, which asks for the default. */
    nonce_function_rfc6979 =
        optional_data<secp256k1_nonce_function>(library, prefix + "nonce_function_rfc6979");
    nonce_function_default =
        optional_data<secp256k1_nonce_function>(library, prefix + "nonce_function_default");
    return ok;
}
