/* Every function on secrets, under valgrind's memcheck with the secrets marked undefined: a branch, an
 * address or a system call that depends on one is an error.
 *
 *   valgrind --error-exitcode=42 constant_time BACKEND           zero errors, or the functions at fault and 1
 *   valgrind --error-exitcode=42 constant_time BACKEND --plant=branch|index   must be reported: exit code 42
 *
 * SHA-256 is the portable one (valgrind does not execute the SHA extensions). */
#include <valgrind/memcheck.h>

#include <cstdio>
#include <cstring>
#include <string>

#include "backends/dispatch.h"
#include "hash/sha256.h"
#include "koblitz.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "support/bytes.h"

namespace {

unsigned failures = 0;
std::string label;

void secret(void* p, size_t n) {
    VALGRIND_MAKE_MEM_UNDEFINED(p, n);
}
void known(const void* p, size_t n) {
    VALGRIND_MAKE_MEM_DEFINED(p, n);
}

template <class F>
void run(const char* name, F f) {
    const unsigned before = VALGRIND_COUNT_ERRORS;
    int result = f();
    known(&result, sizeof result);
    const unsigned errors = VALGRIND_COUNT_ERRORS - before;
    if (errors != 0) {
        failures++;
        std::fprintf(stderr, "%s, %s: %u reports\n", name, label.c_str(), errors);
    }
}

int take_point(unsigned char* output, const unsigned char* x32, const unsigned char* y32, void*) {
    for (int i = 0; i < 32; i++)
        output[i] = x32[i] ^ y32[i];
    return 1;
}

int own_nonce(unsigned char* nonce32, const unsigned char* msg32, const unsigned char* key32,
              const unsigned char*, void*, unsigned int) {
    for (int i = 0; i < 32; i++)
        nonce32[i] = key32[i] ^ msg32[i];
    nonce32[0] &= 0x7f;
    return 1;
}

int own_schnorr_nonce(unsigned char* nonce32, const unsigned char*, size_t, const unsigned char* key32,
                      const unsigned char* pk32, const unsigned char*, size_t, void*) {
    for (int i = 0; i < 32; i++)
        nonce32[i] = key32[i] ^ pk32[i];
    return 1;
}

/* All functions with one secret key; bytes the key holds may be no valid key. */
void every_function(secp256k1_context* ctx, const bytes& key, const bytes& other,
                    const secp256k1_pubkey& peer) {
    unsigned char seckey[32], tweak[32], out[96];
    bytes msg(32, 0x5a), aux(32, 0xa5);
    auto fresh = [&] {
        known(seckey, 32);
        known(tweak, 32);
        std::memcpy(seckey, key.data(), 32);
        std::memcpy(tweak, other.data(), 32);
        secret(seckey, 32);
        secret(tweak, 32);
    };

    fresh();
    run("ec_seckey_verify", [&] { return secp256k1_ec_seckey_verify(ctx, seckey); });
    run("ec_seckey_negate", [&] { return secp256k1_ec_seckey_negate(ctx, seckey); });
    fresh();
    run("ec_seckey_tweak_add", [&] { return secp256k1_ec_seckey_tweak_add(ctx, seckey, tweak); });
    fresh();
    run("ec_seckey_tweak_mul", [&] { return secp256k1_ec_seckey_tweak_mul(ctx, seckey, tweak); });
    fresh();
    secp256k1_pubkey pubkey;
    run("ec_pubkey_create", [&] { return secp256k1_ec_pubkey_create(ctx, &pubkey, seckey); });

    secp256k1_ecdsa_recoverable_signature recoverable;
    secp256k1_ecdsa_signature sig;
    bytes secret_msg = msg;
    secret(secret_msg.data(), 32);
    run("ecdsa_sign",
        [&] { return secp256k1_ecdsa_sign(ctx, &sig, secret_msg.data(), seckey, nullptr, nullptr); });
    run("ecdsa_sign, additional data", [&] {
        return secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey, secp256k1_nonce_function_default, tweak);
    });
    run("ecdsa_sign, own nonce function",
        [&] { return secp256k1_ecdsa_sign(ctx, &sig, msg.data(), seckey, own_nonce, nullptr); });
    run("ecdsa_sign_recoverable", [&] {
        return secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, msg.data(), seckey, nullptr, nullptr);
    });
    run("nonce_function_rfc6979",
        [&] { return secp256k1_nonce_function_rfc6979(out, secret_msg.data(), seckey, nullptr, tweak, 2); });

    run("ecdh", [&] { return secp256k1_ecdh(ctx, out, &peer, seckey, nullptr, nullptr); });
    run("ecdh, own hash function",
        [&] { return secp256k1_ecdh(ctx, out, &peer, seckey, take_point, nullptr); });

    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    int parity, created = 0;
    run("keypair_create", [&] { return created = secp256k1_keypair_create(ctx, &pair, seckey); });
    known(&created, sizeof created);
    run("keypair_sec", [&] { return secp256k1_keypair_sec(ctx, out, &pair); });
    run("keypair_pub", [&] { return secp256k1_keypair_pub(ctx, &pubkey, &pair); });
    if (created == 0)
        return;
    run("keypair_xonly_pub", [&] { return secp256k1_keypair_xonly_pub(ctx, &xonly, &parity, &pair); });
    secret(aux.data(), 32);
    run("schnorrsig_sign32",
        [&] { return secp256k1_schnorrsig_sign32(ctx, out, msg.data(), &pair, aux.data()); });
    run("schnorrsig_sign32, no aux",
        [&] { return secp256k1_schnorrsig_sign32(ctx, out, msg.data(), &pair, nullptr); });
    secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    run("schnorrsig_sign_custom",
        [&] { return secp256k1_schnorrsig_sign_custom(ctx, out, msg.data(), 20, &pair, &params); });
    params.noncefp = own_schnorr_nonce;
    run("schnorrsig_sign_custom, own nonce function",
        [&] { return secp256k1_schnorrsig_sign_custom(ctx, out, msg.data(), 20, &pair, &params); });
    run("nonce_function_bip340", [&] {
        const unsigned char tag[] = {'t'};
        return secp256k1_nonce_function_bip340(out, msg.data(), 32, seckey, msg.data(), tag, 1, aux.data());
    });
    run("keypair_xonly_tweak_add",
        [&] { return secp256k1_keypair_xonly_tweak_add(ctx, &pair, other.data()); });
}

