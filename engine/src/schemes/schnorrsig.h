/* Schnorr signatures of BIP-340, over messages of any length. */
#ifndef KOBLITZ_SCHEMES_SCHNORRSIG_H
#define KOBLITZ_SCHEMES_SCHNORRSIG_H

#include "schemes/extrakeys.h"
#include "schemes/nonce.h"
#include "schemes/opaque.h"
#include "secp256k1_schnorrsig.h"

namespace koblitz {

inline constexpr sha256_midstate challenge_midstate = tag_midstate("BIP0340/challenge");

/* e before its reduction: the tagged hash of R.x || P.x || msg. */
inline void schnorrsig_challenge(sha256_compress_fn compress, u8 out[32], const u8 r32[32],
                                 const u8 xonly_pubkey[32], const u8* msg, size_t msglen) {
    sha256 h(compress, challenge_midstate);
    h.write(r32, 32);
    h.write(xonly_pubkey, 32);
    h.write(msg, msglen);
    h.finalize(out);
}

/* Zeros, and 0, when the nonce function fails or its nonce is 0 mod n. noncefp null: BIP-340's, with ndata
 * null or 32 bytes. The keypair's public key is set. Constant time in the secret key and the nonce. */
template <class B>
int schnorrsig_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[64], const u8* msg,
                    size_t msglen, const u8 keypair[96], secp256k1_nonce_function_hardened noncefp,
                    void* ndata) {
    using X = typename B::secret_scalar;
    const u8* tag = reinterpret_cast<const u8*>(bip340_nonce_tag);
    constexpr size_t tag_len = sizeof bip340_nonce_tag - 1;
    u8 seckey[32], x32[32], nonce32[32] = {}, e32[32];

    X key = X::parse(keypair, nullptr);
    key.cond_negate(choice::from_bit(pubkey_y_is_odd(keypair + 32) ? 1 : 0));
    key.export_be(seckey);
    reverse32(x32, keypair + 32);

    int made = 1;
    if (noncefp == nullptr) {
        nonce_bip340(compress, nonce32, msg, msglen, seckey, x32, tag, tag_len, ndata);
    } else {
        made = noncefp(nonce32, msg, msglen, seckey, x32, tag, tag_len, ndata);
    }
    X k = X::parse(nonce32, nullptr);
    const choice ok = choice::from_bit(made != 0 ? 1 : 0) & !k.is_zero();
    k = X::select(ok, k, X(B::scalar::one()));

    typename B::secret_ge secret_r;
    typename B::ge r;
    multiply_generator<B>(secret_r, gen, k);
    declassify(r, secret_r);
    k.cond_negate(choice::from_bit(B::field::is_odd(r.y) ? 1 : 0));
    B::field::serialize(sig, r.x);

    schnorrsig_challenge(compress, e32, sig, x32, msg, msglen);
    X s = k + key * X::parse(e32, nullptr);
    s.export_be(sig + 32);
    zero_unless(ok, sig, 64);
    key.wipe();
    k.wipe();
    s.wipe();
    wipe(seckey);
    wipe(nonce32);
    return export_result(ok);
}

/* Variable time. */
template <class B>
int schnorrsig_verify(sha256_compress_fn compress, const u8 sig[64], const u8* msg, size_t msglen,
                      const u8 pubkey[64]) {
    u8 x32[32], e32[32];
    typename B::fe rx;
    bool overflow = false;
    if (!B::field::parse_var(rx, sig))
        return 0;
    const typename B::scalar s = B::scalar::parse(sig + 32, &overflow);
    if (overflow)
        return 0;
    reverse32(x32, pubkey);
    schnorrsig_challenge(compress, e32, sig, x32, msg, msglen);
    const typename B::scalar e = B::scalar::parse(e32, nullptr);

    typename B::ge p, r;
    typename B::gej point;
    load(p, pubkey);
    double_base_var<B>(point, s, p, e.negate());
    return to_affine_var(r, point) && !B::field::is_odd(r.y) && B::field::equal(r.x, rx) ? 1 : 0;
}

} // namespace koblitz

#endif
