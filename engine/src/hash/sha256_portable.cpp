#include "hash/sha256.h"
#include "hash/sha256_rounds.h"

#if defined(__aarch64__) && defined(__ARM_NEON) && defined(__ORDER_LITTLE_ENDIAN__) && \
    __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* The message's schedule by NEON, four words at once, beside rounds that are scalar: a block takes 1,651
 * instructions instead of 1,859. */
#include <arm_neon.h>

#include "base/ct.h"

namespace koblitz {

namespace {

using words = uint32x4_t;

template <int N>
inline words rotated(words x) {
    return vsliq_n_u32(vshrq_n_u32(x, N), x, 32 - N);
}

inline words sigma0(words x) {
    return veorq_u32(veorq_u32(rotated<7>(x), rotated<18>(x)), vshrq_n_u32(x, 3));
}
inline words sigma1(words x) {
    return veorq_u32(veorq_u32(rotated<17>(x), rotated<19>(x)), vshrq_n_u32(x, 10));
}

/* w0..w3 hold words t-16 to t-1; returns words t to t+3, of which the last two need the first two. */
inline words schedule(words w0, words w1, words w2, words w3) {
    const words zero = vdupq_n_u32(0);
    words r = vaddq_u32(w0, vextq_u32(w2, w3, 1));
    r = vaddq_u32(r, sigma0(vextq_u32(w0, w1, 1)));
    r = vaddq_u32(r, sigma1(vextq_u32(w3, zero, 2)));
    return vaddq_u32(r, sigma1(vextq_u32(zero, r, 2)));
}

struct working {
    uint32_t a, b, c, d, e, f, g, h, b_c;
};

/* Four rounds, after which a to h have changed places by half a turn. */
[[gnu::always_inline]] inline void four_rounds(working& s, const uint32_t kw[4]) {
    using sha256_detail::round;
    round(s.a, s.b, s.b_c, s.d, s.e, s.f, s.g, s.h, kw[0]);
    round(s.h, s.a, s.b_c, s.c, s.d, s.e, s.f, s.g, kw[1]);
    round(s.g, s.h, s.b_c, s.b, s.c, s.d, s.e, s.f, kw[2]);
    round(s.f, s.g, s.b_c, s.a, s.b, s.c, s.d, s.e, kw[3]);
    s = {s.e, s.f, s.g, s.h, s.a, s.b, s.c, s.d, s.b_c};
}

} // namespace

void sha256_compress_portable(uint32_t* state, const unsigned char* blocks, size_t n) {
    uint32_t kw[16]; /* the words of 16 rounds, plus their constants */
    for (; n != 0; --n, blocks += 64) {
        working s = {state[0], state[1], state[2], state[3],           state[4],
                     state[5], state[6], state[7], state[1] ^ state[2]};
        const uint32_t* constants = sha256_detail::round_constants;
        words w[4];
        auto put = [&](int i) __attribute__((always_inline)) {
            vst1q_u32(kw + 4 * i, vaddq_u32(w[i], vld1q_u32(constants + 4 * i)));
        };
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
            put(i);
        }
#pragma GCC unroll 1
        for (int t = 16; t < 64; t += 16) {
            constants += 16;
#pragma GCC unroll 4
            for (int i = 0; i < 4; ++i) {
                four_rounds(s, kw + 4 * i);
                w[i] = schedule(w[i], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
                put(i);
            }
        }
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i)
            four_rounds(s, kw + 4 * i);
        state[0] += s.a;
        state[1] += s.b;
        state[2] += s.c;
        state[3] += s.d;
        state[4] += s.e;
        state[5] += s.f;
        state[6] += s.g;
        state[7] += s.h;
    }
    wipe(kw);
}

} // namespace koblitz
#else

namespace koblitz {

void sha256_compress_portable(uint32_t* state, const unsigned char* blocks, size_t n) {
    for (; n != 0; --n, blocks += 64)
        sha256_detail::compress_block(state, blocks);
}

} // namespace koblitz
#endif
