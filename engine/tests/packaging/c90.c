/* Every header in C90, and a program that links without the C++ library. */
#include <stdio.h>
#include <string.h>

#include "koblitz.h"
#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_musig.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"

static int fail(const char* what) {
    printf("FAILED %s\n", what);
    return 1;
}

int main(void) {
    unsigned char seckey[32], msg[32], sig64[64], shared[32], ell64[64], other[32];
    secp256k1_context* ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    secp256k1_pubkey pubkey, recovered;
    secp256k1_ecdsa_signature sig;
    secp256k1_ecdsa_recoverable_signature recoverable;
    secp256k1_keypair keypair;
    secp256k1_xonly_pubkey xonly;
    secp256k1_schnorrsig_extraparams params = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    secp256k1_musig_keyagg_cache cache;
    const secp256k1_pubkey* keys[1];
    secp256k1_silentpayments_label label;

    memset(seckey, 1, sizeof(seckey));
    memset(msg, 2, sizeof(msg));
    if (ctx == NULL || !secp256k1_context_randomize(ctx, msg))
        return fail("context");
    if (!secp256k1_ec_pubkey_create(ctx, &pubkey, seckey))
        return fail("pubkey_create");
    if (!secp256k1_ecdsa_sign(ctx, &sig, msg, seckey, secp256k1_nonce_function_default, NULL))
        return fail("sign");
    if (!secp256k1_ecdsa_verify(secp256k1_context_static, &sig, msg, &pubkey))
        return fail("verify");
    if (!secp256k1_ecdsa_sign_recoverable(ctx, &recoverable, msg, seckey, secp256k1_nonce_function_rfc6979,
                                          NULL)) {
        return fail("sign_recoverable");
    }
    if (!secp256k1_ecdsa_recover(ctx, &recovered, &recoverable, msg))
        return fail("recover");
    if (secp256k1_ec_pubkey_cmp(ctx, &pubkey, &recovered) != 0)
        return fail("the recovered key");
    if (!secp256k1_ecdh(ctx, shared, &pubkey, seckey, secp256k1_ecdh_hash_function_default, NULL))
        return fail("ecdh");
    if (!secp256k1_ellswift_create(ctx, ell64, seckey, NULL))
        return fail("ellswift_create");
    if (!secp256k1_ellswift_decode(ctx, &recovered, ell64))
        return fail("ellswift_decode");
    if (secp256k1_ec_pubkey_cmp(ctx, &pubkey, &recovered) != 0)
        return fail("the decoded key");
    if (!secp256k1_ellswift_xdh(ctx, other, ell64, ell64, seckey, 0,
                                secp256k1_ellswift_xdh_hash_function_bip324, NULL)) {
        return fail("ellswift_xdh");
    }
    if (!secp256k1_keypair_create(ctx, &keypair, seckey))
        return fail("keypair_create");
    if (!secp256k1_keypair_xonly_pub(ctx, &xonly, NULL, &keypair))
        return fail("keypair_xonly_pub");
    params.noncefp = secp256k1_nonce_function_bip340;
    if (!secp256k1_schnorrsig_sign_custom(ctx, sig64, msg, 31, &keypair, &params))
        return fail("schnorrsig_sign_custom");
    if (!secp256k1_schnorrsig_verify(ctx, sig64, msg, 31, &xonly))
        return fail("schnorrsig_verify");
    keys[0] = &pubkey;
    if (!secp256k1_musig_pubkey_agg(ctx, &xonly, &cache, keys, 1))
        return fail("musig_pubkey_agg");
    if (!secp256k1_silentpayments_recipient_label_create(ctx, &label, shared, seckey, 1))
        return fail("silentpayments_recipient_label_create");
    if (secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE) == 0)
        return fail("preallocated_size");
    secp256k1_context_destroy(ctx);
    printf("ok: %s, %s\n", koblitz_backend_name(), koblitz_sha256_name());
    return 0;
}
