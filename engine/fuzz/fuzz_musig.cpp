/* What MuSig2 takes from other signers: public nonces, aggregate nonces, partial signatures. What parses is
 * serialized to the same bytes, a public nonce is an aggregate one too, and sums take any of them. */
#include "fuzz.h"
#include "secp256k1_musig.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const secp256k1_context* ctx = secp256k1_context_static;
    unsigned char encoded[66];
    if (size == 32) {
        secp256k1_musig_partial_sig sig;
        if (secp256k1_musig_partial_sig_parse(ctx, &sig, data)) {
            HOLDS(secp256k1_musig_partial_sig_serialize(ctx, encoded, &sig));
            HOLDS(memcmp(encoded, data, 32) == 0);
        } else {
            static const secp256k1_musig_partial_sig none = {};
            HOLDS(memcmp(&sig, &none, sizeof sig) == 0);
        }
    }
    if (size != 66)
        return 0;
    secp256k1_musig_pubnonce nonce;
    secp256k1_musig_aggnonce sum;
    memset(&nonce, 0x5a, sizeof nonce);
    memset(&sum, 0x5a, sizeof sum);
    const bool is_sum = secp256k1_musig_aggnonce_parse(ctx, &sum, data) == 1;
    if (is_sum) {
        HOLDS(secp256k1_musig_aggnonce_serialize(ctx, encoded, &sum));
        HOLDS(memcmp(encoded, data, 66) == 0);
    } else {
        HOLDS(sum.data[0] == 0x5a && sum.data[131] == 0x5a);
    }
    if (secp256k1_musig_pubnonce_parse(ctx, &nonce, data)) {
        HOLDS(is_sum);
        HOLDS(secp256k1_musig_pubnonce_serialize(ctx, encoded, &nonce));
        HOLDS(memcmp(encoded, data, 66) == 0);
        /* With its opposite it sums to infinity in both halves. */
        secp256k1_musig_pubnonce opposite;
        encoded[0] ^= 1;
        encoded[33] ^= 1;
        HOLDS(secp256k1_musig_pubnonce_parse(ctx, &opposite, encoded));
        const secp256k1_musig_pubnonce* both[] = {&nonce, &opposite};
        static const unsigned char infinity[66] = {};
        HOLDS(secp256k1_musig_nonce_agg(ctx, &sum, both, 2));
        HOLDS(secp256k1_musig_aggnonce_serialize(ctx, encoded, &sum));
        HOLDS(memcmp(encoded, infinity, 66) == 0);
    } else {
        HOLDS(nonce.data[0] == 0x5a && nonce.data[131] == 0x5a);
    }
    return 0;
}
