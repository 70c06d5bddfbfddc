#include "abi/context.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/silentpayments.h"
#include "secp256k1_silentpayments_light.h"

using namespace koblitz;

extern "C" {

int secp256k1_silentpayments_recipient_prevouts_summary_serialize(
    const secp256k1_context* ctx, unsigned char* output, size_t size,
    const secp256k1_silentpayments_prevouts_summary* prevouts_summary, unsigned int flags) {
    KOBLITZ_REQUIRE_SET(output);
    KOBLITZ_REQUIRE(flags == SECP256K1_EC_COMPRESSED || flags == SECP256K1_EC_UNCOMPRESSED);
    KOBLITZ_REQUIRE(size == (flags == SECP256K1_EC_COMPRESSED ? 33 : 65));
    KOBLITZ_REQUIRE_SET(prevouts_summary);
    KOBLITZ_REQUIRE(silentpayments_summary_is_set(*prevouts_summary));
    secp256k1_pubkey key;
    silentpayments_summary_combine(key.data, as<const silentpayments_summary>(prevouts_summary));
    return secp256k1_ec_pubkey_serialize(ctx, output, &size, &key, flags);
}

int secp256k1_silentpayments_recipient_prevouts_summary_parse(
    const secp256k1_context* ctx, secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const unsigned char* input, size_t size) {
    KOBLITZ_REQUIRE_SET(prevouts_summary);
    memset(prevouts_summary, 0, sizeof *prevouts_summary);
    KOBLITZ_REQUIRE_SET(input);
    unsigned char key[64];
    /* Not the hybrid form of 65 bytes. */
    if (size == 65 && input[0] != SECP256K1_TAG_PUBKEY_UNCOMPRESSED)
        return 0;
    if (pubkey_parse(key, input, size) == 0)
        return 0;
    silentpayments_summary_from(as<silentpayments_summary>(prevouts_summary), key);
    return 1;
}

int secp256k1_silentpayments_recipient_create_output_pubkeys(
    const secp256k1_context* ctx, secp256k1_xonly_pubkey** output_pubkeys, const unsigned char* scan_key32,
    const secp256k1_silentpayments_prevouts_summary* prevouts_summary,
    const secp256k1_pubkey* const* spend_pubkeys, size_t n_spend_pubkeys) {
    KOBLITZ_REQUIRE_SET(output_pubkeys, scan_key32, prevouts_summary);
    KOBLITZ_REQUIRE(silentpayments_summary_is_set(*prevouts_summary));
    KOBLITZ_REQUIRE_SET(spend_pubkeys);
    KOBLITZ_REQUIRE(n_spend_pubkeys > 0);
    for (size_t i = 0; i < n_spend_pubkeys; i++) {
        KOBLITZ_REQUIRE_SET(output_pubkeys[i], spend_pubkeys[i]);
        memset(output_pubkeys[i], 0, sizeof *output_pubkeys[i]);
    }
    for (size_t i = 0; i < n_spend_pubkeys; i++) {
        if (!require_pubkey(ctx, spend_pubkeys[i]->data))
            return 0;
    }
    const int valid = wiping<scalar_stack>([&] { return seckey_is_valid(scan_key32); });
    if (valid == 0)
        return 0;
    return wiping<ecmult_const_stack>([&] {
        return silentpayments_outputs(ctx->compress(), output_pubkeys, scan_key32,
                                      as<const silentpayments_summary>(prevouts_summary), spend_pubkeys,
                                      n_spend_pubkeys);
    });
}

} // extern "C"
