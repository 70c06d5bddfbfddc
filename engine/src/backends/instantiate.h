/* The functions of arithmetic.h over a curve B (curve.h) by the group law and, unless it is null, by the
 * kernels on secrets and on one point of Lanes. */
#pragma once

#include "backends/arithmetic.h"
#include "ecmult/buckets.h"
#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "ecmult/multi.h"
#include "group/affine.h"
#include "group/swift.h"

namespace koblitz {

template <class F>
void load(ge<F>& r, const point& p) {
    F::from_limbs(r.x, p.x);
    F::from_limbs(r.y, p.y);
}
template <class F>
void store(point& r, const ge<F>& p) {
    F::to_limbs(r.x, p.x);
    F::to_limbs(r.y, p.y);
}
template <class F>
void store(secret_point& r, const ge<F>& p) {
    F::to_limbs(r.x, p.x);
    F::to_limbs(r.y, p.y);
}

template <class B, const koblitz_lanes::kernels* Lanes>
struct instantiated {
    using F = typename B::field;
    using fe = typename F::fe;
    using ge = typename B::ge;
    using gej = typename B::gej;
    using X = typename B::secret_field;
    using secret_ge = typename B::secret_ge;
    using secret_gej = typename B::secret_gej;

    static bool store_affine(point& r, const gej& j) {
        ge p;
        if (!to_affine_var(p, j))
            return false;
        store(r, p);
        return true;
    }
    /* r[i] = j[i], n <= N; bit i of the result: it is finite. */
    template <unsigned N>
    static unsigned store_each(point* r, const gej* j, unsigned n) {
        unsigned finite = 0;
        for (unsigned i = 0; i < n; i++)
            finite |= j[i].infinity ? 0 : 1u << i;
        if (finite == (1u << n) - 1) {
            ge p[N];
            fe scratch[N];
            batch_to_affine(p, j, n, scratch);
            for (unsigned i = 0; i < n; i++)
                store(r[i], p[i]);
        } else {
            for (unsigned i = 0; i < n; i++)
                store_affine(r[i], j[i]);
        }
        return finite;
    }
    /* Infinity takes part in the inversion with Z = 1, and becomes (0, 0). */
    static void store_each(secret_point* r, secret_gej* j, size_t n) {
        secret_ge p[most_secret_points];
        typename X::fe scratch[most_secret_points], zero, one;
        X::set_u32(zero, 0);
        X::set_u32(one, 1);
        for (size_t i = 0; i < n; i++)
            X::select(j[i].z, j[i].infinity, one, j[i].z);
        batch_to_affine(p, j, n, scratch);
        for (size_t i = 0; i < n; i++) {
            X::select(p[i].x, j[i].infinity, zero, p[i].x);
            X::select(p[i].y, j[i].infinity, zero, p[i].y);
            store(r[i], p[i]);
        }
    }

    static bool lift_x(point& r, const u64 x[4], bool odd) {
        ge p;
        fe e;
        F::from_limbs(e, x);
        if (!lift_x_var<B>(p, e, odd))
            return false;
        store(r, p);
        return true;
    }
    static bool on_curve(const point& p) {
        ge a;
        load(a, p);
        return on_curve_var<B>(a);
    }
    static unsigned sum(point* r, unsigned lists, void (*next)(const void* data, size_t i, point* p),
                        const void* data, size_t n) {
        gej sums[2] = {};
        for (gej& s : sums)
            set_infinity(s);
        for (size_t i = 0; i < n; i++) {
            point p[2];
            next(data, i, p);
            for (unsigned j = 0; j < lists; j++) {
                ge a;
                load(a, p[j]);
                add_var(sums[j], sums[j], a);
            }
        }
        return store_each<2>(r, sums, lists);
    }
    static void label_candidates(void (*next)(void* data, size_t i, point& p), size_t n, const point& u,
                                 bool (*put)(void* data, size_t i, const point& candidate), void* data) {
        ge minus;
        load(minus, u);
        differences_var<most_points>(
            n,
            [=](ge& r, size_t i) {
                point p;
                next(data, i, p);
                load(r, p);
            },
            minus,
            [=](size_t i, const ge& d) {
                point candidate;
                store(candidate, d);
                return put(data, i, candidate);
            });
    }

    static bool ecmult(point& r, const scalar& u1, const point& q, const scalar& u2) {
        ge a;
        gej j;
        load(a, q);
        ecmult_var<B>(j, u1, a, u2);
        return store_affine(r, j);
    }
    static bool ecmult_has_x(const scalar& u1, const point& q, const scalar& u2, const u64 (*x)[4], int n) {
        ge a;
        gej j;
        load(a, q);
        ecmult_var<B>(j, u1, a, u2);
        for (int i = 0; i < n; i++) {
            fe e;
            F::from_limbs(e, x[i]);
            if (x_equals_var(j, e))
                return true;
        }
        return false;
    }
    static unsigned ecmult_gen_add(point* r, const point* p, const scalar* t, unsigned n) {
        if (n == 1) {
            ge a, sum;
            load(a, p[0]);
            if (!ecmult_gen_add_var<B, Lanes>(sum, a, t[0]))
                return 0;
            store(r[0], sum);
            return 1;
        }
        gej sums[2] = {};
        for (unsigned i = 0; i < n; i++) {
            ge a;
            load(a, p[i]);
            ecmult_gen_add_var<B, Lanes>(sums[i], a, t[i]);
        }
        return store_each<2>(r, sums, n);
    }
    static bool ecmult_multi(point& r, const scalar* u,
                             void (*next)(const void* data, size_t i, koblitz::multi_term& term),
                             const void* data, size_t n) {
        gej j;
        ecmult_multi_var<B>(j, u, next, data, n);
        return store_affine(r, j);
    }

