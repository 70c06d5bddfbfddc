/* Point operations of field_4x64_x86_64 as whole routines of group/x86_64, whose files give their ranges. */
#ifndef KOBLITZ_GROUP_FORMULAS_X86_64_H
#define KOBLITZ_GROUP_FORMULAS_X86_64_H

#include "field/fe_4x64_x86_64.h"
#include "group/formulas.h"

#ifdef KOBLITZ_X86_64_ASM

/* Hidden as in the assembly: called directly. */
#pragma GCC visibility push(hidden)
extern "C" {
/* Points, entries and pairs: neighbouring coordinates of four limbs. */
void koblitz_point4_double_public(void* point, int n);
void koblitz_point4_double_secret(void* point, int n);
int koblitz_point4_add_affine_public(void* point, const koblitz::u64* x, const koblitz::u64* y,
                                     koblitz::u32 negative);
int koblitz_point4_add_affine_scaled_public(void* point, const koblitz::u64* x, const koblitz::u64* y,
                                            koblitz::u32 negative, const koblitz::u64* zscale);
void koblitz_point4_co_z_add_public(void* r, koblitz::u64* ratio, const void* a);
koblitz::u64 koblitz_point4_add_complete_secret(void* point, const void* entry, koblitz::u64 negative,
                                                koblitz::u64 infinity);
void koblitz_point4_add_projective_secret(void* point, const void* entry, koblitz::u64 negative,
                                          koblitz::u32 b3);
void koblitz_point4_scan(void* out, const void* table, koblitz::u32 index, int n, size_t stride);
}
#pragma GCC visibility pop

namespace koblitz {

/* As the routines take them. */
template <class P, class F>
inline constexpr bool coordinates_are_adjacent = offsetof(P, x) == 0 &&
                                                 offsetof(P, y) == sizeof(typename F::fe) &&
                                                 sizeof(typename F::fe) == 32;

template <>
struct formulas<field_4x64_x86_64<false>> : generic_formulas<field_4x64_x86_64<false>> {
    using F = field_4x64_x86_64<false>;
    using generic = generic_formulas<F>;
    static_assert(coordinates_are_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(coordinates_are_adjacent<co_z_pair<F>, F> && sizeof(co_z_pair<F>) == 128);

    static void double_n(gej<F>& r, int n) {
        if (n > 0)
            koblitz_point4_double_public(&r, n);
    }
    static exceptional add_affine(gej<F>& r, const F::fe& x, const F::fe& y, bool negative) {
        if (koblitz_point4_add_affine_public(&r, limbs(x), limbs(y), negative)) [[likely]]
            return exceptional::no;
        return generic::add_affine(r, x, y, negative);
    }
    static exceptional add_affine_scaled(gej<F>& r, const F::fe& x, const F::fe& y, bool negative,
                                         const F::fe& zscale) {
        if (koblitz_point4_add_affine_scaled_public(&r, limbs(x), limbs(y), negative, limbs(zscale)))
            [[likely]]
            return exceptional::no;
        return generic::add_affine_scaled(r, x, y, negative, zscale);
    }
    static void co_z_add(co_z_pair<F>& r, F::fe& ratio, const co_z_pair<F>& a) {
        koblitz_point4_co_z_add_public(&r, limbs(ratio), &a);
    }

private:
    static u64* limbs(F::fe& a) { return a.words(constant_time()); }
    static const u64* limbs(const F::fe& a) { return a.words(constant_time()); }
};

template <>
struct formulas<field_4x64_x86_64<true>> : generic_formulas<field_4x64_x86_64<true>> {
    using F = field_4x64_x86_64<true>;
    static_assert(coordinates_are_adjacent<gej<F>, F> && offsetof(gej<F>, z) == 64);
    static_assert(coordinates_are_adjacent<projective<F>, F> && offsetof(projective<F>, z) == 64);
    static_assert(coordinates_are_adjacent<ge<F>, F>);

    using generic_formulas<F>::add_complete; /* of two projective points, which no routine replaces */
    static void double_n(gej<F>& r, int n) {
        if (n > 0)
            koblitz_point4_double_secret(&r, n);
    }
    static void add_complete(gej<F>& r, const ge<F>& b, choice negative) {
        const u64 infinity = koblitz_point4_add_complete_secret(&r, &b, negative.mask(constant_time()),
                                                                r.infinity.mask(constant_time()));
        r.infinity = choice::from_bit(infinity & 1);
    }
    template <u32 B3>
    static void add_complete(projective<F>& r, const ge<F>& b, choice negative) {
        koblitz_point4_add_projective_secret(&r, &b, negative.mask(constant_time()), B3);
    }
    static void scan(void* out, const void* table, u32 index, int n, size_t stride) {
        koblitz_point4_scan(out, table, index, n, stride);
    }
};

} // namespace koblitz

#endif

#endif
