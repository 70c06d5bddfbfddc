/* Between numbers one at a time and lanes: limbs, points and scalars as the kernels of interface.h take and
 * give them. */
#pragma once

#include "field/field.h"
#include "group/types.h"
#include "scalar/digits.h"
#include "simd/interface.h"

namespace koblitz {

/* Lanes != nullptr, which is no constant expression for gcc with -fno-delete-null-pointer-checks. */
template <const koblitz_lanes::kernels* Lanes>
inline constexpr bool has_lanes = true;
template <>
inline constexpr bool has_lanes<nullptr> = false;

/* Of the memory that sums are computed in: lanes load a point by one register. */
inline constexpr size_t sum_alignment = alignof(koblitz_lanes::packed_point);
/* How far the next address so aligned is. */
inline size_t to_alignment(const void* memory) {
    return (0 - reinterpret_cast<uintptr_t>(memory)) % sum_alignment;
}

/* The limbs of one lane. */
template <int N>
inline void put(koblitz_lanes::limbs<N>& r, int lane, const u64* a) {
    for (int i = 0; i < N; i++)
        r.w[i][lane] = a[i];
}
template <int N>
inline void get(u64* r, const koblitz_lanes::limbs<N>& a, int lane) {
    for (int i = 0; i < N; i++)
        r[i] = a.w[i][lane];
}

/* Secrets on their way into lanes, and out of them. */
struct secret_lanes {
    static void put(koblitz_lanes::sealed<koblitz_lanes::limbs<4>>& r, int lane, const secret_limbs& a) {
        koblitz::put(r.open(constant_time()), lane, a.words(constant_time()));
    }
    /* In all lanes. */
    static void put(koblitz_lanes::sealed<koblitz_lanes::limbs<3>>& r, secret_bits& a) {
        for (int lane = 0; lane < koblitz_lanes::width; lane++)
            koblitz::put(r.open(constant_time()), lane, a.words(constant_time()));
    }
    /* A v of ring::signed_bits, of which |2 v + 1 - 2^130| < 2^130, as the kernel ecmult_const_across takes
     * it. */
    static void put(koblitz_lanes::sealed<koblitz_lanes::integer>& r, secret_bits& v) {
        const u64* const w = v.words(constant_time());
        u64* const to = r.open(constant_time()).w;
        to[0] = w[0];
        to[1] = w[1];
        to[2] = w[2] + (u64{1} << (koblitz_lanes::section_bits - 1 - 128)) - (u64{1} << (129 - 128));
        to[3] = 0;
    }
    static void put(koblitz_lanes::sealed<koblitz_lanes::integer>& r, const secret_limbs& a) {
        copy(r.open(constant_time()).w, a);
    }
    template <class Context>
    static void put(koblitz_lanes::blinding& r, const Context& c) {
        u64* const sum = r.sum.open(constant_time()).w;
        copy(sum, c.x);
        copy(sum + 4, c.y);
        put(r.z, c.z);
    }
    static void get(secret_limbs& r, const koblitz_lanes::sealed<koblitz_lanes::integer>& a) {
        r = secret_limbs(a.open(constant_time()).w);
    }
    static void get(secret_limbs& r, const koblitz_lanes::sealed<koblitz_lanes::limbs<4>>& a, int lane) {
        koblitz::get(r.words(constant_time()), a.open(constant_time()), lane);
    }

private:
    static void copy(u64* r, const secret_limbs& a) {
        __builtin_memcpy(r, a.words(constant_time()), sizeof a);
    }
};

template <class F>
void load(projective<F>& r, const koblitz_lanes::projective_point& a) {
    F::from_limbs(r.x, a.x.w);
    F::from_limbs(r.y, a.y.w);
    F::from_limbs(r.z, a.z.w);
}
template <class F>
void load(projective<F>& r, const koblitz_lanes::secret_projective_point& a) {
    secret_limbs t;
    secret_lanes::get(t, a.x);
    F::from_limbs(r.x, t);
    secret_lanes::get(t, a.y);
    F::from_limbs(r.y, t);
    secret_lanes::get(t, a.z);
    F::from_limbs(r.z, t);
}
template <class F>
void load(projective<F>& r, const koblitz_lanes::canonical_projective_points& a, int lane) {
    koblitz_lanes::projective_point p;
    get(p.x.w, a.x, lane);
    get(p.y.w, a.y, lane);
    get(p.z.w, a.z, lane);
    load(r, p);
}
template <class F>
void load(ge<F>& r, const koblitz_lanes::packed_point& a) {
    F::from_limbs(r.x, a.w);
    F::from_limbs(r.y, a.w + 4);
}
template <class F>
void save(koblitz_lanes::packed_point& r, const ge<F>& a) {
    static_assert(!F::secret);
    typename F::limbs x, y;
    F::to_limbs(x, a.x);
    F::to_limbs(y, a.y);
    __builtin_memcpy(r.w, x, sizeof x);
    __builtin_memcpy(r.w + 4, y, sizeof y);
}

/* u1 and u2 of one lane. */
template <class S>
void put(koblitz_lanes::ecmult_bits& r, int lane, const S& u1, const S& u2) {
    /* 2^260 - 1 mod n, as 2^256 mod n is 2^128 + 0x4551231950B75FC4402DA1732FC9BEBF. */
    constexpr u64 lo = 0x402DA1732FC9BEBF, hi = 0x4551231950B75FC4;
    static constexpr u64 ones[4] = {(lo << 4) - 1, hi << 4 | lo >> 60, u64{1} << 4 | hi >> 60, 0};
    u64 v1[3], v2[3];
    put(r.u1, lane, u1.half_of_sum(ones).limbs());
    u2.signed_bits(v1, v2);
    put(r.v1, lane, v1);
    put(r.v2, lane, v2);
}

/* The field's inversion as kernels take it. */
inline void field_inverse_var(koblitz_lanes::integer& r, const koblitz_lanes::integer& a) {
    modinv::inverse_var(r.w, a.w, prime::modulus);
}
inline void field_inverse(koblitz_lanes::sealed<koblitz_lanes::integer>& r,
                          const koblitz_lanes::sealed<koblitz_lanes::integer>& a) {
    secret_limbs t;
    secret_lanes::get(t, a);
    modinv::inverse(t, t, prime::modulus);
    secret_lanes::put(r, t);
}

} // namespace koblitz