int plant(const std::string& what) {
    unsigned char byte = 3;
    static const unsigned char table[256] = {1};
    secret(&byte, 1);
    volatile int sink = 0;
    if (what == "branch") {
        if ((byte & 1) != 0)
            sink = 1;
    } else if (what == "index") {
        sink = table[byte];
    } else {
        return 2;
    }
    (void)sink;
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2)
        return 2;
    const std::string backend = argv[1];
    if (RUNNING_ON_VALGRIND == 0) {
        std::fprintf(stderr, "this program shows nothing outside valgrind\n");
        return 2;
    }
    koblitz::force_sha256_for_tests(koblitz::sha256_compress_portable, "portable");
    if (!koblitz::force_backend_for_tests(backend.c_str()) || backend != koblitz_backend_name()) {
        std::fprintf(stderr, "no backend %s\n", backend.c_str());
        return 2;
    }
    std::printf("backend %s, sha256 %s\n", koblitz_backend_name(), koblitz_sha256_name());
    if (argc > 2 && std::strncmp(argv[2], "--plant=", 8) == 0)
        return plant(argv[2] + 8);

    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_DECLASSIFY);
    if (ctx == nullptr)
        return 2;
    bytes peer_key(32, 0x11);
    secp256k1_pubkey peer;
    if (!secp256k1_ec_pubkey_create(ctx, &peer, peer_key.data()))
        return 2;
    known(&peer, sizeof peer);

    const char* keys[] = {
        "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0",
        "0000000000000000000000000000000000000000000000000000000000000001",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140",
        "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    };
    const bytes tweak = from_hex("00000000000000000000000000000000000000000000000123456789abcdef01");
    for (int round = 0; round < 2; round++) {
        for (const char* key : keys) {
            label = std::string("key ") + key + (round == 0 ? "" : ", blinded");
            every_function(ctx, from_hex(key), tweak, peer);
        }
        bytes seed(32, 0x33);
        secret(seed.data(), 32);
        label = "a secret seed";
        run("context_randomize", [&] { return secp256k1_context_randomize(ctx, seed.data()); });
    }
    secp256k1_context_destroy(ctx);
    if (failures == 0)
        std::printf("no report\n");
    return failures == 0 ? 0 : 1;
}
