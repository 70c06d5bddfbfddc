#include "schemes/nonce.h"

#include <string.h>

#include "base/ct.h"
#include "hash/rfc6979.h"
#include "hash/tagged.h"
#include "scalar/scalar.h"

namespace koblitz {

namespace {

struct digest {
    u8 bytes[32];
};

constexpr sha256_midstate aux_midstate = tag_midstate("BIP0340/aux");
constexpr sha256_midstate nonce_midstate = tag_midstate(bip340_nonce_tag);

/* The tagged hash of 32 zero bytes under BIP0340/aux. */
constexpr digest zero_aux_hash() {
    constexpr char zeros[32] = {};
    digest d = {};
    tagged_detail::finish(d.bytes, aux_midstate, zeros, 32);
    return d;
}

constexpr digest zero_aux = zero_aux_hash();

} // namespace

void nonce_rfc6979(sha256_compress_fn compress, u8 nonce[32], const u8 msg[32], const u8 key[32],
                   const u8* algo16, const void* data32, unsigned attempt) {
    u8 seed[112];
    static_assert(sizeof seed <= rfc6979::max_seed);
    size_t len = 64;
    memcpy(seed, key, 32);
    secret_scalar::parse(msg, nullptr).export_be(seed + 32);
    if (data32 != nullptr) {
        memcpy(seed + len, data32, 32);
        len += 32;
    }
    if (algo16 != nullptr) {
        memcpy(seed + len, algo16, 16);
        len += 16;
    }
    rfc6979 generator(compress, seed, len);
    do {
        generator.generate(nonce);
    } while (attempt-- != 0);
}

void nonce_bip340(sha256_compress_fn compress, u8 nonce[32], const u8* msg, size_t msglen, const u8 key[32],
                  const u8 xonly_pubkey[32], const u8* algo, size_t algolen, const void* aux32) {
    u8 masked_key[32];
    memcpy(masked_key, zero_aux.bytes, 32);
    if (aux32 != nullptr) {
        sha256 h(compress, aux_midstate);
        h.write(aux32, 32);
        h.finalize(masked_key);
    }
    for (int i = 0; i < 32; i++)
        masked_key[i] ^= key[i];

    constexpr size_t tag_len = sizeof bip340_nonce_tag - 1;
    const bool is_bip340 = algolen == tag_len && memcmp(algo, bip340_nonce_tag, tag_len) == 0;
    sha256 h(compress, is_bip340 ? nonce_midstate : tag_midstate(compress, algo, algolen));
    h.write(masked_key, 32);
    h.write(xonly_pubkey, 32);
    h.write(msg, msglen);
    h.finalize(nonce);
}

} // namespace koblitz
