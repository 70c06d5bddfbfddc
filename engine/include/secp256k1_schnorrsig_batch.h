#ifndef SECP256K1_SCHNORRSIG_BATCH_H
#define SECP256K1_SCHNORRSIG_BATCH_H

#include "secp256k1_batch.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adds a BIP-340 signature: sig64, msg of msglen bytes (NULL when 0), pubkey.
 * sig64 is the x of R, then s, both big-endian. Returns 1; 0 when the batch is not
 * usable, or when the signature cannot be parsed or an argument is illegal, which
 * makes it so. A full batch is verified first; where that fails, it is not usable. */
SECP256K1_API int secp256k1_batch_add_schnorrsig(const secp256k1_context* ctx, secp256k1_batch* batch,
                                                 const unsigned char* sig64, const unsigned char* msg,
                                                 size_t msglen, const secp256k1_xonly_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(6) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
