/* Five limbs of 52 bits, and four of 64, over vectors V. */
#pragma once

#include "field/field.h"
#include "simd/interface.h"

namespace koblitz::limbs52 {

inline constexpr u64 m52 = (u64{1} << 52) - 1, m48 = (u64{1} << 48) - 1;

/* Limb i of p. */
constexpr u64 prime_limb(int i) {
    return i == 0 ? m52 - prime::fold + 1 : i == 4 ? m48 : m52;
}

/* Integers below 2^256. */
template <class V>
KOBLITZ_INLINE inline void split(typename V::word* r, const typename V::word* l) {
    const typename V::word mask = V::set1(m52);
    r[0] = V::bit_and(l[0], mask);
    r[1] = V::bit_and(V::bit_or(V::shr(l[0], 52), V::shl(l[1], 12)), mask);
    r[2] = V::bit_and(V::bit_or(V::shr(l[1], 40), V::shl(l[2], 24)), mask);
    r[3] = V::bit_and(V::bit_or(V::shr(l[2], 28), V::shl(l[3], 36)), mask);
    r[4] = V::shr(l[3], 16);
}
template <class V>
KOBLITZ_INLINE inline void join(koblitz_lanes::limbs<4>& r, const typename V::word* t) {
    V::store(r.w[0], V::bit_or(t[0], V::shl(t[1], 52)));
    V::store(r.w[1], V::bit_or(V::shr(t[1], 12), V::shl(t[2], 40)));
    V::store(r.w[2], V::bit_or(V::shr(t[2], 24), V::shl(t[3], 28)));
    V::store(r.w[3], V::bit_or(V::shr(t[3], 36), V::shl(t[4], 16)));
}

} // namespace koblitz::limbs52
