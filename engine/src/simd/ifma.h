/* Eight 64-bit integers side by side in AVX-512 registers (F, DQ and IFMA). Only for translation units
 * compiled for them. tests/simd/plain.h has the same in plain code. */
#pragma once

#include <immintrin.h>

#include "base/types.h"

namespace koblitz {

struct ifma_lanes {
    static constexpr int width = 8;
    using word = __m512i;
    /* For shifts: gcc 12 warns of what its own headers leave undefined. */
    typedef u64 unsigned_word __attribute__((vector_size(64)));

    static word set1(u64 a) { return _mm512_set1_epi64(static_cast<i64>(a)); }
    /* Of 64 bytes. */
    static word load(const void* p) { return _mm512_loadu_si512(p); }
    static void store(u64* p, word a) { _mm512_storeu_si512(p, a); }
    /* The 64 bits at base + offset, bytes. */
    static word gather(const void* base, word offset) {
        return _mm512_mask_i64gather_epi64(_mm512_setzero_si512(), 0xff, offset, base, 1);
    }
    static word add(word a, word b) { return _mm512_add_epi64(a, b); }
    static word sub(word a, word b) { return _mm512_sub_epi64(a, b); }
    static word bit_and(word a, word b) { return _mm512_and_si512(a, b); }
    static word bit_or(word a, word b) { return _mm512_or_si512(a, b); }
    static word bit_xor(word a, word b) { return _mm512_xor_si512(a, b); }
    static word shl(word a, int n) {
        return reinterpret_cast<word>(reinterpret_cast<unsigned_word>(a) << static_cast<u64>(n));
    }
    static word shr(word a, int n) {
        return reinterpret_cast<word>(reinterpret_cast<unsigned_word>(a) >> static_cast<u64>(n));
    }
    /* c + the lower or upper 52 bits of the 104-bit product of the lower 52 bits of a and b. */
    static word madd_lo(word c, word a, word b) { return _mm512_madd52lo_epu64(c, a, b); }
    static word madd_hi(word c, word a, word b) { return _mm512_madd52hi_epu64(c, a, b); }
    /* mask ? a : b, bit by bit. */
    static word choose(word mask, word a, word b) { return _mm512_ternarylogic_epi64(mask, a, b, 0xca); }
    /* Lane i of the result is lane i + N mod 8 of a. */
    template <int N>
    static word rotate(word a) {
        return _mm512_maskz_alignr_epi64(0xff, a, a, N);
    }
    /* Lane i of the result is lane From[i] of a, or From[i] - 8 of b. */
    template <int... From>
    static word arrange(word a, word b) {
        alignas(64) static constexpr u64 from[width] = {From...};
        return _mm512_permutex2var_epi64(a, load(from), b);
    }

    /* Lane i of word j and lane j of word i change places. */
    static void transpose(word a[8]) {
        constexpr int even = 0x88, odd = 0xdd;
        word pairs[8], fours[8];
        for (int i = 0; i < 8; i += 2) {
            pairs[i] = _mm512_maskz_unpacklo_epi64(0xff, a[i], a[i + 1]);
            pairs[i + 1] = _mm512_maskz_unpackhi_epi64(0xff, a[i], a[i + 1]);
        }
        for (int half = 0; half < 8; half += 4) {
            for (int i = half; i < half + 2; i++) {
                fours[i] = _mm512_maskz_shuffle_i64x2(0xff, pairs[i], pairs[i + 2], even);
                fours[i + 2] = _mm512_maskz_shuffle_i64x2(0xff, pairs[i], pairs[i + 2], odd);
            }
        }
        for (int i = 0; i < 4; i++) {
            a[i] = _mm512_maskz_shuffle_i64x2(0xff, fours[i], fours[i + 4], even);
            a[i + 4] = _mm512_maskz_shuffle_i64x2(0xff, fours[i], fours[i + 4], odd);
        }
    }

    /* Masks, one bit a lane: a = b; a & b is not 0. */
    static u8 equal(word a, word b) { return _mm512_cmpeq_epi64_mask(a, b); }
    static u8 test(word a, word b) { return _mm512_test_epi64_mask(a, b); }
    /* All ones where a = b, else 0; opaque to the optimiser, which could make a choice of loads of it. */
    static word equal_mask(word a, word b) {
        word m = _mm512_movm_epi64(_mm512_cmpeq_epi64_mask(a, b));
        __asm__("" : "+v"(m));
        return m;
    }
    /* m ? a : b; m ? a + b : a; m ? b - a : a */
    static word select(u8 m, word a, word b) { return _mm512_mask_blend_epi64(m, b, a); }
    static word add_where(u8 m, word a, word b) { return _mm512_mask_add_epi64(a, m, a, b); }
    static word sub_from_where(u8 m, word b, word a) { return _mm512_mask_sub_epi64(a, m, b, a); }
};

} // namespace koblitz
