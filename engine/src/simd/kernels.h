/* The kernels of one kind of lanes. */
#pragma once

#include "simd/const.h"
#include "simd/ecmult.h"
#include "simd/gen.h"
#include "simd/points.h"
#include "simd/sums.h"

namespace koblitz {

template <class V>
inline constexpr koblitz_lanes::kernels make_kernels() {
    return {
        .fewest_rows = 3,
        .fewest_gen_rows = 4,
        .fewest_summed = 144,
        .lift_x = lift_x<V>,
        .on_curve = on_curve<V>,
        .ecmult_x8 = ecmult_x8<V, 2>,
        .ecmult_gen_add_x8 = ecmult_gen_add_x8<V>,
        .ecmult_gen_add_across = ecmult_gen_add_across<V>,
        .x_equals = x_equals<V>,
        .finite = finite<V>,
        .to_affine = to_affine<V, false>,
        .sum_lists = sum_lists<V>,
        .sum_weighted = sum_weighted<V>,
        .ecmult_gen_x8 = ecmult_gen_x8<V>,
        .ecmult_gen_across = ecmult_gen_across<V>,
        .ecmult_const_x8 = ecmult_const_x8<V>,
        .ecmult_const_across = ecmult_const_across<V>,
        .to_affine_secret = to_affine<V, true>,
    };
}

} // namespace koblitz
