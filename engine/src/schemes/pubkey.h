/* Public keys: parsing, negation, tweaks, sums. Variable time. Outputs are zeroed on failure. seckey.h makes
 * them of secret keys. */
#pragma once

#include "backends/arithmetic.h"
#include "secp256k1.h"

namespace koblitz {

/* out = p if ok, else zeros; returns ok. */
int store_or_zero(u8 out[64], bool ok, const point& p);

/* x < p of 32 bytes, big-endian; false where they are p or more. */
bool read_coordinate(u64 x[4], const u8 in[32]);

/* x < p and s < n, as in a signature of BIP-340; 32 bytes each, big-endian. */
bool in_range(const u8 x[32], const u8 s[32]);

/* What an encoding of a point gives: its x and, by the first byte, the parity of y; or x and y, which need
 * not be on the curve. */
enum class sec1 { neither, compressed, whole };
/* SEC 1, 2.3.4, with the hybrid form of X9.62 (tags 6 and 7). */
sec1 read_sec1(point& p, const u8* in, size_t len);

int pubkey_parse(u8 out[64], const u8* in, size_t len);
/* BIP-340's lift_x. */
int xonly_parse(u8 out[64], const u8 in[32]);
void pubkey_negate(u8 pubkey[64]);
/* out = in + tweak G; out may be in. */
int pubkey_tweak_add(u8 out[64], const u8 in[64], const u8 tweak[32]);
/* out = tweak in; out may be in. */
int pubkey_tweak_mul(u8 out[64], const u8 in[64], const u8 tweak[32]);
/* The sum of n public keys. */
int pubkey_combine(u8 out[64], const secp256k1_pubkey* const* in, size_t n);

/* BIP-341: tweaked is the x of internal + tweak G; parity becomes that of its y. */
bool xonly_tweak_add_is(const u8 tweaked[32], int* parity, const u8 internal[64], const u8 tweak[32]);
/* The same, and parity is that of its y. */
int xonly_tweak_add_check(const u8 tweaked[32], int parity, const u8 internal[64], const u8 tweak[32]);

} // namespace koblitz
