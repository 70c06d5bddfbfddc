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
 *   1. everyone:  musig_pubkey_agg over all keys in one agreed order (BIP-327 recommends ec_pubkey_sort),
 * then any tweaks, the same everywhere;
 *   2. signer:    musig_nonce_gen; sends the public nonce, keeps the secret one in memory only;
 *   3. everyone:  musig_nonce_agg over all public nonces, then musig_nonce_process with the message;
 *   4. signer:    musig_partial_sign, once for each secret nonce; sends the partial signature;
 *   5. everyone:  musig_partial_sig_verify tells which signer misbehaved; musig_partial_sig_agg gives the
 *                 signature, which schnorrsig_verify must still be asked about.
 *
 * The objects are opaque, hold no pointers, may be copied and are sent in their serialized form only. The
 * exception is the secret nonce: signing twice with one, or with a copy of one, reveals the secret key.
 * Functions given an object that none of these functions made, or one of another type, call the
 * illegal-argument callback. */

/* The aggregate key, its tweaks, and what the coefficients of the keys depend on. */
typedef struct secp256k1_musig_keyagg_cache {
    unsigned char data[197];
} secp256k1_musig_keyagg_cache;

/* A signer's secret nonce. Never copied, never serialized; musig_partial_sign zeroes it. */
typedef struct secp256k1_musig_secnonce {
    unsigned char data[132];
} secp256k1_musig_secnonce;

/* A signer's public nonce. */
typedef struct secp256k1_musig_pubnonce {
    unsigned char data[132];
} secp256k1_musig_pubnonce;

/* The sum of all signers' public nonces. */
typedef struct secp256k1_musig_aggnonce {
    unsigned char data[132];
} secp256k1_musig_aggnonce;

/* One message, under one aggregate key, with one aggregate nonce. */
typedef struct secp256k1_musig_session {
    unsigned char data[133];
} secp256k1_musig_session;

/* A signer's part of the signature. */
typedef struct secp256k1_musig_partial_sig {
    unsigned char data[36];
} secp256k1_musig_partial_sig;

/* Two compressed points. Returns 0, nonce untouched, when either does not parse. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubnonce_parse(const secp256k1_context* ctx,
                                                                              secp256k1_musig_pubnonce* nonce,
                                                                              const unsigned char* in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes 66 bytes. Always returns 1. */
SECP256K1_API int secp256k1_musig_pubnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                                     const secp256k1_musig_pubnonce* nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Two compressed points, where 33 zero bytes are the point at infinity. Returns 0, nonce untouched, when
 * either does not parse. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_aggnonce_parse(const secp256k1_context* ctx,
                                                                              secp256k1_musig_aggnonce* nonce,
                                                                              const unsigned char* in66)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes 66 bytes. Always returns 1. */
