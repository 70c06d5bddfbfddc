#include "schemes/ellswift.h"
#include "abi/context.h"
#include "hash/tagged.h"
#include "schemes/opaque.h"
#include "secp256k1_ellswift.h"

using namespace koblitz;

namespace {

constexpr sha256_midstate bip324_midstate = tag_midstate("bip324_ellswift_xonly_ecdh");

void hash_shared(sha256& h, unsigned char* output, const unsigned char* x32, const unsigned char* ell_a64,
                 const unsigned char* ell_b64) {
    h.write(ell_a64, 64);
    h.write(ell_b64, 64);
    h.write(x32, 32);
    h.finalize(output);
}

int hash_prefix(sha256_compress_fn compress, unsigned char* output, const unsigned char* x32,
                const unsigned char* ell_a64, const unsigned char* ell_b64, const void* prefix64) {
    sha256 h(compress);
    h.write(prefix64, 64);
    hash_shared(h, output, x32, ell_a64, ell_b64);
    return 1;
}

int hash_bip324(sha256_compress_fn compress, unsigned char* output, const unsigned char* x32,
                const unsigned char* ell_a64, const unsigned char* ell_b64) {
    sha256 h(compress, bip324_midstate);
    hash_shared(h, output, x32, ell_a64, ell_b64);
    return 1;
}

int xdh_hash_function_prefix(unsigned char* output, const unsigned char* x32, const unsigned char* ell_a64,
                             const unsigned char* ell_b64, void* data) {
    return wiping<hash_stack>(
        [&] { return hash_prefix(sha256_compress_default(), output, x32, ell_a64, ell_b64, data); });
}

int xdh_hash_function_bip324(unsigned char* output, const unsigned char* x32, const unsigned char* ell_a64,
                             const unsigned char* ell_b64, void*) {
    return wiping<hash_stack>(
        [&] { return hash_bip324(sha256_compress_default(), output, x32, ell_a64, ell_b64); });
}

} // namespace

extern "C" {

const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_prefix =
    xdh_hash_function_prefix;
const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_bip324 =
    xdh_hash_function_bip324;

int secp256k1_ellswift_encode(const secp256k1_context* ctx, unsigned char* ell64,
                              const secp256k1_pubkey* pubkey, const unsigned char* rnd32) {
    KOBLITZ_REQUIRE_SET(ell64, pubkey, rnd32);
    if (!require_pubkey(ctx, pubkey->data)) {
        memset(ell64, 0, 64);
        return 0;
    }
    ellswift_encode(ctx->compress(), ell64, pubkey->data, rnd32);
    return 1;
}

int secp256k1_ellswift_decode(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                              const unsigned char* ell64) {
    KOBLITZ_REQUIRE_SET(pubkey, ell64);
    ellswift_decode(pubkey->data, ell64);
    return 1;
}

int secp256k1_ellswift_create(const secp256k1_context* ctx, unsigned char* ell64,
                              const unsigned char* seckey32, const unsigned char* auxrnd32) {
    KOBLITZ_REQUIRE_SET(ell64);
    memset(ell64, 0, 64);
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(seckey32);
    return wiping<ecmult_gen_stack>(
        [&] { return ellswift_create(ctx->gen, ctx->compress(), ell64, seckey32, auxrnd32); });
}

int secp256k1_ellswift_xdh(const secp256k1_context* ctx, unsigned char* output, const unsigned char* ell_a64,
                           const unsigned char* ell_b64, const unsigned char* seckey32, int party,
                           secp256k1_ellswift_xdh_hash_function hashfp, void* data) {
    KOBLITZ_REQUIRE_SET(output, ell_a64, ell_b64, seckey32, hashfp);
    return wiping<ecmult_const_stack>([&] {
        unsigned char x32[32];
        const int valid = ellswift_shared_x(x32, party != 0 ? ell_a64 : ell_b64, seckey32);
        /* The library's own functions are called with the context's SHA-256. */
        int hashed;
        if (hashfp == xdh_hash_function_bip324) {
            hashed = hash_bip324(ctx->compress(), output, x32, ell_a64, ell_b64);
        } else if (hashfp == xdh_hash_function_prefix) {
            hashed = hash_prefix(ctx->compress(), output, x32, ell_a64, ell_b64, data);
        } else {
            hashed = hashfp(output, x32, ell_a64, ell_b64, data);
        }
        return static_cast<int>(hashed != 0) & valid;
    });
}

} // extern "C"
