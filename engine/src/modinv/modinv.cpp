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

/* Two signed coefficients in one word, x + 2^32 y, both in [-2^30, 2^30]. Sums and differences of such words
 * are those of their coefficients. */
inline u64 pack(i64 x, i64 y) {
    return as_u64(x) + (as_u64(y) << 32);
}
inline i64 low_half(u64 a) {
    return static_cast<int32_t>(static_cast<u32>(a));
}
inline i64 high_half(u64 a) {
    return as_i64(a - as_u64(low_half(a))) >> 32;
}

/* The state after up to 30 steps. zeta = -(delta + 1/2). uv and qr are the rows of the matrix, multiplied by
 * 2 for each step. */
struct progress {
    i64 zeta;
    u64 f, g, uv, qr;
};

inline void restart_matrix(progress& p) {
    p.uv = pack(1, 0);
    p.qr = pack(0, 1);
}

/* One step, constant time. */
inline void step(progress& p) {
    /* m1: delta > 0; m2: g odd. */
    const u64 m1 = value_barrier(as_u64(p.zeta >> 63));
    const u64 m2 = value_barrier(0 - (p.g & 1));
    const u64 both = m1 & m2;
    p.g = (p.g - both) + ((p.f ^ m1) & m2);
    p.qr = (p.qr - both) + ((p.uv ^ m1) & m2);
    p.zeta = as_i64(as_u64(p.zeta) ^ both) - 1;
    p.f += p.g & both;
    p.uv += p.qr & both;
    p.g >>= 1;
    p.uv <<= 1;
}

/* The matrix of 59 steps, which would not fit two words: the product of that of the last 29 steps and that of
 * the 30 before. It is multiplied by 8, which makes it 2^62 times the transition: so the updates below shift
 * by whole limbs. */
inline matrix joined(const progress& last, u64 uv, u64 qr) {
    const i64 u = low_half(uv), v = high_half(uv), q = low_half(qr), r = high_half(qr);
    const i64 u2 = 8 * low_half(last.uv), v2 = 8 * high_half(last.uv), q2 = 8 * low_half(last.qr),
              r2 = 8 * high_half(last.qr);
    return {u2 * u + v2 * q, u2 * v + v2 * r, q2 * u + r2 * q, q2 * v + r2 * r};
}

/* (d, e) = t (d, e) / 2^62 mod m. Both stay in (-2m, m). */
void update_de(signed62& d, signed62& e, const matrix& t, const modulus& mod) {
    /* Lift negative inputs by m, then choose multiples of m that clear the low 62 bits. */
    const i64 sd = d.v[4] >> 63, se = e.v[4] >> 63;
    i64 md = (t.u & sd) + (t.v & se);
    i64 me = (t.q & sd) + (t.r & se);
    i128 cd = static_cast<i128>(t.u) * d.v[0] + static_cast<i128>(t.v) * e.v[0];
    i128 ce = static_cast<i128>(t.q) * d.v[0] + static_cast<i128>(t.r) * e.v[0];
    md -= as_i64((mod.inverse62 * static_cast<u64>(cd) + as_u64(md)) & mask62);
    me -= as_i64((mod.inverse62 * static_cast<u64>(ce) + as_u64(me)) & mask62);
    cd += static_cast<i128>(mod.m.v[0]) * md;
    ce += static_cast<i128>(mod.m.v[0]) * me;
    cd >>= 62;
    ce >>= 62;
#pragma GCC unroll 4
    for (int i = 1; i < 5; i++) {
        const i64 di = d.v[i], ei = e.v[i];
        cd += static_cast<i128>(t.u) * di + static_cast<i128>(t.v) * ei + static_cast<i128>(mod.m.v[i]) * md;
        ce += static_cast<i128>(t.q) * di + static_cast<i128>(t.r) * ei + static_cast<i128>(mod.m.v[i]) * me;
        d.v[i - 1] = low62(cd);
        e.v[i - 1] = low62(ce);
        cd >>= 62;
        ce >>= 62;
    }
    d.v[4] = static_cast<i64>(cd);
    e.v[4] = static_cast<i64>(ce);
}

/* (f, g) = t (f, g) / 2^62, exact. */
inline void update_fg(signed62& f, signed62& g, const matrix& t) {
    i128 cf = static_cast<i128>(t.u) * f.v[0] + static_cast<i128>(t.v) * g.v[0];
    i128 cg = static_cast<i128>(t.q) * f.v[0] + static_cast<i128>(t.r) * g.v[0];
    cf >>= 62;
    cg >>= 62;
    for (int i = 1; i < 5; i++) {
        const i64 fi = f.v[i], gi = g.v[i];
        cf += static_cast<i128>(t.u) * fi + static_cast<i128>(t.v) * gi;
        cg += static_cast<i128>(t.q) * fi + static_cast<i128>(t.r) * gi;
        f.v[i - 1] = low62(cf);
        g.v[i - 1] = low62(cg);
        cf >>= 62;
        cg >>= 62;
    }
    f.v[4] = static_cast<i64>(cf);
    g.v[4] = static_cast<i64>(cg);
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
    return as_u64(a.v[0]) | as_u64(a.v[1]) << 62;
}

/* An inversion by 590 division steps. */
struct inversion {
    const modulus& m;
    signed62 f, g, d, e;
    progress p = {-1, 0, 0, 0, 0};
    u64 uv = 0, qr = 0; /* the matrix of the first 30 of 59 steps */
    matrix t = {0, 0, 0, 0};

    inversion(const u64 a[4], const modulus& of)
        : m(of), f(of.m), g(from_limbs(a)), d{{0, 0, 0, 0, 0}}, e{{1, 0, 0, 0, 0}} {}
    void begin() {
        p.f = low_word(f);
        p.g = low_word(g);
        restart_matrix(p);
    }
    void second_half() {
        uv = p.uv;
        qr = p.qr;
        restart_matrix(p);
    }
    void apply() {
        t = joined(p, uv, qr);
        update_de(d, e, t, m);
        update_fg(f, g, t);
    }
    void finish(u64 r[4]) {
        normalize(d, f.v[4], m);
        to_limbs(r, d);
        wipe(f);
        wipe(g);
        wipe(d);
        wipe(e);
        wipe(p);
        wipe(uv);
        wipe(qr);
        wipe(t);
    }
};

/* The steps of all inversions, in turns. */
template <class... Inversion>
inline void invert(Inversion&... each) {
    for (int i = 0; i < 10; i++) {
        (each.begin(), ...);
        for (int j = 0; j < 30; j++)
            (step(each.p), ...);
        (each.second_half(), ...);
        for (int j = 0; j < 29; j++)
            (step(each.p), ...);
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
    to_limbs(f, m.m);
    cofactors c = {{{0, 0, 0, 0, 0}}, {{1, 0, 0, 0, 0}}, m};
    if (shorten_var<62, 4>(f, g, c) && shorten_var<62, 3>(f, g, c) && shorten_var<62, 2>(f, g, c))
        (void)shorten_var<62, 1>(f, g, c);
    normalize(c.d, 1, m);
    to_limbs(r, c.d);
}

} // namespace koblitz::modinv
