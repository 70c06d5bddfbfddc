/* p + t G for a public t, by the tables of gen.h. */
#pragma once

#include "ecmult/ecmult.h"
#include "scalar/digits.h"
#include "simd/exchange.h"

namespace koblitz {

/* The number whose windows of bits are the digits of t. */
template <class B>
typename B::scalar ecmult_gen_bits(const typename B::scalar& t) {
    return B::scalar::from_limbs(B::ecmult_gen_offset()) + t;
}

/* r = p + t G by the kernels for eight lanes, complete. */
template <class B>
void ecmult_gen_add_lanes_var(projective<typename B::field>& r, const koblitz_lanes::kernels& lanes,
                              const typename B::ge& p, const typename B::scalar& t) {
    const typename B::scalar bits = ecmult_gen_bits<B>(t);
    const u64* const k = bits.limbs();
    koblitz_lanes::packed_point packed;
    koblitz_lanes::projective_point sum;
    save(packed, p);
    lanes.ecmult_gen_add_across(sum, packed, {{k[0], k[1], k[2], k[3]}}, B::ecmult_gen_table());
    load(r, sum);
}

/* r = p + t G, complete. Without lanes: ecmult_gen_blocks mixed additions. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
void ecmult_gen_add_var(typename B::gej& r, const typename B::ge& p, const typename B::scalar& t) {
    if constexpr (has_lanes<Lanes>) {
        projective<typename B::field> sum;
        ecmult_gen_add_lanes_var<B>(sum, *Lanes, p, t);
        to_jacobian(r, sum);
        return;
    }
    constexpr int half = 1 << (B::ecmult_gen_window - 1);
    const typename B::scalar bits = ecmult_gen_bits<B>(t);
    const u64* const k = bits.limbs();
    const u64 d[5] = {k[0], k[1], k[2], k[3], 0};
    to_jacobian(r, p);
    for (int b = 0; b < B::ecmult_gen_blocks; b++) {
        const int window = static_cast<int>(bits_at(d, b * B::ecmult_gen_window, B::ecmult_gen_window));
        add_entry_var(r, B::ecmult_gen_table() + b * half, 2 * window + 1 - 2 * half, nullptr);
    }
}

/* The same, affine: false, and r untouched, on infinity. */
template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
[[nodiscard]] bool ecmult_gen_add_var(typename B::ge& r, const typename B::ge& p,
                                      const typename B::scalar& t) {
    if constexpr (has_lanes<Lanes>) {
        projective<typename B::field> sum;
        ecmult_gen_add_lanes_var<B>(sum, *Lanes, p, t);
        return to_affine_var(r, sum);
    }
    typename B::gej sum;
    ecmult_gen_add_var<B, Lanes>(sum, p, t);
    return to_affine_var(r, sum);
}

} // namespace koblitz
