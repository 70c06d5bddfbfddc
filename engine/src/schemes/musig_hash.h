/* The opaque objects of MuSig2 as bytes, and the tagged hashes of BIP-327. In the objects points are opaque
 * public keys, where 64 zeros may mean infinity; scalars and coordinates are big-endian. */
#pragma once

#include "hash/sha256.h"
#include "schemes/opaque.h"
#include "secp256k1_musig.h"

namespace koblitz {

struct musig_keyagg {
    static constexpr object_magic expected = {{0xf4, 0xad, 0xbb, 0xdf}};
    object_magic magic;
    u8 pubkey[64];
    u8 second[64]; /* the first key that differs from the first one; or zeros */
    u8 list_hash[32];
    u8 negated; /* BIP-327's gacc is -1 */
    u8 tweak[32];
};

struct musig_secnonce {
    static constexpr object_magic expected = {{0x22, 0x0e, 0xdc, 0xf1}};
    object_magic magic;
    u8 k[2][32];
    u8 pubkey[64];
};

struct musig_pubnonce {
    static constexpr object_magic expected = {{0xf5, 0x7a, 0x3d, 0xa0}};
    object_magic magic;
    u8 points[2][64];
};

struct musig_aggnonce {
    static constexpr object_magic expected = {{0xa8, 0xb7, 0xe4, 0x67}};
    object_magic magic;
    u8 points[2][64]; /* either may be infinity */
};

struct musig_session {
    static constexpr object_magic expected = {{0x9d, 0xed, 0xe9, 0x17}};
    object_magic magic;
    u8 nonce_odd; /* whether the final nonce's y is */
    u8 nonce_x[32];
    u8 nonce_coefficient[32];
    u8 challenge[32];
    u8 tweak_part[32]; /* the summand of s that belongs to the tweaks */
};

struct musig_partial {
    static constexpr object_magic expected = {{0xeb, 0xfb, 0x1a, 0x32}};
    object_magic magic;
    u8 s[32];
};

static_assert(sizeof(musig_keyagg) == sizeof(secp256k1_musig_keyagg_cache) && alignof(musig_keyagg) == 1);
static_assert(sizeof(musig_secnonce) == sizeof(secp256k1_musig_secnonce));
static_assert(sizeof(musig_pubnonce) == sizeof(secp256k1_musig_pubnonce));
static_assert(sizeof(musig_aggnonce) == sizeof(secp256k1_musig_aggnonce));
static_assert(sizeof(musig_session) == sizeof(secp256k1_musig_session));
static_assert(sizeof(musig_partial) == sizeof(secp256k1_musig_partial_sig));

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
