#ifndef SECP256K1_SCHNORRSIG_H
#define SECP256K1_SCHNORRSIG_H

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Schnorr signatures (BIP-340) over messages of any length. A signature is 64 bytes, x of R then s. */

/* Derives a nonce of a Schnorr signature. The nonces of two messages must differ, and nobody may learn
 * or predict one: otherwise signatures reveal the seckey.
 *
 * Returns: 1, or 0 to make signing fail.
 * Out: nonce32: 32 bytes, which the caller takes modulo n.
 * In:  msg: msglen bytes.
 *      key32: the 32-byte seckey, negated if needed for an even y of its public key.
 *      xonly_pk32: the 32-byte x-only public key.
 *      algo: algolen bytes. This library passes "BIP0340/nonce", 13 bytes without a terminator.
 *      data: the caller's ndata.
 * Time: must be constant in key32. */
typedef int (*secp256k1_nonce_function_hardened)(unsigned char* nonce32, const unsigned char* msg,
                                                 size_t msglen, const unsigned char* key32,
                                                 const unsigned char* xonly_pk32, const unsigned char* algo,
                                                 size_t algolen, void* data);

/* The nonce of BIP-340 (default signing).
 *
 * Returns: 1; 0 when algo is NULL.
 * In:  algo: the tag of the hash, instead of "BIP0340/nonce".
 *      data: 32 bytes of auxiliary randomness, or NULL for 32 zero bytes.
 * Time: constant in key32 and data. */
SECP256K1_API const secp256k1_nonce_function_hardened secp256k1_nonce_function_bip340;

/* Options of secp256k1_schnorrsig_sign_custom. SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT sets them to
 * their defaults.
 *
 * magic: SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC.
 * noncefp: NULL for secp256k1_nonce_function_bip340, which then hashes by the context's SHA-256.
 * ndata: passed to noncefp; may be NULL. */
typedef struct secp256k1_schnorrsig_extraparams {
    unsigned char magic[4];
    secp256k1_nonce_function_hardened noncefp;
    void* ndata;
} secp256k1_schnorrsig_extraparams;

#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC \
    { 0xda, 0x6f, 0xb3, 0x8c }
#define SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT \
    { SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC, NULL, NULL }

/* Signs a message of 32 bytes (BIP-340, default signing).
 *
 * Returns: 1; 0 when the nonce is 0 modulo n.
 * Out: sig64: 64 bytes, zeroed on failure.
 * In:  ctx: not the static one.
 *      msg32: 32 bytes, which are not hashed before.
 *      keypair.
 *      aux_rand32: 32 random bytes, or NULL for 32 zero bytes.
 * Time: constant in the secret key and aux_rand32. Whether keypair is set shows. */
SECP256K1_API int secp256k1_schnorrsig_sign32(const secp256k1_context* ctx, unsigned char* sig64,
                                              const unsigned char* msg32, const secp256k1_keypair* keypair,
                                              const unsigned char* aux_rand32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Signs a message of any length (BIP-340).
 *
 * Returns: 1; 0 when the nonce function returns 0, or the nonce is 0 modulo n.
 * Out: sig64: 64 bytes, zeroed on failure.
 * In:  ctx: not the static one.
 *      msg: msglen bytes, which are not hashed before; NULL when msglen is 0.
 *      keypair.
 *      extraparams: NULL for the defaults. Another magic is an illegal argument.
 * Time: constant in the secret key, the nonce, and ndata of the default. Whether keypair is set
 *      shows. */
SECP256K1_API int secp256k1_schnorrsig_sign_custom(const secp256k1_context* ctx, unsigned char* sig64,
                                                   const unsigned char* msg, size_t msglen,
                                                   const secp256k1_keypair* keypair,
                                                   secp256k1_schnorrsig_extraparams* extraparams)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(5);

/* Verifies a signature (BIP-340).
 *
 * Returns: 1 when valid; 0 when not, also for x of R >= p and s >= n.
 * In:  sig64: 64 bytes.
 *      msg: msglen bytes, which are not hashed before; NULL when msglen is 0.
 *      pubkey.
 * Time: variable. */
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
