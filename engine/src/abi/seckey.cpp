#include "abi/context.h"

namespace koblitz {
namespace {

/* Below the entry points' frames, which are not wiped. */
KOBLITZ_ROUTINE int negate_seckey(u8 seckey[32]) {
    return seckey_negate<any_backend>(seckey);
}
KOBLITZ_ROUTINE int add_to_seckey(u8 seckey[32], const u8 tweak[32]) {
    return seckey_tweak_add<any_backend>(seckey, tweak);
}
KOBLITZ_ROUTINE int multiply_seckey(u8 seckey[32], const u8 tweak[32]) {
    return seckey_tweak_mul<any_backend>(seckey, tweak);
}

} // namespace

KOBLITZ_ROUTINE int seckey_is_valid(const u8 seckey[32]) {
    return seckey_verify<any_backend>(seckey);
}

} // namespace koblitz

using koblitz::product_stack;
using koblitz::scalar_stack;
using koblitz::wiping;

extern "C" {

int secp256k1_ec_seckey_verify(const secp256k1_context* ctx, const unsigned char* seckey) {
    KOBLITZ_REQUIRE(seckey != nullptr);
    return wiping<scalar_stack>(koblitz::seckey_is_valid(seckey));
}

int secp256k1_ec_seckey_negate(const secp256k1_context* ctx, unsigned char* seckey) {
    KOBLITZ_REQUIRE(seckey != nullptr);
    return wiping<scalar_stack>(koblitz::negate_seckey(seckey));
}

int secp256k1_ec_seckey_tweak_add(const secp256k1_context* ctx, unsigned char* seckey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE(seckey != nullptr);
    KOBLITZ_REQUIRE(tweak32 != nullptr);
    return wiping<scalar_stack>(koblitz::add_to_seckey(seckey, tweak32));
}

int secp256k1_ec_seckey_tweak_mul(const secp256k1_context* ctx, unsigned char* seckey,
                                  const unsigned char* tweak32) {
    KOBLITZ_REQUIRE(seckey != nullptr);
    KOBLITZ_REQUIRE(tweak32 != nullptr);
    return wiping<product_stack>(koblitz::multiply_seckey(seckey, tweak32));
}

} // extern "C"
