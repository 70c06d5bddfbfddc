#ifndef SECP256K1_MUSIG_H
#define SECP256K1_MUSIG_H

#include <stdint.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* MuSig2 (BIP-327): n signers make one BIP-340 signature under one key.
 *
 *   1. everyone: secp256k1_musig_pubkey_agg over all public keys in one agreed order (BIP-327
 *      recommends secp256k1_ec_pubkey_sort), then the same tweaks;
 *   2. signer:   secp256k1_musig_nonce_gen; sends the public nonce, keeps the secret one in memory;
 *   3. everyone: secp256k1_musig_nonce_agg over all public nonces, then secp256k1_musig_nonce_process
 *      with the message;
 *   4. signer:   secp256k1_musig_partial_sign, once for each secret nonce; sends the partial
 *      signature;
 *   5. everyone: secp256k1_musig_partial_sig_verify tells which signer misbehaved;
 *      secp256k1_musig_partial_sig_agg gives the signature, which is checked by
 *      secp256k1_schnorrsig_verify.
 *
 * The objects hold no pointers and may be copied, but not the secret nonce: to sign twice with one, or
 * with a copy of it, reveals the seckey. Objects are sent in their serialized form. Each begins with a
 * mark of its type: an object that no call made, or one of another type, is an illegal argument. */

/* The aggregate public key, its tweaks, and what the coefficients of the keys depend on. */
typedef struct secp256k1_musig_keyagg_cache {
    unsigned char data[197];
} secp256k1_musig_keyagg_cache;

/* A signer's secret nonce. It must not be copied or stored. secp256k1_musig_partial_sign zeroes it. */
typedef struct secp256k1_musig_secnonce {
    unsigned char data[132];
} secp256k1_musig_secnonce;

/* A signer's public nonce: two points. */
typedef struct secp256k1_musig_pubnonce {
    unsigned char data[132];
} secp256k1_musig_pubnonce;

/* The sum of all public nonces: two points, either of which may be infinity. */
typedef struct secp256k1_musig_aggnonce {
    unsigned char data[132];
} secp256k1_musig_aggnonce;

/* What signing needs of one message, aggregate key and aggregate nonce. */
typedef struct secp256k1_musig_session {
    unsigned char data[133];
} secp256k1_musig_session;

/* A signer's partial signature: a number below n. */
typedef struct secp256k1_musig_partial_sig {
    unsigned char data[36];
} secp256k1_musig_partial_sig;

/* Parses a public nonce.
 *
 * Returns: 1; 0 when either point does not parse.
 * Out: nonce: untouched on failure.
 * In:  in66: 66 bytes, two compressed points of 33 bytes.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubnonce_parse(const secp256k1_context* ctx,
                                                                              secp256k1_musig_pubnonce* nonce,
                                                                              const unsigned char* in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes a public nonce.
 *
 * Returns: 1.
 * Out: out66: 66 bytes, two compressed points of 33 bytes.
 * In:  nonce.
 * Time: variable. */
