#include "schemes/seckey.h"

#include "backends/list.h"
#include "schemes/opaque.h"

namespace koblitz {
namespace {

int export_seckey(u8 seckey[32], const secret_scalar& k, choice valid) {
    k.export_be(seckey);
    zero_unless(valid, seckey, 32);
    return export_result(valid);
}

} // namespace

int seckey_verify(const u8 seckey[32]) {
    choice valid = choice::no();
    (void)secret_scalar::parse_seckey(seckey, &valid);
    return export_result(valid);
}

int seckey_negate(u8 seckey[32]) {
    choice valid = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid);
    return export_seckey(seckey, k.negate(), valid);
}

int seckey_tweak_add(u8 seckey[32], const u8 tweak[32]) {
    choice valid = choice::no(), overflow = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid),
                        sum = k + secret_scalar::parse(tweak, &overflow);
    return export_seckey(seckey, sum, valid & !overflow & !sum.is_zero());
}

int seckey_tweak_mul(u8 seckey[32], const u8 tweak[32]) {
    choice valid = choice::no(), tweak_valid = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid),
                        t = secret_scalar::parse_seckey(tweak, &tweak_valid);
    return export_seckey(seckey, k * t, valid & tweak_valid);
}

choice pubkey_from_seckey(const gen_context& gen, u8 pubkey[64], const u8 seckey[32], secret_scalar* secret) {
    choice valid = choice::no();
    const secret_scalar k = secret_scalar::parse_seckey(seckey, &valid);
    secret_point p;
    curve().ecmult_gen(p, gen, k, nullptr);
    export_point(pubkey, p);
    zero_unless(valid, pubkey, 64);
    if (secret != nullptr)
        *secret = k;
    return valid;
}

int pubkey_create(const gen_context& gen, u8 pubkey[64], const u8 seckey[32]) {
    return export_result(pubkey_from_seckey(gen, pubkey, seckey, nullptr));
}

} // namespace koblitz
