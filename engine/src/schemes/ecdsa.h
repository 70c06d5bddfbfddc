/* ECDSA (SEC 1, 4.1) with low s. */
#ifndef KOBLITZ_SCHEMES_ECDSA_H
#define KOBLITZ_SCHEMES_ECDSA_H

#include "group/affine.h"
#include "group/formulas.h"
#include "mul/double_base.h"
#include "schemes/nonce.h"
#include "schemes/opaque.h"
#include "schemes/seckey.h"
#include "secp256k1.h"

namespace koblitz {

/* A signature from r || s, big-endian; 0, and zeros, when either is >= n. sig may overlap in.
 * Variable time. */
template <class B>
int ecdsa_signature_parse(u8 sig[64], const u8 in[64]) {
    bool r_overflow = false, s_overflow = false;
    (void)B::scalar::parse(in, &r_overflow);
    (void)B::scalar::parse(in + 32, &s_overflow);
    if (r_overflow || s_overflow) {
        __builtin_memset(sig, 0, 64);
        return 0;
    }
    signature_reverse(sig, in);
    return 1;
}

/* out = in with the lower of s and n - s; 1 when s was high. out may be in or null. Variable
 * time. */
template <class B>
int ecdsa_normalize(u8* out, const u8 in[64]) {
    const typename B::scalar s = load_scalar<typename B::scalar>(in + 32);
    const bool high = s.is_high();
    if (out != nullptr) {
        copy64(out, in);
        if (high)
            store_scalar(out + 32, s.negate());
    }
    return high ? 1 : 0;
}

/* X(point) mod n == r, without an inversion. Variable time. */
template <class B>
bool ecdsa_x_is(const typename B::gej& point, const typename B::scalar& r) {
    u8 lifts[B::scalar::max_lifts][32];
    const int count = r.lifts(lifts);
    for (int i = 0; i < count; i++) {
        typename B::fe x;
        B::field::parse_reduce(x, lifts[i]);
        if (x_equals_var(point, x))
            return true;
    }
    return false;
}

/* Refuses r = 0, s = 0 and high s. Variable time. */
template <class B>
int ecdsa_verify(const u8 sig[64], const u8 msghash[32], const u8 pubkey[64]) {
    using S = typename B::scalar;
    const S r = load_scalar<S>(sig), s = load_scalar<S>(sig + 32);
    if (r.is_zero() || s.is_zero() || s.is_high())
        return 0;
    const S s_inverse = s.inverse_var();
    const S u1 = S::parse(msghash, nullptr) * s_inverse;
    const S u2 = r * s_inverse;
    typename B::ge q;
    typename B::gej point;
    load(q, pubkey);
    double_base_var<B>(point, u1, q, u2);
    return ecdsa_x_is<B>(point, r) ? 1 : 0;
}

/* sig: r and s, then the recovery id: bit 0 the parity of R's y (after s was lowered), bit 1 whether X(R) >=
 * n. yes when r and s are not 0, which is public. Constant time. */
template <class B>
bool ecdsa_sign_with_nonce(const gen_context& gen, u8 sig[65], const typename B::secret_scalar& seckey,
                           const typename B::secret_scalar& msg, const typename B::secret_scalar& nonce) {
    using X = typename B::secret_scalar;
    u8 x32[32];
    typename B::secret_ge point;
    X inverse;
    multiply_generator<B>(point, gen, nonce, &inverse);
    B::secret_field::export_be(x32, point.x);
    const choice odd = B::secret_field::is_odd(point.y);
    choice overflow = choice::no();
    X r = X::parse(x32, &overflow);
    X sum = r * seckey + msg;
    X s = inverse * sum;
    const choice high = s.is_high();
    s.cond_negate(high);
    export_scalar(sig, r);
    export_scalar(sig + 32, s);
    sig[64] = export_bits(overflow, odd ^ high);
    const bool usable = (!(r.is_zero() | s.is_zero())).declassify();
    sum.wipe();
    inverse.wipe();
    wipe(point);
    wipe(x32);
    return usable;
}

/* sig as above, written when all has been read; zeros, and 0, when seckey is invalid or the nonce function
 * fails. noncefp null: RFC 6979 over compress. That a nonce was unusable (probability 2^-127) is public; that
 * the seckey is invalid is not. */
template <class B>
int ecdsa_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[65], const u8 msghash[32],
               const u8 seckey[32], secp256k1_nonce_function noncefp, const void* ndata) {
    using X = typename B::secret_scalar;
    u8 nonce32[32], made[65];
    choice valid = choice::no();
    X key = X::parse_seckey(seckey, &valid);
    X msg = X::parse(msghash, nullptr);
    X nonce;
    bool done = false;
    for (unsigned attempt = 0; !done; attempt++) {
        if (noncefp == nullptr) {
            nonce_rfc6979<B>(compress, nonce32, msghash, seckey, nullptr, ndata, attempt);
        } else if (noncefp(nonce32, msghash, seckey, nullptr, const_cast<void*>(ndata), attempt) == 0) {
            break;
        }
        choice nonce_valid = choice::no();
        nonce = X::parse_seckey(nonce32, &nonce_valid);
        done = nonce_valid.declassify() && ecdsa_sign_with_nonce<B>(gen, made, key, msg, nonce);
    }
    wipe(nonce32);
    key.wipe();
    msg.wipe();
    nonce.wipe();
    if (!done) {
        __builtin_memset(sig, 0, 65);
        return 0;
    }
    __builtin_memcpy(sig, made, 65);
    zero_unless(valid, sig, 65);
    return export_result(valid);
}

} // namespace koblitz

#endif
