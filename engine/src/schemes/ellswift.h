/* ElligatorSwift (Chavez-Saab, Rodriguez-Henriquez and Tibouchi, ePrint 2022/759), as BIP-324 has it: field
 * elements u and t encode the x coordinate of a point, the parity of t that of its y. 64 bytes, big-endian:
 * u, t. */
#pragma once

#include "backends/arithmetic.h"
#include "hash/sha256.h"

namespace koblitz {

/* Variable time. */
void ellswift_decode(u8 pubkey[64], const u8 ell[64]);
/* The seed is the compressed key, padded to 64 bytes, and rnd. Variable time. */
void ellswift_encode(sha256_compress_fn compress, u8 ell[64], const u8 pubkey[64], const u8 rnd[32]);
/* The seed is the secret key, 32 zeros, and aux unless that is null. Its hashes make up the encoding: they
 * and the public key are treated as public. Zeros, and 0, when seckey is invalid. */
int ellswift_create(const gen_context& gen, sha256_compress_fn compress, u8 ell[64], const u8 seckey[32],
                    const u8* aux);
/* x of seckey times the decoded point; of the point itself when seckey is invalid (then 0). Constant time in
 * seckey. */
int ellswift_shared_x(u8 x32[32], const u8 theirs[64], const u8 seckey[32]);

} // namespace koblitz
