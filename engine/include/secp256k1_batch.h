#ifndef SECP256K1_BATCH_H
#define SECP256K1_BATCH_H

#include <stddef.h>

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Schnorr signatures and x-only tweak checks that are verified together: the interface of an open
 * proposal to libsecp256k1 (bitcoin-core/secp256k1#1134). The library has it when it is built with
 * SECP256K1_ENABLE_MODULE_BATCH. It changes when the proposal does; koblitz.h has the library's own
 * calls.
 *
 * A call needs at most 80 KiB of stack. Time: variable in every call. */

/* What was added and not verified yet, and whether all that was verified is valid. Only one thread at
 * a time may use a batch. */
typedef struct secp256k1_batch_struct secp256k1_batch;

/* Makes a batch of c = max_terms / 2 signatures and checks on the heap, 510 to 1,370 bytes each
 * from c = 64 on. c is at least 1 and at most 16384. When one more is added, those in the batch are
 * verified first.
 *
 * Returns: the batch, which secp256k1_batch_destroy frees. NULL, after the error callback of ctx, when
 *      there is no memory.
 * In:  ctx: its SHA-256 function is used for the batch.
 *      max_terms: 2 for each signature or check.
 *      aux_rand16: 16 bytes that the factors of the sum depend on, or NULL for zeros. */
SECP256K1_API secp256k1_batch* secp256k1_batch_create(const secp256k1_context* ctx, size_t max_terms,
                                                      const unsigned char* aux_rand16)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Frees a batch. NULL does nothing. */
SECP256K1_API void secp256k1_batch_destroy(const secp256k1_context* ctx, secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1);

/* Tells whether the batch is usable. It is not once something invalid was found, or could not be
 * parsed when it was added: then nothing more is added, and secp256k1_batch_verify returns 0.
 *
 * Returns: 1 when usable, else 0.
 * In:  batch. */
SECP256K1_API int secp256k1_batch_usable(const secp256k1_context* ctx, const secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2);

/* Verifies what is in the batch, which is empty then.
 *
 * Returns: 1 when all that was ever added is valid, also when that is nothing; else 0. Something
 *      invalid passes with probability 2^-128.
 * In/Out: batch. */
SECP256K1_API int secp256k1_batch_verify(const secp256k1_context* ctx, secp256k1_batch* batch)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_WARN_UNUSED_RESULT;

#ifdef __cplusplus
}
#endif

#endif
