/* What code for eight lanes offers to the schemes, and the memory that both exchange. The columns of a limb
 * hold one lane after the other. Without the types of the rest: a translation unit for an instruction set
 * gives its own copy of those another namespace (backends/x86_ifma.cpp). */
#ifndef KOBLITZ_LANES_INTERFACE_H
#define KOBLITZ_LANES_INTERFACE_H

#include <stddef.h>
#include <stdint.h>

namespace koblitz {
class constant_time;
}
namespace koblitz_ifma {
class constant_time;
}

namespace koblitz_lanes {

inline constexpr int width = 8;
/* Groups of eight that one call takes at most. */
inline constexpr int most_groups = 8;

/* A T whose integers are secret. It is opened with the key of either side, base/ct.h. */
template <class T>
class sealed {
    friend class koblitz::constant_time;
    friend class koblitz_ifma::constant_time;
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

/* Below 2^256. */
struct integer {
    uint64_t w[4];
};
/* An integer below 2^(64 N) a lane. */
template <int N>
struct alignas(64) columns {
    uint64_t w[N][width];
};
/* The limbs of a point's x, then those of y. */
struct alignas(64) row {
    uint64_t w[8];
};

/* Below p where a kernel gives it; any where it takes it. */
template <bool Secret>
struct basic_affine {
    held<Secret, columns<4>> x, y;
};
using affine = basic_affine<false>;
using secret_affine = basic_affine<true>;

/* As the kernels leave it to one another. */
template <bool Secret>
struct basic_jacobian {
    held<Secret, columns<5>> x, y, z;
};
using jacobian = basic_jacobian<false>;
using secret_jacobian = basic_jacobian<true>;

/* (x / z, y / z), each below p; infinity where z is 0. */
template <bool Secret>
struct basic_point {
    held<Secret, integer> x, y, z;
};
using point = basic_point<false>;
using secret_point = basic_point<true>;

/* (x : y : z) a lane, as the kernels leave it to one another, and below p. */
struct sums {
    columns<5> x, y, z;
};
struct homogeneous {
    columns<4> x, y, z;
};
/* Numbers of points, doubled; 1 more for the point's negative. */
struct point_list {
    const uint32_t* entries;
    uint32_t count;
};

/* The scalars of u1 G + u2 q: 2 u1 + 1 - 2^260 is the first mod n, v1 and v2 are those of ring::signed_bits
 * for the second. */
struct double_base_bits {
    columns<4> u1;
    columns<3> v1, v2;
};
/* What hides k in k G = (k - b) G + b G: b G, and the Z that the sum starts from. */
struct blinding {
    sealed<row> sum;
    sealed<integer> z;
};

/* A bit a lane. */
typedef uint8_t lane_set;

/* r = 1/a modulo p; a in [1, p), r may be a. That of a secret is constant time. */
template <bool Secret>
using inverse_fn = void(held<Secret, integer>& r, const held<Secret, integer>& a);

/* Tables are those of mul/tables, points of 64 bytes. */
struct kernels {
    const char* name;

    /* Public; time depends on no value but for the addresses of tables.
     *
     * p[i].y = the root of p[i].x^3 + 7 whose parity is odd[i]; the lanes that have one in found[i]. */
    void (*lift_x)(affine* p, const lane_set* odd, lane_set* found, int groups);
    /* The lanes whose point is on the curve. */
    lane_set (*on_curve)(const affine& p);
    /* u1 G + u2 q. Incomplete: Z is 0 where the sum or a sum on the way is infinity, or both terms of one are
     * equal. */
    void (*double_base)(jacobian& r, const double_base_bits& bits, const affine& q, const void* g,
                        const void* g128);
    /* p + t G with t_bits = t + fixed_base_offset mod n; incomplete as above. */
    void (*fixed_base_add)(jacobian& r, const affine& p, const columns<4>& t_bits, const void* table);
    /* p + t G for one point, complete: z is 0 at infinity alone. */
    void (*fixed_base_add_one)(point& r, const row& p, const integer& t_bits, const void* table);
    /* The lanes of a whose Z is not 0 and whose affine x is x. */
    lane_set (*x_equals)(const jacobian& a, const columns<4>& x);
    /* The lanes whose Z is not 0. */
    lane_set (*finite)(const jacobian& a);
    /* Affine coordinates with one call of inverse; 0 in the lanes of a whose Z is 0. */
    void (*to_affine)(affine* r, const jacobian* a, int groups, inverse_fn<false>* inverse);
    /* The sums of eight lists, complete; the time depends on their lengths. There is at least one point. */
    void (*sum_lists)(sums& r, const row* points, const point_list* lists);
    /* P_1 + ... + P_n and 1 P_1 + ... + n P_n, complete. */
    void (*sum_weighted)(homogeneous& sum, homogeneous& weighted, const sums* points, int n);

    /* Constant time in the integers, the blinding and the points given; complete.
     *
     * k G with k_bits = k - b + fixed_base_offset mod n. */
    void (*generate)(secret_jacobian& r, const sealed<columns<4>>& k_bits, const blinding& blind,
                     const void* table);
    /* The same for one k. */
    void (*generate_one)(secret_point& r, const sealed<integer>& k_bits, const blinding& blind,
                         const void* table);
    /* k p, with v1 and v2 those of k; p is public. */
    void (*multiply)(secret_jacobian& r, const affine& p, const sealed<columns<3>>& v1,
                     const sealed<columns<3>>& v2);
    void (*to_affine_secret)(secret_affine* r, const secret_jacobian* a, int groups,
                             inverse_fn<true>* inverse);
};

} // namespace koblitz_lanes

#endif
