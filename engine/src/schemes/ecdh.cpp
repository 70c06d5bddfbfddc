#include "schemes/ecdh.h"

#include "backends/list.h"
#include "schemes/opaque.h"

namespace koblitz {

void shared_point(u8 x32[32], u8 y32[32], const u8 pubkey[64], const secret_scalar& secret) {
    secret_point p;
    curve().ecmult_const(p, load_point(pubkey), secret);
    p.x.export_be(x32);
    p.y.export_be(y32);
}

void ecdh_hash_sha256(sha256_compress_fn compress, u8 out[32], const u8 x32[32], const u8 y32[32]) {
    const u8 tag = compressed_tag(y32);
    sha256 h(compress);
    h.write(&tag, 1);
    h.write(x32, 32);
    h.finalize(out);
}

int ecdh(sha256_compress_fn compress, u8* out, const u8 pubkey[64], const u8 seckey[32],
         secp256k1_ecdh_hash_function hashfp, void* data) {
    u8 x32[32], y32[32];
    choice valid = choice::no();
    shared_point(x32, y32, pubkey, secret_scalar::parse_seckey(seckey, &valid));
    int hashed = 1;
    if (hashfp == nullptr) {
        ecdh_hash_sha256(compress, out, x32, y32);
    } else {
        hashed = hashfp(out, x32, y32, data);
    }
    return export_result(valid & choice::from_bit(hashed != 0 ? 1 : 0));
}

} // namespace koblitz
