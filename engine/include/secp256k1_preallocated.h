#ifndef SECP256K1_PREALLOCATED_H
#define SECP256K1_PREALLOCATED_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Contexts in memory of the caller, for programs without a heap. The memory
 * must be aligned as malloc aligns, must outlive the context, and must not be
 * moved or copied while it is one. */

/* The bytes a context with these flags needs; 0 when the flags are illegal and
 * the callback returns. */
SECP256K1_API size_t secp256k1_context_preallocated_size(unsigned int flags) SECP256K1_WARN_UNUSED_RESULT;

/* Makes a context in prealloc. With illegal flags the callback is called, and
 * the result is NULL when it returns. */
SECP256K1_API secp256k1_context* secp256k1_context_preallocated_create(void* prealloc, unsigned int flags)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* The bytes a clone of ctx needs. The static context is an illegal argument:
 * 0 when the callback returns. */
SECP256K1_API size_t secp256k1_context_preallocated_clone_size(const secp256k1_context* ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* Clones ctx into prealloc. A NULL prealloc and the static context are illegal
 * arguments: NULL when the callback returns. */
SECP256K1_API secp256k1_context* secp256k1_context_preallocated_clone(const secp256k1_context* ctx,
                                                                      void* prealloc) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_WARN_UNUSED_RESULT;

/* Wipes a context made by the functions of this header; the memory stays with
 * the caller. NULL does nothing, but a compiler may warn of it. */
SECP256K1_API void secp256k1_context_preallocated_destroy(secp256k1_context* ctx) SECP256K1_ARG_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_PREALLOCATED_H */
