/* u1 G + u2 Q, and u G, for public scalars. */
#pragma once

#include "ecmult/odd_multiples.h"
#include "ecmult/tables/tables.h"
#include "group/affine.h"
#include "scalar/scalar.h"

namespace koblitz {

/* r += digit times the unit of a table of odd multiples, on the curve that r is on or, when zscale is given,
 * on the one whose points need that Z to come there. */
template <class F>
inline void add_entry_var(gej<F>& r, const table_point* table, int digit, const typename F::fe* zscale) {
    const table_point& e = table[(digit < 0 ? -digit : digit) >> 1];
    typename F::fe x, y;
    F::from_limbs(x, e.x);
    F::from_limbs(y, e.y);
    add_var(r, x, y, digit < 0, zscale);
}

/* Positions of a 128-bit scalar's digits; the last one takes a carry. */
inline constexpr int wnaf_positions = 129;

/* put(position, digit) for the non-zero digits of the window-w NAF of (-1)^negative a, lowest first: odd,
 * below 2^(w-1) in magnitude, at least w apart. Returns one more than the last position, 0 without a digit.
 */
template <class Put>
inline int wnaf_var(const u64 a[2], bool negative, int w, Put put) {
    u128 rest = static_cast<u128>(a[1]) << 64 | a[0];
    const u64 low_bits = (u64{1} << w) - 1;
    int at = 0, end = 0;
    while (rest != 0) {
        const u64 low = static_cast<u64>(rest);
        const int skip = low ? __builtin_ctzll(low) : 64 + __builtin_ctzll(static_cast<u64>(rest >> 64));
        rest >>= skip;
        at += skip;
        const u64 bits = static_cast<u64>(rest) & low_bits;
        const u64 carry = bits >> (w - 1);
        const int digit = static_cast<int>(bits) - static_cast<int>(carry << w);
        rest = (rest >> w) + carry;
        put(at, static_cast<i16>(negative ? -digit : digit));
        end = at + 1;
        at += w;
    }
    return end;
}

/* The digits of one position, one of every stream: u2's two halves over the table of Q, u1's over those of G.
 */
struct position_digits {
    i16 q, q_lambda, g, g128;
};

/* The digits of one stream into all positions, where they are zero before. */
template <i16 position_digits::*Stream>
inline int wnaf_var(position_digits* digits, const u64 a[2], bool negative, int w) {
    return wnaf_var(a, negative, w, [digits](int at, i16 digit) { digits[at].*Stream = digit; });
}

/* The digits of u over G and 2^128 G; one more than the last position that has one. Their entries are asked
 * for. */
template <class B>
inline int g_digits_var(position_digits* digits, const typename B::scalar& u) {
    const u64* k = u.limbs();
    const int low = wnaf_var<&position_digits::g>(digits, k, false, B::g_window),
              high = wnaf_var<&position_digits::g128>(digits, k + 2, false, B::g_window),
              end = low > high ? low : high;
    for (int i = 0; i < end; i++) {
        const int d = digits[i].g, e = digits[i].g128;
        if (d)
            __builtin_prefetch(&B::g_table()[(d < 0 ? -d : d) >> 1]);
        if (e)
            __builtin_prefetch(&B::g128_table()[(e < 0 ? -e : e) >> 1]);
    }
    return end;
}

/* r = u1 G + u2 q, complete; zeros are allowed. Strauss' trick over four streams of 128 bits: u2 = a + b
 * lambda by the endomorphism, window B::q_window over the odd multiples of q on one Z; u1 = c + 2^128 d, over
 * two tables of constants. About 128 doublings and 60 additions, run on the curve scaled by the Z of q's
 * table; the G entries, on the curve itself, pay one multiplication more. */
template <class B>
void ecmult_var(typename B::gej& r, const typename B::scalar& u1, const typename B::ge& q,
                const typename B::scalar& u2) {
    using F = typename B::field;
    constexpr int entries = 1 << (B::q_window - 2);
    position_digits digits[wnaf_positions] = {};
    int end = g_digits_var<B>(digits, u1);
    auto take = [&end](int e) { end = e > end ? e : end; };

    odd_multiples<F, entries> t;
    typename F::fe lambda_x[entries], z;
    const bool with_q = !u2.is_zero();
    if (with_q) {
        signed128 a, b;
        u2.split_lambda_var(a, b);
        take(wnaf_var<&position_digits::q>(digits, a.magnitude, a.negative, B::q_window));
        take(wnaf_var<&position_digits::q_lambda>(digits, b.magnitude, b.negative, B::q_window));
        odd_multiples_var(t, q);
        typename F::fe beta;
        F::from_limbs(beta, tables::beta);
        for (int i = 0; i < entries; i++)
            F::mul(lambda_x[i], t.x[i], beta);
        F::copy(z, t.z);
    } else {
        F::set_u32(z, 1);
    }

    set_infinity(r);
    int doublings = 0;
    for (int i = end - 1; i >= 0; i--) {
        doublings++;
        const position_digits d = digits[i];
        if ((d.q | d.q_lambda | d.g | d.g128) == 0)
            continue;
        if (!r.infinity)
            double_n(r, doublings);
        doublings = 0;
        if (d.q) {
            const int at = (d.q < 0 ? -d.q : d.q) >> 1;
            add_var(r, t.x[at], t.y[at], d.q < 0);
        }
        if (d.q_lambda) {
            const int at = (d.q_lambda < 0 ? -d.q_lambda : d.q_lambda) >> 1;
            add_var(r, lambda_x[at], t.y[at], d.q_lambda < 0);
        }
        if (d.g)
            add_entry_var(r, B::g_table(), d.g, &z);
        if (d.g128)
            add_entry_var(r, B::g128_table(), d.g128, &z);
    }
    if (!r.infinity) {
        double_n(r, doublings);
        F::mul(r.z, r.z, z);
    }
}

/* r = u G for a public u. */
template <class B>
void ecmult_gen_var(typename B::gej& r, const typename B::scalar& u) {
    ecmult_var<B>(r, u, {}, B::scalar::zero());
}

} // namespace koblitz
