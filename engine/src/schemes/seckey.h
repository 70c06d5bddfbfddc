/* Secret keys: validity, negation, tweaks, and their public keys. Constant time in every argument. */
#pragma once

#include "backends/arithmetic.h"

namespace koblitz {

/* Each returns the validity bit of its result; a seckey that would be invalid becomes zero. */
int seckey_verify(const u8 seckey[32]);
int seckey_negate(u8 seckey[32]);
int seckey_tweak_add(u8 seckey[32], const u8 tweak[32]);
int seckey_tweak_mul(u8 seckey[32], const u8 tweak[32]);

/* pubkey receives k G, or zeros when seckey is invalid; *secret, unless null, receives k, 1 when invalid. */
choice pubkey_from_seckey(const gen_context& gen, u8 pubkey[64], const u8 seckey[32], secret_scalar* secret);
int pubkey_create(const gen_context& gen, u8 pubkey[64], const u8 seckey[32]);

} // namespace koblitz
