/* SHA-256 by the x86 SHA extensions: two rounds an instruction, four message words a register. SHA256RNDS2
 * keeps the state as ABEF and CDGH (Intel, "SHA Extensions", 2013). */
#include "hash/sha256.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "hash/sha256_rounds.h"

namespace koblitz {

namespace {

#define KOBLITZ_TARGET_SHA __attribute__((target("sha,ssse3,sse4.1"), always_inline))

/* 16 bytes of any alignment. */
KOBLITZ_TARGET_SHA inline __m128i load(const void* p) {
    return _mm_loadu_si128(static_cast<const __m128i*>(p));
}
KOBLITZ_TARGET_SHA inline void store(void* p, __m128i v) {
    _mm_storeu_si128(static_cast<__m128i*>(p), v);
}

/* Rounds 4i to 4i+3: w holds their message words. */
KOBLITZ_TARGET_SHA inline void four_rounds(__m128i& abef, __m128i& cdgh, __m128i w, int i) {
    const __m128i k = load(sha256_detail::round_constants + 4 * i);
    __m128i kw = _mm_add_epi32(w, k);
    cdgh = _mm_sha256rnds2_epu32(cdgh, abef, kw);
    kw = _mm_shuffle_epi32(kw, 0x0e);
    abef = _mm_sha256rnds2_epu32(abef, cdgh, kw);
}

/* w0..w3 hold words t-16 to t-1; returns words t to t+3. */
KOBLITZ_TARGET_SHA inline __m128i schedule(__m128i w0, __m128i w1, __m128i w2, __m128i w3) {
    const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(w0, w1), _mm_alignr_epi8(w3, w2, 4));
    return _mm_sha256msg2_epu32(sum, w3);
}

} // namespace

__attribute__((target("sha,ssse3,sse4.1"))) void
sha256_compress_sha_ni(uint32_t* state, const unsigned char* blocks, size_t n) {
    const __m128i byte_swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    /* The state is loaded as DCBA and HGFE, high word first, and becomes ABEF and CDGH. */
    const __m128i dcba = load(state);
    const __m128i hgfe = load(state + 4);
    const __m128i cdab = _mm_shuffle_epi32(dcba, 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(hgfe, 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8);
    __m128i cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);

    for (; n != 0; --n, blocks += 64) {
        const __m128i abef_start = abef, cdgh_start = cdgh;
        __m128i w[4];
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) {
            w[i] = _mm_shuffle_epi8(load(blocks + 16 * i), byte_swap);
            four_rounds(abef, cdgh, w[i], i);
        }
#pragma GCC unroll 12
        for (int i = 4; i < 16; ++i) {
            w[i % 4] = schedule(w[i % 4], w[(i + 1) % 4], w[(i + 2) % 4], w[(i + 3) % 4]);
            four_rounds(abef, cdgh, w[i % 4], i);
        }
        abef = _mm_add_epi32(abef, abef_start);
        cdgh = _mm_add_epi32(cdgh, cdgh_start);
    }

    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b);
    const __m128i dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    store(state, _mm_blend_epi16(feba, dchg, 0xf0));
    store(state + 4, _mm_alignr_epi8(dchg, feba, 8));
}

} // namespace koblitz
#endif
