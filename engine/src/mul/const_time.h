/* k P for a secret k and a public P. */
#ifndef KOBLITZ_MUL_CONST_TIME_H
#define KOBLITZ_MUL_CONST_TIME_H

#include "group/affine.h"
#include "mul/fixed_base.h"
#include "mul/lookup.h"
#include "mul/odd_multiples.h"

namespace koblitz {

/* One odd multiple of P: lambda P is (lx, y). */
struct alignas(16) const_entry {
    u64 x[4], y[4], lx[4];
};

/* e = (-1)^s table[i] (the multiple by lambda when Lambda), by the five bits of a signed digit: top bit set,
 * digit 2 (bits - half) + 1; clear, the negative of that for the complemented bits. */
template <class B, bool Lambda>
inline void const_lookup(typename B::secret_ge& e, const const_entry* table, u64 bits) {
    using F = typename B::secret_field;
    constexpr int half = 1 << (B::const_window - 1);
    const choice negative = choice::from_bit(bits >> (B::const_window - 1) ^ 1);
    const u64 index = (bits ^ negative.mask()) & (half - 1);
    alignas(16) u64 limbs[8];
    scan_table<F, half, 12>(limbs, Lambda ? table->y : table->x, index);
    F::from_limbs(e.x, limbs + (Lambda ? 4 : 0));
    F::from_limbs(e.y, limbs + (Lambda ? 0 : 4));
    typename F::template elem<2> y;
    F::cneg(y, e.y, negative);
    F::normalize_weak(e.y, y);
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
    u64 v1[5], v2[5];
    k.signed_bits(v1, v2);
    typename B::secret_ge e;
    for (int i = B::const_groups - 1; i >= 0; i--) {
        const_lookup<B, false>(e, table, bits_at(v1, i * w, w));
        if (i == B::const_groups - 1) {
            to_jacobian(r, e);
        } else {
            dbl_n(r, w);
            add_complete(r, r, e);
        }
        const_lookup<B, true>(e, table, bits_at(v2, i * w, w));
        add_complete(r, r, e);
    }
    X::mul(r.z, r.z, z);
    wipe(v1);
    wipe(v2);
    wipe(e);
}

} // namespace koblitz

#endif
