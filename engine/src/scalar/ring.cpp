#include "scalar/ring.h"

namespace koblitz::ring {
namespace {

/* 2^256 - n */
constexpr u64 minus_n[4] = {0x402DA1732FC9BEBF, 0x4551231950B75FC4, 1, 0};

inline void mul512(u64 t[8], const u64 a[4], const u64 b[4]) {
#pragma GCC unroll 4
    for (int i = 0; i < 4; i++) {
        u128 c = 0;
#pragma GCC unroll 4
        for (int j = 0; j < 4; j++) {
            c += static_cast<u128>(a[j]) * b[i] + (i == 0 ? 0 : t[i + j]);
            t[i + j] = lo(c);
            c >>= 64;
        }
        t[i + 4] = lo(c);
    }
}

/* t += h k 2^(64 At). h has Len limbs, t has Out. */
template <int Len, int Out, int At>
[[gnu::always_inline]] inline void add_multiple(u64* t, const u64* h, u64 k) {
    u128 c = 0;
#pragma GCC unroll 8
    for (int i = 0; i < Len; i++) {
        c += static_cast<u128>(h[i]) * k + t[i + At];
        t[i + At] = lo(c);
        c >>= 64;
    }
#pragma GCC unroll 8
    for (int i = Len + At; i < Out; i++) {
        c += t[i];
        t[i] = lo(c);
        c >>= 64;
    }
}

/* r = low + h (2^256 - n). low has 4 limbs, h has Len, r has Len + 3 and at least 5. */
template <int Len>
inline void fold(u64* r, const u64* low, const u64* h) {
    constexpr int out = Len + 3 > 5 ? Len + 3 : 5;
    u64 t[out];
#pragma GCC unroll 8
    for (int i = 0; i < out; i++)
        t[i] = i < 4 ? low[i] : 0;
    add_multiple<Len, out, 0>(t, h, minus_n[0]);
    add_multiple<Len, out, 1>(t, h, minus_n[1]);
    add_multiple<Len, out, 2>(t, h, minus_n[2]);
#pragma GCC unroll 8
    for (int i = 0; i < out; i++)
        r[i] = t[i];
}

/* r = t mod n, for t below 2^513 in 4 + High limbs. Three folds bring it below 2^387, 2^261 and 2^256 +
 * 2^134. One conditional subtraction follows. */
template <int High>
inline void reduce512(u64 r[4], const u64* t) {
    u64 u[High + 3], v[6], w[5];
    fold<High>(u, t, t + 4);
    fold<3>(v, u, u + 4);
    fold<1>(w, v, v + 4);
    /* Where w[4] is 1, the limbs below are so small that adding 2^256 - n gives the remainder. */
    add4(w, w, minus_n, value_barrier(0 - w[4]));
    reduce(r, w);
}

/* r = k g / 2^384, rounded; 128 bits. */
inline void mul_shift384(u64 r[2], const u64 k[4], const u64 g[4]) {
    u64 t[8];
    mul512(t, k, g);
    const u128 q = (static_cast<u128>(t[7]) << 64 | t[6]) + (t[5] >> 63);
    r[0] = lo(q);
    r[1] = hi(q);
}

/* r += c m mod 2^192. c has two limbs, m three. */
inline void mul_add192(u64 r[3], const u64 c[2], const u64 m[3]) {
    u128 x = static_cast<u128>(c[0]) * m[0] + r[0];
    r[0] = lo(x);
    x = static_cast<u128>(c[0]) * m[1] + r[1] + hi(x);
    r[1] = lo(x);
    r[2] += c[0] * m[2] + hi(x);
    x = static_cast<u128>(c[1]) * m[0] + r[1];
    r[1] = lo(x);
    r[2] += c[1] * m[1] + hi(x);
}

} // namespace

void mul(u64 r[4], const u64 a[4], const u64 b[4]) {
    u64 t[8];
    mul512(t, a, b);
    reduce512<4>(r, t);
}

void dot(u64 r[4], const u64 a[4], const u64 b[4], const u64 c[4], const u64 d[4]) {
    u64 t[9], u[8];
    mul512(t, a, b);
    mul512(u, c, d);
    u128 x = 0;
#pragma GCC unroll 8
    for (int i = 0; i < 8; i++) {
        x += static_cast<u128>(t[i]) + u[i];
        t[i] = lo(x);
        x >>= 64;
    }
    t[8] = lo(x);
    reduce512<5>(r, t);
}

void half(u64 r[4], const u64 a[4]) {
    u64 t[4];
    const u64 c = add4(t, a, n, value_barrier(0 - (a[0] & 1)));
    for (int i = 0; i < 3; i++)
        r[i] = t[i] >> 1 | t[i + 1] << 63;
    r[3] = t[3] >> 1 | c << 63;
}

void split(u64 k1[3], u64 k2[3], const u64 k[4]) {
    /* The basis: a1 + b1 lambda = a2 + b2 lambda = 0 mod n, with b2 = a1. g1 = 2^384 b2 / n and
     * g2 = 2^384 (-b1) / n, rounded. */
    constexpr u64 g1[4] = {0xE893209A45DBB031, 0x3DAA8A1471E8CA7F, 0xE86C90E49284EB15, 0x3086D221A7D46BCD};
    constexpr u64 g2[4] = {0x1571B4AE8AC47F71, 0x221208AC9DF506C6, 0x6F547FA90ABFE4C4, 0xE4437ED6010E8828};
    constexpr u64 minus_b1[3] = {0x6F547FA90ABFE4C3, 0xE4437ED6010E8828, 0};
    constexpr u64 minus_a1[3] = {0 - u64{0xE86C90E49284EB15}, ~u64{0x3086D221A7D46BCD}, ~u64{0}};
    constexpr u64 minus_a2[3] = {0 - u64{0x57C1108D9D44CFD8}, ~u64{0x14CA50F7A8E2F3F6}, ~u64{1}};
    u64 c1[2], c2[2];
    mul_shift384(c1, k, g1);
    mul_shift384(c2, k, g2);
    u64 x[3] = {k[0], k[1], k[2]};
    mul_add192(x, c1, minus_a1);
    mul_add192(x, c2, minus_a2);
    u64 y[3] = {0, 0, 0};
    mul_add192(y, c1, minus_b1);
    mul_add192(y, c2, minus_a1);
    for (int i = 0; i < 3; i++) {
        k1[i] = x[i];
        k2[i] = y[i];
    }
}

void signed_bits(u64 v1[3], u64 v2[3], const u64 k[4]) {
    u64 s[4];
    half(s, k);
    add(s, s, minus_half_one_plus_lambda);
    split(v1, v2, s);
    v1[2] += 2;
    v2[2] += 2;
    wipe(s);
}

} // namespace koblitz::ring
