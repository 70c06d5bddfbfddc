/* The arithmetic of one backend: what the schemes ask of a processor. Points cross as canonical limbs,
 * scalars as scalars. Functions on secret types are constant time in them; the others are variable time.
 *
 * instantiate.h has these functions, as templates over a curve. list.h chooses the backend: curve() is its
 * arithmetic. */
#pragma once

#include "ecmult/tables/tables.h"
#include "scalar/scalar.h"
#include "simd/interface.h"

namespace koblitz {

/* Affine, on the curve, coordinates below p. */
struct point {
    u64 x[4], y[4];
};
/* The same of a secret; infinity is (0, 0). */
struct secret_point {
    secret_limbs x, y;
};

/* Blinding of ecmult_gen: k G is computed as (k - b) G + b G, the first summand starting from a random Z. b
 * is never 0. */
struct gen_context {
    secret_limbs offset; /* ecmult_gen_offset - b mod n */
    secret_limbs x, y;   /* b G */
    secret_limbs z;      /* in [1, p) */
};

/* k p */
struct multi_term {
    point p;
    scalar k;
};

/* Most points of one call. */
inline constexpr size_t most_points = 32, most_secret_points = 16;

/* Functions that return bool give false, and leave r alone, where the result is infinity or is not there.
 * Outputs may not overlap inputs, unless a comment allows it. */
struct arithmetic {
    const table_point* generator;
    /* ecmult_gen: (2^258 - 1) / 2 mod n */
    const u64* ecmult_gen_offset;

    /* The point with this x, below p, and this parity of y. x may be r.x. */
    bool (*lift_x)(point& r, const u64 x[4], bool odd);
    /* y^2 = x^3 + 7 */
    bool (*on_curve)(const point& p);
    /* r[j] = the sum of the n points that next gives as its p[j], for each of `lists` (1 or 2); bit j of the
     * result: it is finite, and r[j] was written. One inversion. */
    unsigned (*sum)(point* r, unsigned lists, void (*next)(const void* data, size_t i, point* p),
                    const void* data, size_t n);
    /* For the points p that next gives, i < n <= most_points: put takes p - u, then -p - u, until it returns
     * false. No p is u or -u. 7M + 2S a point and one inversion. */
    void (*label_candidates)(void (*next)(void* data, size_t i, point& p), size_t n, const point& u,
                             bool (*put)(void* data, size_t i, const point& candidate), void* data);

    /* u1 G + u2 q */
    bool (*ecmult)(point& r, const scalar& u1, const point& q, const scalar& u2);
    /* Whether its x coordinate is one of n numbers below p. No inversion. */
    bool (*ecmult_has_x)(const scalar& u1, const point& q, const scalar& u2, const u64 (*x)[4], int n);
    /* r[i] = p[i] + t[i] G, n <= 2; bit i of the result: it is finite, and r[i] was written. r may be p. */
    unsigned (*ecmult_gen_add)(point* r, const point* p, const scalar* t, unsigned n);
    /* u G + the sum of n terms, 1 <= n; u may be null. */
    bool (*ecmult_multi)(point& r, const scalar* u,
                         void (*next)(const void* data, size_t i, multi_term& term), const void* data,
                         size_t n);

    /* Whether u G + the sum of a_i X_i + k_i P_i, i < n, is infinity, by buckets. memory: of bucket_memory(n)
     * bytes, aligned to sum_alignment; bucket_set gave it all X_i and P_i, next gives a_i and k_i. */
    size_t (*bucket_memory)(size_t n);
    void (*bucket_set)(void* memory, size_t n, size_t i, const point& x, const point& p);
    bool (*bucket_sum_is_infinity)(void* memory, size_t n, const scalar& u,
                                   void (*next)(void* data, size_t i, signed128& a, scalar& k), void* data);

    /* k G; inverse, unless null, becomes 1 / k mod n. */
    void (*ecmult_gen)(secret_point& r, const gen_context& gen, const secret_scalar& k,
                       secret_scalar* inverse);
    /* r[i] = k[i] G, n <= most_secret_points; infinity gives (0, 0). One inversion. */
    void (*ecmult_gen_each)(secret_point* r, const gen_context& gen, const secret_scalar* k, size_t n);
    /* k p */
    void (*ecmult_const)(secret_point& r, const point& p, const secret_scalar& k);
    /* r[i] = k p[i], k not 0, n <= most_secret_points; one inversion. */
    void (*ecmult_const_each)(secret_point* r, const point* p, const secret_scalar& k, size_t n);

    /* ElligatorSwift (BIP-324). u and t: 32 bytes each, big-endian, taken mod p. */
    void (*ellswift_decode)(point& r, const u8 u[32], const u8 t[32]);
    /* A t, and its parity that of p's y, with which u encodes p, by one of the eight cases; false where that
     * one has none. */
    bool (*ellswift_encode)(u8 t[32], const u8 u[32], const point& p, unsigned which);
    /* The x of k times the decoded point. */
    void (*ellswift_xdh)(secret_limbs& x, const u8 u[32], const u8 t[32], const secret_scalar& k);
};

} // namespace koblitz
