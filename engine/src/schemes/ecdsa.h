/* ECDSA (SEC 1, 4.1) with low s. */
#pragma once

#include "backends/arithmetic.h"
#include "hash/sha256.h"
#include "secp256k1.h"

namespace koblitz {

/* A signature from r || s, big-endian; 0, and zeros, when either is >= n. sig may overlap in. Variable time.
 */
int ecdsa_signature_parse(u8 sig[64], const u8 in[64]);
/* out = in; where s is high or not below n, s becomes -s mod n, and the result is 1. out may be in or null.
 * Variable time. */
int ecdsa_normalize(u8* out, const u8 in[64]);
/* r and s of an object; false where one is 0 or not below n, or s is high. Variable time. */
bool load_signature(scalar& r, scalar& s, const u8 sig[64]);
/* 0 where load_signature is false. Variable time. */
int ecdsa_verify(const u8 sig[64], const u8 msghash[32], const u8 pubkey[64]);

/* sig: r and s, then the recovery id: bit 0 the parity of R's y (after s was lowered), bit 1 whether X(R) >=
 * n. It is written when all has been read; zeros, and 0, when seckey is invalid or the nonce function fails.
 * noncefp null: RFC 6979. That a nonce was unusable (probability 2^-127) is public; that the seckey is
 * invalid is not. Constant time. */
int ecdsa_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[65], const u8 msghash[32],
               const u8 seckey[32], secp256k1_nonce_function noncefp, const void* ndata);

/* The same for a nonce in [1, n - 1]; true when r and s are not 0, which is public. */
bool ecdsa_sign_with_nonce(const gen_context& gen, u8 sig[65], const secret_scalar& seckey,
                           const secret_scalar& msg, const secret_scalar& nonce);

/* The key under which sig verifies with the R that the recovery id names (SEC 1, 4.1.6); zeros, and 0, when
 * there is none. High s is accepted. Variable time. */
int ecdsa_recover(u8 pubkey[64], const u8 sig[65], const u8 msghash[32]);

} // namespace koblitz
