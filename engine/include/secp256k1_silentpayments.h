#ifndef SECP256K1_SILENTPAYMENTS_H
#define SECP256K1_SILENTPAYMENTS_H

#include <stdint.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Silent payments (BIP-352). The sender derives new taproot outputs from a recipient's address (a scan
 * key and a spend key) and the secret keys of the transaction's inputs. The recipient finds them by the
 * scan key. The caller handles addresses and transactions, and chooses the inputs that count. */

/* The most outputs of one transaction for one scan key. */
#define SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT 2323

/* An address to pay. index is its position in the caller's array, and that of its output. */
typedef struct secp256k1_silentpayments_recipient {
    secp256k1_pubkey scan_pubkey;
    secp256k1_pubkey spend_pubkey;
    size_t index;
} secp256k1_silentpayments_recipient;

/* A label's public key. Opaque. */
typedef struct secp256k1_silentpayments_label {
    unsigned char data[68];
} secp256k1_silentpayments_label;

/* What scanning needs of a transaction's inputs. Opaque. */
typedef struct secp256k1_silentpayments_prevouts_summary {
    unsigned char data[101];
} secp256k1_silentpayments_prevouts_summary;

/* Finds a label among the recipient's.
 *
 * Returns: the label_tweak32 that was made with the label, 32 bytes; NULL when the label is none of
 *      the recipient's.
 * In:  label33: a public key, 33 bytes, compressed. It need not be a label.
 *      label_context: the caller's.
 * Time: the function need not be constant time. Scanning shows which call returned a tweak. */
typedef const unsigned char* (*secp256k1_silentpayments_label_lookup)(const unsigned char* label33,
                                                                      const void* label_context);

/* An output that is the recipient's.
 *
 * output: as passed by the caller.
 * tweak: 32 bytes. The secret key of output is the spend key plus tweak modulo n.
 * found_with_label: 1 or 0.
 * label: the label; zeroed when found_with_label is 0. */
typedef struct secp256k1_silentpayments_found_output {
    secp256k1_xonly_pubkey output;
    unsigned char tweak[32];
    int found_with_label;
    secp256k1_silentpayments_label label;
} secp256k1_silentpayments_found_output;

/* Makes the outputs that pay recipients.
 *
 * Returns: 1; 0 when a seckey is 0 or >= n, the secret keys sum to 0, or a scan key has more
 *      recipients than SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT; also when a hash is 0 or >= n,
 *      or a sum is infinity (negligible).
 * Out: generated_outputs: n_recipients pointers to objects. Object i becomes the output of the
 *      recipient with index i. On failure some may have been written.
 * In/Out: recipients: n_recipients pointers; recipients[i]->index must be i. The pointers are
 *      reordered.
 * In:  ctx: not the static one.
 *      n_recipients: 1 or more.
 *      outpoint_smallest36: 36 bytes, the serialized outpoint of the transaction that comes first in
 *      byte order.
 *      keypairs: n_keypairs pointers, the key pairs of taproot inputs; NULL when there are none.
 *      seckeys: n_seckeys pointers to 32 bytes, the seckeys of other inputs; NULL when there are none.
 *      One of both lists must have a key.
 * Time: constant in the secret keys. Whether each is valid, whether they sum to 0, and their sum's
 *      public key show. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_sender_create_outputs(
    const secp256k1_context* ctx, secp256k1_xonly_pubkey** generated_outputs,
    const secp256k1_silentpayments_recipient** recipients, size_t n_recipients,
    const unsigned char* outpoint_smallest36, const secp256k1_keypair* const* keypairs, size_t n_keypairs,
    const unsigned char* const* seckeys, size_t n_seckeys) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(5);

/* Parses a label.
 *
 * Returns: 1; 0 when it does not parse.
 * Out: label: zeroed on failure.
 * In:  in33: 33 bytes, a compressed point.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_parse(
    const secp256k1_context* ctx, secp256k1_silentpayments_label* label, const unsigned char* in33)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Writes a label.
 *
 * Returns: 1.
 * Out: out33: 33 bytes, a compressed point.
 * In:  label.
 * Time: variable. */
SECP256K1_API int
secp256k1_silentpayments_recipient_label_serialize(const secp256k1_context* ctx, unsigned char* out33,
                                                   const secp256k1_silentpayments_label* label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Makes label m of a scan key, and its tweak. Label 0 is for change and goes into no address.
 *
 * Returns: 1; 0 when scan_key32 is 0 or >= n, or the hash is (negligible).
 * Out: label: zeroed on failure.
 *      label_tweak32: 32 bytes, zeroed on failure.
 * In:  ctx: not the static one.
 *      scan_key32: the secret scan key, 32 bytes.
 *      m: the label's number.
 * Time: constant in scan_key32. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_create(
    const secp256k1_context* ctx, secp256k1_silentpayments_label* label, unsigned char* label_tweak32,
    const unsigned char* scan_key32, uint32_t m) SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2)
    SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Adds a label to the spend key, for a labelled address.
 *
 * Returns: 1; 0 when the sum is infinity.
 * Out: labeled_spend_pubkey: zeroed on failure.
 * In:  unlabeled_spend_pubkey.
 *      label.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
    const secp256k1_context* ctx, secp256k1_pubkey* labeled_spend_pubkey,
    const secp256k1_pubkey* unlabeled_spend_pubkey, const secp256k1_silentpayments_label* label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3) SECP256K1_ARG_NONNULL(4);

/* Summarizes a transaction's inputs for scanning.
 *
 * Returns: 1; 0 when the public keys sum to infinity: such a transaction pays nobody. Also 0 when the
 *      hash is 0 or >= n (negligible).
 * Out: prevouts_summary: zeroed on failure.
 * In:  outpoint_smallest36: as for the sender.
 *      xonly_pubkeys: n_xonly_pubkeys pointers, the keys of taproot inputs; NULL when there are none.
 *      pubkeys: n_pubkeys pointers, the keys of other inputs; NULL when there are none.
 *      One of both lists must have a key.
 * Time: variable. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_prevouts_summary_create(
    const secp256k1_context* ctx, secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const unsigned char* outpoint_smallest36, const secp256k1_xonly_pubkey* const* xonly_pubkeys,
    size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys, size_t n_pubkeys) SECP256K1_ARG_NONNULL(1)
    SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* Finds the recipient's outputs among the taproot outputs of a transaction. It stops at
 * SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT outputs.
 *
 * Returns: 1, also when there are none; 0 when scan_key32 is 0 or >= n, also when a hash is 0 or >= n
 *      or a sum is infinity (negligible).
 * Out: found_outputs: n_tx_outputs pointers to objects. The first *n_found_outputs are written. On
 *      failure some may have been written.
 *      n_found_outputs: 0 on failure.
 * In:  tx_outputs: n_tx_outputs pointers.
 *      n_tx_outputs: 1 or more.
 *      scan_key32: the secret scan key, 32 bytes.
 *      prevouts_summary.
 *      unlabeled_spend_pubkey: the public spend key.
 *      label_lookup: NULL when there are no labels.
 *      label_context: passed to label_lookup; NULL when that is.
 * Time: constant in scan_key32. Whether it is valid, and which outputs are the recipient's, show. */
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
