/* Labels, and scanning a transaction made of arbitrary keys: what parses is serialized to the same bytes, and
 * arbitrary outputs are never the recipient's. Input: up to 3 points of 33 bytes. */
#include "fuzz.h"
#include "secp256k1_silentpayments.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const secp256k1_context* ctx = secp256k1_context_static;
    if (size % 33 != 0 || size > 99)
        return 0;
    secp256k1_silentpayments_label label;
    secp256k1_pubkey keys[3], spend;
    secp256k1_xonly_pubkey outputs[3];
    secp256k1_silentpayments_found_output found[3];
    const secp256k1_pubkey* inputs[3];
    const secp256k1_xonly_pubkey* tx_outputs[3];
    secp256k1_silentpayments_found_output* places[3];
    size_t n = 0;
    for (size_t at = 0; at < size; at += 33) {
        secp256k1_silentpayments_label parsed;
        if (!secp256k1_silentpayments_recipient_label_parse(ctx, &parsed, data + at))
            continue;
        label = parsed;
        unsigned char encoded[33];
        HOLDS(secp256k1_silentpayments_recipient_label_serialize(ctx, encoded, &label));
        HOLDS(memcmp(encoded, data + at, 33) == 0);
        HOLDS(secp256k1_ec_pubkey_parse(ctx, &keys[n], encoded, 33));
        HOLDS(secp256k1_xonly_pubkey_from_pubkey(ctx, &outputs[n], nullptr, &keys[n]));
        inputs[n] = &keys[n];
        tx_outputs[n] = &outputs[n];
        places[n] = &found[n];
        n++;
    }
    if (n == 0)
        return 0;
    static const unsigned char outpoint[36] = {1}, scan_key[32] = {2};
    secp256k1_silentpayments_prevouts_summary summary;
    if (!secp256k1_silentpayments_recipient_prevouts_summary_create(ctx, &summary, outpoint, nullptr, 0,
                                                                    inputs, n))
        return 0;
    if (secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(ctx, &spend, &keys[0], &label)) {
        uint32_t n_found = 9;
        auto none = [](const unsigned char*, const void*) -> const unsigned char* { return nullptr; };
        HOLDS(secp256k1_silentpayments_recipient_scan_outputs(ctx, places, &n_found, tx_outputs, n, scan_key,
                                                              &summary, &spend, none, nullptr));
        HOLDS(n_found == 0);
    }
    return 0;
}
