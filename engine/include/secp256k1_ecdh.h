#ifndef SECP256K1_ECDH_H
#define SECP256K1_ECDH_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Turns the shared point into output; returns 1, or 0 to make secp256k1_ecdh
 * fail. x32 and y32 are secret: the function must be constant time in them. */
typedef int (*secp256k1_ecdh_hash_function)(unsigned char* output, const unsigned char* x32,
                                            const unsigned char* y32, void* data);

/* SHA-256 of the compressed point; writes 32 bytes and ignores data. */
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_sha256;

/* The hash function used for NULL; the one above. */
SECP256K1_API const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_default;

/* Hashes seckey * pubkey into output (32 bytes for the default hash). Returns
 * 0 when seckey is 0 or >= n (the hash function is called all the same, on an
 * unrelated point) or when hashfp returns 0. Constant time: seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ecdh(const secp256k1_context* ctx, unsigned char* output, const secp256k1_pubkey* pubkey,
               const unsigned char* seckey, secp256k1_ecdh_hash_function hashfp, void* data)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_ECDH_H */
