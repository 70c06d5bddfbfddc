#include "schemes/silentpayments.h"
#include "abi/context.h"
#include "abi/heap_sort.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "secp256k1_silentpayments.h"

using namespace koblitz;

namespace {

bool is_label(const secp256k1_silentpayments_label* label) {
    return as<const silentpayments_label>(label).magic == silentpayments_label::expected;
}

/* A list that is null and empty, or neither, without null elements; otherwise an illegal argument. */
template <class T>
bool require_list(const secp256k1_context* ctx, const T* const* list, size_t n) {
    bool ok = (list != nullptr) == (n > 0);
    for (size_t i = 0; ok && i < n; i++)
        ok = list[i] != nullptr;
    if (!ok)
        illegal_argument(ctx, "a list and its length do not agree, or an element is null");
    return ok;
}

/* Ascending by scan key, in the caller's order where those are equal. */
int compare_recipients(const secp256k1_context* ctx, const secp256k1_silentpayments_recipient* a,
                       const secp256k1_silentpayments_recipient* b) {
    const int by_key = secp256k1_ec_pubkey_cmp(ctx, &a->scan_pubkey, &b->scan_pubkey);
    return by_key != 0 ? by_key : a->index < b->index ? -1 : a->index > b->index ? 1 : 0;
}

/* Whether every secret key is a valid one, which is public; a key pair that is not set is an illegal
 * argument.
 */
bool require_secrets(const secp256k1_context* ctx, const secp256k1_keypair* const* keypairs,
                     size_t n_keypairs, const unsigned char* const* seckeys, size_t n_seckeys) {
    for (size_t i = 0; i < n_seckeys; i++) {
        if (!seckey_is_valid(seckeys[i]))
            return false;
    }
    for (size_t i = 0; i < n_keypairs; i++) {
        if (!require_keypair(ctx, keypairs[i]->data))
            return false;
    }
    return true;
}

int send(const secp256k1_context* ctx, secp256k1_xonly_pubkey** generated_outputs,
         const secp256k1_silentpayments_recipient** recipients, size_t n_recipients,
         const unsigned char* outpoint_smallest36, const secp256k1_keypair* const* keypairs,
         size_t n_keypairs, const unsigned char* const* seckeys, size_t n_seckeys) {
    unsigned char secret[32];
    if (!require_secrets(ctx, keypairs, n_keypairs, seckeys, n_seckeys) ||
        silentpayments_sender_secret(ctx->gen, ctx->compress(), secret, outpoint_smallest36, keypairs,
                                     n_keypairs, seckeys, n_seckeys) == 0) {
        return 0;
    }
    heap_sort(recipients, n_recipients,
              [ctx](const secp256k1_silentpayments_recipient* a,
                    const secp256k1_silentpayments_recipient* b) { return compare_recipients(ctx, a, b); });
    const silentpayments_result result =
        silentpayments_send(ctx->compress(), secret, generated_outputs, recipients, n_recipients);
    wipe(secret); /* before a callback */
    if (result == silentpayments_result::unset_key)
        return illegal_argument(ctx, "a recipient's public key is not set");
    return result == silentpayments_result::done ? 1 : 0;
}

} // namespace

extern "C" {

int secp256k1_silentpayments_sender_create_outputs(
    const secp256k1_context* ctx, secp256k1_xonly_pubkey** generated_outputs,
    const secp256k1_silentpayments_recipient** recipients, size_t n_recipients,
    const unsigned char* outpoint_smallest36, const secp256k1_keypair* const* keypairs, size_t n_keypairs,
    const unsigned char* const* seckeys, size_t n_seckeys) {
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(generated_outputs, recipients);
    KOBLITZ_REQUIRE(n_recipients > 0);
    KOBLITZ_REQUIRE_SET(outpoint_smallest36);
    KOBLITZ_REQUIRE(seckeys != nullptr || keypairs != nullptr);
    if (!require_list(ctx, keypairs, n_keypairs) || !require_list(ctx, seckeys, n_seckeys))
        return 0;
    for (size_t i = 0; i < n_recipients; i++) {
        KOBLITZ_REQUIRE(generated_outputs[i] != nullptr);
        KOBLITZ_REQUIRE(recipients[i] != nullptr);
        KOBLITZ_REQUIRE(recipients[i]->index == i);
    }
    return wiping<ecmult_const_stack>([&] {
        return send(ctx, generated_outputs, recipients, n_recipients, outpoint_smallest36, keypairs,
                    n_keypairs, seckeys, n_seckeys);
    });
}

int secp256k1_silentpayments_recipient_label_parse(const secp256k1_context* ctx,
                                                   secp256k1_silentpayments_label* label,
                                                   const unsigned char* in33) {
    KOBLITZ_REQUIRE_SET(label);
    memset(label, 0, sizeof *label);
    KOBLITZ_REQUIRE_SET(in33);
    silentpayments_label parsed = {silentpayments_label::expected, {}};
    if (pubkey_parse(parsed.pubkey, in33, 33) == 0)
        return 0;
    as<silentpayments_label>(label) = parsed;
    return 1;
}

int secp256k1_silentpayments_recipient_label_serialize(const secp256k1_context* ctx, unsigned char* out33,
                                                       const secp256k1_silentpayments_label* label) {
    KOBLITZ_REQUIRE_SET(out33);
    memset(out33, 0, 33);
    KOBLITZ_REQUIRE_SET(label);
    KOBLITZ_REQUIRE(is_label(label));
    const silentpayments_label copy = as<const silentpayments_label>(label); /* out33 may overlap it */
    pubkey_compress(out33, copy.pubkey);
    return 1;
}

int secp256k1_silentpayments_recipient_label_create(const secp256k1_context* ctx,
                                                    secp256k1_silentpayments_label* label,
                                                    unsigned char* label_tweak32,
                                                    const unsigned char* scan_key32, uint32_t m) {
    KOBLITZ_REQUIRE_SET(label);
    memset(label, 0, sizeof *label);
    KOBLITZ_REQUIRE(ctx->proper);
    KOBLITZ_REQUIRE_SET(label_tweak32, scan_key32);
    return wiping<ecmult_gen_stack>([&] {
        return silentpayments_label_create(ctx->gen, ctx->compress(), as<silentpayments_label>(label),
                                           label_tweak32, scan_key32, m);
    });
}

int secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
    const secp256k1_context* ctx, secp256k1_pubkey* labeled_spend_pubkey,
    const secp256k1_pubkey* unlabeled_spend_pubkey, const secp256k1_silentpayments_label* label) {
    KOBLITZ_REQUIRE_SET(labeled_spend_pubkey);
    memset(labeled_spend_pubkey, 0, sizeof *labeled_spend_pubkey);
    KOBLITZ_REQUIRE_SET(unlabeled_spend_pubkey, label);
    const bool key_set = require_pubkey(ctx, unlabeled_spend_pubkey->data);
    KOBLITZ_REQUIRE(is_label(label));
    if (!key_set)
        return 0;
    secp256k1_pubkey addend;
    memcpy(addend.data, as<const silentpayments_label>(label).pubkey, 64);
    const secp256k1_pubkey* const both[] = {unlabeled_spend_pubkey, &addend};
    return pubkey_combine(labeled_spend_pubkey->data, both, 2);
}

