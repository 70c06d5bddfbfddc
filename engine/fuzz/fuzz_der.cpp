/* DER and compact signatures: what parses is serialized to the same bytes, and nothing reads outside the
 * input. */
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_ecdsa_signature sig, again;
    if (secp256k1_ecdsa_signature_parse_der(ctx, &sig, data, size)) {
        unsigned char der[72], compact[64];
        size_t length = sizeof der;
        HOLDS(secp256k1_ecdsa_signature_serialize_der(ctx, der, &length, &sig));
        HOLDS(secp256k1_ecdsa_signature_serialize_compact(ctx, compact, &sig));
        /* The same encoding, but for integers that parse as zero. */
        static const unsigned char zero[32] = {};
        const bool any_zero = memcmp(compact, zero, 32) == 0 || memcmp(compact + 32, zero, 32) == 0;
        HOLDS(any_zero || (length == size && memcmp(der, data, size) == 0));
        HOLDS(secp256k1_ecdsa_signature_parse_compact(ctx, &again, compact));
        HOLDS(memcmp(&sig, &again, sizeof sig) == 0);
        HOLDS(secp256k1_ecdsa_signature_parse_der(ctx, &again, der, length));
        HOLDS(memcmp(&sig, &again, sizeof sig) == 0);
    } else {
        static const secp256k1_ecdsa_signature none = {};
        HOLDS(memcmp(&sig, &none, sizeof sig) == 0);
    }
    return 0;
}
