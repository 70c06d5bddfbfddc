/* Multiplications: four algorithms against one another and against a ladder over slow arithmetic, on random
 * scalars and on those that make digits, halves, partial sums or the result special; with lanes, where the
 * processor has those for single calls, and without. */
#include <cstring>

#include "backends/instantiate.h"
#include "base/lone.h"
#include "ecmult/const.h"
#include "ecmult/ecmult.h"
#include "ecmult/gen.h"
#include "ecmult/gen_add.h"
#include "ecmult/tables/build.h"
#include "schemes/opaque.h"
#include "support/backends.h"
#include "support/big.h"
#include "support/check.h"
#include "support/gen_context.h"
#include "support/random.h"
#include "support/secrecy.h"

namespace {

using namespace koblitz;
using test::big;
using test::mod_n;
using test::mod_p;

struct affine {
    big x, y;
    bool infinity = false;
};

/* The textbook law, with an inversion a step. */
affine slow_add(const affine& a, const affine& b) {
    if (a.infinity)
        return b;
    if (b.infinity)
        return a;
    big slope;
    if (a.x == b.x) {
        if (!(a.y == b.y))
            return {{}, {}, true};
        const big xx = mod_p.mul(a.x, a.x);
        slope = mod_p.mul(mod_p.add(xx, mod_p.add(xx, xx)), mod_p.inverse(mod_p.add(a.y, a.y)));
    } else {
        slope = mod_p.mul(mod_p.sub(b.y, a.y), mod_p.inverse(mod_p.sub(b.x, a.x)));
    }
    const big x = mod_p.sub(mod_p.mul(slope, slope), mod_p.add(a.x, b.x));
    return {x, mod_p.sub(mod_p.mul(slope, mod_p.sub(a.x, x)), a.y), false};
}

template <class B>
struct ecmult_test {
    using F = typename B::field;
    using S = typename B::scalar;
    using X = typename B::secret_scalar;
    using ge = typename B::ge;
    using gej = typename B::gej;

    static affine value(const gej& a) {
        ge t;
        if (!to_affine_var(t, a))
            return {{}, {}, true};
        affine r;
        F::to_limbs(r.x.d, t.x);
        F::to_limbs(r.y.d, t.y);
        return r;
    }
    static affine value(const typename B::secret_gej& a) {
        gej t;
        test::as_public(t, a);
        const affine r = value(t);
        typename B::secret_ge direct;
        to_affine(direct, a);
        ge d;
        test::declassify(d, direct);
        affine s;
        F::to_limbs(s.x.d, d.x);
        F::to_limbs(s.y.d, d.y);
        CHECK(r.infinity ? s.x == big{} && s.y == big{} : s.x == r.x && s.y == r.y);
        return r;
    }
    static bool same(const affine& a, const affine& b) {
        return a.infinity == b.infinity && (a.infinity || (a.x == b.x && a.y == b.y));
    }
    static ge generator() {
        ge g;
        F::from_limbs(g.x, B::generator()->x);
        F::from_limbs(g.y, B::generator()->y);
        return g;
    }
    static S draw(test::random& rng) {
        u64 l[4];
        rng.edge256(l);
        return S(mod_n.reduce(test::from(l)).d);
    }
    static S lambda() {
        return S({0xDF02967C1B23BD72, 0x122E22EA20816678, 0xA5261C028812645A, 0x5363AD4CC05C30E0});
    }

    /* k G by every way there is. */
    static void all_ways(const gen_context& plain, const gen_context& blind, const S& k,
                         const affine* expected) {
        gej r;
        const ge g = generator();
        ecmult_var<B>(r, k, g, S::zero());
        const affine want = value(r);
        if (expected)
            CHECK(same(want, *expected));
        CHECK(want.infinity == k.is_zero());
        ecmult_gen_var<B>(r, k);
        CHECK(same(value(r), want));
        ecmult_var<B>(r, S::zero(), g, k);
        CHECK(same(value(r), want));
        ecmult_var<B>(r, k - S::from_u64(5), g, S::from_u64(5));
        CHECK(same(value(r), want));
        ecmult_gen_add_var<B>(r, g, k - S::one());
        CHECK(same(value(r), want));
        typename B::secret_gej s;
        ecmult_gen<B>(s, plain, X(k));
        CHECK(same(value(s), want));
        for (const bool lone : {false, true}) {
            force_lone_calls_for_tests(lone);
            ecmult_gen<B>(s, blind, X(k));
            CHECK(same(value(s), want));
            ecmult_const<B>(s, g, X(k));
            CHECK(same(value(s), want));
        }
        force_lone_calls_for_tests(false);
    }