    static size_t bucket_memory(size_t n) { return pair_sum<B>::memory_size(n, Lanes); }
    static void bucket_set(void* memory, size_t n, size_t i, const point& x, const point& p) {
        pair_sum<B>(memory, n).set(i, x, p);
    }
    static bool bucket_sum_is_infinity(void* memory, size_t n, const scalar& u,
                                       void (*next)(void* data, size_t i, signed128& a, scalar& k),
                                       void* data) {
        gej left, right;
        pair_sum<B>(memory, n).sum_var(right, Lanes, next, data);
        ecmult_gen_var<B>(left, u);
        add_var(right, right, left);
        return right.infinity;
    }

    static void ecmult_gen(secret_point& r, const gen_context& gen, const secret_scalar& k,
                           secret_scalar* inverse) {
        secret_gej j;
        secret_ge p;
        koblitz::ecmult_gen<B, Lanes>(j, gen, k);
        if (inverse != nullptr) {
            to_affine_beside(p, j, *inverse, k);
        } else {
            to_affine(p, j);
        }
        store(r, p);
    }
    static void ecmult_gen_each(secret_point* r, const gen_context& gen, const secret_scalar* k, size_t n) {
        secret_gej j[most_secret_points];
        for (size_t i = 0; i < n; i++)
            koblitz::ecmult_gen<B, Lanes>(j[i], gen, k[i]);
        store_each(r, j, n);
    }
    static void ecmult_const(secret_point& r, const point& p, const secret_scalar& k) {
        ge a;
        secret_gej j;
        secret_ge q;
        load(a, p);
        koblitz::ecmult_const<B, Lanes>(j, a, k);
        to_affine(q, j);
        store(r, q);
    }
    static void ecmult_const_each(secret_point* r, const point* p, const secret_scalar& k, size_t n) {
        secret_gej j[most_secret_points];
        for (size_t i = 0; i < n; i++) {
            ge a;
            load(a, p[i]);
            koblitz::ecmult_const<B, Lanes>(j[i], a, k);
        }
        store_each(r, j, n);
    }

    static void ellswift_decode(point& r, const u8 u32be[32], const u8 t32be[32]) {
        ge p;
        fe u, t;
        F::parse_reduce(u, u32be);
        F::parse_reduce(t, t32be);
        swift_decode_var<B>(p, u, t);
        store(r, p);
    }
    static bool ellswift_encode(u8 t32be[32], const u8 u32be[32], const point& p, unsigned which) {
        ge a;
        fe u, t;
        load(a, p);
        F::parse_reduce(u, u32be);
        if (!swift_encode_var<B>(t, a, u, which))
            return false;
        F::serialize(t32be, t);
        return true;
    }
    static void ellswift_xdh(secret_limbs& x, const u8 u32be[32], const u8 t32be[32],
                             const secret_scalar& k) {
        ge p;
        fe u, t, b3, square;
        F::parse_reduce(u, u32be);
        F::parse_reduce(t, t32be);
        swift_decode_isomorphic_var<B>(p, b3, square, u, t);
        secret_gej shared;
        koblitz::ecmult_const<B, Lanes>(shared, p, b3, k);
        u64 limbs[4];
        typename X::fe z, s;
        F::to_limbs(limbs, square);
        X::from_limbs(s, limbs);
        X::sqr(z, shared.z);
        X::mul(z, z, s);
        fe_inverse<X>(z, z);
        X::mul(z, z, shared.x);
        X::to_limbs(x, z);
    }
};

template <class B, const koblitz_lanes::kernels* Lanes = nullptr>
constexpr arithmetic make_arithmetic() {
    using I = instantiated<B, Lanes>;
    return {
        .generator = B::generator(),
        .ecmult_gen_offset = B::ecmult_gen_offset(),
        .lift_x = I::lift_x,
        .on_curve = I::on_curve,
        .sum = I::sum,
        .label_candidates = I::label_candidates,
        .ecmult = I::ecmult,
        .ecmult_has_x = I::ecmult_has_x,
        .ecmult_gen_add = I::ecmult_gen_add,
        .ecmult_multi = I::ecmult_multi,
        .bucket_memory = I::bucket_memory,
        .bucket_set = I::bucket_set,
        .bucket_sum_is_infinity = I::bucket_sum_is_infinity,
        .ecmult_gen = I::ecmult_gen,
        .ecmult_gen_each = I::ecmult_gen_each,
        .ecmult_const = I::ecmult_const,
        .ecmult_const_each = I::ecmult_const_each,
        .ellswift_decode = I::ellswift_decode,
        .ellswift_encode = I::ellswift_encode,
        .ellswift_xdh = I::ellswift_xdh,
    };
}

} // namespace koblitz
