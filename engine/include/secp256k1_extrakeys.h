#ifndef SECP256K1_EXTRAKEYS_H
#define SECP256K1_EXTRAKEYS_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* X-only public keys (BIP-340, BIP-341): the point with this x and even y. */
typedef struct secp256k1_xonly_pubkey {
    unsigned char data[64];
} secp256k1_xonly_pubkey;

/* A secret key with its public key; all-zero bytes are an invalid one. */
typedef struct secp256k1_keypair {
    unsigned char data[96];
} secp256k1_keypair;

/* Parses 32 bytes. Returns 0 and zeroes pubkey when x >= p or no point of the
 * curve has this x. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_xonly_pubkey_parse(const secp256k1_context* ctx,
                                                                            secp256k1_xonly_pubkey* pubkey,
                                                                            const unsigned char* input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes 32 bytes. Always returns 1. */
SECP256K1_API int secp256k1_xonly_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output32,
                                                   const secp256k1_xonly_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Compares by serialization: negative, zero or positive. */
SECP256K1_API int secp256k1_xonly_pubkey_cmp(const secp256k1_context* ctx, const secp256k1_xonly_pubkey* pk1,
                                             const secp256k1_xonly_pubkey* pk2) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Takes the x-only key; *pk_parity (may be NULL) receives 1 when the key had
 * an odd y, else 0. Always returns 1. */
SECP256K1_API int secp256k1_xonly_pubkey_from_pubkey(const secp256k1_context* ctx,
                                                     secp256k1_xonly_pubkey* xonly_pubkey, int* pk_parity,
                                                     const secp256k1_pubkey* pubkey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* internal_pubkey + tweak*G. Returns 0 and zeroes output_pubkey when
 * tweak >= n or the sum is the point at infinity. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_xonly_pubkey_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                 const secp256k1_xonly_pubkey* internal_pubkey, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Returns 1 when tweaked_pubkey32 and the parity of its y are those of
 * internal_pubkey + tweak*G. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_xonly_pubkey_tweak_add_check(const secp256k1_context* ctx, const unsigned char* tweaked_pubkey32,
                                       int tweaked_pk_parity, const secp256k1_xonly_pubkey* internal_pubkey,
                                       const unsigned char* tweak32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5);

/* Makes the key pair of seckey. Returns 0 and zeroes keypair when seckey is 0
 * or >= n. Constant time: seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_create(const secp256k1_context* ctx,
                                                                        secp256k1_keypair* keypair,
                                                                        const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Copies the secret key, 32 bytes. Always returns 1. Constant time:
 * keypair. */
SECP256K1_API int secp256k1_keypair_sec(const secp256k1_context* ctx, unsigned char* seckey,
                                        const secp256k1_keypair* keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Copies the public key. Always returns 1. */
SECP256K1_API int secp256k1_keypair_pub(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                        const secp256k1_keypair* keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Takes the x-only public key and, when pk_parity is not NULL, the parity of
 * its y. Always returns 1. */
SECP256K1_API int secp256k1_keypair_xonly_pub(const secp256k1_context* ctx, secp256k1_xonly_pubkey* pubkey,
                                              int* pk_parity, const secp256k1_keypair* keypair)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* Tweaks a key pair in place so that its public key becomes that of
 * secp256k1_xonly_pubkey_tweak_add. Returns 0 and zeroes keypair when
 * tweak >= n or the sum is 0. Constant time: the secret key. The tweak's
 * multiple of G is computed in variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_xonly_tweak_add(const secp256k1_context* ctx,
                                                                                 secp256k1_keypair* keypair,
                                                                                 const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_EXTRAKEYS_H */
