/* The products of f64 lanes, simd/x86_64/f64.S: limbs at the ends of their ranges and between, every
 * lane with values of its own. */
#include "field/platform.h"

#ifdef KOBLITZ_X86_64_ASM
#include "assembly/reference.h"
#include "simd/f64/columns.h"

namespace reference {
namespace {

constexpr int width = 8;
using columns = i64[10];

struct doubles {
    double n[5][width];
    /* Each lane modulo p. */
    u64 v[width][4];
};
template <int N>
struct start_columns {
    f64_words<N> c;
    u64 v[width][4];
};

/* Limbs of 52 bits and of either sign, modulo p. */
void value(u64 r[4], const i64* limbs, int count) {
    u64 parts[2][10] = {}, below[4];
    for (int i = 0; i < count; i++) {
        const bool negative = limbs[i] < 0;
        u128 c = negative ? 0 - static_cast<u64>(limbs[i]) : static_cast<u64>(limbs[i]);
        c <<= 52 * i % 64;
        for (int k = 52 * i / 64; c != 0; k++) {
            c += parts[negative][k];
            parts[negative][k] = static_cast<u64>(c);
            c >>= 64;
        }
    }
    mod_p(r, parts[0], 10);
    mod_p(below, parts[1], 10);
    sub_mod(r, r, below);
}

i64 draw_within(test::random& rng, i64 most) {
    const i64 any = static_cast<i64>(rng.next() % static_cast<u64>(2 * most + 1)) - most;
    const i64 choices[] = {most, -most, most - 1, 1 - most, 0, 1, -1, any, any};
    return choices[rng.below(9)];
}
void draw_lanes(test::random& rng, doubles& r, int bound) {
    for (int lane = 0; lane < width; lane++) {
        i64 limbs[5];
        for (int i = 0; i < 5; i++) {
            limbs[i] = draw_within(rng, bound * (i < 4 ? i64{1} << 51 : (i64{1} << 47) + 128));
            r.n[i][lane] = static_cast<double>(limbs[i]);
        }
        value(r.v[lane], limbs, 5);
    }
}
template <int N>
void draw_start(test::random& rng, start_columns<N>& r, const f64_words<N>& from) {
    for (int lane = 0; lane < width; lane++) {
        i64 added[N];
        for (int i = 0; i < N; i++) {
            added[i] = draw_within(rng, i64{1} << (i < 9 ? 55 : 44));
            r.c.c[i][lane] = from.c[i][lane] + static_cast<u64>(added[i]);
        }
        value(r.v[lane], added, N);
    }
}

void want(u64 r[4], const doubles& a, const doubles& b, int lane) {
    want_mul(r, a.v[lane], b.v[lane]);
}
/* r is a b and what it started from, less w where there is one, its limbs within magnitude 1. */
void expect(const double (&r)[5][width], const doubles& a, const doubles& b, const start_columns<5>& start,
            const start_columns<10>* w = nullptr) {
    for (int lane = 0; lane < width; lane++) {
        u64 got[4], expected[4];
        i64 limbs[5];
        bool within = true;
        for (int i = 0; i < 5; i++) {
            const i64 most = i < 4 ? i64{1} << 51 : (i64{1} << 47) + 128;
            limbs[i] = static_cast<i64>(r[i][lane]);
            within = within && limbs[i] >= -most && limbs[i] <= most;
        }
        CHECK(within);
        value(got, limbs, 5);
        want(expected, a, b, lane);
        add_mod(expected, expected, start.v[lane]);
        if (w != nullptr)
            sub_mod(expected, expected, w->v[lane]);
        CHECK(same(got, expected));
    }
}
void expect_columns(const f64_columns& w, const doubles& a, const doubles& b) {
    for (int lane = 0; lane < width; lane++) {
        u64 got[4], expected[4];
        columns c;
        bool within = true;
        for (int i = 0; i < 10; i++) {
            c[i] = static_cast<i64>(w.c[i][lane] - f64_start::of_wide(i));
            const i64 most = i64{1} << (i < 9 ? 55 : 44);
            within = within && c[i] >= -most && c[i] <= most;
        }
        CHECK(within);
        value(got, c, 10);
        want(expected, a, b, lane);
        CHECK(same(got, expected));
    }
}

} // namespace

void test_doubles(test::random& rng) {
    const int larger = static_cast<int>(rng.below(3));
    const f64_constants *const constants = &f64_start::of_mul, *const of_sqr = &f64_start::of_sqr;
    doubles a, b, s;
    start_columns<5> start, square, less_start;
    start_columns<10> less;
    draw_lanes(rng, a, larger == 1 ? 2 : 1);
    draw_lanes(rng, b, larger == 2 ? 2 : 1);
    draw_lanes(rng, s, 1);
    draw_start(rng, start, f64_start::mul);
    draw_start(rng, square, f64_start::sqr);
    draw_start(rng, less_start, f64_start::mul_sub);
    f64_columns none;
    for (int i = 0; i < 10; i++) {
        for (u64& lane : none.c[i])
            lane = f64_start::of_wide(i);
    }
    draw_start(rng, less, none);
    double r[5][width], x[5][width], y[5][width], z[5][width], t[5][width], u[5][width], u2[5][width],
        u3[5][width];
    f64_columns w, w2, w3;
    std::memcpy(x, a.n, sizeof x);
    std::memcpy(y, b.n, sizeof y);
    std::memcpy(z, s.n, sizeof z);
    std::memcpy(t, s.n, sizeof t);
    std::memcpy(u2, a.n, sizeof u2);
    std::memcpy(u3, b.n, sizeof u3);
    {
        const rounding_toward_zero mode;
        koblitz_fe_f64_mul_sub(u[0], a.n[0], b.n[0], less_start.c.c[0], less.c.c[0], constants);
        koblitz_fe_f64_mul_sub(u2[0], u2[0], b.n[0], less_start.c.c[0], less.c.c[0], constants);
        koblitz_fe_f64_mul_sub(u3[0], a.n[0], u3[0], less_start.c.c[0], less.c.c[0], constants);
        koblitz_fe_f64_mul(r[0], a.n[0], b.n[0], start.c.c[0], constants);
        koblitz_fe_f64_mul(x[0], x[0], b.n[0], start.c.c[0], constants);
        koblitz_fe_f64_mul(y[0], a.n[0], y[0], start.c.c[0], constants);
        koblitz_fe_f64_mul(t[0], t[0], t[0], start.c.c[0], constants);
        koblitz_fe_f64_mul_wide(w.c[0], a.n[0], b.n[0], f64_start::mul_wide.c[0], constants);
        koblitz_fe_f64_mul_wide(w2.c[0], s.n[0], s.n[0], f64_start::mul_wide.c[0], constants);
        koblitz_fe_f64_sqr_wide(w3.c[0], s.n[0], f64_start::sqr_wide.c[0], of_sqr);
    }
    expect(u, a, b, less_start, &less);
    expect(u2, a, b, less_start, &less);
    expect(u3, a, b, less_start, &less);
    expect(r, a, b, start);
    expect(x, a, b, start);
    expect(y, a, b, start);
    expect(t, s, s, start);
    expect_columns(w, a, b);
    expect_columns(w2, s, s);
    expect_columns(w3, s, s);
    {
        const rounding_toward_zero mode;
        koblitz_fe_f64_sqr(r[0], s.n[0], square.c.c[0], of_sqr);
        koblitz_fe_f64_sqr(z[0], z[0], square.c.c[0], of_sqr);
    }
    expect(r, s, s, square);
    expect(z, s, s, square);
}

} // namespace reference

#endif
