/* secp256k1 in lanes: the points of the kernels, and digits of integers that stand in columns. */
#ifndef KOBLITZ_LANES_CURVE_H
#define KOBLITZ_LANES_CURVE_H

#include "field/fe_bundle.h"
#include "field/fe_lanes.h"
#include "group/affine.h"
#include "mul/tables/tables.h"
#include "scalar/digits.h"

namespace koblitz {

/* What the templates of group/ take for a backend: Field is that of lanes, or a bundle of it. */
template <class Field>
struct lane_curve {
    using field = Field;
    using fe = typename field::fe;
    using ge = koblitz::ge<field>;
    using gej = koblitz::gej<field>;
    static constexpr u32 curve_b = 7;
};

template <class F>
void load(ge<F>& r, const koblitz_lanes::affine& a) {
    F::from_limbs(r.x, a.x);
    F::from_limbs(r.y, a.y);
}
template <class F>
void save(koblitz_lanes::jacobian& r, const gej<F>& a) {
    F::save(r.x, a.x);
    F::save(r.y, a.y);
    F::save(r.z, a.z);
}
/* The flag of infinity stays no: Z says it. */
template <class F>
void load(gej<F>& r, const koblitz_lanes::jacobian& a) {
    typename F::fe t;
    F::load(t, a.x);
    F::copy(r.x, t);
    F::load(t, a.y);
    F::copy(r.y, t);
    F::load(r.z, a.z);
    r.infinity = F::no();
}

/* Bits [at, at + n) of every lane, n < 64; those above the columns are 0. */
template <class V, int N>
inline typename V::word bits_at(const koblitz_lanes::columns<N>& d, int at, int n) {
    const int limb = at / 64, shift = at % 64;
    typename V::word v = V::shr(V::load(d.w[limb]), shift);
    if (shift + n > 64 && limb + 1 < N)
        v = V::bit_or(v, V::shl(V::load(d.w[limb + 1]), 64 - shift));
    return V::bit_and(v, V::set1((u64{1} << n) - 1));
}

/* W signed bits of every lane as in scalar/digits.h: an odd digit in (-2^W, 2^W). */
template <class V, int W, bool Secret>
class lane_digit {
public:
    lane_flag<Secret> negative;

    explicit lane_digit(const typename V::word& bits) {
        const typename V::word top = V::set1(u64{1} << (W - 1)), low = V::set1((u64{1} << (W - 1)) - 1);
        negative = !lane_flag<Secret>::from_lanes(V::test(bits, top));
        /* Where it is negative, the complement of the lower bits: they less the top bit, less 1. */
        const typename V::word sign = V::sub(V::shr(bits, W - 1), V::set1(1));
        index_ = V::bit_and(V::bit_xor(bits, sign), low);
    }
    /* (|digit| - 1) / 2 */
    const typename V::word& index() const requires(!Secret) { return index_; }
    const typename V::word& index(constant_time) const { return index_; }
    /* Bit j of the index as a mask, in every lane. */
    void masks(u64 (*r)[V::width], constant_time) const {
        for (int j = 0; j < W - 1; j++) {
            const typename V::word bit = V::bit_and(V::shr(index_, j), V::set1(1));
            V::store(r[j], V::sub(V::set1(0), bit));
        }
    }

private:
    typename V::word index_;
};

} // namespace koblitz

#endif
