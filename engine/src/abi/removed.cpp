/* Functions that libsecp256k1 removed in 0.7 and 0.8 and that older clients still link; built on request
 * (KOBLITZ_REMOVED_FUNCTIONS). */
#include "abi/context.h"
#include "secp256k1_schnorrsig.h"

extern "C" {

const secp256k1_context* const secp256k1_context_no_precomp = &koblitz::static_context;

int secp256k1_ec_privkey_negate(const secp256k1_context* ctx, unsigned char* seckey) {
    return secp256k1_ec_seckey_negate(ctx, seckey);
}

int secp256k1_ec_privkey_tweak_add(const secp256k1_context* ctx, unsigned char* seckey,
                                   const unsigned char* tweak32) {
    return secp256k1_ec_seckey_tweak_add(ctx, seckey, tweak32);
}

int secp256k1_ec_privkey_tweak_mul(const secp256k1_context* ctx, unsigned char* seckey,
                                   const unsigned char* tweak32) {
    return secp256k1_ec_seckey_tweak_mul(ctx, seckey, tweak32);
}

int secp256k1_schnorrsig_sign(const secp256k1_context* ctx, unsigned char* sig64, const unsigned char* msg32,
                              const secp256k1_keypair* keypair, const unsigned char* aux_rand32) {
    return secp256k1_schnorrsig_sign32(ctx, sig64, msg32, keypair, aux_rand32);
}

} // extern "C"
