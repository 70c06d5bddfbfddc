#include "modinv/modinv.h"

#include "modinv/gcd.h"

namespace koblitz::modinv {
namespace {

inline u64 as_u64(i64 a) {
    return static_cast<u64>(a);
}
inline i64 as_i64(u64 a) {
    return static_cast<i64>(a);
}
inline i64 low62(i128 a) {
    return as_i64(static_cast<u64>(a) & mask62);
}

/* zeta, which is -(delta + 1/2), and what up to 20 steps have made of two numbers and of the rows of the
 * steps' matrix: f is that of the first number plus 2^21 u + 2^42 v, and g the same of the second number.
 * What a step does to the numbers, a sum or a difference and a halving, it does to the rows with them. These
 * begin as
 * (-2^20, 0) and (0, -2^20), so that they can be halved 20 times. The first number is odd, so f is, and kept
 * as h, f = 2 h + 1.
 *
 * The numbers, of which 20 bits are taken, stay in (-2^20, 2^20), and |u| + |v| at most 2^20. No entry
 * becomes 2^20: v is -2^20 times an odd number over a power of 2, as r is, or u is -2^20. So the three parts
 * are digits of base 2^21, in [-2^20, 2^20), and come apart again. */
struct progress {
    i64 zeta, h, g;
};

constexpr int steps_at_once = 20;

inline void restart(progress& p, u64 f, u64 g) {
    constexpr u64 known = (u64{1} << steps_at_once) - 1;
    p.h = as_i64((f & known) - (u64{1} << 41)) >> 1;
    p.g = as_i64((g & known) - (u64{1} << 62));
}

/* One step, constant time. f, negated where delta > 0, is added to an odd g, and g is halved. Of two odd
 * numbers half the sum is 1 more than the sum of their halves, rounded down; so rounded, half of f is h, of
 * -f ~h. Where both hold, the old g becomes f. */
inline void step(progress& p) {
    const i64 half = p.g >> 1;
#if defined(__aarch64__)
    i64 less;
    __asm__("tst %2, #1\n\t"
            "ccmp %0, #0, #0, ne\n\t" /* cs: g is odd; mi: and delta > 0 */
            "csinv %3, %1, %1, mi\n\t"
            "csel %3, %3, xzr, cs\n\t"
            "csel %1, %4, %1, mi\n\t"
            "cinv %0, %0, mi\n\t"
            "sub %2, %4, %3\n\t"
            "sub %0, %0, #1"
            : "+&r"(p.zeta), "+&r"(p.h), "+r"(p.g), "=&r"(less)
            : "r"(half)
            : "cc");
#else
    const u64 m1 = value_barrier(as_u64(p.zeta >> 63));
    const u64 m2 = value_barrier(0 - (as_u64(p.g) & 1));
    const u64 both = m1 & m2, h = as_u64(p.h);
    p.zeta = as_i64(as_u64(p.zeta) ^ both) - 1;
    p.h = as_i64(h ^ ((h ^ as_u64(half)) & both));
    p.g = as_i64(as_u64(half) - m2 + ((h ^ m1) & m2));
#endif
}

/* The entries of a row. */
inline void unpack(i64 row, i64& u, i64& v) {
    const u64 rounded = as_u64(row) + (u64{1} << 20);
    u = as_i64(rounded << 22) >> 43;
    v = as_i64(rounded + (u64{1} << 41)) >> 42;
}

/* -2^20 times the transition of up to 20 steps. */
inline matrix transition(const progress& p) {
    matrix t;
    unpack(2 * p.h + 1, t.u, t.v);
    unpack(p.g, t.q, t.r);
    return t;
}

inline matrix product(const matrix& a, const matrix& b) {
    return {a.u * b.u + a.v * b.q, a.u * b.v + a.v * b.r, a.q * b.u + a.r * b.q, a.q * b.v + a.r * b.r};
}

/* limb x. The limb is public, and of the moduli here most are 0 or 2^8. */
inline i128 times(i64 limb, i64 x) {
    if (limb == 0)
        return 0;
    if (limb == 256)
        return static_cast<i128>(static_cast<u128>(static_cast<i128>(x)) << 8);
    return static_cast<i128>(limb) * x;
}

/* (x a + y b) / 2^62 mod m, in (-2m, m), for a and b in (-2m, m) and |x| + |y| <= 2^62. */
signed62 combined(i64 x, i64 y, const signed62& a, const signed62& b, const modulus& mod) {
    /* Lift negative inputs by m, then choose a multiple of m that clears the low 62 bits. */
    i64 k = (x & a.v[4] >> 63) + (y & b.v[4] >> 63);
    i128 c = static_cast<i128>(x) * a.v[0] + static_cast<i128>(y) * b.v[0];
    k -= as_i64((mod.inverse62 * static_cast<u64>(c) + as_u64(k)) & mask62);
    c = (c + times(mod.m.v[0], k)) >> 62;
    signed62 r;
#pragma GCC unroll 4
    for (int i = 1; i < 5; i++) {
        c += static_cast<i128>(x) * a.v[i] + static_cast<i128>(y) * b.v[i] + times(mod.m.v[i], k);
        r.v[i - 1] = low62(c);
        c >>= 62;
    }
    r.v[4] = static_cast<i64>(c);
    return r;
}

/* (x a + y b) / 2^62, exact. */
signed62 combined(i64 x, i64 y, const signed62& a, const signed62& b) {
    i128 c = static_cast<i128>(x) * a.v[0] + static_cast<i128>(y) * b.v[0];
    c >>= 62;
    signed62 r;
#pragma GCC unroll 4
    for (int i = 1; i < 5; i++) {
        c += static_cast<i128>(x) * a.v[i] + static_cast<i128>(y) * b.v[i];
        r.v[i - 1] = low62(c);
        c >>= 62;
    }
    r.v[4] = static_cast<i64>(c);
    return r;
}

/* (d, e) = t (d, e) / 2^62 mod m. */
inline void update_de(signed62& d, signed62& e, const matrix& t, const modulus& mod) {
    const signed62 old = d;
    d = combined(t.u, t.v, old, e, mod);
    e = combined(t.q, t.r, old, e, mod);
}

inline void carry(signed62& a) {
    for (int i = 0; i < 4; i++) {
        a.v[i + 1] += a.v[i] >> 62;
        a.v[i] = as_i64(as_u64(a.v[i]) & mask62);
    }
}

/* Brings a, in (-2m, m), to [0, m), after negating it where sign is negative. Constant time. */
void normalize(signed62& a, i64 sign, const modulus& mod) {
    const i64 below_zero = as_i64(value_barrier(as_u64(a.v[4] >> 63)));
    const i64 neg = as_i64(value_barrier(as_u64(sign >> 63)));
    for (int i = 0; i < 5; i++)
        a.v[i] = ((a.v[i] + (mod.m.v[i] & below_zero)) ^ neg) - neg;
    carry(a);
    const i64 again = as_i64(value_barrier(as_u64(a.v[4] >> 63)));
    for (int i = 0; i < 5; i++)
        a.v[i] += mod.m.v[i] & again;
    carry(a);
}

/* Watches the steps of gcd.h from the numbers m and a: at any time they are d a and e a mod m. */
struct cofactors {
    signed62 d, e;
    const modulus& m;