SECP256K1_API int secp256k1_musig_pubnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                                     const secp256k1_musig_pubnonce* nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Parses an aggregate nonce.
 *
 * Returns: 1; 0 when either point does not parse.
 * Out: nonce: untouched on failure.
 * In:  in66: 66 bytes, two compressed points of 33 bytes; 33 zero bytes are infinity.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_aggnonce_parse(const secp256k1_context* ctx,
                                                                              secp256k1_musig_aggnonce* nonce,
                                                                              const unsigned char* in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes an aggregate nonce.
 *
 * Returns: 1.
 * Out: out66: 66 bytes, two compressed points of 33 bytes; 33 zero bytes are infinity.
 * In:  nonce.
 * Time: variable. */
SECP256K1_API int secp256k1_musig_aggnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                                     const secp256k1_musig_aggnonce* nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Parses a partial signature.
 *
 * Returns: 1; 0 when it is n or more.
 * Out: sig: zeroed on failure.
 * In:  in32: 32 bytes.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_partial_sig_parse(const secp256k1_context* ctx, secp256k1_musig_partial_sig* sig,
                                  const unsigned char* in32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Writes a partial signature.
 *
 * Returns: 1.
 * Out: out32: 32 bytes.
 * In:  sig.
 * Time: variable. */
SECP256K1_API int secp256k1_musig_partial_sig_serialize(const secp256k1_context* ctx, unsigned char* out32,
                                                        const secp256k1_musig_partial_sig* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Aggregates public keys (KeyAgg of BIP-327). Their order counts. Keys may be equal.
 *
 * Returns: 1; 0 when the weighted sum is infinity (negligible).
 * Out: agg_pk: the x-only aggregate key, zeroed on failure; may be NULL.
 *      keyagg_cache: untouched on failure; may be NULL.
 * In:  pubkeys: n_pubkeys pointers.
 *      n_pubkeys: 1 or more.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_agg(const secp256k1_context* ctx, secp256k1_xonly_pubkey* agg_pk,
                           secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_pubkey* const* pubkeys,
                           size_t n_pubkeys) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(4);

/* Gives the aggregate key with the tweaks so far, and its parity of y.
 *
 * Returns: 1.
 * Out: agg_pk.
 * In:  keyagg_cache.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_get(const secp256k1_context* ctx, secp256k1_pubkey* agg_pk,
                           const secp256k1_musig_keyagg_cache* keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Adds tweak * G to the aggregate key (plain tweak of BIP-327, as BIP-32 uses).
 *
 * Returns: 1; 0 when tweak32 is >= n, or the sum is infinity.
 * Out: output_pubkey: the sum, zeroed on failure; may be NULL.
 * In/Out: keyagg_cache: untouched on failure.
 * In:  tweak32: 32 bytes; may be 0.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_ec_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                    secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Adds tweak * G to the point with even y that has the x of the aggregate key (x-only tweak of
 * BIP-327, as BIP-341 uses).
 *
 * Returns: 1; 0 when tweak32 is >= n, or the sum is infinity.
 * Out: output_pubkey: the sum, whose y may be odd, zeroed on failure; may be NULL.
 * In/Out: keyagg_cache: untouched on failure.
 * In:  tweak32: 32 bytes; may be 0.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_xonly_tweak_add(
    const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey, secp256k1_musig_keyagg_cache* keyagg_cache,
    const unsigned char* tweak32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Makes a nonce from randomness (NonceGen of BIP-327). Each argument that may be NULL protects further
 * when the randomness is poor.
 *
 * Returns: 1; 0 when session_secrand32 is all zeros, or seckey is 0 or >= n, or a nonce is 0
 *      (negligible).
 * Out: secnonce: zeroed on failure.
 *      pubnonce: not to be used on failure.
 * In/Out: session_secrand32: 32 uniformly random bytes that are used for nothing else. Zeroed on
 *      success, so that they cannot be used again.
 * In:  ctx: not the static one.
 *      seckey: the signer's, 32 bytes; may be NULL.
 *      pubkey: the signer's. That it belongs to seckey is not checked.
 *      msg32: the message, 32 bytes; may be NULL.
 *      keyagg_cache: may be NULL.
 *      extra_input32: 32 bytes; may be NULL.
 * Time: constant in session_secrand32 and seckey. That session_secrand32 is all zeros shows. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_nonce_gen(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
                          secp256k1_musig_pubnonce* pubnonce, unsigned char* session_secrand32,
                          const unsigned char* seckey, const secp256k1_pubkey* pubkey,
                          const unsigned char* msg32, const secp256k1_musig_keyagg_cache* keyagg_cache,
                          const unsigned char* extra_input32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(6);

/* Makes a nonce as secp256k1_musig_nonce_gen does, for signers without randomness: from the secret key
 * and a counter. A counter that repeats for a key makes a nonce repeat.
 *
 * Returns: 1; 0 when a nonce is 0 (negligible).
 * Out: secnonce: zeroed on failure.
 *      pubnonce: not to be used on failure.
 * In:  ctx: not the static one.
 *      nonrepeating_cnt: never the same twice for one key pair.
 *      keypair: the signer's.
 *      msg32: the message, 32 bytes; may be NULL.
 *      keyagg_cache: may be NULL.
 *      extra_input32: 32 bytes; may be NULL.
 * Time: constant in the secret key. It may depend on nonrepeating_cnt. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_nonce_gen_counter(
    const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce, secp256k1_musig_pubnonce* pubnonce,
    uint64_t nonrepeating_cnt, const secp256k1_keypair* keypair, const unsigned char* msg32,
    const secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* extra_input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* Adds the public nonces of all signers (NonceAgg of BIP-327). Their order does not count.
 *
 * Returns: 1.
 * Out: aggnonce.
 * In:  pubnonces: n_pubnonces pointers.
 *      n_pubnonces: 1 or more.
 * Time: variable. */
SECP256K1_API int secp256k1_musig_nonce_agg(const secp256k1_context* ctx, secp256k1_musig_aggnonce* aggnonce,
                                            const secp256k1_musig_pubnonce* const* pubnonces,
                                            size_t n_pubnonces) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Makes the session of a message (GetSessionValues of BIP-327).
 *
 * Returns: 1.
 * Out: session.
 * In:  aggnonce.
 *      msg32: 32 bytes.
 *      keyagg_cache.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_nonce_process(const secp256k1_context* ctx, secp256k1_musig_session* session,
                              const secp256k1_musig_aggnonce* aggnonce, const unsigned char* msg32,
                              const secp256k1_musig_keyagg_cache* keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5);

/* Makes a signer's partial signature (Sign of BIP-327), which is not verified.
 *
 * Returns: 1; 0 after the illegal-argument callback.
 * Out: partial_sig: untouched on failure.
 * In/Out: secnonce: zeroed in every case. A second call with it is an illegal argument.
 * In:  keypair: one whose public key is not the one that the nonce was made with is an illegal
 *      argument.
 *      keyagg_cache.
 *      session.
 * Time: constant in secnonce and the secret key. Whether both are set shows. */
SECP256K1_API int
secp256k1_musig_partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                             secp256k1_musig_secnonce* secnonce, const secp256k1_keypair* keypair,
                             const secp256k1_musig_keyagg_cache* keyagg_cache,
                             const secp256k1_musig_session* session) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5)
        SECP256K1_ARG_NONNULL(6);

/* Verifies a partial signature (PartialSigVerifyInternal of BIP-327). The security of the aggregate
 * signature does not need this.
 *
 * Returns: 1 when it is that of the signer with this key and nonce, else 0.
 * In:  partial_sig.
 *      pubnonce: the signer's.
 *      pubkey: the signer's.
 *      keyagg_cache.
 *      session.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_partial_sig_verify(
    const secp256k1_context* ctx, const secp256k1_musig_partial_sig* partial_sig,
    const secp256k1_musig_pubnonce* pubnonce, const secp256k1_pubkey* pubkey,
    const secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_musig_session* session)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4)
        SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(6);

/* Adds the partial signatures of all signers (PartialSigAgg of BIP-327). The result is not verified.
 *
 * Returns: 1.
 * Out: sig64: 64 bytes, a BIP-340 signature.
 * In:  session.
 *      partial_sigs: n_sigs pointers.
 *      n_sigs: 1 or more.
 * Time: variable. */
SECP256K1_API int secp256k1_musig_partial_sig_agg(const secp256k1_context* ctx, unsigned char* sig64,
                                                  const secp256k1_musig_session* session,
                                                  const secp256k1_musig_partial_sig* const* partial_sigs,
                                                  size_t n_sigs) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif
