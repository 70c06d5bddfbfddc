/* The kernels on public rows in AVX2 and FMA. This file alone is compiled for those instructions, and
 * optimized for them in every build. Its copies of templates and inline functions are in a namespace of its
 * own, or the linker might take them for those of code that runs on any processor. */
#include "field/platform.h"
#include "simd/interface.h"

#if defined(KOBLITZ_X86_64_ASM) && defined(__AVX2__) && defined(__FMA__)

#define koblitz koblitz_f64
#include "simd/ecmult.h"
#include "simd/f64/formulas_f64.h"
#include "simd/gen.h"
#include "simd/points.h"
#undef koblitz

namespace koblitz_f64 {
namespace {

/* Kernel as calls of any rounding mode take it. What it computes is in memory, or is asked for, before the
 * mode changes back. */
template <auto Kernel>
struct in_mode;
template <class... Arguments, void (*Kernel)(Arguments...)>
struct in_mode<Kernel> {
    static void call(Arguments... arguments) {
        const rounding_toward_zero mode;
        Kernel(arguments...);
    }
};
template <class... Arguments, koblitz_lanes::lane_set (*Kernel)(Arguments...)>
struct in_mode<Kernel> {
    static koblitz_lanes::lane_set call(Arguments... arguments) {
        const rounding_toward_zero mode;
        unsigned r = Kernel(arguments...);
        __asm__ volatile("" : "+r"(r));
        return static_cast<koblitz_lanes::lane_set>(r);
    }
};

/* Four products of limbs as simd/x86_64/f64.S splits them, of both signs and up to the bounds. */
bool splits_products() {
    using V = f64_lanes;
    constexpr i64 most = i64{1} << 51;
    const i64 a[4] = {most, -most, most - 1, 1234567890123457}, b[4] = {2 * most, most - 3, 1 - most, -3};
    double x[4], y[4];
    u64 h[4], l[4];
    for (int i = 0; i < 4; i++) {
        x[i] = static_cast<double>(a[i]);
        y[i] = static_cast<double>(b[i]);
    }
    __asm__ volatile("" : : "r"(x), "r"(y) : "memory");
    const __m256d p = _mm256_loadu_pd(x), q = _mm256_loadu_pd(y),
                  c1 = V::as_real(V::set1(f64_start::c1)).v[0],
                  c2 = V::as_real(V::set1(f64_start::c1 + 1)).v[0];
    const __m256d upper = _mm256_fmadd_pd(p, q, c1), lower = _mm256_fmadd_pd(p, q, _mm256_sub_pd(c2, upper));
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(h)), _mm256_castpd_si256(upper));
    _mm256_storeu_si256(static_cast<__m256i*>(static_cast<void*>(l)), _mm256_castpd_si256(lower));
    __asm__ volatile("" : : "r"(h), "r"(l) : "memory");
    bool right = true;
    for (int i = 0; i < 4; i++) {
        const i128 product = static_cast<i128>(a[i]) * b[i];
        right = right && h[i] - f64_start::c1 == static_cast<u64>(product >> 52) &&
                l[i] - f64_start::two52 == (static_cast<u64>(product) & f64_start::m52);
    }
    return right;
}

} // namespace

bool rounds_toward_zero();
bool rounds_toward_zero() {
    const rounding_toward_zero mode;
    return splits_products();
}

} // namespace koblitz_f64

namespace koblitz_lanes {

extern const kernels f64_kernels;
constinit const kernels f64_kernels = {
    .fewest_rows = 6,
    .fewest_gen_rows = 7,
    .fewest_summed = 48,
    .lift_x = koblitz_f64::in_mode<koblitz_f64::lift_x<koblitz_f64::f64_lanes>>::call,
    .on_curve = koblitz_f64::in_mode<koblitz_f64::on_curve<koblitz_f64::f64_lanes>>::call,
    .ecmult_x8 = koblitz_f64::in_mode<koblitz_f64::ecmult_x8<koblitz_f64::f64_lanes, 1>>::call,
    .ecmult_gen_add_x8 = koblitz_f64::in_mode<koblitz_f64::ecmult_gen_add_x8<koblitz_f64::f64_lanes>>::call,
    .x_equals = koblitz_f64::in_mode<koblitz_f64::x_equals<koblitz_f64::f64_lanes>>::call,
    .finite = koblitz_f64::in_mode<koblitz_f64::finite<koblitz_f64::f64_lanes>>::call,
    .to_affine = koblitz_f64::in_mode<koblitz_f64::to_affine<koblitz_f64::f64_lanes, false>>::call,
};

} // namespace koblitz_lanes

#endif
