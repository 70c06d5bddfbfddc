#include "schemes/schnorrsig.h"

#include "backends/list.h"
#include "field/field.h"
#include "hash/tagged.h"
#include "schemes/nonce.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"

namespace koblitz {

static constexpr sha256_midstate challenge_midstate = tag_midstate("BIP0340/challenge");

void schnorrsig_challenge(sha256_compress_fn compress, u8 out[32], const u8 r32[32],
                          const u8 xonly_pubkey[32], const u8* msg, size_t msglen) {
    sha256 h(compress, challenge_midstate);
    h.write(r32, 32);
    h.write(xonly_pubkey, 32);
    h.write(msg, msglen);
    h.finalize(out);
}

int schnorrsig_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[64], const u8* msg,
                    size_t msglen, const u8 keypair[96], secp256k1_nonce_function_hardened noncefp,
                    void* ndata) {
    const u8* tag = reinterpret_cast<const u8*>(bip340_nonce_tag);
    constexpr size_t tag_len = sizeof bip340_nonce_tag - 1;
    u8 seckey[32], x32[32], nonce32[32] = {}, e32[32];

    secret_scalar key = secret_scalar::parse(keypair, nullptr);
    key.cond_negate(choice::from_bit(pubkey_y_is_odd(keypair + 32) ? 1 : 0));
    key.export_be(seckey);
    reverse32(x32, keypair + 32);

    int made = 1;
    if (noncefp == nullptr) {
        nonce_bip340(compress, nonce32, msg, msglen, seckey, x32, tag, tag_len, ndata);
    } else {
        made = noncefp(nonce32, msg, msglen, seckey, x32, tag, tag_len, ndata);
    }
    secret_scalar k = secret_scalar::parse(nonce32, nullptr);
    const choice ok = choice::from_bit(made != 0 ? 1 : 0) & !k.is_zero();
    k = secret_scalar::select(ok, k, secret_scalar(scalar::one()));

    secret_point secret_r;
    curve().ecmult_gen(secret_r, gen, k, nullptr);
    const point r = declassify_point(secret_r);
    k.cond_negate(choice::from_bit(r.y[0] & 1));
    store_be256(sig, r.x);

    schnorrsig_challenge(compress, e32, sig, x32, msg, msglen);
    const secret_scalar s = k + key * secret_scalar::parse(e32, nullptr);
    s.export_be(sig + 32);
    zero_unless(ok, sig, 64);
    return export_result(ok);
}

int schnorrsig_verify(sha256_compress_fn compress, const u8 sig[64], const u8* msg, size_t msglen,
                      const u8 pubkey[64]) {
    u8 x32[32], e32[32];
    u64 rx[4];
    if (!in_range(sig, sig + 32))
        return 0;
    load_be256(rx, sig);
    const scalar s = scalar::parse(sig + 32, nullptr);
    reverse32(x32, pubkey);
    schnorrsig_challenge(compress, e32, sig, x32, msg, msglen);
    point r = {};
    return curve().ecmult(r, s, load_point(pubkey), scalar::parse(e32, nullptr).negate()) &&
                   (r.y[0] & 1) == 0 && __builtin_memcmp(r.x, rx, sizeof rx) == 0
               ? 1
               : 0;
}

} // namespace koblitz
