#ifndef SECP256K1_SCHNORRSIG_H
#define SECP256K1_SCHNORRSIG_H

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Schnorr signatures (BIP-340) over messages of any length. */

/* Derives a nonce. Writes 32 bytes to nonce32 and returns 1, or returns 0 to
 * make signing fail. algo is "BIP0340/nonce" (algolen 13, no terminator) when
 * called by this library. Must be constant time in key32. */
typedef int (*secp256k1_nonce_function_hardened)(unsigned char* nonce32, const unsigned char* msg,
                                                 size_t msglen, const unsigned char* key32,
                                                 const unsigned char* xonly_pk32, const unsigned char* algo,
                                                 size_t algolen, void* data);

/* BIP-340's nonce. data: 32 bytes of auxiliary randomness, NULL for zeros.
 * Tags the hash with algo; returns 0 when algo is NULL. */
SECP256K1_API const secp256k1_nonce_function_hardened secp256k1_nonce_function_bip340;

/* Options of secp256k1_schnorrsig_sign_custom. magic: as the macro below.
 * noncefp: NULL for BIP-340's. ndata: passed to it. */
typedef struct secp256k1_schnorrsig_extraparams {
    unsigned char magic[4];
    secp256k1_nonce_function_hardened noncefp;
    void* ndata;
} secp256k1_schnorrsig_extraparams;

#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC \
    { 0xda, 0x6f, 0xb3, 0x8c }
#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT \
    { SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC, NULL, NULL }

/* Signs a 32-byte message; aux_rand32 NULL counts as 32 zero bytes. Byte for
 * byte BIP-340's signature. Writes x(R) then s, 32 bytes each, big-endian.
 * Returns 1; 0 and zeroes sig64 when the nonce is 0 mod n. Constant time: the
 * secret key, aux_rand32. */
SECP256K1_API int secp256k1_schnorrsig_sign32(const secp256k1_context* ctx, unsigned char* sig64,
                                              const unsigned char* msg32, const secp256k1_keypair* keypair,
                                              const unsigned char* aux_rand32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Signs a message of any length; msg may be NULL when msglen is 0,
 * extraparams may be NULL. Returns 0 and zeroes sig64 when the nonce function
 * fails or gives a multiple of n. A wrong magic is an illegal argument.
 * Constant time: the secret key, the nonce. */
SECP256K1_API int secp256k1_schnorrsig_sign_custom(const secp256k1_context* ctx, unsigned char* sig64,
                                                   const unsigned char* msg, size_t msglen,
                                                   const secp256k1_keypair* keypair,
                                                   secp256k1_schnorrsig_extraparams* extraparams)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(5);

/* Returns 1 when the 64 bytes are a valid signature (BIP-340), else 0, also for
 * x >= p or s >= n. msg may be NULL when msglen is 0. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_schnorrsig_verify(const secp256k1_context* ctx, const unsigned char* sig64,
                            const unsigned char* msg, size_t msglen, const secp256k1_xonly_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(5);

#ifdef KOBLITZ_REMOVED_FUNCTIONS
/* The same as secp256k1_schnorrsig_sign32. */
SECP256K1_API int secp256k1_schnorrsig_sign(const secp256k1_context* ctx, unsigned char* sig64,
                                            const unsigned char* msg32, const secp256k1_keypair* keypair,
                                            const unsigned char* aux_rand32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);
#endif

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_SCHNORRSIG_H */
