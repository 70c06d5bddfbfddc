#ifndef SECP256K1_TWEAK_CHECK_BATCH_H
#define SECP256K1_TWEAK_CHECK_BATCH_H

#include "secp256k1_batch.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds a claim of secp256k1_xonly_pubkey_tweak_add_check. A full batch is verified first.
 *
 * Returns: 1; 0 when the batch is not usable. A number out of range, an illegal argument, or something
 *      invalid in a full batch make it unusable.
 * In/Out: batch.
 * In:  tweaked_pubkey32: 32 bytes, x of the sum, below p.
 *      tweaked_pk_parity: 0 when y of the sum is even, 1 when it is odd.
 *      internal_pubkey.
 *      tweak32: 32 bytes, below n; may be 0.
 * Time: variable. */
SECP256K1_API int secp256k1_batch_add_xonlypub_tweak_check(
    const secp256k1_context* ctx, secp256k1_batch* batch, const unsigned char* tweaked_pubkey32,
    int tweaked_pk_parity, const secp256k1_xonly_pubkey* internal_pubkey, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5)
        SECP256K1_ARG_NONNULL(6) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
