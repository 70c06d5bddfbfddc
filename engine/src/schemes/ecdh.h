/* Diffie-Hellman. Constant time in the secret key and in the shared point. */
#ifndef KOBLITZ_SCHEMES_ECDH_H
#define KOBLITZ_SCHEMES_ECDH_H

#include "schemes/seckey.h"
#include "schemes/shared_point.h"
#include "secp256k1_ecdh.h"

namespace koblitz {

/* SHA-256 of the compressed point. */
inline void ecdh_hash_sha256(sha256_compress_fn compress, u8 out[32], const u8 x32[32], const u8 y32[32]) {
    u8 tag = compressed_tag(y32);
    sha256 h(compress);
    h.write(&tag, 1);
    h.write(x32, 32);
    h.finalize(out);
    wipe(tag);
}

/* Calls the hash on seckey * pubkey, or on pubkey itself when seckey is invalid (then returns 0). hashfp
 * null: the function above. */
template <class B>
int ecdh(sha256_compress_fn compress, u8* out, const u8 pubkey[64], const u8 seckey[32],
         secp256k1_ecdh_hash_function hashfp, void* data) {
    u8 x32[32], y32[32];
    choice valid = choice::no();
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    shared_point<B>(x32, y32, pubkey, k);
    int hashed = 1;
    if (hashfp == nullptr) {
        ecdh_hash_sha256(compress, out, x32, y32);
    } else {
        hashed = hashfp(out, x32, y32, data);
    }
    k.wipe();
    wipe(x32);
    wipe(y32);
    return export_result(valid & choice::from_bit(hashed != 0 ? 1 : 0));
}

} // namespace koblitz

#endif
