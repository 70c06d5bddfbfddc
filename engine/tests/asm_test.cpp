/* Every routine of fe_4x64_x86.S and every helper of fe_4x64_x86.h against a plain reference on 64-bit limbs:
 * edge patterns, values that reach each rare carry, and every aliasing of arguments. More than a million
 * cases. "asm_test quick" runs a tenth, for the mutation test. */
#include <cstring>
#include <initializer_list>

#include "core/check.h"
#include "core/random.h"

#if defined(__x86_64__)
#include "backends/cpu.h"
#include "field/fe_4x64_x86.h"

namespace {

using namespace koblitz;

/* Schoolbook on 128-bit products; independent of MULX and of any reduction trick. */
void product(u64 t[8], const u64 a[4], const u64 b[4]) {
    for (int i = 0; i < 8; i++)
        t[i] = 0;
    for (int i = 0; i < 4; i++) {
        u128 c = 0;
        for (int j = 0; j < 4; j++) {
            c += static_cast<u128>(a[j]) * b[i] + t[i + j];
            t[i + j] = static_cast<u64>(c);
            c >>= 64;
        }
        t[i + 4] = static_cast<u64>(c);
    }
}

/* Canonical r = a mod p for n limbs, folding the top limb at 2^256 until none is left. */
void mod_p(u64 r[4], const u64* a, int n) {
    u64 t[10] = {};
    std::memcpy(t, a, static_cast<size_t>(n) * 8);
    for (int top = n - 1; top >= 4; top--) {
        while (t[top] != 0) {
            const u64 h = t[top];
            t[top] = 0;
            u128 c = static_cast<u128>(h) * prime::fold;
            for (int i = top - 4; c != 0; i++) {
                c += t[i];
                t[i] = static_cast<u64>(c);
                c >>= 64;
            }
        }
    }
    fe4x64::canonical(r, t);
}

/* a - w mod p for 8-limb integers: a + (p 2^256 + p 2^256 - w) ... by canonical residues. */
void sub_mod(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t[5];
    u128 c = 0;
    u64 borrow = 0;
    for (int i = 0; i < 4; i++) {
        c += static_cast<u128>(a[i]) + prime::limbs[i];
        t[i] = static_cast<u64>(c);
        c >>= 64;
    }
    t[4] = static_cast<u64>(c);
    for (int i = 0; i < 5; i++) {
        const u64 s = i < 4 ? b[i] : 0, d = t[i] - s, e = d - borrow;
        borrow = static_cast<u64>(t[i] < s) | static_cast<u64>(d < borrow);
        t[i] = e;
    }
    mod_p(r, t, 5);
}

bool same(const u64 a[4], const u64 b[4]) {
    u64 x[4], y[4];
    fe4x64::canonical(x, a);
    fe4x64::canonical(y, b);
    return std::memcmp(x, y, 32) == 0;
}

/* The value at a random place of the representable range, and at the places where a reduction carries twice:
 * all ones in the upper limbs with small low ones, and products of those. */
void draw(test::random& rng, u64 r[4]) {
    switch (rng.below(8)) {
    case 7:
        /* The top limb is -1 / K mod 2^64: times about 2^256, the low half of K times the product's top limb
         * is all ones, and the high half of K times the limb before carries out of it. */
        for (int i = 0; i < 3; i++)
            r[i] = rng.next();
        r[3] = 0x27C7F6E22DDACACF;
        break;
    case 6: {
        /* 2^256 - K - d: with d, e of two such factors the product is d e mod p, and its reduction wraps at
         * the last step; d = e = 2^32 then carries out of the lowest limb. */
        const u64 d = rng.below(2) ? u64{1} << 32 : rng.below(u64{1} << 32);
        r[0] = 0 - prime::fold - d;
        r[1] = r[2] = r[3] = ~u64{0};
        break;
    }
    case 0:
        for (int i = 0; i < 4; i++)
            r[i] = ~u64{0};
        r[rng.below(4)] = rng.limb();
        break;
    case 1:
        for (int i = 0; i < 4; i++)
            r[i] = 0;
        r[rng.below(4)] = rng.limb();
        break;
    default:
        rng.edge256(r);
    }
}

struct operands {
    u64 a[4], b[4], w[8], n[3][4];
};

/* What is left in the carry flag before a routine must not matter. */
inline void set_carry() {
    __asm__ volatile("stc" : : : "cc");
}

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

void want_mul(u64 r[4], const u64* a, const u64* b) {
    u64 t[8];
    product(t, a, b);
    mod_p(r, t, 8);
}
void want_sqr(u64 r[4], const u64* a) {
    want_mul(r, a, a);
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

/* A small number, its negative, or a root of one of them, so that values next to 0 and p arise in the middle
 * of a formula; else any edge value. */
void draw_coordinate(test::random& rng, u64 r[4]) {
    using F = field_4x64_x86<false>;
    const u64 zero[4] = {0, 0, 0, 0};
    static constexpr u64 bounds[] = {8, 300, 65536};
    F::fe a = {{rng.below(bounds[rng.below(3)]), 0, 0, 0}}, root;
    switch (rng.below(4)) {
    case 0:
        draw(rng, r);
        return;
    case 1:
        sub_mod(r, zero, a.n);
        return;
    case 2:
        (void)fe_sqrt_var<F>(root, a);
        std::memcpy(r, root.n, 32);
        return;
    default:
        std::memcpy(r, a.n, 32);
    }
}

/* 2 (x, y, z) as formulas.h has it: coordinates scaled by 1/2. */
void want_double(u64 x[4], u64 y[4], u64 z[4]) {
    const u64 three_halves[4] = {0xFFFFFFFF7FFFFE19, ~u64{0}, ~u64{0}, 0x7FFFFFFFFFFFFFFF};
    u64 s[4], t[4], l[4], d[4];
    want_mul(s, y, y);
    want_mul(t, x, s);
    want_mul(l, x, x);
    want_mul(l, l, three_halves);
    want_mul(z, y, z);
    want_mul(x, l, l);
    sub_mod(x, x, t);
    sub_mod(x, x, t);
    sub_mod(d, t, x);
    want_mul(y, l, d);
    want_mul(s, s, s);
    sub_mod(y, y, s);
}

void doublings(const u64* point, int n) {
    u64 want[12];
    std::memcpy(want, point, sizeof want);
    for (int i = 0; i < n; i++)
        want_double(want, want + 4, want + 8);
    for (auto routine : {koblitz_fe4_double_public, koblitz_fe4_double_secret}) {
        u64 got[12];
        std::memcpy(got, point, sizeof got);
        routine(got, n);
        for (int i = 0; i < 3; i++)
            CHECK(same(got + 4 * i, want + 4 * i));
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
        koblitz_fe4_scan(out, table + shift, static_cast<u32>(i), n, 8 * stride);
        CHECK(std::memcmp(out, table + shift + static_cast<size_t>(i) * stride, 64) == 0);
        CHECK(out[8] == 0);
    }
}

template <bool Secret>
void helpers(const operands& o, test::random& rng) {
    using F = field_4x64_x86<Secret>;
    using fe = typename F::fe;
    fe a, b, c;
    std::memcpy(a.n, o.a, 32);
    std::memcpy(b.n, o.b, 32);
    draw(rng, c.n);
    u64 ca[4], cb[4], cc[4], t[5], expected[4], zero[4] = {0, 0, 0, 0};
    mod_p(ca, a.n, 4);
    mod_p(cb, b.n, 4);
    mod_p(cc, c.n, 4);
    auto add = [&](u64 r[4], const u64* x, const u64* y) {
        u128 s = 0;
        for (int i = 0; i < 4; i++) {
            s += static_cast<u128>(x[i]) + y[i];
            t[i] = static_cast<u64>(s);
            s >>= 64;
        }
        t[4] = static_cast<u64>(s);
        mod_p(r, t, 5);
    };
    fe r;
    add(expected, ca, cb);
    set_carry();
    F::add(r, a, b);
    CHECK(same(r.n, expected));
    r = a;
    F::add(r, r, b);
    CHECK(same(r.n, expected));
    r = b;
    F::add(r, a, r);
    CHECK(same(r.n, expected));
    add(expected, ca, ca);
    r = a;
    F::add(r, r, r);
    CHECK(same(r.n, expected));
    sub_mod(expected, ca, cb);
    set_carry();
    F::sub(r, a, b);
    CHECK(same(r.n, expected));
    r = a;
    F::sub(r, r, b);
    CHECK(same(r.n, expected));
    r = b;
    F::sub(r, a, r);
    CHECK(same(r.n, expected));
    sub_mod(expected, expected, cb);
    F::sub2(r, a, b);
    CHECK(same(r.n, expected));
    r = b;
    F::sub2(r, a, r);
    CHECK(same(r.n, expected));
    sub_mod(expected, expected, cc);
    F::sub12(r, a, c, b);
    CHECK(same(r.n, expected));
    r = c;
    F::sub12(r, a, r, b);
    CHECK(same(r.n, expected));
    r = b;
    F::sub12(r, a, c, r);
    CHECK(same(r.n, expected));
    sub_mod(expected, zero, ca);
    F::neg(r, a);
    CHECK(same(r.n, expected));
    r = a;
    F::half(r, r);
    add(expected, r.n, r.n);
    CHECK(same(expected, ca));
    r = a;
    F::half3(r, r);
    add(expected, r.n, r.n);
    sub_mod(expected, expected, ca);
    sub_mod(expected, expected, ca);
    CHECK(same(expected, ca));
    /* Limb by limb. */
    F::copy(r, a);
    CHECK(std::memcmp(r.n, a.n, 32) == 0);
    for (const u64 mask : {u64{0}, ~u64{0}}) {
        const fe& chosen = mask == 0 ? b : a;
        fe4x64::select(r, mask, a, b);
        CHECK(std::memcmp(r.n, chosen.n, 32) == 0);
        r = a;
        fe4x64::select(r, mask, r, b);
        CHECK(std::memcmp(r.n, chosen.n, 32) == 0);
        r = b;
        fe4x64::select(r, mask, a, r);
        CHECK(std::memcmp(r.n, chosen.n, 32) == 0);
    }
}

void run(u64 seed, int cases) {
    test::random rng(seed);
    for (int i = 0; i < cases; i++) {
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
        binary(o, koblitz_fe4_mul_public, want_mul);
        binary(o, koblitz_fe4_mul_secret, want_mul);
        unary(o, koblitz_fe4_sqr_public, want_sqr);
        unary(o, koblitz_fe4_sqr_secret, want_sqr);
        mul_sub(o, koblitz_fe4_mul_sub_public);
        mul_sub(o, koblitz_fe4_mul_sub_secret);
        product(t, o.a, o.b);
        set_carry();
        koblitz_fe4_mul_wide(r, o.a, o.b);
        CHECK(std::memcmp(r, t, 64) == 0);
        std::memcpy(r, o.a, 32);
        koblitz_fe4_mul_wide(r, r, o.b);
        CHECK(std::memcmp(r, t, 64) == 0);
        std::memcpy(r, o.b, 32);
        koblitz_fe4_mul_wide(r, o.a, r);
        CHECK(std::memcmp(r, t, 64) == 0);
        product(t, o.a, o.a);
        set_carry();
        koblitz_fe4_sqr_wide(r, o.a);
        CHECK(std::memcmp(r, t, 64) == 0);
        std::memcpy(r, o.a, 32);
        koblitz_fe4_sqr_wide(r, r);
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
            o, [&](u64* d, const u64* a) { koblitz_fe4_mul_small(d, a, v); },
            [&](u64* d, const u64* a) { want_mul(d, a, vl); });

        const int n = 1 + static_cast<int>(rng.below(4));
        auto want_n = [n](u64* d, const u64* a) {
            want_mul(d, a, a);
            for (int k = 1; k < n; k++)
                want_mul(d, d, d);
        };
        unary(
            o, [n](u64* d, const u64* a) { koblitz_fe4_sqr_n_public(d, a, n); }, want_n);
        unary(
            o, [n](u64* d, const u64* a) { koblitz_fe4_sqr_n_secret(d, a, n); }, want_n);
        u64 point[12];
        for (int k = 0; k < 3; k++)
            draw_coordinate(rng, point + 4 * k);
        doublings(point, n);
        if (i % 16 == 0)
            scan(rng);
        helpers<false>(o, rng);
        helpers<true>(o, rng);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (!cpu().bmi2_adx) {
        std::puts("asm: no BMI2 and ADX here");
        return 77;
    }
    const bool quick = argc > 1 && std::strcmp(argv[1], "quick") == 0;
    run(5, quick ? 3000 : 60000);
    return test::finish("asm");
}

#else

int main() {
    std::puts("asm: not this machine");
    return 77;
}

#endif
