/* k G for a secret k, by fixed windows, each with a table of its own.
 *
 * A scalar k becomes D = k + (2^bits - 1) / 2 mod n with bits = window * blocks; then k G is the sum of
 * 2^i (G / 2) over the set bits of D less that over the clear ones. The bits of a window are one odd digit d
 * in (-2^window, 2^window), and |d| 2^(window b) (G / 2) stands in block b of the table. No digit is zero, no
 * doubling is needed. */
#ifndef KOBLITZ_MUL_FIXED_BASE_H
#define KOBLITZ_MUL_FIXED_BASE_H

#include "group/affine.h"
#include "lanes/exchange.h"
#include "mul/lookup.h"
#include "mul/tables/tables.h"

namespace koblitz {

/* Blinding of ecmult_gen: k G is computed as (k - b) G + b G, the first summand starting from a random Z.
 * Limbs, so that a context does not depend on a backend. b is never 0. */
struct gen_context {
    secret_limbs offset; /* (2^bits - 1) / 2 - b mod n */
    secret_limbs x, y;   /* b G, canonical */
    secret_limbs z;      /* in [1, p) */
};

/* b = 1, z = 1: correct, unblinded. */
template <class B>
void gen_context_init(gen_context& c) {
    using S = typename B::secret_scalar;
    const S offset = S::from_limbs(B::fixed_base_offset()) - S(B::scalar::one());
    offset.to_limbs(c.offset);
    const table_point& g = B::generator();
    const u64 one[4] = {1, 0, 0, 0};
    c.x = secret_limbs(g.x);
    c.y = secret_limbs(g.y);
    c.z = secret_limbs(one);
}

/* e = |digit| times the block's unit. */
template <class B>
inline void fixed_base_lookup(typename B::secret_ge& e, const table_point* block,
                              const secret_digit<B::fixed_base_window>& digit) {
    using F = typename B::secret_field;
    secret_pair p;
    table_scan::run<F, offsetof(table_point, x)>(p, block, digit);
    F::from_limbs(e.x, p.first);
    F::from_limbs(e.y, p.second);
}

/* As ecmult_gen, with the sum k + c.offset. */
template <class F>
void ecmult_gen_lanes(gej<F>& r, const koblitz_lanes::kernels& lanes, const gen_context& c,
                      const secret_limbs& sum, const table_point* table) {
    koblitz_lanes::blinding blinding;
    koblitz_lanes::secret_projective_point made;
    koblitz_lanes::sealed<koblitz_lanes::integer> bits;
    projective<F> p;
    secret_lanes::put(blinding, c);
    secret_lanes::put(bits, sum);
    lanes.generate_one(made, bits, blinding, table);
    load(p, made);
    to_jacobian(r, p);
    wipe(blinding);
    wipe(bits);
    wipe(made);
    wipe(p);
}

/* r = k G for every k, 0 included; constant time. blocks complete additions, table scanned whole. */
template <class B>
void ecmult_gen(typename B::secret_gej& r, const gen_context& c, const typename B::secret_scalar& k) {
    using F = typename B::secret_field;
    using S = typename B::secret_scalar;
    S sum = k + S::from_limbs(c.offset);
    secret_limbs limbs;
    sum.to_limbs(limbs);
    if (const koblitz_lanes::kernels* lanes = B::lanes()) {
        ecmult_gen_lanes(r, *lanes, c, limbs, B::fixed_base_table());
        sum.wipe();
        wipe(limbs);
        return;
    }
    secret_bits d(limbs);
    typename B::secret_ge e;
    projective<F> p;
    typename F::template elem<2> y;
    auto digit = d.template digit<B::fixed_base_window>(0);
    fixed_base_lookup<B>(e, B::fixed_base_table(), digit);
    F::cneg(y, e.y, digit.negative());
    F::from_limbs(p.z, c.z);
    F::mul(p.x, e.x, p.z);
    F::mul(p.y, y, p.z);
    for (int b = 1; b < B::fixed_base_blocks; b++) {
        digit = d.template digit<B::fixed_base_window>(b * B::fixed_base_window);
        fixed_base_lookup<B>(e, B::fixed_base_table() + b * (1 << (B::fixed_base_window - 1)), digit);
        point_ops<F>::template add_complete<3 * B::curve_b>(p, e, digit.negative());
    }
    F::from_limbs(e.x, c.x);
    F::from_limbs(e.y, c.y);
    point_ops<F>::template add_complete<3 * B::curve_b>(p, e, F::no());
    to_jacobian(r, p);
    sum.wipe();
    wipe(limbs);
    wipe(d);
    wipe(digit);
    wipe(y);
    wipe(e);
    wipe(p);
}

/* Takes a secret b and 32 secret bytes for Z; either being 0 is replaced by 1. */
template <class B>
void gen_context_blind(gen_context& c, const typename B::secret_scalar& b, const u8 z32[32]) {
    using F = typename B::secret_field;
    using S = typename B::secret_scalar;
    const S one(B::scalar::one());
    S blind = S::select(b.is_zero(), one, b);
    typename B::secret_gej p;
    typename B::secret_ge a;
    gen_context plain;
    gen_context_init<B>(plain);
    ecmult_gen<B>(p, plain, blind);
    to_affine(a, p);
    F::to_limbs(c.x, a.x);
    F::to_limbs(c.y, a.y);
    (S::from_limbs(B::fixed_base_offset()) - blind).to_limbs(c.offset);
    typename F::fe z, fe_one;
    F::parse_reduce(z, z32);
    F::set_u32(fe_one, 1);
    F::select(z, F::is_zero(z), fe_one, z);
    F::to_limbs(c.z, z);
    blind.wipe();
    wipe(p);
    wipe(a);
    wipe(z);
}

} // namespace koblitz

#endif
