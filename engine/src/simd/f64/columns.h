/* What the products of simd/f64/fe_f64.h take beside their operands: the columns that they start from,
 * constants, and the rounding. */
#pragma once

#include "field/platform.h"
#include "simd/limbs52.h"

namespace koblitz {

/* What simd/x86_64/f64.S takes. */
struct alignas(32) f64_constants {
    u64 bits[10][4];
};
struct f64_columns {
    alignas(32) u64 c[10][8];
};

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
/* The same of the reduction: column 5 to 9 by 2^260 mod p, then what is above 2^256. */
constexpr u64 of_reduction(int column) {
    return (column < 5 ? two52 : 0) + (column >= 1 && column < 5 ? c1 : 0) + (column == 0 ? two52 : 0) +
           (column == 1 ? c1 : 0);
}

constexpr f64_columns in_all_lanes(const u64 (&c)[10]) {
    f64_columns r{};
    for (int i = 0; i < 10; i++) {
        for (int lane = 0; lane < 8; lane++)
            r.c[i][lane] = c[i];
    }
    return r;
}
/* Columns that mul_wide leaves exact, modulo 2^64 each. */
constexpr f64_columns wide(bool square) {
    u64 c[10] = {};
    for (int i = 0; i < 10; i++)
        c[i] = 0 - of_product(i, square);
    return in_all_lanes(c);
}
/* Columns that are reduced: column i starts from
 *
 *     margin_i - of_product(i) - of_reduction(i), and centre_i - v_i + subtracted * middle more where i < 5.
 *
 * With margin_i = 2^57, margin_9 = 2^46, no column is negative. centre_i = 2^51, centre_4 = 2^47: limbs come
 * out between 0 and twice that. Elements that are subtracted come as integers middle + limb. v is what all
 * this is too much by: with 2^52 in each double that is folded, columns 5 to 9 and what is above 2^256,
 *
 *     v = margin_0 + ... + margin_9 2^(9*52) + 2^52 (fold260 (1 + 2^52 + ... + 2^(4*52)) + fold256) mod p. */
constexpr f64_columns reduced(bool square, unsigned subtracted) {
    constexpr u64 margin = u64{1} << 57, highest = u64{1} << 46;
    u64 v[5] = {};
    u128 c = 0;
    for (int i = 0; i < 5; i++) {
        c += margin + static_cast<u128>(i < 4 ? margin : highest) * fold260;
        /* 2^52 fold260 2^(4*52) = 2^260 fold260 */
        c += i > 0 ? fold260 : static_cast<u128>(fold260) * fold260;
        c += i == 1 ? fold256 : 0;
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
    u64 r[10] = {};
    for (int i = 0; i < 10; i++) {
        const u64 centre = i < 4 ? u64{1} << 51 : u64{1} << 47;
        r[i] = (i < 9 ? margin : highest) + (i < 5 ? centre - v[i] + subtracted * middle : 0) -
               of_product(i, square) - of_reduction(i);
    }
    return in_all_lanes(r);
}

inline constexpr f64_columns mul = reduced(false, 0), mul_less1 = reduced(false, 1), sqr = reduced(true, 0),
                             sqr_less2 = reduced(true, 2), sqr_less3 = reduced(true, 3),
                             mul_wide = wide(false), sqr_wide = wide(true);

constexpr f64_constants make_constants() {
    const u64 v[10] = {c1,
                       c1 + 1,
                       __builtin_bit_cast(u64, static_cast<double>(fold260)),
                       __builtin_bit_cast(u64, static_cast<double>(fold256)),
                       m52,
                       m48,
                       two52,
                       two52 - (c1 << 4),
                       two52 + (u64{1} << 51),
                       two52 + (u64{1} << 47)};
    f64_constants r{};
    for (int i = 0; i < 10; i++) {
        for (int lane = 0; lane < 4; lane++)
            r.bits[i][lane] = v[i];
    }
    return r;
}
inline constexpr f64_constants constants = make_constants();

} // namespace f64_start

} // namespace koblitz
