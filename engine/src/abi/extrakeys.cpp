#include "schemes/extrakeys.h"
#include "abi/context.h"
#include "schemes/pubkey.h"
#include "secp256k1_extrakeys.h"

using namespace koblitz;

namespace {

/* Splits a set public key into its x-only key and the parity of its y. */
void to_xonly(secp256k1_xonly_pubkey* xonly, int* parity, const unsigned char pubkey[64]) {
    unsigned char key[64];
    memcpy(key, pubkey, 64);
    const bool odd = pubkey_y_is_odd(key);
    if (odd)
        pubkey_negate(key);
    if (parity != nullptr)
        *parity = odd ? 1 : 0;
    memcpy(xonly->data, key, 64);
}

void serialize_or_zero(const secp256k1_context* ctx, unsigned char out[32],
                       const secp256k1_xonly_pubkey* pubkey) {
    memset(out, 0, 32);
    secp256k1_xonly_pubkey_serialize(ctx, out, pubkey);
}

} // namespace

extern "C" {

int secp256k1_xonly_pubkey_parse(const secp256k1_context* ctx, secp256k1_xonly_pubkey* pubkey,
                                 const unsigned char* input32) {
    KOBLITZ_REQUIRE_SET(pubkey);
    memset(pubkey, 0, sizeof *pubkey);
    KOBLITZ_REQUIRE_SET(input32);
    return xonly_parse(pubkey->data, input32);
}

int secp256k1_xonly_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output32,
                                     const secp256k1_xonly_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(output32);
    memset(output32, 0, 32);
    KOBLITZ_REQUIRE_SET(pubkey);
    if (!require_pubkey(ctx, pubkey->data))
        return 0;
    reverse32(output32, pubkey->data);
    return 1;
}

int secp256k1_xonly_pubkey_cmp(const secp256k1_context* ctx, const secp256k1_xonly_pubkey* pk1,
                               const secp256k1_xonly_pubkey* pk2) {
    unsigned char a[32], b[32];
    serialize_or_zero(ctx, a, pk1);
    serialize_or_zero(ctx, b, pk2);
    return memcmp(a, b, 32);
}

int secp256k1_xonly_pubkey_from_pubkey(const secp256k1_context* ctx, secp256k1_xonly_pubkey* xonly_pubkey,
                                       int* pk_parity, const secp256k1_pubkey* pubkey) {
    KOBLITZ_REQUIRE_SET(xonly_pubkey, pubkey);
    if (!require_pubkey(ctx, pubkey->data))
        return 0;
    to_xonly(xonly_pubkey, pk_parity, pubkey->data);
    return 1;
}

int secp256k1_xonly_pubkey_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                     const secp256k1_xonly_pubkey* internal_pubkey,
                                     const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(output_pubkey);
    memset(output_pubkey, 0, sizeof *output_pubkey);
    KOBLITZ_REQUIRE_SET(internal_pubkey, tweak32);
    if (!require_pubkey(ctx, internal_pubkey->data))
        return 0;
    return pubkey_tweak_add(output_pubkey->data, internal_pubkey->data, tweak32);
}

int secp256k1_xonly_pubkey_tweak_add_check(const secp256k1_context* ctx,
                                           const unsigned char* tweaked_pubkey32, int tweaked_pk_parity,
                                           const secp256k1_xonly_pubkey* internal_pubkey,
                                           const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(internal_pubkey, tweaked_pubkey32, tweak32);
    if (!require_pubkey(ctx, internal_pubkey->data))
        return 0;
    return xonly_tweak_add_check(tweaked_pubkey32, tweaked_pk_parity, internal_pubkey->data, tweak32);
}

int secp256k1_keypair_create(const secp256k1_context* ctx, secp256k1_keypair* keypair,
                             const unsigned char* seckey) {
    KOBLITZ_REQUIRE_SET(keypair);
    memset(keypair, 0, sizeof *keypair);
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(seckey);
    return wiping<ecmult_gen_stack>([=] { return keypair_create(ctx->gen, keypair->data, seckey); });
}

int secp256k1_keypair_sec(const secp256k1_context* ctx, unsigned char* seckey,
                          const secp256k1_keypair* keypair) {
    KOBLITZ_REQUIRE_SET(seckey);
    memset(seckey, 0, 32);
    KOBLITZ_REQUIRE_SET(keypair);
    memcpy(seckey, keypair->data, 32);
    wipe_registers();
    return 1;
}

int secp256k1_keypair_pub(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                          const secp256k1_keypair* keypair) {
    KOBLITZ_REQUIRE_SET(pubkey);
    memset(pubkey, 0, sizeof *pubkey);
    KOBLITZ_REQUIRE_SET(keypair);
    memcpy(pubkey->data, keypair->data + 32, 64);
    return 1;
}

int secp256k1_keypair_xonly_pub(const secp256k1_context* ctx, secp256k1_xonly_pubkey* pubkey, int* pk_parity,
                                const secp256k1_keypair* keypair) {
    KOBLITZ_REQUIRE_SET(pubkey);
    memset(pubkey, 0, sizeof *pubkey);
    KOBLITZ_REQUIRE_SET(keypair);
    declassify_bytes(keypair->data + 32, 64);
    if (!require_pubkey(ctx, keypair->data + 32))
        return 0;
    to_xonly(pubkey, pk_parity, keypair->data + 32);
    return 1;
}

int secp256k1_keypair_xonly_tweak_add(const secp256k1_context* ctx, secp256k1_keypair* keypair,
                                      const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(keypair, tweak32);
    if (!require_keypair(ctx, keypair->data)) {
        wipe(keypair->data, sizeof keypair->data);
        return wiping<scalar_stack>([] { return 0; });
    }
    return wiping<ecmult_gen_stack>([=] {
        /* The key pair is gone before the tweak is read, which shows when they overlap. */
        secp256k1_keypair tweaked = *keypair;
        memset(keypair, 0, sizeof *keypair);
        const int ok = keypair_xonly_tweak_add(tweaked.data, tweak32);
        *keypair = tweaked;
        return ok;
    });
}

} // extern "C"
