/* The point operations of lanes on whole subgroups of small order: every pair of points, in every lane in
 * turn. */
#pragma once

#include "simd/formulas_lanes.h"
#include "support/check.h"
#include "support/random.h"

/* A subgroup of y^2 = x^3 + b: x and y of its points, from 1 times the generator on. Outside the namespaces,
 * as tests for two kinds of lanes exchange it. */
struct koblitz_test_subgroup {
    int order;
    const uint64_t (*points)[8];
};

namespace test {

template <class V, u32 Curve>
struct lane_group_test {
    using F = field_lanes<V, false>;
    using O = formulas<F>;
    /* Its points have the magnitudes of group/types.h, as those of secrets in lanes. */
    struct G : F {};
    using fe = typename F::fe;
    static constexpr int width = V::width;
    static constexpr u32 b3 = 3 * Curve;
    using logs = int[width];

    const koblitz_test_subgroup& group;
    random rng{9};

    /* Lane by lane k G, the generator for 0. */
    template <class T>
    void affine(ge<T>& r, const logs& k) const {
        typename F::limbs x = {}, y = {};
        for (int i = 0; i < width; i++) {
            const uint64_t* const p = group.points[k[i] == 0 ? 0 : k[i] - 1];
            for (int j = 0; j < 4; j++) {
                x.w[j][i] = p[j];
                y.w[j][i] = p[4 + j];
            }
        }
        F::from_limbs(r.x, x);
        F::from_limbs(r.y, y);
    }
    [[gnu::noinline]] static typename F::flag where_zero(const logs& k) {
        unsigned m = 0;
        for (int i = width - 1; i >= 0; i--)
            m = 2 * m + (k[i] == 0 ? 1 : 0);
        return F::flag::from_lanes(static_cast<u8>(m));
    }
    fe draw() {
        const u64 l[4] = {rng.next() | 1, rng.next(), rng.next(), rng.next()};
        fe r;
        F::from_limbs(r, l);
        return r;
    }
    template <class T>
    void jacobian(gej<T>& r, const logs& k) {
        ge<F> p;
        fe z = draw(), zero, t;
        affine(p, k);
        F::set_u32(zero, 0);
        F::sqr(t, z);
        F::mul(r.x, p.x, t);
        F::mul(t, t, z);
        F::mul(r.y, p.y, t);
        r.infinity = where_zero(k);
        F::select(r.z, r.infinity, zero, z);
    }
    /* Infinity as (0 : y : 0). */
    void homogeneous(projective<F>& r, const logs& k) {
        ge<F> p;
        fe z = draw(), zero;
        affine(p, k);
        F::set_u32(zero, 0);
        F::mul(r.x, p.x, z);
        F::mul(r.y, p.y, z);
        F::select(r.x, where_zero(k), zero, r.x);
        F::select(r.z, where_zero(k), zero, z);
    }

    /* Z is 0 in just the lanes where k is, and elsewhere (x, y) is k G on Zs for x and y. */
    template <class X, class Y>
    void expect(const X& x, const Y& y, const fe& z, const fe& zx, const fe& zy, const logs& k) {
        ge<F> p;
        fe want;
        affine(p, k);
        const u8 zero = where_zero(k).lanes();
        CHECK(F::is_zero(z).lanes() == zero);
        F::mul(want, p.x, zx);
        CHECK((F::equal(x, want).lanes() | zero) == 0xff);
        F::mul(want, p.y, zy);
        CHECK((F::equal(y, want).lanes() | zero) == 0xff);
    }
    template <class T>
    void expect(const gej<T>& a, const logs& k) {
        fe z2, z3;
        F::sqr(z2, a.z);
        F::mul(z3, z2, a.z);
        expect(a.x, a.y, a.z, z2, z3, k);
    }
    void expect(const projective<F>& a, const logs& k) { expect(a.x, a.y, a.z, a.z, a.z, k); }

    void pair(const logs& a, const logs& b, u8 minus) {
        const auto negative = F::flag::from_lanes(minus);
        logs sum = {}, plain_sum = {}, incomplete = {}, eight = {};
        bool sums_of_affine = true, finite = true;
        for (int i = 0; i < width; i++) {
            const int signed_b = (minus >> i & 1) != 0 ? group.order - b[i] : b[i];
            sum[i] = (a[i] + signed_b) % group.order;
            plain_sum[i] = (a[i] + b[i]) % group.order;
            incomplete[i] = a[i] == b[i] || a[i] + b[i] == group.order ? 0 : sum[i];
            eight[i] = 8 * a[i] % group.order;
            finite = finite && a[i] != 0;
            sums_of_affine = sums_of_affine && b[i] != 0;
        }
        gej<F> j;
        projective<F> h, g;
        ge<F> p, q;
        affine(p, b);
        jacobian(j, a);
        O::double_n(j, 3);
        expect(j, eight);
        homogeneous(h, a);
        homogeneous(g, b);
        O::template add_complete<b3>(h, g);
        expect(h, plain_sum);
        if (!sums_of_affine)
            return;
        gej<G> c;
        ge<G> e;
        affine(e, b);
        jacobian(c, a);
        formulas<G>::add_complete(c, e, negative);
        expect(c, sum);
        CHECK(c.infinity.lanes() == where_zero(sum).lanes());
        homogeneous(h, a);
        O::template add_complete<b3>(h, p, negative);
        expect(h, sum);
        if (!finite)
            return;
        jacobian(j, a);
        O::add_affine(j, p.x, p.y, negative);
        expect(j, incomplete);
        affine(q, a);
        O::add_affine_pair(h, q, F::no(), p, negative);
        expect(h, incomplete);
    }

    void run() {
        for (int i = 0; i < group.order; i++) {
            for (int first = 0; first < group.order; first++) {
                logs a = {}, b = {};
                for (int lane = 0; lane < width; lane++) {
                    a[lane] = i;
                    b[lane] = (first + lane) % group.order;
                }
                pair(a, b, static_cast<u8>(rng.next()));
                pair(b, a, static_cast<u8>(rng.next()));
            }
        }
    }
};

} // namespace test
