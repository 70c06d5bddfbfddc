/* Sixteen verifications or signatures on fixed, distinct inputs, between the marks that callgrind collects
 * between.
 *
 *   count BACKEND verify|sign */
#include <valgrind/callgrind.h>

#include <cstdio>
#include <string>
#include <vector>

#include "hash/sha256.h"
#include "koblitz.h"
#include "support/bytes.h"
#include "support/check.h"

int main(int argc, char** argv) {
    if (argc != 3)
        return 2;
    const std::string backend = argv[1], operation = argv[2];
    koblitz::force_sha256_for_tests(koblitz::sha256_compress_portable, "portable");
    if (!check::use_backend(argv[1], true) || backend != koblitz_backend_name())
        return 2;

    constexpr size_t n = 16;
    random_source random(2024);
    std::vector<bytes> seckeys, messages;
    std::vector<secp256k1_pubkey> pubkeys(n);
    std::vector<secp256k1_ecdsa_signature> sigs(n);
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        seckeys.emplace_back(32);
        messages.emplace_back(32);
        random.fill(seckeys[i].data(), 32);
        random.fill(messages[i].data(), 32);
        ok &= secp256k1_ec_pubkey_create(ctx, &pubkeys[i], seckeys[i].data()) == 1;
        ok &=
            secp256k1_ecdsa_sign(ctx, &sigs[i], messages[i].data(), seckeys[i].data(), nullptr, nullptr) == 1;
    }
    CALLGRIND_TOGGLE_COLLECT;
    for (size_t i = 0; i < n; i++) {
        if (operation == "verify") {
            ok &= secp256k1_ecdsa_verify(ctx, &sigs[i], messages[i].data(), &pubkeys[i]) == 1;
        } else {
            ok &= secp256k1_ecdsa_sign(ctx, &sigs[i], messages[i].data(), seckeys[i].data(), nullptr,
                                       nullptr) == 1;
        }
    }
    CALLGRIND_TOGGLE_COLLECT;
    secp256k1_context_destroy(ctx);
    return ok ? 0 : 1;
}