    static void run() {
        test::random rng(7);
        gen_context plain, blind;
        test::gen_context_init<B>(plain);
        u8 seed[32];
        rng.bytes(seed, 32);
        test::gen_context_blind<B>(blind, X(draw(rng)), seed);

        /* Small multiples and their negatives, by additions alone. */
        affine g;
        F::to_limbs(g.x.d, generator().x);
        F::to_limbs(g.y.d, generator().y);
        affine sum{{}, {}, true};
        for (u64 k = 0; k <= 40; k++) {
            all_ways(plain, blind, S::from_u64(k), &sum);
            affine minus = sum;
            minus.y = mod_p.neg(minus.y);
            all_ways(plain, blind, S::from_u64(k).negate(), &minus);
            sum = slow_add(sum, g);
        }
        /* Powers of two times odd digits: 2^i G by doublings alone. */
        affine power = g;
        S two_i = S::one();
        for (int i = 0; i < 256; i += 1) {
            all_ways(plain, blind, two_i, &power);
            power = slow_add(power, power);
            two_i = two_i + two_i;
        }
        /* 2 (2^264 - 2^256) mod n, which a comb with incomplete additions refuses, and relatives: every sum
         * of a few signed digits meets its own partial sums somewhere. */
        S at = S::one();
        for (int i = 0; i < 256; i++)
            at = at + at;
        const S t256 = at;
        for (int i = 256; i < 264; i++)
            at = at + at;
        all_ways(plain, blind, (at - t256) + (at - t256), nullptr);
        for (int b = 0; b < 43; b++) {
            S unit = S::one();
            for (int i = 0; i < 6 * b; i++)
                unit = unit + unit;
            for (u64 d = 1; d < 64; d += 21)
                all_ways(plain, blind, unit * S::from_u64(d), nullptr);
        }
        /* Halves that are 0, small, equal or negative under the endomorphism. */
        for (u64 a = 0; a < 5; a++)
            for (u64 b = 0; b < 5; b++)
                all_ways(plain, blind,
                         (S::from_u64(a) - S::from_u64(2)) + (S::from_u64(b) - S::from_u64(2)) * lambda(),
                         nullptr);
        for (int i = 0; i < test::cases_of(300); i++)
            all_ways(plain, blind, draw(rng), nullptr);

        /* Blinding by the scalar itself, so that the last addition cancels or doubles. */
        for (int i = 0; i < 20; i++) {
            const S k = draw(rng);
            gen_context own;
            test::gen_context_blind<B>(own, X(k), seed);
            all_ways(plain, own, k, nullptr);
            all_ways(plain, own, k.negate(), nullptr);
            all_ways(plain, own, k + k, nullptr);
        }

        /* u1 G + u2 Q with known logarithms, results at infinity included. */
        for (int i = 0; i < test::cases_of(400); i++) {
            const S q = draw(rng), u1 = i % 8 == 0 ? S::zero() : draw(rng);
            S u2 = draw(rng);
            if (q.is_zero())
                continue;
            if (i % 5 == 0)
                u2 = (u1 * q.inverse_var()).negate();
            gej qj, r, want;
            ge qa;
            ecmult_gen_var<B>(qj, q);
            if (!to_affine_var(qa, qj))
                continue;
            CHECK(on_curve_var<B>(qa));
            ecmult_var<B>(r, u1, qa, u2);
            ecmult_gen_var<B>(want, u1 + u2 * q);
            CHECK(same(value(r), value(want)));
            ecmult_gen_add_var<B>(r, qa, u1);
            ecmult_gen_var<B>(want, u1 + q);
            CHECK(same(value(r), value(want)));
            typename B::secret_gej s;
            ecmult_const<B>(s, qa, X(u2));
            ecmult_gen_var<B>(want, u2 * q);
            CHECK(same(value(s), value(want)));

            /* x alone, and the lift from it. */
            if (!s.infinity.declassify()) {
                gej open;
                test::as_public(open, s);
                const affine v = value(open);
                typename F::fe x;
                F::from_limbs(x, v.x.d);
                CHECK(x_equals_var(open, x));
                typename F::template elem<2> next;
                typename F::fe one;
                F::set_u32(one, 1);
                F::add(next, x, one);
                F::normalize(x, next);
                CHECK(!x_equals_var(open, x));
                F::from_limbs(x, v.x.d);
                ge lifted;
                CHECK(lift_x_var<B>(lifted, x, (v.y.d[0] & 1) != 0));
                gej lj;
                to_jacobian(lj, lifted);
                CHECK(same(value(lj), v));
                point stored;
                store(stored, lifted);
                ge loaded;
                load(loaded, stored);
                to_jacobian(lj, loaded);
                CHECK(same(value(lj), v));
            }
        }
    }
};

/* Tables that are computed are the first entries of those that the library carries. */
template <class B>
void built_tables() {
    using F = typename B::field;
    constexpr int n = 64, fixed = tables::ecmult_gen_blocks * tables::ecmult_gen_entries;
    static table_point g[n], g128[n], gen[fixed];
    build_g<F>(g, g128, n);
    build_gen<F>(gen);
    CHECK(std::memcmp(g, tables::g, sizeof g) == 0);
    CHECK(std::memcmp(g128, tables::g128, sizeof g128) == 0);
    CHECK(std::memcmp(gen, tables::gen, sizeof gen) == 0);
}

} // namespace

int main(int argc, char** argv) {
    return check::run(
        argc, argv,
        {{"multiples", [] { test::for_each_curve("ecmult_test", []<class B>() { ecmult_test<B>::run(); }); }},
         {"built_tables",
          [] { test::for_each_curve("ecmult_test", []<class B>() { built_tables<B>(); }); }}});
}
