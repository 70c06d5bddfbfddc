/* The lanes of ifma.h in two AVX2 registers of four, and eight doubles beside them, for simd/f64/fe_f64.h.
 * Only for translation units compiled for AVX2 and FMA. */
#pragma once

#include <immintrin.h>

#include "base/types.h"

namespace koblitz {

struct f64_lanes {
    static constexpr int width = 8;
    struct word {
        __m256i v[2];
    };
    /* Doubles. */
    struct real {
        __m256d v[2];
    };

    static word set1(u64 a) {
        const __m256i t = _mm256_set1_epi64x(static_cast<i64>(a));
        return {{t, t}};
    }
    /* Of 64 bytes. */
    static word load(const void* p) {
        const auto* const half = static_cast<const __m256i*>(p);
        return {{_mm256_loadu_si256(half), _mm256_loadu_si256(half + 1)}};
    }
    static void store(void* p, const word& a) {
        auto* const half = static_cast<__m256i*>(p);
        _mm256_storeu_si256(half, a.v[0]);
        _mm256_storeu_si256(half + 1, a.v[1]);
    }
    static word add(const word& a, const word& b) {
        return {{_mm256_add_epi64(a.v[0], b.v[0]), _mm256_add_epi64(a.v[1], b.v[1])}};
    }
    static word sub(const word& a, const word& b) {
        return {{_mm256_sub_epi64(a.v[0], b.v[0]), _mm256_sub_epi64(a.v[1], b.v[1])}};
    }
    static word bit_and(const word& a, const word& b) {
        return {{_mm256_and_si256(a.v[0], b.v[0]), _mm256_and_si256(a.v[1], b.v[1])}};
    }
    static word bit_or(const word& a, const word& b) {
        return {{_mm256_or_si256(a.v[0], b.v[0]), _mm256_or_si256(a.v[1], b.v[1])}};
    }
    static word bit_xor(const word& a, const word& b) {
        return {{_mm256_xor_si256(a.v[0], b.v[0]), _mm256_xor_si256(a.v[1], b.v[1])}};
    }
    static word shl(const word& a, int n) {
        return {{_mm256_slli_epi64(a.v[0], n), _mm256_slli_epi64(a.v[1], n)}};
    }
    static word shr(const word& a, int n) {
        return {{_mm256_srli_epi64(a.v[0], n), _mm256_srli_epi64(a.v[1], n)}};
    }
    static u8 equal(const word& a, const word& b) {
        return bits_of(_mm256_cmpeq_epi64(a.v[0], b.v[0]), _mm256_cmpeq_epi64(a.v[1], b.v[1]));
    }
    static u8 test(const word& a, const word& b) { return static_cast<u8>(~equal(bit_and(a, b), set1(0))); }
    /* All ones in the lanes of m. */
    static word mask(u8 m) {
        const word bit = {{_mm256_set_epi64x(8, 4, 2, 1), _mm256_set_epi64x(128, 64, 32, 16)}};
        const word there = bit_and(set1(m), bit);
        return {{_mm256_cmpeq_epi64(there.v[0], bit.v[0]), _mm256_cmpeq_epi64(there.v[1], bit.v[1])}};
    }
    /* m ? a : b */
    static word select(u8 m, const word& a, const word& b) {
        const word all = mask(m);
        return {{_mm256_blendv_epi8(b.v[0], a.v[0], all.v[0]), _mm256_blendv_epi8(b.v[1], a.v[1], all.v[1])}};
    }

    /* The same, as two loads and two stores: of whole arrays a compiler makes calls, or REP MOVS. */
    static real copy(const real& a) { return {{a.v[0], a.v[1]}}; }
    static real set1_real(double a) {
        const __m256d t = _mm256_set1_pd(a);
        return {{t, t}};
    }
    static real add(const real& a, const real& b) {
        return {{_mm256_add_pd(a.v[0], b.v[0]), _mm256_add_pd(a.v[1], b.v[1])}};
    }
    static real sub(const real& a, const real& b) {
        return {{_mm256_sub_pd(a.v[0], b.v[0]), _mm256_sub_pd(a.v[1], b.v[1])}};
    }
    static real mul(const real& a, const real& b) {
        return {{_mm256_mul_pd(a.v[0], b.v[0]), _mm256_mul_pd(a.v[1], b.v[1])}};
    }
    /* a b + c with one rounding. */
    static real madd(const real& a, const real& b, const real& c) {
        return {{_mm256_fmadd_pd(a.v[0], b.v[0], c.v[0]), _mm256_fmadd_pd(a.v[1], b.v[1], c.v[1])}};
    }
    static word bits(const real& a) { return {{_mm256_castpd_si256(a.v[0]), _mm256_castpd_si256(a.v[1])}}; }
    static real as_real(const word& a) {
        return {{_mm256_castsi256_pd(a.v[0]), _mm256_castsi256_pd(a.v[1])}};
    }
    static real gather(const double* const p[width]) {
        return {{_mm256_set_pd(*p[3], *p[2], *p[1], *p[0]), _mm256_set_pd(*p[7], *p[6], *p[5], *p[4])}};
    }
    /* r[i] = word number i of what the lane's pointer points to. */
    static void gather_four(word r[4], const void* const p[width]) {
        for (int half = 0; half < 2; half++) {
            __m256i row[4];
            for (int i = 0; i < 4; i++)
                row[i] = _mm256_loadu_si256(static_cast<const __m256i*>(p[4 * half + i]));
            const __m256i a = _mm256_unpacklo_epi64(row[0], row[1]),
                          b = _mm256_unpackhi_epi64(row[0], row[1]),
                          c = _mm256_unpacklo_epi64(row[2], row[3]),
                          d = _mm256_unpackhi_epi64(row[2], row[3]);
            r[0].v[half] = _mm256_permute2x128_si256(a, c, 0x20);
            r[1].v[half] = _mm256_permute2x128_si256(b, d, 0x20);
            r[2].v[half] = _mm256_permute2x128_si256(a, c, 0x31);
            r[3].v[half] = _mm256_permute2x128_si256(b, d, 0x31);
        }
    }

private:
    static u8 bits_of(__m256i low, __m256i high) {
        const int l = _mm256_movemask_pd(_mm256_castsi256_pd(low)),
                  h = _mm256_movemask_pd(_mm256_castsi256_pd(high));
        return static_cast<u8>(l | h << 4);
    }
};

} // namespace koblitz
