/* p + t G for a public t, by the tables of fixed_base.h. */
#ifndef KOBLITZ_MUL_FIXED_BASE_ADD_H
#define KOBLITZ_MUL_FIXED_BASE_ADD_H

#include "group/affine.h"
#include "lanes/exchange.h"
#include "mul/table_entry.h"
#include "scalar/digits.h"

namespace koblitz {

/* The number whose windows of bits are the digits of t. */
template <class B>
typename B::scalar fixed_base_bits(const typename B::scalar& t) {
    return B::scalar::from_limbs(B::fixed_base_offset()) + t;
}

/* r = p + t G by the kernels for eight lanes, complete. */
template <class B>
void fixed_base_add_lanes_var(projective<typename B::field>& r, const koblitz_lanes::kernels& lanes,
                              const typename B::ge& p, const typename B::scalar& t) {
    const typename B::scalar bits = fixed_base_bits<B>(t);
    const u64* const k = bits.limbs();
    koblitz_lanes::packed_point packed;
    koblitz_lanes::projective_point sum;
    save(packed, p);
    lanes.fixed_base_add_one(sum, packed, {{k[0], k[1], k[2], k[3]}}, B::fixed_base_table());
    load(r, sum);
}

/* r = p + t G, complete: blocks mixed additions, where there are no lanes. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
void fixed_base_add_var(typename B::gej& r, const typename B::ge& p, const typename B::scalar& t) {
    if constexpr (has_lanes<Lanes>) {
        projective<typename B::field> sum;
        fixed_base_add_lanes_var<B>(sum, *Lanes, p, t);
        to_jacobian(r, sum);
        return;
    }
    constexpr int half = 1 << (B::fixed_base_window - 1);
    const typename B::scalar bits = fixed_base_bits<B>(t);
    const u64* const k = bits.limbs();
    const u64 d[5] = {k[0], k[1], k[2], k[3], 0};
    to_jacobian(r, p);
    for (int b = 0; b < B::fixed_base_blocks; b++) {
        const int window = static_cast<int>(bits_at(d, b * B::fixed_base_window, B::fixed_base_window));
        add_entry_var(r, B::fixed_base_table() + b * half, 2 * window + 1 - 2 * half, nullptr);
    }
}

/* The same, affine: false, and r untouched, on infinity. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
[[nodiscard]] bool fixed_base_add_var(typename B::ge& r, const typename B::ge& p,
                                      const typename B::scalar& t) {
    if constexpr (has_lanes<Lanes>) {
        projective<typename B::field> sum;
        fixed_base_add_lanes_var<B>(sum, *Lanes, p, t);
        return to_affine_var(r, sum);
    }
    typename B::gej sum;
    fixed_base_add_var<B, Lanes>(sum, p, t);
    return to_affine_var(r, sum);
}

} // namespace koblitz

#endif
