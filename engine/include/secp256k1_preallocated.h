#ifndef SECP256K1_PREALLOCATED_H
#define SECP256K1_PREALLOCATED_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Contexts in memory of the caller, for programs without a heap. The memory must be aligned as malloc
 * aligns, and must outlive the context. It must not be moved or copied while it holds one. */

/* Returns: the bytes that a context needs. 0, after the default illegal-argument callback, when flags
 *      are illegal.
 * In:  flags: as for secp256k1_context_create.
 * Time: variable. */
SECP256K1_API size_t secp256k1_context_preallocated_size(unsigned int flags) SECP256K1_WARN_UNUSED_RESULT;

/* Makes a context in memory of the caller. secp256k1_context_randomize should follow before the
 * context is used with secrets.
 *
 * Returns: the context, at prealloc. NULL, after the default illegal-argument callback, when flags
 *      are illegal.
 * Out: prealloc: secp256k1_context_preallocated_size(flags) bytes. NULL is not checked.
 * In:  flags: as for secp256k1_context_create.
 * Time: variable. */
SECP256K1_API secp256k1_context* secp256k1_context_preallocated_create(void* prealloc, unsigned int flags)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Returns: the bytes that a clone of ctx needs.
 * In:  ctx: not the static one.
 * Time: variable. */
SECP256K1_API size_t secp256k1_context_preallocated_clone_size(const secp256k1_context* ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Copies a context, with its callbacks, blinding and SHA-256 function.
 *
 * Returns: the copy, at prealloc.
 * Out: prealloc: secp256k1_context_preallocated_clone_size(ctx) bytes.
 * In:  ctx: not the static one.
 * Time: constant in the blinding. */
SECP256K1_API secp256k1_context* secp256k1_context_preallocated_clone(const secp256k1_context* ctx,
                                                                      void* prealloc) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_WARN_UNUSED_RESULT;

/* Wipes a context made by the calls of this header. The memory stays the caller's.
 *
 * In/Out: ctx: not the static one. NULL does nothing, but a compiler may warn of it.
 * Time: constant in the blinding. */
SECP256K1_API void secp256k1_context_preallocated_destroy(secp256k1_context* ctx) SECP256K1_ARG_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_PREALLOCATED_H */
