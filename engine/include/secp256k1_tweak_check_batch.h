#ifndef SECP256K1_TWEAK_CHECK_BATCH_H
#define SECP256K1_TWEAK_CHECK_BATCH_H

#include "secp256k1_batch.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds the claim of secp256k1_xonly_pubkey_tweak_add_check: 32 bytes big-endian of
 * the tweaked key's x, below p, and of the tweak, below n; tweaked_pk_parity is
 * that of its y, 0 or 1. Returns 1; 0 when the batch is not usable, or when an
 * argument is out of range or illegal, which makes it so. A full batch is verified
 * first; where that fails, it is not usable. */
SECP256K1_API int secp256k1_batch_add_xonlypub_tweak_check(
    const secp256k1_context* ctx, secp256k1_batch* batch, const unsigned char* tweaked_pubkey32,
    int tweaked_pk_parity, const secp256k1_xonly_pubkey* internal_pubkey, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5)
        SECP256K1_ARG_NONNULL(6) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
