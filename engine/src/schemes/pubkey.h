/* Public keys: parsing, negation, tweaks, sums. Variable time. Outputs are zeroed on failure. */
#ifndef KOBLITZ_SCHEMES_PUBKEY_H
#define KOBLITZ_SCHEMES_PUBKEY_H

#include "group/affine.h"
#include "group/formulas.h"
#include "mul/double_base.h"
#include "mul/fixed_base_add.h"
#include "schemes/opaque.h"
#include "secp256k1.h"

namespace koblitz {

template <class B>
int pubkey_store_or_zero(u8 out[64], bool ok, const typename B::ge& p) {
    if (ok) {
        store(out, p);
    } else {
        __builtin_memset(out, 0, 64);
    }
    return ok ? 1 : 0;
}

template <class B>
int pubkey_store_or_zero(u8 out[64], const typename B::gej& j) {
    typename B::ge p;
    const bool finite = to_affine_var(p, j);
    return pubkey_store_or_zero<B>(out, finite, p);
}

/* SEC 1, 2.3.4, with the hybrid form of X9.62 (tags 6 and 7). */
template <class B>
int pubkey_parse(u8 out[64], const u8* in, size_t len) {
    typename B::ge p;
    bool ok = false;
    if (len == 33 && (in[0] == 2 || in[0] == 3)) {
        typename B::fe x;
        ok = B::field::parse_var(x, in + 1) && set_xo_var<B>(p, x, in[0] == 3);
    } else if (len == 65 && (in[0] == 4 || in[0] == 6 || in[0] == 7)) {
        ok = B::field::parse_var(p.x, in + 1) && B::field::parse_var(p.y, in + 33) &&
             (in[0] == 4 || (in[64] & 1) == (in[0] & 1)) && on_curve_var<B>(p);
        if (ok) {
            u8 y[32];
            reverse32(y, in + 33);
            reverse32(out, in + 1);
            __builtin_memcpy(out + 32, y, 32);
            return 1;
        }
    }
    return pubkey_store_or_zero<B>(out, ok, p);
}

/* BIP-340's lift_x. */
template <class B>
int xonly_parse(u8 out[64], const u8 in[32]) {
    typename B::ge p;
    typename B::fe x;
    const bool ok = B::field::parse_var(x, in) && set_xo_var<B>(p, x, false);
    return pubkey_store_or_zero<B>(out, ok, p);
}

template <class B>
void pubkey_negate(u8 pubkey[64]) {
    typename B::ge p;
    load(p, pubkey);
    negate(p);
    store(pubkey, p);
}

/* out = in + tweak*G; out may be in. */
template <class B>
int pubkey_tweak_add(u8 out[64], const u8 in[64], const u8 tweak[32]) {
    typename B::ge p, sum;
    bool overflow = false;
    const typename B::scalar t = B::scalar::parse(tweak, &overflow);
    if (overflow) {
        __builtin_memset(out, 0, 64);
        return 0;
    }
    load(p, in);
    const bool finite = fixed_base_add_var<B>(sum, p, t);
    return pubkey_store_or_zero<B>(out, finite, sum);
}

/* out = tweak*in; out may be in. */
template <class B>
int pubkey_tweak_mul(u8 out[64], const u8 in[64], const u8 tweak[32]) {
    typename B::ge p;
    typename B::gej product;
    bool overflow = false;
    const typename B::scalar t = B::scalar::parse(tweak, &overflow);
    if (overflow || t.is_zero()) {
        __builtin_memset(out, 0, 64);
        return 0;
    }
    load(p, in);
    double_base_var<B>(product, B::scalar::zero(), p, t);
    return pubkey_store_or_zero<B>(out, product);
}

/* The sum of n public keys. */
template <class B>
int pubkey_combine(u8 out[64], const secp256k1_pubkey* const* in, size_t n) {
    typename B::gej sum;
    set_infinity(sum);
    for (size_t i = 0; i < n; i++) {
        typename B::ge p;
        load(p, in[i]->data);
        add_var(sum, sum, p);
    }
    return pubkey_store_or_zero<B>(out, sum);
}

/* BIP-341: tweaked is the x of internal + tweak*G; parity becomes that of its y. */
template <class B>
bool xonly_tweak_add_is(const u8 tweaked[32], int* parity, const u8 internal[64], const u8 tweak[32]) {
    u8 sum[64], x[32];
    if (pubkey_tweak_add<B>(sum, internal, tweak) == 0)
        return false;
    reverse32(x, sum);
    *parity = pubkey_y_is_odd(sum) ? 1 : 0;
    return __builtin_memcmp(x, tweaked, 32) == 0;
}

/* The same, and parity is that of its y. */
template <class B>
int xonly_tweak_add_check(const u8 tweaked[32], int parity, const u8 internal[64], const u8 tweak[32]) {
    int found;
    return xonly_tweak_add_is<B>(tweaked, &found, internal, tweak) && found == parity ? 1 : 0;
}

} // namespace koblitz

#endif
