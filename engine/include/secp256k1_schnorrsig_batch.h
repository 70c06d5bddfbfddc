#ifndef SECP256K1_SCHNORRSIG_BATCH_H
#define SECP256K1_SCHNORRSIG_BATCH_H

#include "secp256k1_batch.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds a BIP-340 signature. A full batch is verified first.
 *
 * Returns: 1; 0 when the batch is not usable. A signature with x of R >= p or s >= n, an illegal
 *      argument, or something invalid in a full batch make it unusable.
 * In/Out: batch.
 * In:  sig64: 64 bytes, x of R then s.
 *      msg: msglen bytes; NULL when msglen is 0.
 *      pubkey.
 * Time: variable. */
SECP256K1_API int secp256k1_batch_add_schnorrsig(const secp256k1_context* ctx, secp256k1_batch* batch,
                                                 const unsigned char* sig64, const unsigned char* msg,
                                                 size_t msglen, const secp256k1_xonly_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(6) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
