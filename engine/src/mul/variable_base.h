/* k P for a secret k and a public P. */
#ifndef KOBLITZ_MUL_VARIABLE_BASE_H
#define KOBLITZ_MUL_VARIABLE_BASE_H

#include "group/affine.h"
#include "mul/fixed_base.h"
#include "mul/lookup.h"
#include "mul/odd_multiples.h"

namespace koblitz {

/* One odd multiple of P: lambda P is (lx, y). */
struct alignas(16) const_entry {
    u64 x[4], y[4], lx[4];
};

/* e = |digit| P; lambda times that when Lambda. */
template <class B, bool Lambda>
inline void const_lookup(typename B::secret_ge& e, const const_entry* table,
                         const secret_digit<B::const_window>& digit) {
    using F = typename B::secret_field;
    secret_pair p;
    table_scan::run<F, Lambda ? offsetof(const_entry, y) : offsetof(const_entry, x)>(p, table, digit);
    F::from_limbs(e.x, Lambda ? p.second : p.first);
    F::from_limbs(e.y, Lambda ? p.first : p.second);
}

/* r = k p for every k, 0 included; constant time in k. k = c(v1) + c(v2) lambda by signed bits (Hamburg,
 * ePrint 2012/309, on the halves of the endomorphism): const_groups groups of const_window bits in each, so
 * 125 doublings and 51 complete additions for secp256k1. The table depends on p alone and is built in
 * variable time; it stands on one Z, which the result is multiplied by. */
template <class B>
void ecmult_const(typename B::secret_gej& r, const typename B::ge& p, const typename B::secret_scalar& k) {
    using F = typename B::field;
    using X = typename B::secret_field;
    constexpr int w = B::const_window, entries = 1 << (w - 1);
    const_entry table[entries];
    typename X::fe z;
    {
        odd_multiples<F, entries> t;
        odd_multiples_var(t, p);
        typename F::fe beta, lx;
        F::from_limbs(beta, tables::beta);
        for (int i = 0; i < entries; i++) {
            F::mul(lx, t.x[i], beta);
            F::to_limbs(table[i].x, t.x[i]);
            F::to_limbs(table[i].y, t.y[i]);
            F::to_limbs(table[i].lx, lx);
        }
        u64 limbs[4];
        F::to_limbs(limbs, t.z);
        X::from_limbs(z, limbs);
    }
    secret_bits v1, v2;
    k.signed_bits(v1, v2);
    typename B::secret_ge e;
    for (int i = B::const_groups - 1; i >= 0; i--) {
        auto digit = v1.template digit<w>(i * w);
        const_lookup<B, false>(e, table, digit);
        if (i == B::const_groups - 1) {
            to_jacobian(r, e);
            X::cneg(r.y, e.y, digit.negative());
        } else {
            point_ops<X>::double_n(r, w);
            point_ops<X>::add_complete(r, e, digit.negative());
        }
        digit = v2.template digit<w>(i * w);
        const_lookup<B, true>(e, table, digit);
        point_ops<X>::add_complete(r, e, digit.negative());
        wipe(digit);
    }
    X::mul(r.z, r.z, z);
    wipe(v1);
    wipe(v2);
    wipe(e);
}

} // namespace koblitz

#endif
