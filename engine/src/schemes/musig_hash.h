/* The tagged hashes of BIP-327. */
#pragma once

#include "hash/sha256.h"
#include "schemes/musig_objects.h"

namespace koblitz {

/* HashKeys: of all compressed keys. */
void musig_list_hash(sha256_compress_fn compress, u8 out[32], const secp256k1_pubkey* const* pubkeys,
                     size_t n);

/* KeyAggCoeffInternal for keys that are not the second one, before its reduction. */
void musig_coefficient_hash(sha256_compress_fn compress, u8 out[32], const u8 list_hash[32],
                            const u8 pubkey[64]);

/* The hash b of GetSessionValues, before its reduction; points of 64 zeros are infinity. */
void musig_nonce_coefficient_hash(sha256_compress_fn compress, u8 out[32], const u8 points[2][64],
                                  const u8 aggregate_x[32], const u8 msg[32]);

/* What NonceGen is given; all but the first two may be null. */
struct musig_nonce_inputs {
    const u8* random;    /* 32 bytes */
    const u8* pubkey;    /* opaque */
    const u8* seckey;    /* 32 bytes */
    const u8* msg;       /* 32 bytes */
    const u8* aggregate; /* opaque */
    const u8* extra;     /* 32 bytes */
};

/* k1 and k2 of NonceGen, before their reduction. Constant time; which inputs are null is public. */
void musig_nonces(sha256_compress_fn compress, u8 k[2][32], const musig_nonce_inputs& in);

} // namespace koblitz
