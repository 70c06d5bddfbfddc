/* The routines on points: double.S, add_affine.S, add_complete.S, add_projective.S, co_z.S, and the table
 * scan. */
#include "assembly/routines.h"

#ifdef KOBLITZ_ASSEMBLY
#include <initializer_list>

#include "assembly/reference.h"

namespace reference {
namespace {

/* A small number, its negative, or a root of one of them, so that values next to 0 and p arise in the middle
 * of a formula; else any edge value. */
void draw_coordinate(test::random& rng, u64 r[4]) {
    using F = FIELD4<false>;
    static constexpr u64 zero[4] = {0, 0, 0, 0};
    static constexpr u64 bounds[] = {8, 300, 65536};
    const u64 small[4] = {rng.below(bounds[rng.below(3)]), 0, 0, 0};
    F::fe a, root;
    switch (rng.below(4)) {
    case 0:
        draw(rng, r);
        return;
    case 1:
        sub_mod(r, zero, small);
        return;
    case 2:
        F::from_limbs(a, small);
        (void)fe_sqrt_var<F>(root, a);
        F::to_limbs(r, root);
        return;
    default:
        std::memcpy(r, small, 32);
    }
}

void draw_coordinates(test::random& rng, u64* r, int n) {
    for (int i = 0; i < n; i++)
        draw_coordinate(rng, r + 4 * i);
}

/* Canonical, by the reference. */
struct value {
    u64 n[4];
    value() = default;
    explicit value(const u64* a) { mod_p(n, a, 4); }
    explicit value(u32 v) : n{v, 0, 0, 0} {}
    value operator*(const value& b) const {
        value r;
        want_mul(r.n, n, b.n);
        return r;
    }
    value operator+(const value& b) const {
        value r;
        add_mod(r.n, n, b.n);
        return r;
    }
    value operator-(const value& b) const {
        value r;
        sub_mod(r.n, n, b.n);
        return r;
    }
    value half() const {
        value r;
        half_mod(r.n, n);
        return r;
    }
    bool is_zero() const { return (n[0] | n[1] | n[2] | n[3]) == 0; }
};

bool agrees(const u64* got, const value& want) {
    return same(got, want.n);
}

struct triple {
    value x, y, z;
};
void check_point(const u64* got, const triple& want) {
    CHECK(agrees(got, want.x));
    CHECK(agrees(got + 4, want.y));
    CHECK(agrees(got + 8, want.z));
}

/* Coordinates scaled by 1/2: formulas.h. */
triple want_double(const triple& p) {
    const value s = p.y * p.y, t = p.x * s, xx = p.x * p.x, l = xx + xx.half(), x = l * l - t - t;
    return {x, l * (t - x) - s * s, p.y * p.z};
}

void doublings(test::random& rng) {
    u64 point[12];
    draw_coordinates(rng, point, 3);
    const int n = 1 + static_cast<int>(rng.below(4));
    triple want{value(point), value(point + 4), value(point + 8)};
    for (int i = 0; i < n; i++)
        want = want_double(want);
    for (auto routine : {POINT4(double_public), POINT4(double_secret)}) {
        u64 got[12];
        std::memcpy(got, point, sizeof got);
        set_carry();
        taking<void(void*, u64)>(routine)(got, unclean(rng, static_cast<u32>(n)));
        check_point(got, want);
    }
}

/* Now and then b is chosen so that it is at distance 0 from a in x, or at one of those that the limbs of 0 or
 * p stand for but for one, or is a's opposite in y where the formula wants it: with z = 1 these are the
 * coordinates themselves. */
void draw_pair(test::random& rng, u64 point[12], u64 entry[8]) {
    static constexpr u64 one[4] = {1, 0, 0, 0}, zero[4] = {0, 0, 0, 0};
    draw_coordinates(rng, point, 3);
    draw_coordinates(rng, entry, 2);
    if (rng.below(4))
        return;
    std::memcpy(point + 8, one, 32);
    if (rng.below(4) == 0) {
        /* x = p + k and X = l <= k are loose, and x less X is p + k - l as it stands. */
        const u64 k = 1 + rng.below(8);
        const u64 x[4] = {prime::limbs[0] + k, ~u64{0}, ~u64{0}, ~u64{0}};
        const u64 l[4] = {rng.below(k + 1), 0, 0, 0};
        std::memcpy(entry, x, 32);
        std::memcpy(point, l, 32);
        return;
    }
    u64 small[4] = {rng.below(3), 0, 0, 0};
    if (rng.below(2))
        small[rng.below(4)] = rng.limb();
    switch (rng.below(3)) {
    case 0:
        add_mod(entry, point, small);
        break;
    case 1:
        (rng.below(2) != 0 ? add_mod : sub_mod)(entry + 4, point + 4, small);
        break;
    default: {
        const value y(point + 4), minus = value(zero) - y;
        std::memcpy(entry + 4, minus.n, 32);
        if (rng.below(2))
            add_mod(entry, point, small);
    }
    }
}

void additions(test::random& rng) {
    u64 point[12], entry[8], zscale[4];
    draw_pair(rng, point, entry);
    draw_coordinate(rng, zscale);
    const u32 negative = static_cast<u32>(rng.below(2));
    const value x1(point), y1(point + 4), z1(point + 8), x2(entry);
    const value y2 = negative ? value(0u) - value(entry + 4) : value(entry + 4);
    for (const bool scaled : {false, true}) {
        const value az = scaled ? z1 * value(zscale) : z1, zz = az * az;
        const value h = x2 * zz - x1, i = y2 * zz * az - y1, hh = h * h, hhh = h * hh, t = x1 * hh;
        const value x3 = i * i - hhh - t - t;
        u64 got[12];
        std::memcpy(got, point, sizeof got);
        set_carry();
        const u64 given = unclean(rng, negative);
        const int done = scaled ? taking<int(void*, const u64*, const u64*, u64, const u64*)>(
                                      POINT4(add_affine_scaled_public))(got, entry, entry + 4, given, zscale)
                                : taking<int(void*, const u64*, const u64*, u64)>(POINT4(add_affine_public))(
                                      got, entry, entry + 4, given);
        CHECK(done == 0 || done == 1);
        if (done) {
            CHECK(!h.is_zero());
            check_point(got, {x3, i * (t - x3) - y1 * hhh, z1 * h});
        } else {
            /* 2^64 values around 0 and p at most. */
            CHECK(h.is_zero() || (h.n[1] & h.n[2] & h.n[3]) == ~u64{0} ||
                  ((h.n[1] | h.n[2] | h.n[3]) == 0 && h.n[0] < prime::fold));
            CHECK(std::memcmp(got, point, sizeof got) == 0);
        }
    }
}

void complete_additions(test::random& rng) {
    u64 point[12], entry[8], got[12];
    draw_pair(rng, point, entry);
    const u64 negative = 0 - rng.below(2), infinity = 0 - static_cast<u64>(rng.below(8) == 0);
    const value x1(point), y1(point + 4), z1(point + 8), x2(entry);
    const value y2 = negative ? value(0u) - value(entry + 4) : value(entry + 4);

    const value zz = z1 * z1, u2 = x2 * zz, s2 = y2 * zz * z1, t = x1 + u2, sum = y1 + s2;
    const bool degenerate = sum.is_zero();
    const value m = degenerate ? x1 - u2 : sum, mm = m * m, q = t * mm;
    const value n = degenerate ? s2 - y1 : x1 * u2 - t * t, m4 = degenerate ? value(0u) : mm * mm;
    const value x = n * n - q, z3 = m * z1;
    triple want{x, (n * (x + x - q) - m4).half(), z3};
    if (infinity)
        want = {x2, y2, value(1u)};
    std::memcpy(got, point, sizeof got);
    set_carry();
    const u64 vanished = POINT4(add_complete_secret)(got, entry, negative, infinity);
    CHECK(vanished == (want.z.is_zero() ? ~u64{0} : 0));
    check_point(got, want);

    static constexpr u32 factors[] = {21, 18, 6, 12, 1, 0x7FFFFFFF};
    const u32 b3 = factors[rng.below(6)];
    const value b(b3), aa = x1 * x2, bb = y1 * y2, c = x1 * y2 + x2 * y1, d = y2 * z1 + y1,
                       e = b * (x2 * z1 + x1);
    const value bz = b * z1, plus = bb + bz, minus = bb - bz, a3 = aa + aa + aa;
    std::memcpy(got, point, sizeof got);
    set_carry();
    taking<void(void*, const void*, u64, u64)>(POINT4(add_projective_secret))(got, entry, negative,
                                                                              unclean(rng, b3));
    check_point(got, {c * minus - d * e, minus * plus + e * a3, plus * d + a3 * c});
}

void co_z_additions(test::random& rng) {
    u64 a[16], r[16], ratio[4];
    draw_coordinates(rng, a, 4);
    const value x1(a), y1(a + 4), x2(a + 8), y2(a + 12);
    const value d = x2 - x1, c = d * d, w1 = x2 * c, w2 = x1 * c, e = y2 - y1;
    const value x3 = e * e - w1 - w2, y22 = y2 * (w1 - w2), y3 = e * (w1 - x3) - y22;
    for (const bool in_place : {false, true}) {
        u64* out = in_place ? a : r;
        set_carry();
        POINT4(co_z_add_public)(out, ratio, a);
        CHECK(agrees(ratio, d));
        CHECK(agrees(out, x3));
        CHECK(agrees(out + 4, y3));
        CHECK(agrees(out + 8, w1));
        CHECK(agrees(out + 12, y22));
    }
}

/* Every entry of tables of random size and stride, at any alignment. */
void scan(test::random& rng) {
    u64 table[16 * 12 + 8];
    for (u64& limb : table)
        limb = rng.limb();
    const int n = 1 + static_cast<int>(rng.below(16));
    const size_t stride = 8 + rng.below(5), shift = rng.below(8);
    for (int i = 0; i < n; i++) {
        u64 out[9] = {};
        taking<void(void*, const void*, u64, u64, size_t)>(koblitz_point4_scan)(
            out, table + shift, unclean(rng, static_cast<u32>(i)), unclean(rng, static_cast<u32>(n)),
            8 * stride);
        CHECK(std::memcmp(out, table + shift + static_cast<size_t>(i) * stride, 64) == 0);
        CHECK(out[8] == 0);
    }
}

} // namespace

void test_points(test::random& rng, int round) {
    doublings(rng);
    additions(rng);
    complete_additions(rng);
    co_z_additions(rng);
    if (round % 16 == 0)
        scan(rng);
}

} // namespace reference

#endif