int secp256k1_silentpayments_recipient_prevouts_summary_create(
    const secp256k1_context* ctx, secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const unsigned char* outpoint_smallest36, const secp256k1_xonly_pubkey* const* xonly_pubkeys,
    size_t n_xonly_pubkeys, const secp256k1_pubkey* const* pubkeys, size_t n_pubkeys) {
    KOBLITZ_REQUIRE_SET(prevouts_summary);
    memset(prevouts_summary, 0, sizeof *prevouts_summary);
    KOBLITZ_REQUIRE_SET(outpoint_smallest36);
    KOBLITZ_REQUIRE(pubkeys != nullptr || xonly_pubkeys != nullptr);
    if (!require_list(ctx, xonly_pubkeys, n_xonly_pubkeys) || !require_list(ctx, pubkeys, n_pubkeys))
        return 0;
    for (size_t i = 0; i < n_pubkeys; i++) {
        if (!require_pubkey(ctx, pubkeys[i]->data))
            return 0;
    }
    for (size_t i = 0; i < n_xonly_pubkeys; i++) {
        if (!require_pubkey(ctx, xonly_pubkeys[i]->data))
            return 0;
    }
    return silentpayments_summary_create(ctx->compress(), as<silentpayments_summary>(prevouts_summary),
                                         outpoint_smallest36, xonly_pubkeys, n_xonly_pubkeys, pubkeys,
                                         n_pubkeys);
}

int secp256k1_silentpayments_recipient_scan_outputs(
    const secp256k1_context* ctx, secp256k1_silentpayments_found_output** found_outputs,
    uint32_t* n_found_outputs, const secp256k1_xonly_pubkey* const* tx_outputs, size_t n_tx_outputs,
    const unsigned char* scan_key32, const secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const secp256k1_pubkey* unlabeled_spend_pubkey, secp256k1_silentpayments_label_lookup label_lookup,
    const void* label_context) {
    KOBLITZ_REQUIRE_SET(found_outputs, n_found_outputs);
    *n_found_outputs = 0;
    KOBLITZ_REQUIRE_SET(tx_outputs);
    KOBLITZ_REQUIRE(n_tx_outputs > 0);
    for (size_t i = 0; i < n_tx_outputs; i++) {
        KOBLITZ_REQUIRE(found_outputs[i] != nullptr);
        KOBLITZ_REQUIRE(tx_outputs[i] != nullptr);
        if (!require_pubkey(ctx, tx_outputs[i]->data))
            return 0;
    }
    KOBLITZ_REQUIRE_SET(scan_key32, prevouts_summary);
    KOBLITZ_REQUIRE(silentpayments_summary_is_set(*prevouts_summary));
    KOBLITZ_REQUIRE_SET(unlabeled_spend_pubkey);
    KOBLITZ_REQUIRE(label_context == nullptr || label_lookup != nullptr);
    const int valid = wiping<scalar_stack>([&] { return seckey_is_valid(scan_key32); });
    if (valid == 0 || !require_pubkey(ctx, unlabeled_spend_pubkey->data))
        return 0;
    return wiping<ecmult_const_stack>([&] {
        return silentpayments_scan(ctx->compress(), found_outputs, n_found_outputs, tx_outputs, n_tx_outputs,
                                   scan_key32, as<const silentpayments_summary>(prevouts_summary),
                                   unlabeled_spend_pubkey->data, label_lookup, label_context);
    });
}

} // extern "C"
