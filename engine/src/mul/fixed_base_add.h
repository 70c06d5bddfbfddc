/* p + t G for a public t, by the tables of fixed_base.h. */
#ifndef KOBLITZ_MUL_FIXED_BASE_ADD_H
#define KOBLITZ_MUL_FIXED_BASE_ADD_H

#include "group/affine.h"
#include "mul/lanes.h"
#include "mul/table_entry.h"
#include "scalar/digits.h"

namespace koblitz {

/* r = p + t G for a public t, complete: blocks mixed additions. */
template <class B>
void fixed_base_add_var(typename B::gej& r, const typename B::ge& p, const typename B::scalar& t) {
    constexpr int half = 1 << (B::fixed_base_window - 1);
    const typename B::scalar sum = B::scalar::from_limbs(B::fixed_base_offset()) + t;
    const u64* k = sum.limbs();
    if (const koblitz_lanes::kernels* lanes = B::lanes()) {
        projective<typename B::field> made;
        fixed_base_add_lanes_var(made, *lanes, p, k, B::fixed_base_table());
        to_jacobian(r, made);
        return;
    }
    const u64 d[5] = {k[0], k[1], k[2], k[3], 0};
    to_jacobian(r, p);
    for (int b = 0; b < B::fixed_base_blocks; b++) {
        const int bits = static_cast<int>(bits_at(d, b * B::fixed_base_window, B::fixed_base_window));
        add_entry_var(r, B::fixed_base_table() + b * half, 2 * bits + 1 - 2 * half, nullptr);
    }
}

/* The same, affine: false, and r untouched, on infinity. */
template <class B>
[[nodiscard]] bool fixed_base_add_var(typename B::ge& r, const typename B::ge& p,
                                      const typename B::scalar& t) {
    if (const koblitz_lanes::kernels* lanes = B::lanes()) {
        const typename B::scalar sum = B::scalar::from_limbs(B::fixed_base_offset()) + t;
        projective<typename B::field> made;
        fixed_base_add_lanes_var(made, *lanes, p, sum.limbs(), B::fixed_base_table());
        return to_affine_var(r, made);
    }
    typename B::gej sum;
    fixed_base_add_var<B>(sum, p, t);
    return to_affine_var(r, sum);
}

} // namespace koblitz

#endif
