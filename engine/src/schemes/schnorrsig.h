/* Schnorr signatures of BIP-340, over messages of any length. */
#pragma once

#include "backends/arithmetic.h"
#include "hash/sha256.h"
#include "secp256k1_schnorrsig.h"

namespace koblitz {

/* e before its reduction: the tagged hash of R.x || P.x || msg. */
void schnorrsig_challenge(sha256_compress_fn compress, u8 out[32], const u8 r32[32],
                          const u8 xonly_pubkey[32], const u8* msg, size_t msglen);

/* Zeros, and 0, when the nonce function fails or its nonce is 0 mod n. noncefp null: BIP-340's, with ndata
 * null or 32 bytes. The keypair's public key is set. Constant time in the secret key and the nonce. */
int schnorrsig_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[64], const u8* msg,
                    size_t msglen, const u8 keypair[96], secp256k1_nonce_function_hardened noncefp,
                    void* ndata);

/* Variable time. */
int schnorrsig_verify(sha256_compress_fn compress, const u8 sig[64], const u8* msg, size_t msglen,
                      const u8 pubkey[64]);

} // namespace koblitz