    void halved(u64, int) {}
    void exchanged(u64, u64, u64) {}
    void applied(matrix t, bool d_negative, bool e_negative, u64) {
        if (d_negative) [[unlikely]] {
            t.u = -t.u;
            t.v = -t.v;
        }
        if (e_negative) [[unlikely]] {
            t.q = -t.q;
            t.r = -t.r;
        }
        update_de(d, e, t, m);
    }
};

inline u64 low_word(const signed62& a) {
    return as_u64(a.v[0]) + (as_u64(a.v[1]) << 62);
}

/* An inversion by 590 division steps. */
struct inversion {
    const modulus& m;
    signed62 f, g, d, e;
    progress p = {-1, 0, 0};
    u64 low_f = 0, low_g = 0; /* of the numbers before these steps: 64 bits, then 44, then 24 */
    matrix t = {0, 0, 0, 0};

    inversion(const u64 a[4], const modulus& of)
        : m(of), f(of.m), g(from_limbs(a)), d{{0, 0, 0, 0, 0}}, e{{1, 0, 0, 0, 0}} {}
    void begin() {
        low_f = low_word(f);
        low_g = low_word(g);
        restart(p, low_f, low_g);
    }
    /* To the numbers that 20 steps lead to, negated. That negates what follows, and the inverse is d times
     * the last f, which is 1 or -1. */
    void go_on(const matrix& last) {
        const u64 x = low_f, y = low_g;
        low_f = (as_u64(last.u) * x + as_u64(last.v) * y) >> steps_at_once;
        low_g = (as_u64(last.q) * x + as_u64(last.r) * y) >> steps_at_once;
        restart(p, low_f, low_g);
    }
    void first() {
        t = transition(p);
        go_on(t);
    }
    void second() {
        const matrix last = transition(p);
        go_on(last);
        t = product(last, t);
    }
    /* t becomes -2^62 times the transition of 59 steps: a division by 2^62 drops a limb. */
    void third() {
        const matrix last = transition(p);
        t = product({4 * last.u, 4 * last.v, 4 * last.q, 4 * last.r}, t);
    }
    void apply() {
        const signed62 old_f = f;
        update_de(d, e, t, m);
        f = combined(t.u, t.v, old_f, g);
        g = combined(t.q, t.r, old_f, g);
    }
    /* The last f is 1 or -1: its lowest two bits tell. */
    void finish(u64 r[4]) {
        d = combined(t.u, t.v, d, e, m);
        normalize(d, as_i64(as_u64(t.u) * low_word(f) + as_u64(t.v) * low_word(g)), m);
        to_limbs(r, d);
        wipe(f);
        wipe(g);
        wipe(d);
        wipe(e);
        wipe(p);
        wipe(low_f);
        wipe(low_g);
        wipe(t);
    }
};

template <int N, class... Inversion>
inline void steps(Inversion&... each) {
#pragma GCC unroll 4
    for (int i = 0; i < N; i++)
        (step(each.p), ...);
}

/* The steps of all inversions, in turns. */
template <class... Inversion>
inline void invert(Inversion&... each) {
    for (int i = 0;; i++) {
        (each.begin(), ...);
        steps<steps_at_once>(each...);
        (each.first(), ...);
        steps<steps_at_once>(each...);
        (each.second(), ...);
        steps<19>(each...);
        (each.third(), ...);
        if (i == 9)
            return;
        (each.apply(), ...);
    }
}

} // namespace

void inverse(u64 r[4], const u64 a[4], const modulus& m) {
    inversion x(a, m);
    invert(x);
    x.finish(r);
}

void inverse_two(u64 r1[4], const u64 a1[4], const modulus& m1, u64 r2[4], const u64 a2[4],
                 const modulus& m2) {
    inversion x(a1, m1), y(a2, m2);
    invert(x, y);
    x.finish(r1);
    y.finish(r2);
}

void inverse_var(u64 r[4], const u64 a[4], const modulus& m) {
    u64 f[4], g[4] = {a[0], a[1], a[2], a[3]};
    signed62 whole = m.m;
    carry(whole);
    to_limbs(f, whole);
    cofactors c = {{{0, 0, 0, 0, 0}}, {{1, 0, 0, 0, 0}}, m};
    if (shorten_var<62, 4>(f, g, c) && shorten_var<62, 3>(f, g, c) && shorten_var<62, 2>(f, g, c))
        (void)shorten_var<62, 1>(f, g, c);
    normalize(c.d, 1, m);
    to_limbs(r, c.d);
}

} // namespace koblitz::modinv
