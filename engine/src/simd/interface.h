/* What code for eight lanes offers to the schemes, and the memory that both exchange. Without the types of
 * the rest: a translation unit for an instruction set gives its own copy of those another namespace
 * (backends/x86_ifma.cpp). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/constant_time.h"

namespace koblitz_lanes {

inline constexpr int width = 8;
/* Groups of eight that one call takes at most. */
inline constexpr int most_groups = 8;

using koblitz_secrets::constant_time;

/* A T whose integers are secret. Always inlined: no copy may be compiled for an instruction set. */
template <class T>
class sealed {
public:
    [[gnu::always_inline]] T& open(constant_time) { return v_; }
    [[gnu::always_inline]] const T& open(constant_time) const { return v_; }

private:
    T v_;
};
template <bool Secret, class T>
struct held_as {
    using type = T;
};
template <class T>
struct held_as<true, T> {
    using type = sealed<T>;
};
/* A T that is sealed if Secret. */
template <bool Secret, class T>
using held = typename held_as<Secret, T>::type;

/* A bit a lane. */
typedef uint8_t lane_set;

/* Below 2^256. */
struct integer {
    uint64_t w[4];
};
/* N limbs of each of eight integers: w[i][lane], least significant first. Of 64 bits: an integer below
 * 2^(64 N) a lane. N = 5: an element of the field a lane in limbs of 52 bits, carried, or the bits of
 * doubles, as kernels leave it to one another. */
template <int N>
struct alignas(64) limbs {
    uint64_t w[N][width];
};

/* One affine point as tables hold it, and as it fills one register: the limbs of x, then those of y. */
struct alignas(64) packed_point {
    uint64_t w[8];
};
/* One point (x / z, y / z), each below p; infinity where z is 0. */
template <bool Secret>
struct basic_projective_point {
    held<Secret, integer> x, y, z;
};
using projective_point = basic_projective_point<false>;
using secret_projective_point = basic_projective_point<true>;

/* Eight points, one a lane. Affine: coordinates are below p where a kernel gives them, any where it takes
 * them. */
template <bool Secret>
struct basic_affine_points {
    held<Secret, limbs<4>> x, y;
};
using affine_points = basic_affine_points<false>;
using secret_affine_points = basic_affine_points<true>;

/* (x / z^2, y / z^3), as kernels leave them to one another; infinity where z is 0. */
template <bool Secret>
struct basic_jacobian_points {
    held<Secret, limbs<5>> x, y, z;
};
using jacobian_points = basic_jacobian_points<false>;
using secret_jacobian_points = basic_jacobian_points<true>;

/* (x / z, y / z), with coordinates below p. */
struct canonical_projective_points {
    limbs<4> x, y, z;
};

/* Sums as kernels leave them to one another: affine, or infinity in the lanes of a set. */
struct affine_sums {
    limbs<5> x, y;
    lane_set infinity;
};
/* Of eight sums the lines through each and the point that is added to it next, its tangent where both are
 * equal, in the lanes that have one; before is the product of the runs before. */
struct lines {
    limbs<5> run, rise, before;
    lane_set added, tangent;
};
/* Groups of sums that share inversions, at most. */
inline constexpr int most_sum_groups = 128;

/* Bits of a multiplier that a lane takes where all take part in one product. */
inline constexpr int section = 17, section_bits = section * width;

/* p on y^2 = x^3 + b for the b of b3 = 3b, as (x / z^2, y / z^3). double_n makes 2^n p of it, in any
 * coordinates. */
struct public_point {
    integer x, y, z, b3;
    void (*double_n)(public_point& p, int n);
};

/* An entry is 2 index, plus 1 to negate the point. */
struct point_list {
    const uint32_t* entries;
    uint32_t count;
};

/* The scalars of u1 G + u2 q: 2 u1 + 1 - 2^260 is the first mod n, v1 and v2 are those of ring::signed_bits
 * for the second. */
struct ecmult_bits {
    limbs<4> u1;
    limbs<3> v1, v2;
};
/* What hides k in k G = (k - b) G + b G: b G, and the Z that the sum starts from. */
struct blinding {
    sealed<packed_point> sum;
    sealed<integer> z;
};

/* r = 1/a modulo p; a in [1, p), r may be a. That of a secret is constant time. */
template <bool Secret>
using inverse_fn = void(held<Secret, integer>& r, const held<Secret, integer>& a);

