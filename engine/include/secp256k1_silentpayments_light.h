#ifndef SECP256K1_SILENTPAYMENTS_LIGHT_H
#define SECP256K1_SILENTPAYMENTS_LIGHT_H

#include "secp256k1_silentpayments.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Silent payments (BIP-352) for indexes and light clients: the interface of an open proposal to
 * libsecp256k1 (bitcoin-core/secp256k1#1912). The library has it when it is built with
 * SECP256K1_ENABLE_MODULE_SILENTPAYMENTS_LIGHT. It changes when the proposal does; koblitz.h has the
 * library's own call for many transactions, koblitz_batch_silentpayments_scan. */

/* Writes what an index keeps of a transaction: the input hash times the sum of the input keys.
 *
 * Returns: 1.
 * Out: output: size bytes, SEC 1, 2.3.3.
 * In:  size: 33 with SECP256K1_EC_COMPRESSED, 65 with SECP256K1_EC_UNCOMPRESSED.
 *      prevouts_summary.
 *      flags: SECP256K1_EC_COMPRESSED or SECP256K1_EC_UNCOMPRESSED.
 * Time: variable. */
SECP256K1_API int secp256k1_silentpayments_recipient_prevouts_summary_serialize(
    const secp256k1_context* ctx, unsigned char* output, size_t size,
    const secp256k1_silentpayments_prevouts_summary* prevouts_summary, unsigned int flags)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(4);

/* Parses what secp256k1_silentpayments_recipient_prevouts_summary_serialize wrote.
 *
 * Returns: 1; 0 when it is not a point in one of its two forms.
 * Out: prevouts_summary: zeroed on failure.
 * In:  input: size bytes.
 *      size: 33 or 65.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_prevouts_summary_parse(
    const secp256k1_context* ctx, secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const unsigned char* input, size_t size) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3);

/* Makes the first output (k = 0) that each spend key would have in a transaction.
 *
 * Returns: 1; 0 when the scan key is invalid, or, with negligible probability, an output is not a key.
 * Out: output_pubkeys: n_spend_pubkeys objects. Those not made are zeroed.
 * In:  scan_key32: the scan key, a secret key.
 *      prevouts_summary.
 *      spend_pubkeys: n_spend_pubkeys keys: the spend key, and those of labels
 *      (secp256k1_silentpayments_recipient_create_labeled_spend_pubkey).
 *      n_spend_pubkeys: at least 1.
 * Time: constant in the scan key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_create_output_pubkeys(
    const secp256k1_context* ctx, secp256k1_xonly_pubkey** output_pubkeys, const unsigned char* scan_key32,
    const secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const secp256k1_pubkey* const* spend_pubkeys, size_t n_spend_pubkeys) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(5);

#ifdef __cplusplus
}
#endif

#endif
