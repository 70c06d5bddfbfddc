/* Point operations of the fields of fe_4x64_arm64.h as whole routines of group/arm64, whose files give their
 * ranges. */
#ifndef KOBLITZ_GROUP_FORMULAS_ARM64_H
#define KOBLITZ_GROUP_FORMULAS_ARM64_H

#include "field/fe_4x64_arm64.h"
#include "group/formulas.h"

#ifdef KOBLITZ_ARM64_ASM

/* The routines of one form. Points, entries and pairs: neighbouring coordinates of four limbs. */
#define KOBLITZ_ARM64_ROUTINES(form)                                                                         \
    void koblitz_point4_##form##_double_public(void* point, int n);                                          \
    void koblitz_point4_##form##_double_secret(void* point, int n);                                          \
    int koblitz_point4_##form##_add_affine_public(void* point, const koblitz::u64* x, const koblitz::u64* y, \
                                                  koblitz::u32 negative);                                    \
    int koblitz_point4_##form##_add_affine_scaled_public(void* point, const koblitz::u64* x,                 \
                                                         const koblitz::u64* y, koblitz::u32 negative,       \
                                                         const koblitz::u64* zscale);                        \
    void koblitz_point4_##form##_co_z_add_public(void* r, koblitz::u64* ratio, const void* a);               \
    koblitz::u64 koblitz_point4_##form##_add_complete_secret(void* point, const void* entry,                 \
                                                             koblitz::u64 negative, koblitz::u64 infinity);  \
    void koblitz_point4_##form##_add_projective_secret(void* point, const void* entry,                       \
                                                       koblitz::u64 negative, koblitz::u32 b3);

/* Hidden as in the assembly: called directly. */
#if !defined(_WIN32)
#pragma GCC visibility push(hidden)
#endif
extern "C" {
KOBLITZ_ARM64_ROUTINES(wide)
KOBLITZ_ARM64_ROUTINES(narrow)
void koblitz_point4_scan(void* out, const void* table, koblitz::u32 index, int n, size_t stride);
}
#if !defined(_WIN32)
#pragma GCC visibility pop
#endif
#undef KOBLITZ_ARM64_ROUTINES

namespace koblitz {

#define KOBLITZ_ARM64_ROUTINES(form)                                                                \
    struct routines_arm64_##form {                                                                  \
        static constexpr auto double_public = koblitz_point4_##form##_double_public;                \
        static constexpr auto double_secret = koblitz_point4_##form##_double_secret;                \
        static constexpr auto add_affine = koblitz_point4_##form##_add_affine_public;               \
        static constexpr auto add_affine_scaled = koblitz_point4_##form##_add_affine_scaled_public; \
        static constexpr auto co_z_add = koblitz_point4_##form##_co_z_add_public;                   \
        static constexpr auto add_complete = koblitz_point4_##form##_add_complete_secret;           \
        static constexpr auto add_projective = koblitz_point4_##form##_add_projective_secret;       \
    };
KOBLITZ_ARM64_ROUTINES(wide)
KOBLITZ_ARM64_ROUTINES(narrow)
#undef KOBLITZ_ARM64_ROUTINES

/* As the routines take them. */
template <class P, class F>
inline constexpr bool arm64_adjacent = offsetof(P, x) == 0 && offsetof(P, y) == sizeof(typename F::fe) &&
                                       sizeof(typename F::fe) == 32;

template <class F_, class R>
struct formulas_arm64_public : generic_formulas<F_> {
    using F = F_;
    using fe = typename F::fe;
    using generic = generic_formulas<F>;
    static_assert(arm64_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(arm64_adjacent<co_z_pair<F>, F> && sizeof(co_z_pair<F>) == 128);

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
struct formulas_arm64_secret : generic_formulas<F_> {
    using F = F_;
    static_assert(arm64_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(arm64_adjacent<projective<F>, F> && offsetof(projective<F>, z) == 64);
    static_assert(arm64_adjacent<ge<F>, F>);

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

template <>
struct formulas<field_4x64_arm64_wide<false>>
    : formulas_arm64_public<field_4x64_arm64_wide<false>, routines_arm64_wide> {};
template <>
struct formulas<field_4x64_arm64_wide<true>>
    : formulas_arm64_secret<field_4x64_arm64_wide<true>, routines_arm64_wide> {};
template <>
struct formulas<field_4x64_arm64_narrow<false>>
    : formulas_arm64_public<field_4x64_arm64_narrow<false>, routines_arm64_narrow> {};
template <>
struct formulas<field_4x64_arm64_narrow<true>>
    : formulas_arm64_secret<field_4x64_arm64_narrow<true>, routines_arm64_narrow> {};

} // namespace koblitz

#endif

#endif
