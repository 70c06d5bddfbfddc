/* Diffie-Hellman. Constant time in the secret key and in the shared point. */
#pragma once

#include "backends/arithmetic.h"
#include "hash/sha256.h"
#include "secp256k1_ecdh.h"

namespace koblitz {

/* secret * pubkey, big-endian; (0, 0) where secret is 0. */
void shared_point(u8 x32[32], u8 y32[32], const u8 pubkey[64], const secret_scalar& secret);

/* The first byte of a compressed point: SEC 1, 2.3.3. */
inline u8 compressed_tag(const u8 y32[32]) {
    return static_cast<u8>(2 | (y32[31] & 1));
}

/* SHA-256 of the compressed point. */
void ecdh_hash_sha256(sha256_compress_fn compress, u8 out[32], const u8 x32[32], const u8 y32[32]);

/* Calls the hash on seckey * pubkey, or on pubkey itself when seckey is invalid (then returns 0). hashfp
 * null: the function above. */
int ecdh(sha256_compress_fn compress, u8* out, const u8 pubkey[64], const u8 seckey[32],
         secp256k1_ecdh_hash_function hashfp, void* data);

} // namespace koblitz
