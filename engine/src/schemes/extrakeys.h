/* Key pairs and their x-only tweaks (BIP-341). */
#ifndef KOBLITZ_SCHEMES_EXTRAKEYS_H
#define KOBLITZ_SCHEMES_EXTRAKEYS_H

#include "schemes/opaque.h"
#include "schemes/pubkey.h"
#include "schemes/seckey.h"

namespace koblitz {

/* Constant time; zeros, and 0, when seckey is invalid. */
template <class B>
int keypair_create(const gen_context& gen, u8 keypair[96], const u8 seckey[32]) {
    typename B::secret_scalar k;
    const choice valid = pubkey_from_seckey<B>(gen, keypair + 32, seckey, &k);
    k.export_be(keypair);
    zero_unless(valid, keypair, 32);
    k.wipe();
    return export_result(valid);
}

/* Makes the public key's y even, negating both halves when it is odd. Constant time in the secret key; the
 * public key is public. */
template <class B>
void keypair_even_y(typename B::secret_scalar& k, u8 pubkey[64]) {
    const bool odd = pubkey_y_is_odd(pubkey);
    k.cond_negate(choice::from_bit(odd ? 1 : 0));
    if (odd)
        pubkey_negate<B>(pubkey);
}

/* in-out; zeros, and 0, when tweak >= n or the sum is 0. The keypair is a valid one. Constant time in the
 * secret key; whether the tweak was usable is public. */
template <class B>
int keypair_xonly_tweak_add(u8 keypair[96], const u8 tweak[32]) {
    choice valid = choice::no(), overflow = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(keypair, &valid);
    keypair_even_y<B>(k, keypair + 32);
    typename B::secret_scalar t = B::secret_scalar::parse(tweak, &overflow);
    k = k + t;
    t.wipe();
    const int pubkey_ok = pubkey_tweak_add<B>(keypair + 32, keypair + 32, tweak);
    const bool ok =
        (valid & !overflow & !k.is_zero() & choice::from_bit(pubkey_ok != 0 ? 1 : 0)).declassify();
    if (ok) {
        k.export_be(keypair);
    } else {
        wipe(keypair, 96);
    }
    k.wipe();
    return ok ? 1 : 0;
}

} // namespace koblitz

#endif
