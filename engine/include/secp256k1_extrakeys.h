#ifndef SECP256K1_EXTRAKEYS_H
#define SECP256K1_EXTRAKEYS_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parsed x-only public key (BIP-340): the point with this x and even y. */
typedef struct secp256k1_xonly_pubkey {
    unsigned char data[64];
} secp256k1_xonly_pubkey;

/* A secret key and its public key. */
typedef struct secp256k1_keypair {
    unsigned char data[96];
} secp256k1_keypair;

/* Parses an x-only public key: lift_x of BIP-340.
 *
 * Returns: 1; 0 when x is >= p, or no point has this x.
 * Out: pubkey: zeroed on failure.
 * In:  input32: 32 bytes, x.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_xonly_pubkey_parse(const secp256k1_context* ctx,
                                                                            secp256k1_xonly_pubkey* pubkey,
                                                                            const unsigned char* input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes an x-only public key.
 *
 * Returns: 1.
 * Out: output32: 32 bytes, x.
 * In:  pubkey.
 * Time: variable. */
SECP256K1_API int secp256k1_xonly_pubkey_serialize(const secp256k1_context* ctx, unsigned char* output32,
                                                   const secp256k1_xonly_pubkey* pubkey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Compares two x-only public keys by x.
 *
 * Returns: a negative number when pk1 comes first, 0 when they are equal, else a positive one.
 * In:  pk1, pk2: one that is NULL or not set counts as 32 zero bytes, after the callback.
 * Time: variable. */
SECP256K1_API int secp256k1_xonly_pubkey_cmp(const secp256k1_context* ctx, const secp256k1_xonly_pubkey* pk1,
                                             const secp256k1_xonly_pubkey* pk2) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Converts a public key to the x-only public key with the same x.
 *
 * Returns: 1.
 * Out: xonly_pubkey.
 *      pk_parity: 1 when y of pubkey is odd, else 0; may be NULL.
 * In:  pubkey.
 * Time: variable. */
SECP256K1_API int secp256k1_xonly_pubkey_from_pubkey(const secp256k1_context* ctx,
                                                     secp256k1_xonly_pubkey* xonly_pubkey, int* pk_parity,
                                                     const secp256k1_pubkey* pubkey) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* Tweaks an x-only public key (BIP-341): internal_pubkey + tweak * G.
 *
 * Returns: 1; 0 when tweak32 is >= n, or the sum is infinity.
 * Out: output_pubkey: zeroed on failure. Its y may be odd.
 * In:  internal_pubkey.
 *      tweak32: 32 bytes; may be 0.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_xonly_pubkey_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                 const secp256k1_xonly_pubkey* internal_pubkey, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Checks a tweak (BIP-341): whether tweaked_pubkey32 and tweaked_pk_parity are those of
 * internal_pubkey + tweak * G. It does not tell that the tweak commits to anything.
 *
 * Returns: 1 when they are; 0 when not, also when tweak32 is >= n or the sum is infinity.
 * In:  tweaked_pubkey32: 32 bytes, x of the sum.
 *      tweaked_pk_parity: 0 when y of the sum is even, 1 when it is odd; no other number agrees.
 *      internal_pubkey.
 *      tweak32: 32 bytes; may be 0.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_xonly_pubkey_tweak_add_check(const secp256k1_context* ctx, const unsigned char* tweaked_pubkey32,
                                       int tweaked_pk_parity, const secp256k1_xonly_pubkey* internal_pubkey,
                                       const unsigned char* tweak32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5);

/* Makes the key pair of a seckey.
 *
 * Returns: 1; 0 when seckey is 0 or >= n.
 * Out: keypair: zeroed on failure.
 * In:  ctx: not the static one.
 *      seckey: 32 bytes.
 * Time: constant in seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_create(const secp256k1_context* ctx,
                                                                        secp256k1_keypair* keypair,
                                                                        const unsigned char* seckey)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Copies the secret key of a key pair.
 *
 * Returns: 1.
 * Out: seckey: 32 bytes.
 * In:  keypair: one that is not set gives zeros.
 * Time: constant in keypair. */
SECP256K1_API int secp256k1_keypair_sec(const secp256k1_context* ctx, unsigned char* seckey,
                                        const secp256k1_keypair* keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Copies the public key of a key pair.
 *
 * Returns: 1.
 * Out: pubkey.
 * In:  keypair: one that is not set gives a pubkey that is not set.
 * Time: constant in keypair. */
SECP256K1_API int secp256k1_keypair_pub(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                                        const secp256k1_keypair* keypair) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Gives the x-only public key of a key pair.
 *
 * Returns: 1.
 * Out: pubkey.
 *      pk_parity: 1 when y of the public key is odd, else 0; may be NULL.
 * In:  keypair.
 * Time: constant in the secret key. */
SECP256K1_API int secp256k1_keypair_xonly_pub(const secp256k1_context* ctx, secp256k1_xonly_pubkey* pubkey,
                                              int* pk_parity, const secp256k1_keypair* keypair)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* Tweaks a key pair (BIP-341). Its public key becomes what secp256k1_xonly_pubkey_tweak_add gives for
 * its x-only public key.
 *
 * Returns: 1; 0 when tweak32 is >= n, or the tweaked secret key is 0.
 * In/Out: keypair: zeroed on failure.
 * In:  tweak32: 32 bytes; may be 0.
 * Time: constant in the secret key. It depends on tweak32, and whether the tweak was usable shows. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_keypair_xonly_tweak_add(const secp256k1_context* ctx,
                                                                                 secp256k1_keypair* keypair,
                                                                                 const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_EXTRAKEYS_H */
