#include "abi/context.h"

using namespace koblitz;

extern "C" {

int secp256k1_ec_seckey_verify(const secp256k1_context* ctx, const unsigned char* seckey) {
    KOBLITZ_REQUIRE_SET(seckey);
    return wiping<scalar_stack>([=] { return seckey_verify(seckey); });
}

int secp256k1_ec_seckey_negate(const secp256k1_context* ctx, unsigned char* seckey) {
    KOBLITZ_REQUIRE_SET(seckey);
    return wiping<scalar_stack>([=] { return seckey_negate(seckey); });
}

int secp256k1_ec_seckey_tweak_add(const secp256k1_context* ctx, unsigned char* seckey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(seckey, tweak32);
    return wiping<scalar_stack>([=] { return seckey_tweak_add(seckey, tweak32); });
}

int secp256k1_ec_seckey_tweak_mul(const secp256k1_context* ctx, unsigned char* seckey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE_SET(seckey, tweak32);
    return wiping<product_stack>([=] { return seckey_tweak_mul(seckey, tweak32); });
}

} // extern "C"
