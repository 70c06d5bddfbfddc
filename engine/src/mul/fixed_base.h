/* Multiples of the generator by the comb: constant time for secrets, a plain walk for public tweaks.
 *
 * A scalar k becomes D = (k + 2^bits - 1) / 2 mod n with bits = teeth * blocks; then k is the sum of 2^i G /
 * 2 over the set bits of D less the same over the clear ones. Teeth consecutive bits are one odd digit d in
 * (-2^teeth, 2^teeth), and |d| 2^(teeth b) (G / 2) stands in block b of the table. No digit is zero, no
 * doubling is needed. */
#ifndef KOBLITZ_MUL_FIXED_BASE_H
#define KOBLITZ_MUL_FIXED_BASE_H

#include "group/affine.h"
#include "mul/double_base.h"
#include "mul/lookup.h"
#include "mul/tables/tables.h"

namespace koblitz {

/* Blinding of ecmult_gen: k G is computed as (k - b) G + b G, the first summand starting from a random Z.
 * Plain limbs, so that a context does not depend on a backend. b is never 0. */
struct gen_context {
    u64 offset[4];  /* (2^bits - 1) / 2 - b mod n */
    u64 x[4], y[4]; /* b G, canonical */
    u64 z[4];       /* in [1, p) */
};

/* b = 1, z = 1: correct, unblinded. */
template <class B>
void gen_context_init(gen_context& c) {
    using S = typename B::secret_scalar;
    const S offset = S::from_limbs(B::comb_offset()) - S(B::scalar::one());
    offset.to_limbs(c.offset);
    const table_point& g = B::generator();
    for (int i = 0; i < 4; i++) {
        c.x[i] = g.x[i];
        c.y[i] = g.y[i];
        c.z[i] = i == 0;
    }
}

/* Bits [at, at + n) of an integer of 4 limbs and zeros above, n < 64. at is public. */
inline u64 bits_at(const u64 d[5], int at, int n) {
    const int limb = at / 64, shift = at % 64;
    u64 v = d[limb] >> shift;
    if (shift + n > 64)
        v |= d[limb + 1] << (64 - shift);
    return v & ((u64{1} << n) - 1);
}

/* e = the table's point for the signed digit of these bits. */
template <class B>
inline void comb_lookup(typename B::secret_ge& e, const table_point* block, u64 bits) {
    using F = typename B::secret_field;
    constexpr int half = 1 << (B::comb_teeth - 1);
    /* Top bit set: digit 2 (bits - half) + 1; clear: the negative of that for the complemented bits. */
    const choice negative = choice::from_bit(bits >> (B::comb_teeth - 1) ^ 1);
    const u64 index = (bits ^ negative.mask()) & (half - 1);
    alignas(16) u64 limbs[8];
    scan_table<F, half, 8>(limbs, block->x, index);
    F::from_limbs(e.x, limbs);
    F::from_limbs(e.y, limbs + 4);
    typename F::template elem<2> y;
    F::cneg(y, e.y, negative);
    F::normalize_weak(e.y, y);
}

/* r = k G for every k, 0 included; constant time. blocks complete additions, table scanned whole. */
template <class B>
void ecmult_gen(typename B::secret_gej& r, const gen_context& c, const typename B::secret_scalar& k) {
    using F = typename B::secret_field;
    using S = typename B::secret_scalar;
    u64 d[5];
    (k + S::from_limbs(c.offset)).to_limbs(d);
    d[4] = 0;
    typename B::secret_ge e;
    projective<F> p;
    comb_lookup<B>(e, B::comb_table(), bits_at(d, 0, B::comb_teeth));
    F::from_limbs(p.z, c.z);
    F::mul(p.x, e.x, p.z);
    F::mul(p.y, e.y, p.z);
    for (int b = 1; b < B::comb_blocks; b++) {
        const int at = b * B::comb_teeth;
        const u64 bits = at < 256 ? bits_at(d, at, B::comb_teeth) : 0;
        comb_lookup<B>(e, B::comb_table() + b * (1 << (B::comb_teeth - 1)), bits);
        add_complete<3 * B::curve_b>(p, p, e);
    }
    F::from_limbs(e.x, c.x);
    F::from_limbs(e.y, c.y);
    add_complete<3 * B::curve_b>(p, p, e);
    to_jacobian(r, p);
    wipe(d);
    wipe(e);
    wipe(p);
}

/* Takes a secret b and 32 secret bytes for Z; either being 0 is replaced by 1. */
template <class B>
void gen_context_blind(gen_context& c, const typename B::secret_scalar& b, const u8 z32[32]) {
    using F = typename B::secret_field;
    using S = typename B::secret_scalar;
    const S one(B::scalar::one());
    const S blind = S::select(b.is_zero(), one, b);
    typename B::secret_gej p;
    typename B::secret_ge a;
    gen_context plain;
    gen_context_init<B>(plain);
    ecmult_gen<B>(p, plain, blind);
    to_affine(a, p);
    F::to_limbs(c.x, a.x);
    F::to_limbs(c.y, a.y);
    (S::from_limbs(B::comb_offset()) - blind).to_limbs(c.offset);
    typename F::fe z, fe_one;
    F::parse_reduce(z, z32);
    F::set_u32(fe_one, 1);
    F::select(z, F::is_zero(z), fe_one, z);
    F::to_limbs(c.z, z);
    wipe(p);
    wipe(a);
    wipe(z);
}

/* r = p + t G for a public t, complete: blocks mixed additions. */
template <class B>
void fixed_base_add_var(typename B::gej& r, const typename B::ge& p, const typename B::scalar& t) {
    using S = typename B::secret_scalar;
    constexpr int half = 1 << (B::comb_teeth - 1);
    u64 d[5];
    (S::from_limbs(B::comb_offset()) + t).to_limbs(d);
    d[4] = 0;
    to_jacobian(r, p);
    for (int b = 0; b < B::comb_blocks; b++) {
        const int at = b * B::comb_teeth;
        const int bits = at < 256 ? static_cast<int>(bits_at(d, at, B::comb_teeth)) : 0;
        accumulate_entry_var(r, B::comb_table() + b * half, 2 * bits + 1 - 2 * half, nullptr);
    }
}

} // namespace koblitz

#endif
