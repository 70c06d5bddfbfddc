/* Secret keys: validity, negation, tweaks. Constant time in every argument. */
#ifndef KOBLITZ_SCHEMES_SECKEY_H
#define KOBLITZ_SCHEMES_SECKEY_H

#include "base/ct.h"
#include "group/formulas.h"
#include "mul/fixed_base.h"
#include "schemes/opaque.h"

namespace koblitz {

/* Each returns the validity bit of its result; a seckey that would be invalid becomes zero. */

template <class B>
int seckey_verify(const u8 seckey[32]) {
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    k.wipe();
    return export_result(valid);
}

template <class B>
int seckey_finish(u8 seckey[32], typename B::secret_scalar& k, choice valid) {
    k.export_be(seckey);
    zero_unless(valid, seckey, 32);
    k.wipe();
    return export_result(valid);
}

template <class B>
int seckey_negate(u8 seckey[32]) {
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    k = k.negate();
    return seckey_finish<B>(seckey, k, valid);
}

template <class B>
int seckey_tweak_add(u8 seckey[32], const u8 tweak[32]) {
    choice valid = choice::no(), overflow = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    typename B::secret_scalar t = B::secret_scalar::parse(tweak, &overflow);
    k = k + t;
    t.wipe();
    return seckey_finish<B>(seckey, k, valid & !overflow & !k.is_zero());
}

template <class B>
int seckey_tweak_mul(u8 seckey[32], const u8 tweak[32]) {
    choice valid = choice::no(), tweak_valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    typename B::secret_scalar t = B::secret_scalar::parse_seckey(tweak, &tweak_valid);
    k = k * t;
    t.wipe();
    return seckey_finish<B>(seckey, k, valid & tweak_valid);
}

/* The affine point k*G and, unless it is null, inverse = 1/k mod n. k is not zero. */
template <class B>
void multiply_generator(typename B::secret_ge& r, const gen_context& gen, const typename B::secret_scalar& k,
                        typename B::secret_scalar* inverse = nullptr) {
    typename B::secret_gej j;
    ecmult_gen<B>(j, gen, k);
    if (inverse != nullptr) {
        to_affine_beside(r, j, *inverse, k);
    } else {
        to_affine(r, j);
    }
    wipe(j);
}

/* The key pair of seckey: pubkey receives the point, or zeros when seckey is invalid; *secret (when not null)
 * receives the scalar, 1 when invalid, and is wiped by the caller. */
template <class B>
choice pubkey_from_seckey(const gen_context& gen, u8 pubkey[64], const u8 seckey[32],
                          typename B::secret_scalar* secret) {
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    typename B::secret_ge p;
    multiply_generator<B>(p, gen, k);
    export_point(pubkey, p);
    zero_unless(valid, pubkey, 64);
    if (secret != nullptr)
        *secret = k;
    k.wipe();
    wipe(p);
    return valid;
}

template <class B>
int pubkey_create(const gen_context& gen, u8 pubkey[64], const u8 seckey[32]) {
    return export_result(pubkey_from_seckey<B>(gen, pubkey, seckey, nullptr));
}

} // namespace koblitz

#endif
