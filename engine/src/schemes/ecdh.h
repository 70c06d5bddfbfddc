/* Diffie-Hellman. Constant time in the secret key and in the shared point. */
#ifndef KOBLITZ_SCHEMES_ECDH_H
#define KOBLITZ_SCHEMES_ECDH_H

#include "group/affine.h"
#include "group/formulas.h"
#include "mul/const_time.h"
#include "schemes/opaque.h"
#include "schemes/seckey.h"
#include "secp256k1_ecdh.h"

namespace koblitz {

/* SHA-256 of the compressed point. */
inline void ecdh_hash_sha256(sha256_compress_fn compress, u8 out[32], const u8 x32[32], const u8 y32[32]) {
    const u8 tag = static_cast<u8>(2 | (y32[31] & 1));
    sha256 h(compress);
    h.write(&tag, 1);
    h.write(x32, 32);
    h.finalize(out);
}

/* Calls the hash on seckey * pubkey, or on pubkey itself when seckey is invalid (then returns 0). hashfp
 * null: the function above. */
template <class B>
int ecdh(sha256_compress_fn compress, u8* out, const u8 pubkey[64], const u8 seckey[32],
         secp256k1_ecdh_hash_function hashfp, void* data) {
    u8 x32[32], y32[32];
    typename B::ge p;
    typename B::secret_gej shared;
    typename B::secret_ge affine;
    choice valid = choice::no();
    load(p, pubkey);
    typename B::secret_scalar k = B::secret_scalar::parse_seckey(seckey, &valid);
    ecmult_const<B>(shared, p, k);
    to_affine(affine, shared);
    B::secret_field::export_be(x32, affine.x);
    B::secret_field::export_be(y32, affine.y);
    int hashed = 1;
    if (hashfp == nullptr) {
        ecdh_hash_sha256(compress, out, x32, y32);
    } else {
        hashed = hashfp(out, x32, y32, data);
    }
    k.wipe();
    wipe(shared);
    wipe(affine);
    wipe(x32);
    wipe(y32);
    return export_result(valid & choice::from_bit(hashed != 0 ? 1 : 0));
}

} // namespace koblitz

#endif
