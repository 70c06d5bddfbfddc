/* For a lone call (base/lone.h): what it will read, into the second-level cache in any order that memory
 * gives it. Nothing here depends on a secret. Always inlined: gcc drops the call of a function that only
 * prefetches. */
#pragma once

#include "group/affine.h"
#include "group/formulas_4x64.h"
#include "modinv/modinv.h"
#include "scalar/ring.h"

namespace koblitz {

KOBLITZ_INLINE inline void fetch(const void* from, int bytes) {
    for (int at = 0; at < bytes; at += 64)
        __builtin_prefetch(static_cast<const char*>(from) + at, 0, 2);
}

/* bytes: the size of the routine by gcc 12 for x86-64. With another size only time is lost: a prefetch never
 * faults. */
template <class Routine>
KOBLITZ_INLINE inline void fetch_code(Routine* routine, int bytes) {
    fetch(reinterpret_cast<const void*>(routine), bytes);
}

/* The code for the summands under a secret, and from there to affine coordinates. X is the field. */
template <class X>
KOBLITZ_INLINE inline void fetch_secret_code() {
#ifdef KOBLITZ_X86_64_ASM
    fetch_code(koblitz_point4_scan, 75);
    fetch_code(koblitz_fe4_mul_secret, 343);
    fetch_code(koblitz_fe4_sqr_secret, 281);
#endif
    fetch_code(fe_inverse<X, typename X::fe>, 260);
    fetch_code<void(u64*, const u64*, const modinv::modulus&)>(modinv::inverse, 1903);
    fetch_code<void(ge<X>&, const gej<X>&, typename X::fe&)>(to_affine<X>, 150);
    fetch_code(wipe_registers, 370);
}

/* The code of ecmult_gen, and that of ecmult_const, without lanes. */
template <class X>
KOBLITZ_INLINE inline void fetch_gen_code() {
#ifdef KOBLITZ_X86_64_ASM
    fetch_code(koblitz_point4_add_projective_secret, 5216);
#endif
    fetch_secret_code<X>();
}
template <class X>
KOBLITZ_INLINE inline void fetch_const_code() {
#ifdef KOBLITZ_X86_64_ASM
    fetch_code(koblitz_fe4_mul_public, 343);
    fetch_code(koblitz_fe4_sqr_public, 281);
    fetch_code(koblitz_point4_co_z_add_public, 2712);
    fetch_code(koblitz_point4_add_complete_secret, 5458);
    fetch_code(koblitz_point4_double_secret, 2529);
#endif
    fetch_code(ring::half, 250);
    fetch_code<void(u64*, u64*, const u64*)>(ring::split, 1590);
    fetch_secret_code<X>();
}

} // namespace koblitz
