/* Points of the curve itself: lifting, membership, storing, converting. Formulas are exhaustive_test's. */
#include <initializer_list>

#include "backends/instantiate.h"
#include "group/affine.h"
#include "support/backends.h"
#include "support/check.h"
#include "support/random.h"
#include "support/secrecy.h"

namespace {

using namespace koblitz;

template <class B>
void run() {
    using F = typename B::field;
    using X = typename B::secret_field;
    using ge = typename B::ge;
    using gej = typename B::gej;

    ge g;
    F::from_limbs(g.x, B::generator()->x);
    F::from_limbs(g.y, B::generator()->y);
    CHECK(on_curve_var<B>(g));
    CHECK(!F::is_odd(g.y));

    /* x of no point: x^3 + 7 is no square. */
    const u32 rows[][2] = {{0, 0}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 0}, {6, 1}, {7, 0}, {8, 1}};
    for (const auto& row : rows) {
        typename B::fe x;
        F::set_u32(x, row[0]);
        for (const bool odd : {false, true}) {
            ge p;
            CHECK(lift_x_var<B>(p, x, odd) == (row[1] == 1));
            if (row[1] == 0)
                continue;
            CHECK(on_curve_var<B>(p));
            CHECK(F::is_odd(p.y) == odd);
        }
        ge p;
        typename B::fe root;
        if (set_xquad_var<B>(p, x))
            CHECK(fe_sqrt_var<F>(root, p.y));
    }

    test::random rng(17);
    gej walk;
    to_jacobian(walk, g);
    for (int i = 0; i < 500; i++) {
        ge a;
        if (rng.below(2))
            double_n(walk, 1);
        add_var(walk, walk, g);
        CHECK(to_affine_var(a, walk));
        CHECK(on_curve_var<B>(a));

        point stored;
        store(stored, a);
        ge b;
        load(b, stored);
        CHECK(F::equal(a.x, b.x) && F::equal(a.y, b.y));
        u8 be[32];
        F::serialize(be, a.x);
        for (int k = 0; k < 32; k++)
            CHECK(be[k] == static_cast<u8>(stored.x[3 - k / 8] >> (56 - 8 * (k % 8))));

        ge n = a;
        negate(n);
        CHECK(on_curve_var<B>(n) && !F::equal(n.y, a.y));
        gej sum, back = walk;
        add_var(sum, walk, n);
        CHECK(sum.infinity);
        typename F::template elem<4> minus;
        F::neg(minus, back.y);
        F::normalize(back.y, minus);
        add_var(sum, walk, back);
        CHECK(sum.infinity);
        CHECK(!to_affine_var(b, sum));
        CHECK(!x_equals_var(sum, a.x));

        typename B::fe off, one;
        F::set_u32(one, 1);
        typename F::template elem<2> t;
        F::add(t, a.y, one);
        F::normalize(off, t);
        CHECK(!on_curve_var<B>({a.x, off}));

        /* Into the secret field and back. */
        typename B::secret_ge s;
        test::as_secret(s, a);
        test::declassify(b, s);
        CHECK(F::equal(a.x, b.x) && F::equal(a.y, b.y));
        typename B::secret_gej sj;
        to_jacobian(sj, s);
        double_n(sj, 1);
        typename B::secret_ge sa;
        to_affine(sa, sj);
        gej twice = walk;
        double_n(twice, 1);
        test::declassify(b, sa);
        CHECK(x_equals_var(twice, b.x));
        set_infinity(sj);
        to_affine(sa, sj);
        CHECK((X::is_zero(sa.x) & X::is_zero(sa.y)).declassify());
    }
}

} // namespace

int main(int argc, char** argv) {
    return check::run(argc, argv,
                      {{"points", [] { test::for_each_curve("group_test", []<class B>() { run<B>(); }); }}});
}
