#include "nested.h"

side* running = nullptr;

const bytes& order() {
    static const bytes n = from_hex("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    return n;
}

namespace {

void hash_arguments(unsigned char* out, const bytes& arguments) {
    uint64_t seed = 1;
    for (unsigned char b : arguments)
        seed = (seed ^ b) * 0x100000001b3;
    random_source(seed).fill(out, 32);
}

bool write_nonce(unsigned char* out, const nonce_script& script, bytes arguments, unsigned attempt) {
    if (script.behaviour == 1)
        return false;
    if (script.behaviour == 2 && attempt < 2) {
        if (attempt == 0)
            std::memset(out, 0, 32);
        if (attempt == 1)
            std::memcpy(out, order().data(), 32);
        return true;
    }
    if (script.behaviour == 3 && attempt == 0) {
        std::memcpy(out, order().data(), 32);
        out[31] = static_cast<unsigned char>(out[31] + 5);
        return true;
    }
    if (script.behaviour == 4 && attempt == 0) {
        std::memcpy(out, script.first, 32);
        return true;
    }
    arguments.push_back(static_cast<unsigned char>(attempt));
    hash_arguments(out, arguments);
    return true;
}

} // namespace

int nonce_ecdsa(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
                const unsigned char* algo16, void* data, unsigned int attempt) {
    running->trace(msg32, 32);
    running->trace(key32, 32);
    running->trace(algo16, 16);
    bytes arguments(msg32, msg32 + 32);
    arguments.insert(arguments.end(), key32, key32 + 32);
    return write_nonce(nonce32, *static_cast<nonce_script*>(data), arguments, attempt) ? -1 : 0;
}

int nonce_schnorr(unsigned char* nonce32, const unsigned char* msg, size_t msglen, const unsigned char* key32,
                  const unsigned char* xonly_pk32, const unsigned char* algo, size_t algolen, void* data) {
    running->trace(msg, msg == nullptr ? 0 : msglen);
    running->trace(key32, 32);
    running->trace(xonly_pk32, 32);
    running->trace(algo, algolen);
    return write_nonce(nonce32, *static_cast<nonce_script*>(data), bytes(key32, key32 + 32), 0) ? 2 : 0;
}

int hash_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void* data) {
    running->trace(x32, 32);
    running->trace(y32, 32);
    std::memcpy(output, x32, 32);
    std::memcpy(output + 32, y32, 32);
    return *static_cast<int*>(data);
}

int hash_x(unsigned char* output, const unsigned char* x32, const unsigned char* ell_a64,
           const unsigned char* ell_b64, void* data) {
    running->trace(x32, 32);
    running->trace(ell_a64, 64);
    running->trace(ell_b64, 64);
    std::memcpy(output, x32, 32);
    return *static_cast<int*>(data);
}

void bad_compression(uint32_t* state, const unsigned char*, size_t) {
    state[0]++;
}
