/* What the products of simd/f64/fe_f64.h take beside their operands: the columns that they start from,
 * constants, and the rounding. */
#pragma once

#include "field/platform.h"
#include "simd/limbs52.h"

namespace koblitz {

/* What simd/x86_64/f64.S takes. */
struct alignas(32) f64_constants {
    u64 bits[15][4];
};
template <int N>
struct f64_words {
    alignas(32) u64 c[N][8];
};
/* A product's columns, and what the lower five start from where they are reduced. */
using f64_columns = f64_words<10>;
using f64_lower_columns = f64_words<5>;

} // namespace koblitz

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_SYSTEM_V void koblitz_fe_f64_mul(double* r, const double* a, const double* b,
                                         const koblitz::u64* start, const koblitz::f64_constants* constants);
KOBLITZ_SYSTEM_V void koblitz_fe_f64_sqr(double* r, const double* a, const koblitz::u64* start,
                                         const koblitz::f64_constants* constants);
KOBLITZ_SYSTEM_V void koblitz_fe_f64_mul_sub(double* r, const double* a, const double* b,
                                             const koblitz::u64* start, const koblitz::u64* w,
                                             const koblitz::f64_constants* constants);
KOBLITZ_SYSTEM_V void koblitz_fe_f64_mul_wide(koblitz::u64* w, const double* a, const double* b,
                                              const koblitz::u64* start,
                                              const koblitz::f64_constants* constants);
KOBLITZ_SYSTEM_V void koblitz_fe_f64_sqr_wide(koblitz::u64* w, const double* a, const koblitz::u64* start,
                                              const koblitz::f64_constants* constants);
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif

