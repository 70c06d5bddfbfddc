/* Recoverable signatures: 64 bytes, the id, a hash. A recovered key verifies the signature in its low-s form,
 * and the other parity of R gives another key. */
#include "fuzz.h"
#include "secp256k1_recovery.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size != 97)
        return 0;
    const secp256k1_context* ctx = secp256k1_context_static;
    secp256k1_ecdsa_recoverable_signature rec;
    secp256k1_ecdsa_signature sig;
    secp256k1_pubkey key, other;
    if (!secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, &rec, data, data[64] & 3))
        return 0;
    if (!secp256k1_ecdsa_recover(ctx, &key, &rec, data + 65))
        return 0;
    HOLDS(secp256k1_ecdsa_recoverable_signature_convert(ctx, &sig, &rec));
    secp256k1_ecdsa_signature_normalize(ctx, &sig, &sig);
    HOLDS(secp256k1_ecdsa_verify(ctx, &sig, data + 65, &key));
    HOLDS(secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, &rec, data, (data[64] & 3) ^ 1));
    if (secp256k1_ecdsa_recover(ctx, &other, &rec, data + 65))
        HOLDS(memcmp(&key, &other, sizeof key) != 0);
    return 0;
}
