#include "schemes/ecdh.h"
#include "abi/context.h"
#include "secp256k1_ecdh.h"

using namespace koblitz;

namespace {

int ecdh_hash_function_sha256(unsigned char* output, const unsigned char* x32, const unsigned char* y32,
                              void*) {
    return wiping<hash_stack>([=] {
        ecdh_hash_sha256(sha256_compress_default(), output, x32, y32);
        return 1;
    });
}

} // namespace

extern "C" {

const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_sha256 = ecdh_hash_function_sha256;
const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_default = ecdh_hash_function_sha256;

int secp256k1_ecdh(const secp256k1_context* ctx, unsigned char* output, const secp256k1_pubkey* pubkey,
                   const unsigned char* seckey, secp256k1_ecdh_hash_function hashfp, void* data) {
    KOBLITZ_REQUIRE_SET(output, pubkey, seckey);
    if (!require_pubkey(ctx, pubkey->data))
        return 0;
    /* The default function is called with the context's SHA-256. */
    if (hashfp == ecdh_hash_function_sha256)
        hashfp = nullptr;
    return wiping<ecmult_const_stack>(
        [=] { return ecdh(ctx->compress(), output, pubkey->data, seckey, hashfp, data); });
}

} // extern "C"
