/* Key pairs and their x-only tweaks (BIP-341). Constant time in the secret key; the public key is public. */
#pragma once

#include "backends/arithmetic.h"

namespace koblitz {

/* Zeros, and 0, when seckey is invalid. */
int keypair_create(const gen_context& gen, u8 keypair[96], const u8 seckey[32]);
/* In-out; zeros, and 0, when tweak >= n or the sum is 0, which is public. The keypair is a valid one. */
int keypair_xonly_tweak_add(u8 keypair[96], const u8 tweak[32]);

} // namespace koblitz
