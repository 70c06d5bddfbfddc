/* Public key recovery from an ECDSA signature (SEC 1, 4.1.6). Variable time. */
#ifndef KOBLITZ_SCHEMES_RECOVERY_H
#define KOBLITZ_SCHEMES_RECOVERY_H

#include "schemes/ecdsa.h"
#include "schemes/pubkey.h"

namespace koblitz {

/* pubkey = r^-1 (s point - m G); zeros, and 0, when that is infinity. r is not 0. */
template <class B>
int ecdsa_recover_from_point(u8 pubkey[64], const typename B::ge& point, const typename B::scalar& r,
                             const typename B::scalar& s, const typename B::scalar& m) {
    const typename B::scalar r_inverse = r.inverse_var();
    typename B::gej q;
    double_base_var<B>(q, (m * r_inverse).negate(), point, s * r_inverse);
    return pubkey_store_or_zero<B>(pubkey, q);
}

/* The key under which sig verifies with the R that the recovery id names; zeros, and 0, when there is none.
 * High s is accepted. */
template <class B>
int ecdsa_recover(u8 pubkey[64], const u8 sig[65], const u8 msghash[32]) {
    using S = typename B::scalar;
    const int odd = sig[64] & 1, lift = sig[64] >> 1;
    const S r = load_scalar<S>(sig), s = load_scalar<S>(sig + 32);
    u8 lifts[S::max_lifts][32];
    typename B::fe x;
    typename B::ge point;
    bool ok = !r.is_zero() && !s.is_zero() && lift < r.lifts(lifts);
    if (ok) {
        B::field::parse_reduce(x, lifts[lift]);
        ok = set_xo_var<B>(point, x, odd != 0);
    }
    if (!ok) {
        __builtin_memset(pubkey, 0, 64);
        return 0;
    }
    return ecdsa_recover_from_point<B>(pubkey, point, r, s, S::parse(msghash, nullptr));
}

} // namespace koblitz

#endif
