/* Digits of public integers in non-adjacent form. */
#pragma once

#include "base/types.h"

namespace koblitz {

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

} // namespace koblitz
