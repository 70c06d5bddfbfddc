#include "schemes/schnorrsig.h"
#include "abi/context.h"
#include "schemes/nonce.h"
#include "schemes/pubkey.h"
#include "secp256k1_schnorrsig.h"

using namespace koblitz;

namespace {

int nonce_function_bip340(unsigned char* nonce32, const unsigned char* msg, size_t msglen,
                          const unsigned char* key32, const unsigned char* xonly_pk32,
                          const unsigned char* algo, size_t algolen, void* data) {
    if (algo == nullptr)
        return 0;
    return wiping<hash_stack>([=] {
        nonce_bip340(sha256_compress_default(), nonce32, msg, msglen, key32, xonly_pk32, algo, algolen, data);
        return 1;
    });
}

int sign(const secp256k1_context* ctx, unsigned char* sig64, const unsigned char* msg, size_t msglen,
         const secp256k1_keypair* keypair, secp256k1_nonce_function_hardened noncefp, void* ndata) {
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(sig64);
    KOBLITZ_REQUIRE(msg != nullptr || msglen == 0);
    KOBLITZ_REQUIRE_SET(keypair);
    if (!require_keypair(ctx, keypair->data)) {
        memset(sig64, 0, 64);
        return wiping<scalar_stack>([] { return 0; });
    }
    /* The default function is called with the context's SHA-256. */
    if (noncefp == nonce_function_bip340)
        noncefp = nullptr;
    return wiping<ecmult_gen_stack>([=] {
        return schnorrsig_sign(ctx->gen, ctx->compress(), sig64, msg, msglen, keypair->data, noncefp, ndata);
    });
}

} // namespace

extern "C" {

const secp256k1_nonce_function_hardened secp256k1_nonce_function_bip340 = nonce_function_bip340;

int secp256k1_schnorrsig_sign32(const secp256k1_context* ctx, unsigned char* sig64,
                                const unsigned char* msg32, const secp256k1_keypair* keypair,
                                const unsigned char* aux_rand32) {
    return sign(ctx, sig64, msg32, 32, keypair, nullptr, const_cast<unsigned char*>(aux_rand32));
}

int secp256k1_schnorrsig_sign_custom(const secp256k1_context* ctx, unsigned char* sig64,
                                     const unsigned char* msg, size_t msglen,
                                     const secp256k1_keypair* keypair,
                                     secp256k1_schnorrsig_extraparams* extraparams) {
    static const unsigned char magic[4] = SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC;
    if (extraparams == nullptr)
        return sign(ctx, sig64, msg, msglen, keypair, nullptr, nullptr);
    KOBLITZ_REQUIRE(memcmp(extraparams->magic, magic, sizeof magic) == 0);
    return sign(ctx, sig64, msg, msglen, keypair, extraparams->noncefp, extraparams->ndata);
}

int secp256k1_schnorrsig_verify(const secp256k1_context* ctx, const unsigned char* sig64,
                                const unsigned char* msg, size_t msglen,
                                const secp256k1_xonly_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(sig64);
    KOBLITZ_REQUIRE(msg != nullptr || msglen == 0);
    KOBLITZ_REQUIRE_SET(pubkey);
    if (__builtin_expect(!pubkey_is_set(pubkey->data), 0)) {
        /* A signature out of range fails before the key is looked at. */
        if (in_range(sig64, sig64 + 32)) {
            require_pubkey(ctx, pubkey->data);
        }
        return 0;
    }
    return schnorrsig_verify(ctx->compress(), sig64, msg, msglen, pubkey->data);
}

} // extern "C"