SECP256K1_API int secp256k1_musig_aggnonce_serialize(const secp256k1_context* ctx, unsigned char* out66,
                                                     const secp256k1_musig_aggnonce* nonce)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* 32 bytes big-endian. Returns 0 and zeroes sig when they are n or more. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_partial_sig_parse(const secp256k1_context* ctx, secp256k1_musig_partial_sig* sig,
                                  const unsigned char* in32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Writes 32 bytes. Always returns 1. */
SECP256K1_API int secp256k1_musig_partial_sig_serialize(const secp256k1_context* ctx, unsigned char* out32,
                                                        const secp256k1_musig_partial_sig* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The aggregate of n_pubkeys >= 1 keys, whose order counts and of which any may be equal. agg_pk receives
 * its x-only key, keyagg_cache what signing and tweaking need; either may be NULL. Returns 0, agg_pk zero,
 * when they sum to infinity (negligible). Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_agg(const secp256k1_context* ctx, secp256k1_xonly_pubkey* agg_pk,
                           secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_pubkey* const* pubkeys,
                           size_t n_pubkeys) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(4);

/* The aggregate key, tweaked as far as it is, with its sign. Always returns 1. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_get(const secp256k1_context* ctx, secp256k1_pubkey* agg_pk,
                           const secp256k1_musig_keyagg_cache* keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Adds tweak*G to the aggregate key (BIP-32). output_pubkey (may be NULL) receives the sum. Returns 0, the
 * cache untouched and output_pubkey zeroed, when tweak >= n or the sum is the point at infinity. Variable
 * time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_pubkey_ec_tweak_add(const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey,
                                    secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* tweak32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* The same on the point with even y that has the aggregate key's x (BIP-341). */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_pubkey_xonly_tweak_add(
    const secp256k1_context* ctx, secp256k1_pubkey* output_pubkey, secp256k1_musig_keyagg_cache* keyagg_cache,
    const unsigned char* tweak32) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* A nonce from 32 uniformly random bytes that are used for nothing else, and are zeroed on success. pubkey is
 * the signer's; seckey, msg32, keyagg_cache and extra_input32 may be NULL, and each one given protects
 * further when the randomness is poor. Returns 0 and zeroes secnonce when session_secrand32 is zero, or
 * seckey is given and 0 or >= n. Constant time: session_secrand32, seckey. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_nonce_gen(const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce,
                          secp256k1_musig_pubnonce* pubnonce, unsigned char* session_secrand32,
                          const unsigned char* seckey, const secp256k1_pubkey* pubkey,
                          const unsigned char* msg32, const secp256k1_musig_keyagg_cache* keyagg_cache,
                          const unsigned char* extra_input32) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(6);

/* For signers without randomness: a counter that never repeats for the key takes its place. Returns 0 and
 * zeroes secnonce when the key pair is invalid. Constant time: the secret key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_nonce_gen_counter(
    const secp256k1_context* ctx, secp256k1_musig_secnonce* secnonce, secp256k1_musig_pubnonce* pubnonce,
    uint64_t nonrepeating_cnt, const secp256k1_keypair* keypair, const unsigned char* msg32,
    const secp256k1_musig_keyagg_cache* keyagg_cache, const unsigned char* extra_input32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* The sum of n_pubnonces >= 1 public nonces, whose order does not count. Always returns 1. */
SECP256K1_API int secp256k1_musig_nonce_agg(const secp256k1_context* ctx, secp256k1_musig_aggnonce* aggnonce,
                                            const secp256k1_musig_pubnonce* const* pubnonces,
                                            size_t n_pubnonces) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The session of a message of 32 bytes. Always returns 1. Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_musig_nonce_process(const secp256k1_context* ctx, secp256k1_musig_session* session,
                              const secp256k1_musig_aggnonce* aggnonce, const unsigned char* msg32,
                              const secp256k1_musig_keyagg_cache* keyagg_cache) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5);

/* The signer's part. Zeroes secnonce in every case, so that a second call with it calls the illegal-argument
 * callback, as does a key pair other than the one whose public key the nonce was made with. The result is
 * not verified. Returns 1; 0 only after the callback. Constant time: secnonce, the secret key. */
SECP256K1_API int
secp256k1_musig_partial_sign(const secp256k1_context* ctx, secp256k1_musig_partial_sig* partial_sig,
                             secp256k1_musig_secnonce* secnonce, const secp256k1_keypair* keypair,
                             const secp256k1_musig_keyagg_cache* keyagg_cache,
                             const secp256k1_musig_session* session) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5)
        SECP256K1_ARG_NONNULL(6);

/* Whether a part is that of the signer with this key and nonce; not needed for the security of the aggregate.
 * Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_musig_partial_sig_verify(
    const secp256k1_context* ctx, const secp256k1_musig_partial_sig* partial_sig,
    const secp256k1_musig_pubnonce* pubnonce, const secp256k1_pubkey* pubkey,
    const secp256k1_musig_keyagg_cache* keyagg_cache, const secp256k1_musig_session* session)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4)
        SECP256K1_ARG_NONNULL(5) SECP256K1_ARG_NONNULL(6);

/* The signature from n_sigs >= 1 parts, all of them; not verified. Always returns 1. */
SECP256K1_API int secp256k1_musig_partial_sig_agg(const secp256k1_context* ctx, unsigned char* sig64,
                                                  const secp256k1_musig_session* session,
                                                  const secp256k1_musig_partial_sig* const* partial_sigs,
                                                  size_t n_sigs) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif
