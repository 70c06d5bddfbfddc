/* Everything on subgroups of order 7, 13 and 199, over every field and the checking one: all pairs of points
 * through every addition formula, all scalars through every multiplication. Order 199 runs the larger loops
 * by a stride; with the argument "full" by none, over the checking field by 7. */
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen_add.h"
#include "support/backends.h"
#include "support/big.h"
#include "support/check.h"
#include "support/checking_field.h"
#include "support/gen_context.h"
#include "support/random.h"
#include "support/secrecy.h"
#include "support/small_curve.h"

namespace {

using namespace koblitz;

template <int Order, class F, class X>
struct exhaustive {
    using B = test::small_backend<Order, F, X>;
    using S = typename B::scalar;
    using ge = typename B::ge;
    using gej = typename B::gej;

    test::random rng{Order};
    int stride;

    /* The logarithm of a point. Order for what is on no list. */
    static int log(const gej& a) {
        ge p;
        if (!to_affine_var(p, a))
            return 0;
        for (int k = 1; k < Order; k++)
            if (F::equal(p.x, B::multiples()[k].x) && F::equal(p.y, B::multiples()[k].y))
                return k;
        return Order;
    }
    static int log(const typename B::secret_gej& a) {
        gej t;
        test::as_public(t, a);
        return log(t);
    }
    /* k G on a random Z. */
    template <class G>
    void draw(koblitz::gej<G>& r, int k) {
        if (k == 0) {
            set_infinity(r);
            return;
        }
        u64 l[4] = {rng.next() | 1, rng.next(), rng.next(), rng.next()};
        koblitz::ge<G> p;
        point(p, k);
        typename G::fe z2, z3;
        G::from_limbs(r.z, l);
        G::sqr(z2, r.z);
        G::mul(z3, z2, r.z);
        G::mul(r.x, p.x, z2);
        G::mul(r.y, p.y, z3);
        if constexpr (G::secret) {
            r.infinity = choice::no();
        } else {
            r.infinity = false;
        }
    }
    static void point(ge& r, int k) { r = B::multiples()[k]; }
    static void point(typename B::secret_ge& r, int k) { test::as_secret(r, B::multiples()[k]); }

    /* k G on a random Z: (x / z^2, y / z^3) = (x z : y : z^3). */
    template <class G>
    void homogeneous(projective<G>& r, int k) {
        koblitz::gej<G> a;
        draw(a, k);
        if (k == 0) {
            G::set_u32(r.x, 0);
            G::set_u32(r.y, 5);
            G::set_u32(r.z, 0);
            return;
        }
        G::mul(r.x, a.x, a.z);
        G::normalize(r.y, a.y);
        G::sqr(r.z, a.z);
        G::mul(r.z, r.z, a.z);
    }
    template <class G>
    static int log(const projective<G>& a) {
        koblitz::gej<G> j;
        to_jacobian(j, a);
        return log(j);
    }
    template <class G>
    void homogeneous_sums(int i, int j) {
        projective<G> a, b;
        homogeneous(a, i);
        homogeneous(b, j);
        formulas<G>::template add_complete<3 * B::curve_b>(a, b);
        CHECK(log(a) == (i + j) % Order);
    }
    /* (+- i) G + (+- j) G of affine points; equal or opposite ones give z = 0. */
    void pair(int i, int j, bool negative) {
        if (i == 0)
            return;
        ge a, b;
        point(a, i);
        point(b, j);
        projective<F> r;
        for (const bool first : {false, true}) {
            const int m = first ? Order - i : i, n = negative ? Order - j : j;
            formulas<F>::add_affine_pair(r, a, first, b, negative);
            CHECK(m == n || m + n == Order ? F::is_zero(r.z) : log(r) == (m + n) % Order);
        }
    }

    void additions() {
        for (int i = 0; i < Order; i++) {
            gej a, r;
            draw(a, i);
            CHECK(log(a) == i);
            r = a;
            double_n(r, 1);
            CHECK(log(r) == 2 * i % Order);
            for (int j = 0; j < Order; j += stride) {
                gej b;
                draw(a, i);
                draw(b, j);
                add_var(r, a, b);
                CHECK(log(r) == (i + j) % Order);
                add_var(b, a, b);
                CHECK(log(b) == (i + j) % Order);
                homogeneous_sums<F>(i, j);
                homogeneous_sums<X>(i, j);
                typename B::secret_gej sa, sr;
                draw(sa, i);
                if (j == 0)
                    continue;
                ge p;
                point(p, j);
                for (const bool negative : {false, true})
                    pair(i, j, negative);
                add_var(r, a, p);
                CHECK(log(r) == (i + j) % Order);
                add_var(a, a, p);
                CHECK(log(a) == (i + j) % Order);
                draw(a, i);
                add_var(a, p.x, p.y, true);
                CHECK(log(a) == (i + Order - j) % Order);
                /* The same point on the curve scaled by 1 / z, which z brings back. */
                typename F::fe z, zi, z2;
                F::set_u32(z, static_cast<u32>(2 + i));
                fe_inverse<F>(zi, z);
                F::sqr(z2, zi);
                F::mul(p.x, p.x, z2);
                F::mul(z2, z2, zi);
                F::mul(p.y, p.y, z2);
                for (const bool negative : {false, true}) {
                    draw(a, i);
                    add_var(a, p.x, p.y, negative, &z);
                    CHECK(log(a) == (negative ? i + Order - j : i + j) % Order);
                }
                typename B::secret_ge sp;
                point(sp, j);
                sr = sa;
                formulas<X>::add_complete(sr, sp, X::no());
                CHECK(log(sr) == (i + j) % Order);
                formulas<X>::add_complete(sa, sp, X::yes());
                CHECK(log(sa) == (i + Order - j) % Order);

                projective<X> h;
                homogeneous(h, i);
                projective<X> g = h;
                formulas<X>::template add_complete<3 * B::curve_b>(h, sp, X::no());
                to_jacobian(sr, h);
                CHECK(log(sr) == (i + j) % Order);
                formulas<X>::template add_complete<3 * B::curve_b>(g, sp, X::yes());
                to_jacobian(sr, g);
                CHECK(log(sr) == (i + Order - j) % Order);
            }
        }
    }

    void multiplications() {
        gen_context plain, blind[Order];
        test::gen_context_init<B>(plain);
        u8 z[32];
        for (int b = 0; b < Order; b += stride) {
            rng.bytes(z, 32);
            if (b == 0)
                std::memset(z, 0, 32);
            test::gen_context_blind<B>(blind[b], typename B::secret_scalar(S::from_u64(static_cast<u64>(b))),
                                       z);
        }
        for (int k = 0; k < Order; k++) {
            const S s = S::from_u64(static_cast<u64>(k));
            const typename B::secret_scalar x(s);
            typename B::secret_gej r;
            gej known;
            ecmult_gen<B>(r, plain, x);
            CHECK(log(r) == k);
            ecmult_gen_var<B>(known, s);
            CHECK(log(known) == k);
            for (int b = 0; b < Order; b += stride) {
                ecmult_gen<B>(r, blind[b], x);
                CHECK(log(r) == k);
            }
            for (int q = 1; q < Order; q += stride) {
                ecmult_const<B>(r, B::multiples()[q], x);
                CHECK(log(r) == k * q % Order);
                gej v;
                ecmult_gen_add_var<B>(v, B::multiples()[q], s);
                CHECK(log(v) == (k + q) % Order);
                for (int u = 0; u < Order; u += stride) {
                    ecmult_var<B>(v, S::from_u64(static_cast<u64>(u)), B::multiples()[q], s);
                    CHECK(log(v) == (u + k * q) % Order);
                }
            }
        }
    }

    void conversions() {
        gej a[Order];
        ge r[Order];
        typename F::fe scratch[Order];
        for (int i = 1; i < Order; i++)
            draw(a[i], i);
        batch_to_affine(r + 1, a + 1, Order - 1, scratch);
        for (int i = 1; i < Order; i++) {
            const ge& p = B::multiples()[i];
            CHECK(F::equal(r[i].x, p.x) && F::equal(r[i].y, p.y));
            CHECK(on_curve_var<B>(p));
            CHECK(x_equals_var(a[i], p.x));
            ge q;
            CHECK(lift_x_var<B>(q, p.x, F::is_odd(p.y)));
            CHECK(F::equal(q.y, p.y));
            CHECK(lift_x_var<B>(q, p.x, !F::is_odd(p.y)));
            negate(q);
            CHECK(F::equal(q.y, p.y));
            for (int j = 1; j < Order; j += stride)
                CHECK(x_equals_var(a[i], B::multiples()[j].x) == (j == i || j == Order - i));
        }
    }
};

template <int Order, class F, class X>
void run(int stride) {
    exhaustive<Order, F, X> e;
    e.stride = stride;
    e.additions();
    e.conversions();
    e.multiplications();
}

template <class F, class X>
void all(int stride) {
    run<7, F, X>(1);
    run<13, F, X>(1);
    run<199, F, X>(stride);
}

} // namespace

int main(int argc, char** argv) {
    const bool full = argc > 1 && std::strcmp(argv[1], "full") == 0;
    all<test::checking_field<false>, test::checking_field<true>>(full ? 7 : 45);
    test::for_each_curve("exhaustive_test", [full]<class B>() {
        all<typename B::field, typename B::secret_field>(full ? 1 : 13);
    });
    return test::finish("exhaustive");
}
