#ifndef SECP256K1_ELLSWIFT_H
#define SECP256K1_ELLSWIFT_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ElligatorSwift encodings of public keys: 64 bytes that look random, and the
 * x-only Diffie-Hellman on them that BIP-324 uses. Each half of an encoding is
 * a field element, big-endian, taken mod p: any 64 bytes decode. */

/* Turns the shared x coordinate and both encodings into output; returns 1, or 0
 * to make secp256k1_ellswift_xdh fail. x32 is secret: the function must be
 * constant time in it. */
typedef int (*secp256k1_ellswift_xdh_hash_function)(unsigned char* output, const unsigned char* x32,
                                                    const unsigned char* ell_a64,
                                                    const unsigned char* ell_b64, void* data);

/* SHA-256 of data (64 bytes, for instance the block of a tagged hash), ell_a64,
 * ell_b64 and x32; writes 32 bytes. */
SECP256K1_API const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_prefix;

/* BIP-324's shared secret: the hash tagged "bip324_ellswift_xonly_ecdh" of
 * ell_a64, ell_b64 and x32; writes 32 bytes and ignores data. */
SECP256K1_API const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_bip324;

/* Encodes pubkey, by the randomness in rnd32: one of about 2^256 encodings of
 * it, close to uniform when rnd32 is secret and uniform. The same arguments
 * give the same encoding. Always 1. */
SECP256K1_API int secp256k1_ellswift_encode(const secp256k1_context* ctx, unsigned char* ell64,
                                            const secp256k1_pubkey* pubkey, const unsigned char* rnd32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* The public key of any 64 bytes. Always 1. */
SECP256K1_API int secp256k1_ellswift_decode(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                            const unsigned char* ell64) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Encodes the public key of seckey32. The randomness is drawn from seckey32 and
 * auxrnd32 (32 bytes, or NULL). Returns 0, with ell64 zeroed, when seckey32 is
 * 0 or >= n. ctx must not be the static one. Constant time: seckey32, up to
 * what the encoding itself and hashes of seckey32 tell. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ellswift_create(const secp256k1_context* ctx, unsigned char* ell64, const unsigned char* seckey32,
                          const unsigned char* auxrnd32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Hashes the x coordinate of seckey32 times the other party's key into output.
 * party 0: seckey32 belongs to ell_a64, the other key is ell_b64; party 1 the
 * reverse. (Our own encoding is only hashed; that it belongs to seckey32 is not
 * checked.) Returns 0 when seckey32 is 0 or >= n (hashfp is called all the
 * same, on an unrelated point) or when hashfp returns 0. Constant time:
 * seckey32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ellswift_xdh(const secp256k1_context* ctx, unsigned char* output, const unsigned char* ell_a64,
                       const unsigned char* ell_b64, const unsigned char* seckey32, int party,
                       secp256k1_ellswift_xdh_hash_function hashfp, void* data) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5)
        SECP256K1_ARG_NONNULL(7);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_ELLSWIFT_H */
