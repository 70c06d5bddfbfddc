#ifndef SECP256K1_BATCH_H
#define SECP256K1_BATCH_H

#include <stddef.h>

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Schnorr signatures and x-only tweak checks verified together, by the interface
 * of an open proposal to libsecp256k1 (bitcoin-core/secp256k1#1134). Here on
 * request: SECP256K1_ENABLE_MODULE_BATCH. The proposal may change, and this with
 * it; the library's own calls are in koblitz.h. Variable time. */

/* What was added and not verified yet, and whether all of it so far was valid. */
typedef struct secp256k1_batch_struct secp256k1_batch;

/* A batch of max_terms / 2 signatures and checks, at least 1 and at most 16384;
 * 515 to 645 bytes each from 64 on. One more is added after those there were
 * verified. aux_rand16: 16 bytes that enter the factors, NULL for zeros. When
 * memory is short the error callback, which aborts unless set, then NULL. A batch
 * is for one thread at a time. */
SECP256K1_API secp256k1_batch* secp256k1_batch_create(const secp256k1_context* ctx, size_t max_terms,
                                                      const unsigned char* aux_rand16)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* batch may be NULL. */
SECP256K1_API void secp256k1_batch_destroy(const secp256k1_context* ctx, secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1);

/* 0 once something invalid was found, or could not be parsed when it was added:
 * from then on nothing is added, and secp256k1_batch_verify returns 0. */
SECP256K1_API int secp256k1_batch_usable(const secp256k1_context* ctx, const secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* 1 when all that was ever added is valid, nothing included; invalid ones pass
 * with probability 2^-128. The batch is empty afterwards. */
SECP256K1_API int secp256k1_batch_verify(const secp256k1_context* ctx, secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