namespace koblitz {

/* MXCSR as the field needs it: rounding toward zero, no exception taken, denormal numbers as they are. What
 * it was comes back, flags and all. */
class rounding_toward_zero {
public:
    rounding_toward_zero() {
        const u32 toward_zero = 0x7f80;
        __asm__ volatile("stmxcsr %0\n\tldmxcsr %1" : "=m"(before_) : "m"(toward_zero) : "memory");
    }
    ~rounding_toward_zero() { __asm__ volatile("ldmxcsr %0" : : "m"(before_) : "memory"); }
    rounding_toward_zero(const rounding_toward_zero&) = delete;
    rounding_toward_zero& operator=(const rounding_toward_zero&) = delete;

private:
    u32 before_;
};

/* What columns start from. */
namespace f64_start {

using limbs52::m48, limbs52::m52;
inline constexpr u64 fold256 = prime::fold, fold260 = prime::fold << 4;
/* The integers of the doubles 2^52, 1.5 2^52 and C1 = 1.5 2^104. */
inline constexpr u64 two52 = u64{1075} << 52, middle = two52 + (u64{1} << 51),
                     c1 = (u64{1127} << 52) + (u64{1} << 51);
/* D1 = 1.5 2^100; the exponent of 2^65, whose lower six bits are 0. */
inline constexpr u64 d1 = (u64{1123} << 52) + (u64{1} << 51), exponent = 0x440;

/* How many lower and upper halves of products come to a column. */
constexpr u64 lower_halves(int column, bool square) {
    if (column < 0 || column > 8)
        return 0;
    const u64 terms = static_cast<u64>(column < 5 ? column + 1 : 9 - column);
    return square ? (terms + 1) / 2 : terms;
}
/* What a product adds to a column beyond the halves: two52 with each lower one, c1 with each upper one. */
constexpr u64 of_product(int column, bool square) {
    return lower_halves(column, square) * two52 + lower_halves(column - 1, square) * c1;
}
/* The same of the reduction to a column below 5: columns 5 to 9 by 2^260 mod p, then what is above 2^256. */
constexpr u64 of_reduction(int column) {
    return two52 + (column >= 1 ? c1 : 0) + (column == 0 ? two52 : 0) + (column == 1 ? c1 : 0);
}

template <int N>
constexpr f64_words<N> in_all_lanes(const u64 (&c)[N]) {
    f64_words<N> r{};
    for (int i = 0; i < N; i++) {
        for (int lane = 0; lane < 8; lane++)
            r.c[i][lane] = c[i];
    }
    return r;
}
/* What mul_wide leaves in a column beyond the product's halves, modulo 2^64: mul_sub, which subtracts it, has
 * room below and above the six bits that it carries (reduced) then. */
constexpr u64 of_wide(int column) {
    return column == 6 ? u64{1} << 56 : column == 8 ? 0 - (u64{1} << 56) : 0;
}
constexpr f64_columns wide(bool square) {
    u64 c[10] = {};
    for (int i = 0; i < 10; i++)
        c[i] = of_wide(i) - of_product(i, square);
    return in_all_lanes(c);
}

/* Columns that are reduced. Each becomes a double by its bits when those that it carries, from bit 52 on, are
 * cleared up to bit 57: its exponent, and its sign, are what is left above.
 *
 * Columns 5 to 9 start from 0, and of_product has their exponents: whatever its halves, a column is between
 * two neighbouring multiples of 2^58, those around of_product(i). Column 9 carries nothing, and nothing is
 * cleared there.
 * Column i < 5 starts from
 *
 *     exponent 2^52 + margin + centre_i - v_i - of_product(i) - of_reduction(i) + subtracted * middle
 *
 * less what column i - 1 carries beyond its halves; for i = 4 the last constant takes that off.
 *
 * With margin = 2^57 no column is negative. centre_i = 2^51, centre_4 = 2^47: limbs come out between 0 and
 * twice that. Elements that are subtracted come as integers middle + limb. v is what all this is too much by,
 * modulo p: the margins, what columns 5 to 9 have beyond their halves, with 2^52 in each double that is
 * folded, and 2^52 + 2^51 + 2^4 exponent in that of what is above 2^256. */
constexpr u64 bits_carried = 6;
constexpr u64 exponent_of(int column, bool square) {
    const u64 top = of_product(column, square) >> 52;
    return column < 9 ? top >> bits_carried << bits_carried : top;
}
constexpr f64_lower_columns reduced(bool square, unsigned subtracted, bool less_wide = false) {
    constexpr u64 margin = u64{1} << 57, one = u64{1} << 52;
    u64 v[5] = {};
    u128 c = 0;
    for (int i = 0; i < 5; i++) {
        const u64 upper = i < 4 ? of_product(i + 5, square) - (less_wide ? of_wide(i + 5) : 0) : one / 2;
        c += margin + static_cast<u128>(upper + one) * fold260;
        c += i == 0 ? static_cast<u128>(one + one / 2 + (exponent << 4)) * fold256 : 0;
        v[i] = static_cast<u64>(c) & m52;
        c >>= 52;
    }
    for (int again = 0; again < 2; again++) {
        c = (c << 4 | v[4] >> 48) * fold256;
        v[4] &= m48;
        for (int i = 0; i < 5; i++) {
            c += v[i];
            v[i] = static_cast<u64>(c) & m52;
            c >>= 52;
        }
    }
    u64 r[5] = {};
    for (int i = 0; i < 5; i++) {
        const u64 centre = i < 4 ? u64{1} << 51 : u64{1} << 47;
        r[i] = (exponent << 52) + margin + centre - v[i] + subtracted * middle - of_product(i, square) -
               of_reduction(i) - (i == 0 || i == 4 ? 0 : exponent);
    }
    return in_all_lanes(r);
}

inline constexpr f64_lower_columns mul = reduced(false, 0), mul_less1 = reduced(false, 1),
                                   mul_sub = reduced(false, 0, true), sqr = reduced(true, 0),
                                   sqr_less2 = reduced(true, 2), sqr_less3 = reduced(true, 3);
inline constexpr f64_columns mul_wide = wide(false), sqr_wide = wide(true);

/* 2^260 mod p for a column that has become a double. */
constexpr u64 fold_of(int column, bool square) {
    const u64 top = exponent_of(column, square), sign = top >> 11;
    return __builtin_bit_cast(u64, static_cast<double>(fold260)) + ((1075 - top % 2048) << 52) + (sign << 63);
}
constexpr f64_constants make_constants(bool square) {
    const u64 v[15] = {c1,
                       c1 + 1,
                       fold_of(5, square),
                       fold_of(6, square),
                       fold_of(7, square),
                       fold_of(8, square),
                       fold_of(9, square),
                       __builtin_bit_cast(u64, static_cast<double>(fold256) * 0x1p-48),
                       ~(u64{63} << 52),
                       ~(u64{1023} << 48),
                       d1,
                       d1 + 16,
                       __builtin_bit_cast(u64, 0x1p-13),
                       __builtin_bit_cast(u64, -0x1.8p52),
                       __builtin_bit_cast(u64, -(0x1p52 + 0x1p47 + exponent))};
    f64_constants r{};
    for (int i = 0; i < 15; i++) {
        for (int lane = 0; lane < 4; lane++)
            r.bits[i][lane] = v[i];
    }
    return r;
}
inline constexpr f64_constants of_mul = make_constants(false), of_sqr = make_constants(true);

} // namespace f64_start

} // namespace koblitz
