/* k G for a secret k, by fixed windows, each with a table of its own.
 *
 * A scalar k becomes D = k + (2^bits - 1) / 2 mod n with bits = window * blocks; then k G is the sum of
 * 2^i (G / 2) over the set bits of D less that over the clear ones. The bits of a window are one odd digit d
 * in (-2^window, 2^window), and |d| 2^(window b) (G / 2) stands in block b of the table. No digit is zero, no
 * doubling is needed. */
#pragma once

#include "backends/arithmetic.h"
#include "base/lone.h"
#include "ecmult/fetch.h"
#include "ecmult/lookup.h"
#include "ecmult/tables/tables.h"
#include "group/affine.h"
#include "simd/exchange.h"

namespace koblitz {

/* e = |digit| times the block's unit. */
template <class B>
inline void ecmult_gen_lookup(typename B::secret_ge& e, const table_point* block,
                              const secret_digit<B::ecmult_gen_window>& digit) {
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
    lanes.ecmult_gen_across(made, bits, blinding, table);
    load(p, made);
    to_jacobian(r, p);
}

/* As ecmult_gen by the field itself: ecmult_gen_blocks complete additions; each block
 * of the table is scanned whole. */
template <class B>
[[gnu::noinline]] void ecmult_gen_scan(typename B::secret_gej& r, const gen_context& c,
                                       const secret_limbs& sum, bool lone) {
    using F = typename B::secret_field;
    constexpr int entries = 1 << (B::ecmult_gen_window - 1);
    const table_point* const table = B::ecmult_gen_table();
    if (lone) {
        fetch(table, 2 * entries * static_cast<int>(sizeof(table_point)));
        fetch_gen_code<F>();
    }
    secret_bits d(sum);
    typename B::secret_ge e;
    projective<F> p;
    typename F::template elem<2> y;
    auto digit = d.template digit<B::ecmult_gen_window>(0);
    ecmult_gen_lookup<B>(e, table, digit);
    F::cneg(y, e.y, digit.negative());
    F::from_limbs(p.z, c.z);
    F::mul(p.x, e.x, p.z);
    F::mul(p.y, y, p.z);
    for (int b = 1; b < B::ecmult_gen_blocks; b++) {
        if (lone && b + 1 < B::ecmult_gen_blocks)
            fetch(table + (b + 1) * entries, entries * static_cast<int>(sizeof(table_point)));
        digit = d.template digit<B::ecmult_gen_window>(b * B::ecmult_gen_window);
        ecmult_gen_lookup<B>(e, table + b * entries, digit);
        formulas<F>::template add_complete<3 * B::curve_b>(p, e, digit.negative());
    }
    F::from_limbs(e.x, c.x);
    F::from_limbs(e.y, c.y);
    formulas<F>::template add_complete<3 * B::curve_b>(p, e, F::no());
    to_jacobian(r, p);
}

/* r = k G for every k, 0 included; constant time. A lone call takes less time without lanes: it waits for the
 * code, of which they have three times as much. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
void ecmult_gen(typename B::secret_gej& r, const gen_context& c, const typename B::secret_scalar& k) {
    using S = typename B::secret_scalar;
    const bool lone = is_lone_call();
    S sum = k + S::from_limbs(c.offset);
    secret_limbs limbs;
    sum.to_limbs(limbs);
    if constexpr (has_lanes<Lanes>) {
        if (!lone) {
            ecmult_gen_lanes(r, *Lanes, c, limbs, B::ecmult_gen_table());
            return;
        }
    }
    ecmult_gen_scan<B>(r, c, limbs, lone);
}

} // namespace koblitz
