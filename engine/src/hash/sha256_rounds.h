/* SHA-256's compression as a constexpr function. It computes midstates at compile time, and is the portable
 * code except on arm64. */
#pragma once

#include "hash/sha256.h"

namespace koblitz::sha256_detail {

inline constexpr sha256_midstate initial = {
    {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}, 0};

inline constexpr uint32_t round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

[[gnu::always_inline]] constexpr uint32_t rotr(uint32_t x, unsigned n) {
    return (x >> n) | (x << (32 - n));
}

[[gnu::always_inline]] constexpr uint32_t load_be32(const unsigned char* p) {
    return static_cast<uint32_t>(p[0]) << 24 | static_cast<uint32_t>(p[1]) << 16 |
           static_cast<uint32_t>(p[2]) << 8 | static_cast<uint32_t>(p[3]);
}

[[gnu::always_inline]] constexpr void store_be32(unsigned char* p, uint32_t x) {
    p[0] = static_cast<unsigned char>(x >> 24);
    p[1] = static_cast<unsigned char>(x >> 16);
    p[2] = static_cast<unsigned char>(x >> 8);
    p[3] = static_cast<unsigned char>(x);
}

/* FIPS 180-4, 6.2.2, step 3. The caller rotates a..h. The majority of a, b, c is b where b = c, else a; b_c
 * is b ^ c, and becomes that of the next round, a ^ b. */
[[gnu::always_inline]] constexpr void round(uint32_t a, uint32_t b, uint32_t& b_c, uint32_t& d, uint32_t e,
                                            uint32_t f, uint32_t g, uint32_t& h, uint32_t kw) {
    const uint32_t t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + (g ^ (e & (f ^ g))) + kw;
    const uint32_t a_b = a ^ b;
    const uint32_t t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + (b ^ (a_b & b_c));
    b_c = a_b;
    d += t1;
    h = t1 + t2;
}

[[gnu::always_inline]] constexpr void compress_block(uint32_t s[8], const unsigned char* block) {
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    uint32_t b_c = b ^ c, w[16] = {};
    /* The message word of round t plus its constant. w is a window of the last sixteen words. */
    auto kw = [&](unsigned t) __attribute__((always_inline)) {
        uint32_t& x = w[t % 16];
        if (t < 16) {
            x = load_be32(block + 4 * t);
        } else {
            const uint32_t p = w[(t + 1) % 16], q = w[(t + 14) % 16];
            x += (rotr(p, 7) ^ rotr(p, 18) ^ (p >> 3)) + w[(t + 9) % 16] +
                 (rotr(q, 17) ^ rotr(q, 19) ^ (q >> 10));
        }
        return round_constants[t] + x;
    };
#pragma GCC unroll 8
    for (unsigned t = 0; t < 64; t += 8) {
        round(a, b, b_c, d, e, f, g, h, kw(t));
        round(h, a, b_c, c, d, e, f, g, kw(t + 1));
        round(g, h, b_c, b, c, d, e, f, kw(t + 2));
        round(f, g, b_c, a, b, c, d, e, kw(t + 3));
        round(e, f, b_c, h, a, b, c, d, kw(t + 4));
        round(d, e, b_c, g, h, a, b, c, kw(t + 5));
        round(c, d, b_c, f, g, h, a, b, kw(t + 6));
        round(b, c, b_c, e, f, g, h, a, kw(t + 7));
    }
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
    s[4] += e;
    s[5] += f;
    s[6] += g;
    s[7] += h;
}

/* The state after one more block. */
constexpr sha256_midstate after(sha256_midstate m, const unsigned char* block) {
    compress_block(m.words, block);
    m.bytes += 64;
    return m;
}

} // namespace koblitz::sha256_detail
