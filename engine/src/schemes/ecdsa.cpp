#include "schemes/ecdsa.h"

#include "backends/list.h"
#include "schemes/nonce.h"
#include "schemes/opaque.h"
#include "schemes/pubkey.h"

namespace koblitz {

int ecdsa_signature_parse(u8 sig[64], const u8 in[64]) {
    bool r_overflow = false, s_overflow = false;
    (void)scalar::parse(in, &r_overflow);
    (void)scalar::parse(in + 32, &s_overflow);
    if (r_overflow || s_overflow) {
        __builtin_memset(sig, 0, 64);
        return 0;
    }
    signature_reverse(sig, in);
    return 1;
}

int ecdsa_normalize(u8* out, const u8 in[64]) {
    bool overflow = false;
    const scalar s = load_scalar(in + 32, &overflow);
    const bool high = overflow || s.is_high();
    if (out != nullptr) {
        copy64(out, in);
        if (high)
            store_scalar(out + 32, s.negate());
    }
    return high ? 1 : 0;
}

bool load_signature(scalar& r, scalar& s, const u8 sig[64]) {
    bool r_overflow = false, s_overflow = false;
    r = load_scalar(sig, &r_overflow);
    s = load_scalar(sig + 32, &s_overflow);
    return !r_overflow && !s_overflow && !r.is_zero() && !s.is_zero() && !s.is_high();
}

int ecdsa_verify(const u8 sig[64], const u8 msghash[32], const u8 pubkey[64]) {
    scalar r, s;
    if (!load_signature(r, s, sig))
        return 0;
    const scalar s_inverse = s.inverse_var();
    u64 x[scalar::max_x_candidates][4];
    const int candidates = r.x_candidates(x);
    return curve().ecmult_has_x(scalar::parse(msghash, nullptr) * s_inverse, load_point(pubkey),
                                r * s_inverse, x, candidates)
               ? 1
               : 0;
}

bool ecdsa_sign_with_nonce(const gen_context& gen, u8 sig[65], const secret_scalar& seckey,
                           const secret_scalar& msg, const secret_scalar& nonce) {
    u8 x32[32];
    secret_point point;
    secret_scalar inverse;
    curve().ecmult_gen(point, gen, nonce, &inverse);
    point.x.export_be(x32);
    choice overflow = choice::no();
    const secret_scalar r = secret_scalar::parse(x32, &overflow);
    secret_scalar s = inverse * (r * seckey + msg);
    const choice high = s.is_high();
    s.cond_negate(high);
    export_scalar(sig, r);
    export_scalar(sig + 32, s);
    sig[64] = export_bits(overflow, point.y.is_odd() ^ high);
    return (!(r.is_zero() | s.is_zero())).declassify();
}

int ecdsa_sign(const gen_context& gen, sha256_compress_fn compress, u8 sig[65], const u8 msghash[32],
               const u8 seckey[32], secp256k1_nonce_function noncefp, const void* ndata) {
    u8 nonce32[32], made[65];
    choice valid = choice::no();
    const secret_scalar key = secret_scalar::parse_seckey(seckey, &valid),
                        msg = secret_scalar::parse(msghash, nullptr);
    bool done = false;
    for (unsigned attempt = 0; !done; attempt++) {
        if (noncefp == nullptr) {
            nonce_rfc6979(compress, nonce32, msghash, seckey, nullptr, ndata, attempt);
        } else if (noncefp(nonce32, msghash, seckey, nullptr, const_cast<void*>(ndata), attempt) == 0) {
            break;
        }
        choice nonce_valid = choice::no();
        const secret_scalar nonce = secret_scalar::parse_seckey(nonce32, &nonce_valid);
        done = nonce_valid.declassify() && ecdsa_sign_with_nonce(gen, made, key, msg, nonce);
    }
    if (!done) {
        __builtin_memset(sig, 0, 65);
        return 0;
    }
    __builtin_memcpy(sig, made, 65);
    zero_unless(valid, sig, 65);
    return export_result(valid);
}

int ecdsa_recover(u8 pubkey[64], const u8 sig[65], const u8 msghash[32]) {
    const int odd = sig[64] & 1, at = sig[64] >> 1;
    const scalar r = load_scalar(sig), s = load_scalar(sig + 32);
    u64 x[scalar::max_x_candidates][4];
    point p = {};
    bool ok = !r.is_zero() && !s.is_zero() && at < r.x_candidates(x) && curve().lift_x(p, x[at], odd != 0);
    if (ok) {
        const scalar r_inverse = r.inverse_var(), m = scalar::parse(msghash, nullptr);
        const point nonce = p;
        ok = curve().ecmult(p, (m * r_inverse).negate(), nonce, s * r_inverse);
    }
    return store_or_zero(pubkey, ok, p);
}

} // namespace koblitz
