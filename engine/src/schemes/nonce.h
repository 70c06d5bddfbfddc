/* Deterministic nonces: RFC 6979 for ECDSA, BIP-340's for Schnorr signatures. Constant time in the keys. */
#pragma once

#include "hash/sha256.h"

namespace koblitz {

/* RFC 6979, 3.2 with the additional data of 3.6: the seed is key || (msg mod n) || data32 || algo16, where
 * the last two may be null. attempt: how many candidates to pass over. */
void nonce_rfc6979(sha256_compress_fn compress, u8 nonce[32], const u8 msg[32], const u8 key[32],
                   const u8* algo16, const void* data32, unsigned attempt);

inline constexpr char bip340_nonce_tag[] = "BIP0340/nonce";

/* BIP-340, default signing, up to the reduction of rand. aux32 null: 32 zero bytes. algo: the tag,
 * bip340_nonce_tag when signing by the BIP. */
void nonce_bip340(sha256_compress_fn compress, u8 nonce[32], const u8* msg, size_t msglen, const u8 key[32],
                  const u8 xonly_pubkey[32], const u8* algo, size_t algolen, const void* aux32);

} // namespace koblitz
