/* The kernels of one kind of lanes. */
#ifndef KOBLITZ_LANES_KERNELS_H
#define KOBLITZ_LANES_KERNELS_H

#include "lanes/multiples.h"
#include "lanes/points.h"
#include "lanes/secret.h"
#include "lanes/single.h"
#include "lanes/sums.h"

namespace koblitz {

template <class V>
inline constexpr koblitz_lanes::kernels make_kernels() {
    return {
        .name = V::name,
        .fewest_rows = 3,
        .fewest_base_rows = 4,
        .fewest_summed = 192,
        .lift_x = lift_x<V>,
        .on_curve = on_curve<V>,
        .double_base = double_base<V>,
        .fixed_base_add = fixed_base_add<V>,
        .fixed_base_add_one = fixed_base_add_one<V>,
        .x_equals = x_equals<V>,
        .finite = finite<V>,
        .to_affine = to_affine<V, false>,
        .sum_lists = sum_lists<V>,
        .sum_weighted = sum_weighted<V>,
        .generate = generate<V>,
        .generate_one = generate_one<V>,
        .multiply = multiply<V>,
        .multiply_one = multiply_one<V>,
        .to_affine_secret = to_affine<V, true>,
    };
}

} // namespace koblitz

#endif
