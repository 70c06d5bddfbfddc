/* Public keys in every form, x-only ones too: what parses is on the curve, round-trips, and has one opaque
 * form. */
#include "fuzz.h"
#include "secp256k1_extrakeys.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_pubkey key, again;
    secp256k1_xonly_pubkey xonly;
    if (secp256k1_ec_pubkey_parse(ctx, &key, data, size)) {
        const unsigned forms[] = {SECP256K1_EC_COMPRESSED, SECP256K1_EC_UNCOMPRESSED};
        for (unsigned flags : forms) {
            unsigned char encoded[65];
            size_t length = sizeof encoded;
            HOLDS(secp256k1_ec_pubkey_serialize(ctx, encoded, &length, &key, flags));
            HOLDS(secp256k1_ec_pubkey_parse(ctx, &again, encoded, length));
            HOLDS(memcmp(&key, &again, sizeof key) == 0);
            if (length == size && (data[0] == encoded[0]))
                HOLDS(memcmp(encoded, data, size) == 0);
        }
        HOLDS(secp256k1_xonly_pubkey_from_pubkey(ctx, &xonly, nullptr, &key));
        HOLDS(secp256k1_ec_pubkey_negate(ctx, &again));
        HOLDS(secp256k1_ec_pubkey_cmp(ctx, &key, &again) != 0);
    } else {
        static const secp256k1_pubkey none = {};
        HOLDS(memcmp(&key, &none, sizeof key) == 0);
    }
    if (size == 32 && secp256k1_xonly_pubkey_parse(ctx, &xonly, data)) {
        unsigned char x[32], compressed[33] = {2};
        HOLDS(secp256k1_xonly_pubkey_serialize(ctx, x, &xonly) && memcmp(x, data, 32) == 0);
        memcpy(compressed + 1, data, 32);
        HOLDS(secp256k1_ec_pubkey_parse(ctx, &key, compressed, 33));
        HOLDS(memcmp(&key, &xonly, sizeof key) == 0);
    }
    return 0;
}
