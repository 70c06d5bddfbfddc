#include "schemes/extrakeys.h"

#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/seckey.h"

namespace koblitz {

int keypair_create(const gen_context& gen, u8 keypair[96], const u8 seckey[32]) {
    secret_scalar k;
    const choice valid = pubkey_from_seckey(gen, keypair + 32, seckey, &k);
    k.export_be(keypair);
    zero_unless(valid, keypair, 32);
    return export_result(valid);
}

int keypair_xonly_tweak_add(u8 keypair[96], const u8 tweak[32]) {
    choice valid = choice::no(), overflow = choice::no();
    secret_scalar k = secret_scalar::parse_seckey(keypair, &valid);
    const bool odd = pubkey_y_is_odd(keypair + 32);
    k.cond_negate(choice::from_bit(odd ? 1 : 0));
    if (odd)
        pubkey_negate(keypair + 32);
    k = k + secret_scalar::parse(tweak, &overflow);
    const int pubkey_ok = pubkey_tweak_add(keypair + 32, keypair + 32, tweak);
    const bool ok =
        (valid & !overflow & !k.is_zero() & choice::from_bit(pubkey_ok != 0 ? 1 : 0)).declassify();
    if (ok) {
        k.export_be(keypair);
    } else {
        wipe(keypair, 96);
    }
    return ok ? 1 : 0;
}

} // namespace koblitz
