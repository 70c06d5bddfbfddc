#ifndef SECP256K1_SILENTPAYMENTS_H
#define SECP256K1_SILENTPAYMENTS_H

#include <stdint.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Silent payments (BIP-352): the sender derives fresh taproot outputs from a recipient's address (a scan key
 * and a spend key) and the secret keys of the transaction's inputs; the recipient finds them with the scan
 * key. Addresses, transactions and the choice of inputs are the caller's. */

/* Outputs that one transaction may have for one scan key. */
#define SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT 2323

/* One address to pay. index: the position in the caller's array, which tells the output that belongs to it.
 */
typedef struct secp256k1_silentpayments_recipient {
    secp256k1_pubkey scan_pubkey;
    secp256k1_pubkey spend_pubkey;
    size_t index;
} secp256k1_silentpayments_recipient;

/* A label's public key; opaque. */
typedef struct secp256k1_silentpayments_label {
    unsigned char data[68];
} secp256k1_silentpayments_label;

/* What scanning needs to know of a transaction's inputs; opaque. */
typedef struct secp256k1_silentpayments_prevouts_summary {
    unsigned char data[101];
} secp256k1_silentpayments_prevouts_summary;

/* Given a label's compressed public key and the caller's data: its 32-byte tweak, or NULL when the label is
 * none of the recipient's. Its time tells which label was found. */
typedef const unsigned char* (*secp256k1_silentpayments_label_lookup)(const unsigned char* label33,
                                                                      const void* label_context);

/* An output that is the recipient's: its secret key is the spend key plus tweak. label means something when
 * found_with_label is 1, and is zeroed otherwise. */
typedef struct secp256k1_silentpayments_found_output {
    secp256k1_xonly_pubkey output;
    unsigned char tweak[32];
    int found_with_label;
    secp256k1_silentpayments_label label;
} secp256k1_silentpayments_found_output;

/* The outputs that pay n_recipients >= 1 recipients; generated_outputs[i] receives that of the recipient
 * whose index is i, and recipients[i]->index must be i. recipients is reordered in place.
 * outpoint_smallest36: the serialized outpoint that comes first of the transaction's. keypairs: the inputs
 * that are taproot's, seckeys: the others; either may be NULL with a length of 0, not both. Returns 0 when a
 * secret key is 0 or >= n, when they sum to 0, when a scan key has more recipients than the limit, also when
 * a hash is 0 or >= n or a sum is infinity (negligible); some outputs may have been written then. Constant
 * time: the secret keys. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_sender_create_outputs(
    const secp256k1_context* ctx, secp256k1_xonly_pubkey** generated_outputs,
    const secp256k1_silentpayments_recipient** recipients, size_t n_recipients,
    const unsigned char* outpoint_smallest36, const secp256k1_keypair* const* keypairs, size_t n_keypairs,
    const unsigned char* const* seckeys, size_t n_seckeys) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* A compressed point. Returns 0 and zeroes label when it does not parse. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_parse(
    const secp256k1_context* ctx, secp256k1_silentpayments_label* label, const unsigned char* in33)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes 33 bytes. Always returns 1. */
SECP256K1_API int
secp256k1_silentpayments_recipient_label_serialize(const secp256k1_context* ctx, unsigned char* out33,
                                                   const secp256k1_silentpayments_label* label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Label m of the scan key, and its tweak; m = 0 is for change and in no address. Returns 0 and zeroes both
 * when the scan key is 0 or >= n, also when the hash is (negligible). Constant time: scan_key32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_create(
    const secp256k1_context* ctx, secp256k1_silentpayments_label* label, unsigned char* label_tweak32,
    const unsigned char* scan_key32, uint32_t m) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* The spend key of a labelled address: their sum. Returns 0 and zeroes labeled_spend_pubkey when that is the
 * point at infinity. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
    const secp256k1_context* ctx, secp256k1_pubkey* labeled_spend_pubkey,
    const secp256k1_pubkey* unlabeled_spend_pubkey, const secp256k1_silentpayments_label* label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* The summary of a transaction's inputs: xonly_pubkeys are taproot's, pubkeys the others; either may be NULL
 * with a length of 0, not both. Returns 0 and zeroes the summary when the keys sum to infinity: such a
 * transaction pays nobody; also when the hash is 0 or >= n (negligible). Variable time. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_prevouts_summary_create(
    const secp256k1_context* ctx, secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const unsigned char* outpoint_smallest36, const secp256k1_xonly_pubkey* const* xonly_pubkeys,
    size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys, size_t n_pubkeys) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Finds those of n_tx_outputs >= 1 taproot outputs that are the recipient's. found_outputs has room for all
 * of them, its first *n_found_outputs are set. label_lookup: NULL when there are no labels; label_context
 * goes to it. Returns 0 when the scan key is 0 or >= n, also when a hash is 0 or >= n or a sum is infinity
 * (negligible); then *n_found_outputs is 0, and found_outputs may be partly written. Constant time:
 * scan_key32; the time tells which outputs were found. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_scan_outputs(
    const secp256k1_context* ctx, secp256k1_silentpayments_found_output** found_outputs,
    uint32_t* n_found_outputs, const secp256k1_xonly_pubkey* const* tx_outputs, size_t n_tx_outputs,
    const unsigned char* scan_key32, const secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const secp256k1_pubkey* unlabeled_spend_pubkey, secp256k1_silentpayments_label_lookup label_lookup,
    const void* label_context) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
    SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(6) SECP256K1_ARG_NONNULL(7) SECP256K1_ARG_NONNULL(8);

#ifdef __cplusplus
}
#endif

#endif
