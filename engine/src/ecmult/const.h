/* k P for a secret k and a public P. */
#pragma once

#include "base/lone.h"
#include "ecmult/fetch.h"
#include "ecmult/lookup.h"
#include "ecmult/odd_multiples.h"
#include "ecmult/tables/tables.h"
#include "simd/exchange.h"

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

/* koblitz_lanes::public_point::double_n */
template <class B>
void double_public(koblitz_lanes::public_point& p, int n) {
    using F = typename B::field;
    typename B::gej r;
    F::from_limbs(r.x, p.x.w);
    F::from_limbs(r.y, p.y.w);
    F::from_limbs(r.z, p.z.w);
    formulas<F>::double_n(r, n);
    F::to_limbs(p.x.w, r.x);
    F::to_limbs(p.y.w, r.y);
    F::to_limbs(p.z.w, r.z);
}

/* As ecmult_const by the kernels for eight lanes; b3 is 3b. */
template <class B>
[[gnu::noinline]] void ecmult_const_lanes(typename B::secret_gej& r, const koblitz_lanes::kernels& lanes,
                                          const typename B::ge& p, const typename B::fe& b3,
                                          const typename B::secret_scalar& k) {
    using F = typename B::field;
    koblitz_lanes::secret_projective_point made;
    {
        koblitz_lanes::sealed<koblitz_lanes::integer> d1, d2;
        {
            secret_bits v1, v2;
            k.signed_bits(v1, v2);
            secret_lanes::put(d1, v1);
            secret_lanes::put(d2, v2);
        }
        koblitz_lanes::public_point base;
        F::to_limbs(base.x.w, p.x);
        F::to_limbs(base.y.w, p.y);
        base.z = {{1, 0, 0, 0}};
        F::to_limbs(base.b3.w, b3);
        base.double_n = double_public<B>;
        lanes.ecmult_const_across(made, base, d1, d2);
    }
    projective<typename B::secret_field> product;
    load(product, made);
    to_jacobian(r, product);
}

/* As ecmult_const by the field itself. k = c(v1) + c(v2) lambda by signed bits (Hamburg,
 * ePrint 2012/309, on the halves of the endomorphism): const_groups groups of const_window bits in each, so
 * 125 doublings and 51 complete additions for secp256k1. The table depends on p alone and is built in
 * variable time; it stands on one Z, which the result is multiplied by. */
template <class B>
[[gnu::noinline]] void ecmult_const_scan(typename B::secret_gej& r, const typename B::ge& p,
                                         const typename B::secret_scalar& k) {
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
            formulas<X>::double_n(r, w);
            formulas<X>::add_complete(r, e, digit.negative());
        }
        digit = v2.template digit<w>(i * w);
        const_lookup<B, true>(e, table, digit);
        formulas<X>::add_complete(r, e, digit.negative());
    }
    X::mul(r.z, r.z, z);
}

/* r = k p for every k, 0 included; constant time in k. p is on y^2 = x^3 + b for the b of b3 = 3b. A lone
 * call as in gen.h. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
void ecmult_const(typename B::secret_gej& r, const typename B::ge& p, const typename B::fe& b3,
                  const typename B::secret_scalar& k) {
    const bool lone = is_lone_call();
    if constexpr (has_lanes<Lanes>) {
        if (!lone) {
            ecmult_const_lanes<B>(r, *Lanes, p, b3, k);
            return;
        }
    }
    if (lone)
        fetch_const_code<typename B::secret_field>();
    ecmult_const_scan<B>(r, p, k);
}
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
void ecmult_const(typename B::secret_gej& r, const typename B::ge& p, const typename B::secret_scalar& k) {
    typename B::fe b3;
    B::field::set_u32(b3, 3 * B::curve_b);
    ecmult_const<B, Lanes>(r, p, b3, k);
}

} // namespace koblitz