/* Tables are those of ecmult/tables, points of 64 bytes. */
struct kernels {
    /* The fewest rows that a group of lanes is worth: fewer take less time one by one. */
    unsigned fewest_rows;
    /* The same of rows that take additions to a multiple of the generator alone: k G and p + t G. */
    unsigned fewest_gen_rows;
    /* The fewest signatures of which one sum takes less time than the same rows in these lanes. */
    unsigned fewest_summed;

    /* Kernels on public values. Time depends on the values only through the addresses read, except where a
     * kernel says more. */

    /* p[i].y = the root of p[i].x^3 + 7 whose parity is odd[i]; the lanes that have one in found[i]. */
    void (*lift_x)(affine_points* p, const lane_set* odd, lane_set* found, int groups);
    /* The lanes whose point is on the curve. */
    lane_set (*on_curve)(const affine_points& p);
    /* r[i] = u1 G + u2 q[i] for u1 and u2 of bits[i]; r and q do not overlap. Incomplete: Z is 0 where the
     * sum or a sum on the way is infinity, or both terms of one are equal. */
    void (*ecmult_x8)(jacobian_points* r, const ecmult_bits* bits, const affine_points* q, int groups,
                      const void* g, const void* g128);
    /* p + t G with t_bits = t + ecmult_gen_offset mod n; incomplete as above. */
    void (*ecmult_gen_add_x8)(jacobian_points& r, const affine_points& p, const limbs<4>& t_bits,
                              const void* table);
    /* p + t G for one point, complete: z is 0 at infinity alone. Null where the kernels on
     * secrets are. */
    void (*ecmult_gen_add_across)(projective_point& r, const packed_point& p, const integer& t_bits,
                                  const void* table) = nullptr;
    /* The lanes of a whose Z is not 0 and whose affine x is x. */
    lane_set (*x_equals)(const jacobian_points& a, const limbs<4>& x);
    /* The lanes whose Z is not 0. */
    lane_set (*finite)(const jacobian_points& a);
    /* Affine coordinates with one call of inverse, whose time depends on values; 0 in the lanes of a whose Z
     * is 0. */
    void (*to_affine)(affine_points* r, const jacobian_points* a, int groups, inverse_fn<false>* inverse);
    /* The next two are both null, or neither is. */

    /* The sums of lists, eight for each of groups, an even number up to most_sum_groups, complete. Each place
     * of the longest list costs an inversion, so lists of about one length are fast. Time also depends on
     * points that repeat. There is at least one point. */
    void (*sum_lists)(affine_sums* r, lines* memory, const packed_point* points, const point_list* lists,
                      int groups, inverse_fn<false>* inverse) = nullptr;
    /* P_1 + ... + P_n and 1 P_1 + ... + n P_n, complete. */
    void (*sum_weighted)(canonical_projective_points& sum, canonical_projective_points& weighted,
                         const affine_sums* points, int n) = nullptr;

    /* Kernels on secrets: complete, and constant time in the integers, the blinding and the points given. All
     * are null where lanes are not for secrets. */

    /* k G with k_bits = k - b + ecmult_gen_offset mod n. */
    void (*ecmult_gen_x8)(secret_jacobian_points& r, const sealed<limbs<4>>& k_bits, const blinding& blind,
                          const void* table) = nullptr;
    /* The same for one k. */
    void (*ecmult_gen_across)(secret_projective_point& r, const sealed<integer>& k_bits,
                              const blinding& blind, const void* table) = nullptr;
    /* k p, with v1 and v2 those of k; p is public. */
    void (*ecmult_const_x8)(secret_jacobian_points& r, const affine_points& p, const sealed<limbs<3>>& v1,
                            const sealed<limbs<3>>& v2) = nullptr;
    /* The same for one k: v1 and v2 of section_bits with k = c(v1) + c(v2) lambda, c(v) = 2 v + 1 -
     * 2^section_bits. */
    void (*ecmult_const_across)(secret_projective_point& r, public_point& p, const sealed<integer>& v1,
                                const sealed<integer>& v2) = nullptr;
    void (*to_affine_secret)(secret_affine_points* r, const secret_jacobian_points* a, int groups,
                             inverse_fn<true>* inverse) = nullptr;
};

} // namespace koblitz_lanes
