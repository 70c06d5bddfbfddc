/* Point operations of fields in four limbs as whole routines of assembly: group/x86_64 and group/arm64, a
 * file each, which give their ranges. They take points, table entries and pairs of points as neighbouring
 * coordinates. */
#pragma once

#include "field/fe_4x64_assembly.h"
#include "group/formulas.h"

#if defined(KOBLITZ_ARM64_ASM) || defined(KOBLITZ_X86_64_ASM)

namespace koblitz {

KOBLITZ_ASM void koblitz_point4_scan(void* out, const void* table, u32 index, int n, size_t stride);

/* As the routines take them. */
template <class P, class F>
inline constexpr bool coordinates_are_adjacent = offsetof(P, x) == 0 &&
                                                 offsetof(P, y) == sizeof(typename F::fe) &&
                                                 sizeof(typename F::fe) == 32;

/* R lists the routines. */
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

/* The routines that begin with prefix, and the formulas of a field by them. */
/* Names of templates take no parentheses. NOLINTBEGIN(bugprone-macro-parentheses) */
#define KOBLITZ_FORMULAS(field, routines, prefix)                                                            \
    KOBLITZ_ASM void prefix##double_public(void* point, int n);                                              \
    KOBLITZ_ASM void prefix##double_secret(void* point, int n);                                              \
    KOBLITZ_ASM int prefix##add_affine_public(void* point, const u64* x, const u64* y, u32 negative);        \
    KOBLITZ_ASM int prefix##add_affine_scaled_public(void* point, const u64* x, const u64* y, u32 negative,  \
                                                     const u64* zscale);                                     \
    KOBLITZ_ASM void prefix##co_z_add_public(void* r, u64* ratio, const void* a);                            \
    KOBLITZ_ASM u64 prefix##add_complete_secret(void* point, const void* entry, u64 negative, u64 infinity); \
    KOBLITZ_ASM void prefix##add_projective_secret(void* point, const void* entry, u64 negative, u32 b3);    \
    struct routines {                                                                                        \
        static constexpr auto double_public = prefix##double_public;                                         \
        static constexpr auto double_secret = prefix##double_secret;                                         \
        static constexpr auto add_affine = prefix##add_affine_public;                                        \
        static constexpr auto add_affine_scaled = prefix##add_affine_scaled_public;                          \
        static constexpr auto co_z_add = prefix##co_z_add_public;                                            \
        static constexpr auto add_complete = prefix##add_complete_secret;                                    \
        static constexpr auto add_projective = prefix##add_projective_secret;                                \
    };                                                                                                       \
    template <>                                                                                              \
    struct formulas<field<false>> : formulas_4x64_public<field<false>, routines> {};                         \
    template <>                                                                                              \
    struct formulas<field<true>> : formulas_4x64_secret<field<true>, routines> {};
/* NOLINTEND(bugprone-macro-parentheses) */
#ifdef KOBLITZ_X86_64_ASM
KOBLITZ_FORMULAS(field_4x64_x86_64, routines_x86_64, koblitz_point4_)
#else
KOBLITZ_FORMULAS(field_4x64_arm64_wide, routines_arm64_wide, koblitz_point4_wide_)
KOBLITZ_FORMULAS(field_4x64_arm64_narrow, routines_arm64_narrow, koblitz_point4_narrow_)
#endif
#undef KOBLITZ_FORMULAS

} // namespace koblitz

#endif
