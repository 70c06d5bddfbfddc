#ifndef SECP256K1_ELLSWIFT_H
#define SECP256K1_ELLSWIFT_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ElligatorSwift (ePrint 2022/759): encodings of public keys that look like 64 random bytes, and the
 * x-only Diffie-Hellman of BIP-324 on them. An encoding is two field elements of 32 bytes, each taken
 * modulo p. So any 64 bytes are an encoding. */

/* Hashes the shared x coordinate of secp256k1_ellswift_xdh.
 *
 * Returns: 1, or 0 to make secp256k1_ellswift_xdh fail.
 * Out: output: the caller's; its size is what this function writes.
 * In:  x32: 32 bytes. They are secret.
 *      ell_a64, ell_b64: the encodings of parties A and B, 64 bytes each.
 *      data: the caller's.
 * Time: must be constant in x32. */
typedef int (*secp256k1_ellswift_xdh_hash_function)(unsigned char* output, const unsigned char* x32,
                                                    const unsigned char* ell_a64,
                                                    const unsigned char* ell_b64, void* data);

/* SHA-256 of data || ell_a64 || ell_b64 || x32, with 64 bytes of data, for instance the first block of
 * a tagged hash. Writes 32 bytes, always returns 1. Time: constant in the inputs. */
SECP256K1_API const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_prefix;

/* The shared secret of BIP-324: the hash of ell_a64 || ell_b64 || x32 tagged
 * "bip324_ellswift_xonly_ecdh" (BIP-340). Writes 32 bytes, ignores data, always returns 1. Time:
 * constant in the inputs. */
SECP256K1_API const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_bip324;

/* Encodes a public key. A key has about 2^256 encodings, and rnd32 chooses one of them. The choice is
 * close to uniform when rnd32 is secret and uniform. Equal arguments give equal encodings.
 *
 * Returns: 1.
 * Out: ell64: 64 bytes.
 * In:  pubkey.
 *      rnd32: 32 random bytes.
 * Time: variable. */
SECP256K1_API int secp256k1_ellswift_encode(const secp256k1_context* ctx, unsigned char* ell64,
                                            const secp256k1_pubkey* pubkey, const unsigned char* rnd32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Decodes the public key that 64 bytes encode. Every 64 bytes encode one.
 *
 * Returns: 1.
 * Out: pubkey.
 * In:  ell64: 64 bytes.
 * Time: variable. */
SECP256K1_API int secp256k1_ellswift_decode(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                            const unsigned char* ell64) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Encodes the public key of a seckey. The encoding is chosen by hashes of seckey32 and auxrnd32.
 *
 * Returns: 1; 0 when seckey32 is 0 or >= n.
 * Out: ell64: 64 bytes, zeroed on failure.
 * In:  ctx: not the static one.
 *      seckey32: 32 bytes.
 *      auxrnd32: 32 random bytes, or NULL.
 * Time: constant in seckey32 and auxrnd32, except that it depends on the public key and on hashes of
 *      both, which choose the encoding. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ellswift_create(const secp256k1_context* ctx, unsigned char* ell64, const unsigned char* seckey32,
                          const unsigned char* auxrnd32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* X-only Diffie-Hellman on encodings (BIP-324): hashes the x coordinate of seckey32 times the other
 * party's public key.
 *
 * Returns: 1; 0 when seckey32 is 0 or >= n, or hashfp returns 0.
 * Out: output: what hashfp writes. With an invalid seckey32 hashfp is called on the x coordinate of
 *      the other party's key itself, and output is not a secret: discard it.
 * In:  ell_a64, ell_b64: the encodings of parties A and B, 64 bytes each.
 *      seckey32: 32 bytes. That its own encoding belongs to it is not checked.
 *      party: 0 when seckey32 is A's, any other number when it is B's.
 *      hashfp: one of the two constants above, which then hash by the context's SHA-256, or a function
 *      of the caller's.
 *      data: passed to hashfp. NULL is not checked.
 * Time: constant in seckey32. */
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
