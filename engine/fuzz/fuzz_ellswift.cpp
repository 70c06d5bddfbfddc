/* ElligatorSwift: any 64 bytes decode to a key; what that encodes to decodes to it again; and a
 * Diffie-Hellman has the same x with either encoding. */
#include "fuzz.h"
#include "secp256k1_ellswift.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size != 96)
        return 0;
    const secp256k1_context* ctx = secp256k1_context_static;
    const unsigned char* seckey = data + 64;
    secp256k1_pubkey key, again;
    unsigned char ell[64], encoded[33];
    size_t len = 33;
    HOLDS(secp256k1_ellswift_decode(ctx, &key, data));
    HOLDS(secp256k1_ec_pubkey_serialize(ctx, encoded, &len, &key, SECP256K1_EC_COMPRESSED));
    HOLDS(secp256k1_ec_pubkey_parse(ctx, &again, encoded, 33));
    HOLDS(memcmp(&key, &again, sizeof key) == 0);
    HOLDS(secp256k1_ellswift_encode(ctx, ell, &key, seckey));
    HOLDS(secp256k1_ellswift_decode(ctx, &again, ell));
    HOLDS(memcmp(&key, &again, sizeof key) == 0);

    /* The same product with the key as it came and as it was encoded again. */
    const auto copy_x = [](unsigned char* output, const unsigned char* x32, const unsigned char*,
                           const unsigned char*, void*) {
        memcpy(output, x32, 32);
        return 1;
    };
    unsigned char first[32], second[32];
    const int valid = secp256k1_ec_seckey_verify(ctx, seckey);
    HOLDS(secp256k1_ellswift_xdh(ctx, first, data, ell, seckey, 1, copy_x, NULL) == valid);
    HOLDS(secp256k1_ellswift_xdh(ctx, second, data, ell, seckey, 0, copy_x, NULL) == valid);
    HOLDS(memcmp(first, second, 32) == 0);
    return 0;
}
