#ifndef SECP256K1_RECOVERY_H
#define SECP256K1_RECOVERY_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A parsed ECDSA signature (r, s), both below n, with its recovery id. Zero bytes are r = s = 0 with
 * the id 0, which no call refuses as an argument.
 *
 * The recovery id tells which point R signing used. Bit 0 is the parity of its y. Bit 1 is set when
 * its x is n or more, so that r is x - n. */
typedef struct secp256k1_ecdsa_recoverable_signature {
    unsigned char data[65];
} secp256k1_ecdsa_recoverable_signature;

/* Parses a compact signature and its recovery id.
 *
 * Returns: 1; 0 when r or s is n or more.
 * Out: sig: zeroed on failure.
 * In:  input64: 64 bytes, r then s.
 *      recid: 0 to 3; any other number is an illegal argument.
 * Time: variable. */
SECP256K1_API int secp256k1_ecdsa_recoverable_signature_parse_compact(
    const secp256k1_context* ctx, secp256k1_ecdsa_recoverable_signature* sig, const unsigned char* input64,
    int recid) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Drops the recovery id.
 *
 * Returns: 1.
 * Out: sig.
 * In:  sigin.
 * Time: variable. */
SECP256K1_API int
secp256k1_ecdsa_recoverable_signature_convert(const secp256k1_context* ctx, secp256k1_ecdsa_signature* sig,
                                              const secp256k1_ecdsa_recoverable_signature* sigin)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes a compact signature and its recovery id.
 *
 * Returns: 1.
 * Out: output64: 64 bytes, r then s.
 *      recid: 0 to 3.
 * In:  sig.
 * Time: variable. */
SECP256K1_API int
secp256k1_ecdsa_recoverable_signature_serialize_compact(const secp256k1_context* ctx, unsigned char* output64,
                                                        int* recid,
                                                        const secp256k1_ecdsa_recoverable_signature* sig)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Signs as secp256k1_ecdsa_sign does, with the recovery id.
 *
 * Returns: 1; 0 when seckey is 0 or >= n, or the nonce function returns 0.
 * Out: sig: zeroed on failure.
 * In:  ctx: not the static one.
 *      msghash32, seckey, noncefp, ndata: as for secp256k1_ecdsa_sign.
 * Time: as secp256k1_ecdsa_sign; constant also in the recovery id. */
SECP256K1_API int
secp256k1_ecdsa_sign_recoverable(const secp256k1_context* ctx, secp256k1_ecdsa_recoverable_signature* sig,
                                 const unsigned char* msghash32, const unsigned char* seckey,
                                 secp256k1_nonce_function noncefp, const void* ndata) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Recovers the public key under which a signature verifies (SEC 1, 4.1.6). A high s is accepted.
 *
 * Returns: 1; 0 when there is no such key, also for r = 0 and s = 0.
 * Out: pubkey: zeroed on failure.
 * In:  sig.
 *      msghash32: 32 bytes, taken modulo n. The caller must have hashed the message itself.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_ecdsa_recover(const secp256k1_context* ctx, secp256k1_pubkey* pubkey,
                        const secp256k1_ecdsa_recoverable_signature* sig, const unsigned char* msghash32)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

#ifdef __cplusplus
}
#endif

#endif /* SECP256K1_RECOVERY_H */
