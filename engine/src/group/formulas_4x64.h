/* Point operations of fields in four limbs as whole routines of assembly: group/x86_64 and group/arm64, a
 * file each, which give their ranges. R lists them: formulas_x86_64.h, formulas_arm64.h. They take points,
 * table entries and pairs of points as neighbouring coordinates. */
#pragma once

#include "field/fe_4x64_linear.h"
#include "group/formulas.h"

#if defined(KOBLITZ_ARM64_ASM) || defined(KOBLITZ_X86_64_ASM)

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" KOBLITZ_SYSTEM_V void koblitz_point4_scan(void* out, const void* table, koblitz::u32 index, int n,
                                                     size_t stride);
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif

namespace koblitz {

/* As the routines take them. */
template <class P, class F>
inline constexpr bool coordinates_are_adjacent = offsetof(P, x) == 0 &&
                                                 offsetof(P, y) == sizeof(typename F::fe) &&
                                                 sizeof(typename F::fe) == 32;

template <class F_, class R>
struct formulas_4x64_public : generic_formulas<F_> {
    using F = F_;
    using fe = typename F::fe;
    using generic = generic_formulas<F>;
    static_assert(coordinates_are_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(coordinates_are_adjacent<co_z_pair<F>, F> && sizeof(co_z_pair<F>) == 128);

    static void double_n(gej<F>& r, int n) {
        if (n > 0)
            R::double_public(&r, n);
    }
    static exceptional add_affine(gej<F>& r, const fe& x, const fe& y, bool negative) {
        if (R::add_affine(&r, limbs(x), limbs(y), negative)) [[likely]]
            return exceptional::no;
        return generic::add_affine(r, x, y, negative);
    }
    static exceptional add_affine_scaled(gej<F>& r, const fe& x, const fe& y, bool negative,
                                         const fe& zscale) {
        if (R::add_affine_scaled(&r, limbs(x), limbs(y), negative, limbs(zscale))) [[likely]]
            return exceptional::no;
        return generic::add_affine_scaled(r, x, y, negative, zscale);
    }
    static void co_z_add(co_z_pair<F>& r, fe& ratio, const co_z_pair<F>& a) {
        R::co_z_add(&r, limbs(ratio), &a);
    }

private:
    static u64* limbs(fe& a) { return a.words(constant_time()); }
    static const u64* limbs(const fe& a) { return a.words(constant_time()); }
};

template <class F_, class R>
struct formulas_4x64_secret : generic_formulas<F_> {
    using F = F_;
    static_assert(coordinates_are_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(coordinates_are_adjacent<projective<F>, F> && offsetof(projective<F>, z) == 64);
    static_assert(coordinates_are_adjacent<ge<F>, F>);

    using generic_formulas<F>::add_complete; /* of two projective points, which no routine replaces */
    static void double_n(gej<F>& r, int n) {
        if (n > 0)
            R::double_secret(&r, n);
    }
    static void add_complete(gej<F>& r, const ge<F>& b, choice negative) {
        const u64 infinity =
            R::add_complete(&r, &b, negative.mask(constant_time()), r.infinity.mask(constant_time()));
        r.infinity = choice::from_bit(infinity & 1);
    }
    template <u32 B3>
    static void add_complete(projective<F>& r, const ge<F>& b, choice negative) {
        R::add_projective(&r, &b, negative.mask(constant_time()), B3);
    }
    static void scan(void* out, const void* table, u32 index, int n, size_t stride) {
        koblitz_point4_scan(out, table, index, n, stride);
    }
};

} // namespace koblitz

#endif
