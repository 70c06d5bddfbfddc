/* The field in four 64-bit limbs: the element, its canonical form, and the contract of field.h over an
 * instruction set's leaves.
 *
 * Values are loose: any integer in [0, 2^256) stands for itself mod p, so 0 and p are both zero. Magnitudes
 * play no part and elem<M> is one type.
 *
 * Leaves<Secret> is a struct of static functions on limbs: mul, sqr, sqr_n, mul_wide, mul_sub, mul_small,
 * add, sub, sub2, sub12, half, half3, with the arguments of field.h, and select(r, mask, a, b), cneg(r, a,
 * mask) for masks of 0 or all ones. Inputs and outputs are loose; outputs may be inputs. With Secret their
 * time does not depend on values. */
#pragma once

#include "field/field.h"

namespace koblitz {

namespace fe4x64 {

/* a in [0, 2^256) is below 2p: a + K carries exactly when a >= p, and is then a - p mod 2^256. */
inline void canonical(u64 r[4], const u64 a[4]) {
    u64 t[4];
    u128 c = static_cast<u128>(a[0]) + prime::fold;
    t[0] = static_cast<u64>(c);
    for (int i = 1; i < 4; i++) {
        c = (c >> 64) + a[i];
        t[i] = static_cast<u64>(c);
    }
    const u64 m = value_barrier(0 - static_cast<u64>(c >> 64));
    for (int i = 0; i < 4; i++)
        r[i] = (t[i] & m) | (a[i] & ~m);
}

/* 1 for 0 and p, else 0. */
inline u64 zero_or_p_bit(const u64 a[4]) {
    const u64 z = a[0] | a[1] | a[2] | a[3];
    const u64 p = (a[0] ^ prime::limbs[0]) | ~(a[1] & a[2] & a[3]);
    return (((z | (0 - z)) & (p | (0 - p))) >> 63) ^ 1;
}

} // namespace fe4x64

template <bool Secret, template <bool> class Leaves>
struct field_4x64 : field_base<field_4x64<Secret, Leaves>, Secret> {
    using leaves = Leaves<Secret>;
    using flag = typename field_flags<Secret>::flag;

    class fe {
    public:
        u64* words(constant_time) { return n; }
        const u64* words(constant_time) const { return n; }

    private:
        friend struct field_4x64;
        u64 n[4];
    };
    template <int M>
    using elem = fe;
    class wide {
        friend struct field_4x64;
        u64 n[8];
    };

    static void mul(fe& r, const fe& a, const fe& b) { leaves::mul(r.n, a.n, b.n); }
    static void sqr(fe& r, const fe& a) { leaves::sqr(r.n, a.n); }
    static void sqr_n(fe& r, const fe& a, int n) { leaves::sqr_n(r.n, a.n, n); }
    static void mul_wide(wide& w, const fe& a, const fe& b) { leaves::mul_wide(w.n, a.n, b.n); }
    static void sqr_wide(wide& w, const fe& a) { leaves::mul_wide(w.n, a.n, a.n); }
    static void mul_sub(fe& r, const fe& a, const fe& b, const wide& w) {
        leaves::mul_sub(r.n, a.n, b.n, w.n);
    }
    static void mul_small(fe& r, const fe& a, u32 v) { leaves::mul_small(r.n, a.n, v); }

    static void add(fe& r, const fe& a, const fe& b) { leaves::add(r.n, a.n, b.n); }
    static void sub(fe& r, const fe& a, const fe& b) { leaves::sub(r.n, a.n, b.n); }
    static void sub2(fe& r, const fe& a, const fe& c) { leaves::sub2(r.n, a.n, c.n); }
    static void sub12(fe& r, const fe& a, const fe& b, const fe& c) { leaves::sub12(r.n, a.n, b.n, c.n); }
    static void neg(fe& r, const fe& a) { leaves::cneg(r.n, a.n, ~u64{0}); }
    static void cneg(fe& r, const fe& a, flag c) { leaves::cneg(r.n, a.n, mask(c)); }
    static void half(fe& r, const fe& a) { leaves::half(r.n, a.n); }
    static void half3(fe& r, const fe& a) { leaves::half3(r.n, a.n); }

    static void normalize(fe& r, const fe& a) { fe4x64::canonical(r.n, a.n); }
    static void normalize_weak(fe& r, const fe& a) { copy(r, a); }
    /* Limb by limb: a vector load of limbs just stored one by one would wait for the stores to retire. */
    static void copy(fe& r, const fe& a) {
        for (int i = 0; i < 4; i++)
            r.n[i] = value_barrier(a.n[i]);
    }
    static void select(fe& r, flag c, const fe& a, const fe& b) { leaves::select(r.n, mask(c), a.n, b.n); }

    static flag is_zero(const fe& a) {
        if constexpr (Secret) {
            return choice::from_bit(fe4x64::zero_or_p_bit(a.n));
        } else {
            if ((a.n[0] | a.n[1] | a.n[2] | a.n[3]) == 0) [[unlikely]]
                return true;
            return a.n[0] == prime::limbs[0] && (a.n[1] & a.n[2] & a.n[3]) == ~u64{0};
        }
    }
    static flag equal(const fe& a, const fe& b) {
        fe d;
        sub(d, a, b);
        return is_zero(d);
    }
    static flag is_odd(const fe& a) {
        u64 t[4];
        fe4x64::canonical(t, a.n);
        if constexpr (Secret) {
            return choice::from_bit(t[0] & 1);
        } else {
            return (t[0] & 1) != 0;
        }
    }

    static void set_u32(fe& r, u32 v) {
        r.n[0] = v;
        r.n[1] = r.n[2] = r.n[3] = 0;
    }
    static void from_limbs(fe& r, const u64 a[4]) {
        for (int i = 0; i < 4; i++)
            r.n[i] = value_barrier(a[i]);
    }
    static void from_limbs(fe& r, const secret_limbs& a) requires Secret {
        from_limbs(r, a.words(constant_time()));
    }
    static void to_limbs(u64 r[4], const fe& a) requires(!Secret) { fe4x64::canonical(r, a.n); }
    static void to_limbs(secret_limbs& r, const fe& a) requires Secret {
        fe4x64::canonical(r.words(constant_time()), a.n);
    }

private:
    static u64 mask(flag c) {
        if constexpr (Secret) {
            return c.mask(constant_time());
        } else {
            return 0 - static_cast<u64>(c);
        }
    }
};

} // namespace koblitz
