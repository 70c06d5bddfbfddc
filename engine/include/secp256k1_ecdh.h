#ifndef SECP256K1_ECDH_H
#define SECP256K1_ECDH_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Hashes the shared point of secp256k1_ecdh.
 *
 * Returns: 1, or 0 to make secp256k1_ecdh fail.
 * Out: output: the caller's; its size is what this function writes.
 * In:  x32, y32: the coordinates, 32 bytes each. They are secret.
 *      data: the caller's.
 * Time: must be constant in x32 and y32. */
typedef int (*secp256k1_ecdh_hash_function)(unsigned char* output, const unsigned char* x32,
                                            const unsigned char* y32, void* data);

/* SHA-256 of the compressed point (SEC 1, 2.3.3). Writes 32 bytes, ignores data, always returns 1.
 * Time: constant in x32 and y32. */
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_sha256;

/* What hashfp NULL means: secp256k1_ecdh_hash_function_sha256. */
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_default;

/* Diffie-Hellman (SEC 1, 3.3.1): hashes the point seckey * pubkey.
 *
 * Returns: 1; 0 when seckey is 0 or >= n, or hashfp returns 0.
 * Out: output: what hashfp writes, 32 bytes for the default. With an invalid seckey hashfp is called
 *      on pubkey itself, and output is not a secret: discard it.
 * In:  pubkey.
 *      seckey: 32 bytes.
 *      hashfp: NULL for secp256k1_ecdh_hash_function_default, which then hashes by the context's
 *      SHA-256.
 *      data: passed to hashfp; may be NULL.
 * Time: constant in seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ecdh(const secp256k1_context* ctx, unsigned char* output, const secp256k1_pubkey* pubkey,
               const unsigned char* seckey, secp256k1_ecdh_hash_function hashfp, void* data)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_ECDH_H */
