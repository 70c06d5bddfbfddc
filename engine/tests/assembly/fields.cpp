/* The routines of one product or sum: mul.S, sqr.S, linear.S. */
#include "assembly/routines.h"

#ifdef KOBLITZ_ASSEMBLY
#include <initializer_list>

#include "assembly/reference.h"

namespace reference {
namespace {

struct operands {
    u64 a[4], b[4], w[8], n[3][4];
};

template <class Call, class Want>
void binary(const operands& o, Call call, Want want) {
    u64 expected[4], r[4];
    want(expected, o.a, o.b);
    set_carry();
    call(r, o.a, o.b);
    CHECK(same(r, expected));
    std::memcpy(r, o.a, 32);
    call(r, r, o.b);
    CHECK(same(r, expected));
    std::memcpy(r, o.b, 32);
    call(r, o.a, r);
    CHECK(same(r, expected));
    want(expected, o.a, o.a);
    call(r, o.a, o.a);
    CHECK(same(r, expected));
    std::memcpy(r, o.a, 32);
    call(r, r, r);
    CHECK(same(r, expected));
}

template <class Call, class Want>
void unary(const operands& o, Call call, Want want) {
    u64 expected[4], r[4];
    want(expected, o.a);
    set_carry();
    call(r, o.a);
    CHECK(same(r, expected));
    std::memcpy(r, o.a, 32);
    call(r, r);
    CHECK(same(r, expected));
}

template <class MulSub>
void mul_sub(const operands& o, MulSub call) {
    u64 ab[4], w[4], expected[4], r[4], wide[8];
    want_mul(ab, o.a, o.b);
    mod_p(w, o.w, 8);
    sub_mod(expected, ab, w);
    set_carry();
    call(r, o.a, o.b, o.w);
    CHECK(same(r, expected));
    std::memcpy(r, o.a, 32);
    call(r, r, o.b, o.w);
    CHECK(same(r, expected));
    std::memcpy(r, o.b, 32);
    call(r, o.a, r, o.w);
    CHECK(same(r, expected));
    std::memcpy(wide, o.w, 64);
    call(wide, o.a, o.b, wide);
    CHECK(same(wide, expected));
    want_mul(ab, o.a, o.a);
    sub_mod(expected, ab, w);
    std::memcpy(r, o.a, 32);
    call(r, r, r, o.w);
    CHECK(same(r, expected));
}

void want_sub(u64 r[4], const u64* a, const u64* b) {
    u64 x[4], y[4];
    mod_p(x, a, 4);
    mod_p(y, b, 4);
    sub_mod(r, x, y);
}
/* a - b - 2 c with every aliasing. */
void differences(const operands& o, const u64 c[4]) {
    u64 r[4], expected[4];
    want_sub(expected, o.a, o.b);
    want_sub(expected, expected, c);
    want_sub(expected, expected, c);
    set_carry();
    koblitz_fe4_sub12_public(r, o.a, o.b, c);
    CHECK(same(r, expected));
    std::memcpy(r, o.a, 32);
    koblitz_fe4_sub12_public(r, r, o.b, c);
    CHECK(same(r, expected));
    std::memcpy(r, o.b, 32);
    koblitz_fe4_sub12_public(r, o.a, r, c);
    CHECK(same(r, expected));
    std::memcpy(r, c, 32);
    koblitz_fe4_sub12_public(r, o.a, o.b, r);
    CHECK(same(r, expected));
}

void want_sub2(u64 r[4], const u64* a, const u64* c) {
    u64 t[4];
    want_sub(t, a, c);
    want_sub(r, t, c);
}
void want_half3(u64 r[4], const u64* a) {
    u64 t[4];
    half_mod(t, a);
    add_mod(r, t, a);
}

void linear(const operands& o, const u64 c[4]) {
    binary(o, koblitz_fe4_add_public, add_mod);
    binary(o, koblitz_fe4_sub_public, want_sub);
    binary(o, koblitz_fe4_sub2_public, want_sub2);
    differences(o, c);
    unary(o, koblitz_fe4_half, half_mod);
    unary(o, koblitz_fe4_half3_public, want_half3);
    static constexpr u64 zero[4] = {0, 0, 0, 0};
    unary(
        o, [](u64* r, const u64* a) { koblitz_fe4_cneg(r, a, ~u64{0}); },
        [](u64* r, const u64* a) { want_sub(r, zero, a); });
    unary(
        o, [](u64* r, const u64* a) { koblitz_fe4_cneg(r, a, 0); },
        [](u64* r, const u64* a) { mod_p(r, a, 4); });
    for (const u64 mask : {u64{0}, ~u64{0}}) {
        const u64* chosen = mask == 0 ? o.b : o.a;
        u64 r[4];
        koblitz_fe4_select(r, mask, o.a, o.b);
        CHECK(std::memcmp(r, chosen, 32) == 0);
        std::memcpy(r, o.a, 32);
        koblitz_fe4_select(r, mask, r, o.b);
        CHECK(std::memcmp(r, chosen, 32) == 0);
        std::memcpy(r, o.b, 32);
        koblitz_fe4_select(r, mask, o.a, r);
        CHECK(std::memcmp(r, chosen, 32) == 0);
    }
}

} // namespace

void test_fields(test::random& rng, int /* round */) {
    operands o;
    draw(rng, o.a);
    draw(rng, o.b);
    u64 x[4], y[4], t[8], r[8];
    draw(rng, x);
    draw(rng, y);
    /* w near a b now and then, so that the difference is around 0 and the second borrow is met. */
    product(o.w, x, y);
    if (rng.below(4) == 0) {
        product(o.w, o.a, o.b);
        const int limb = static_cast<int>(rng.below(8));
        if (rng.below(2) && o.w[7] != ~u64{0}) {
            if (++o.w[limb] == 0)
                o.w[limb] = ~u64{0};
        } else if (o.w[limb] != 0) {
            o.w[limb]--;
        }
    }
    if (rng.below(16) == 0) {
        /* The largest w, less a product below 2^64: the correction of the borrow borrows. */
        const u64 top[4] = {~u64{0}, ~u64{0}, ~u64{0}, ~u64{0}};
        product(o.w, top, top);
        for (int k = 1; k < 4; k++)
            o.a[k] = o.b[k] = 0;
        o.a[0] >>= 32;
        o.b[0] >>= 32;
    }
    if (rng.below(16) == 0)
        std::memset(o.w, 0, sizeof o.w);
    binary(o, FE4(mul_public), want_mul);
    binary(o, FE4(mul_secret), want_mul);
    unary(o, FE4(sqr_public), want_sqr);
    unary(o, FE4(sqr_secret), want_sqr);
    mul_sub(o, FE4(mul_sub_public));
    mul_sub(o, FE4(mul_sub_secret));
    product(t, o.a, o.b);
    set_carry();
    FE4(mul_wide)(r, o.a, o.b);
    CHECK(std::memcmp(r, t, 64) == 0);
    std::memcpy(r, o.a, 32);
    FE4(mul_wide)(r, r, o.b);
    CHECK(std::memcmp(r, t, 64) == 0);
    std::memcpy(r, o.b, 32);
    FE4(mul_wide)(r, o.a, r);
    CHECK(std::memcmp(r, t, 64) == 0);
    product(t, o.a, o.a);
    std::memcpy(r, o.a, 32);
    FE4(mul_wide)(r, r, r);
    CHECK(std::memcmp(r, t, 64) == 0);

    /* Divisors of 2^64 - 1 too, and the largest v: a limb (2^64 - 1) / v times v is all ones and passes
     * any carry on. */
    static constexpr u32 divisors[] = {3, 5, 17, 257, 641, 65537, 6700417, 0x7FFFFFFF};
    u32 v = rng.below(2) ? static_cast<u32>(rng.below(33)) : static_cast<u32>(rng.next() >> 33);
    if (rng.below(2)) {
        v = divisors[rng.below(8)];
        for (u64& limb : o.a)
            if (rng.below(4))
                limb = v == 0x7FFFFFFF ? ~u64{0} : ~u64{0} / v;
    }
    const u64 vl[4] = {v, 0, 0, 0};
    unary(
        o,
        [&](u64* d, const u64* a) {
            taking<void(u64*, const u64*, u64)>(koblitz_fe4_mul_small)(d, a, unclean(rng, v));
        },
        [&](u64* d, const u64* a) { want_mul(d, a, vl); });

    const int n = 1 + static_cast<int>(rng.below(4));
    auto want_n = [n](u64* d, const u64* a) {
        want_mul(d, a, a);
        for (int k = 1; k < n; k++)
            want_mul(d, d, d);
    };
    unary(
        o,
        [&](u64* d, const u64* a) {
            taking<void(u64*, const u64*, u64)>(FE4(sqr_n_public))(d, a, unclean(rng, static_cast<u32>(n)));
        },
        want_n);
    u64 c[4];
    draw(rng, c);
    linear(o, c);
}

} // namespace reference

#endif
