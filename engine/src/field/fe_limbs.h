/* What the fields of limbs with room above them share, 5x52 and 9x29: all but products. Additions do not
 * carry, and magnitudes are types. L has the static functions on limbs; Field<Secret> derives from this. */
#pragma once

#include "field/field.h"

namespace koblitz {

template <template <bool> class Field, class L, bool Secret>
struct field_of_limbs : field_base<Field<Secret>, Secret> {
    using flag = typename field_flags<Secret>::flag;

    template <int M>
    class elem {
        friend struct field_of_limbs;
        friend Field<Secret>;
        u64 n[L::limbs];
    };
    using fe = elem<1>;
    class wide {
        friend struct field_of_limbs;
        friend Field<Secret>;
        u64 n[L::limbs]; /* the product, magnitude 1 */
    };

    template <int A>
    static void sqr_n(fe& r, const elem<A>& a, int n) {
        Field<Secret>::sqr(r, a);
        while (--n)
            Field<Secret>::sqr(r, r);
    }
    template <int R, int A>
    static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        static_assert(A <= 2);
        u64 t[L::limbs];
        each([&](int i) { t[i] = a.n[i] * v; });
        L::carry(r.n, t);
    }
    template <int R, int A, int B>
    static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B && R <= 31);
        each([&](int i) { r.n[i] = a.n[i] + b.n[i]; });
    }
    template <int R, int A, int B>
    static void sub(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A + B + 1 && R <= 31);
        each([&](int i) { r.n[i] = a.n[i] + (above<B>(i) - b.n[i]); });
    }
    template <int R, int A, int C>
    static void sub2(elem<R>& r, const elem<A>& a, const elem<C>& c) {
        static_assert(R >= A + 2 * C + 1 && R <= 31);
        each([&](int i) { r.n[i] = a.n[i] + (above<2 * C>(i) - 2 * c.n[i]); });
    }
    template <int R, int A, int B, int C>
    static void sub12(elem<R>& r, const elem<A>& a, const elem<B>& b, const elem<C>& c) {
        static_assert(R >= A + B + 2 * C + 1 && R <= 31);
        each([&](int i) { r.n[i] = a.n[i] + (above<B + 2 * C>(i) - (b.n[i] + 2 * c.n[i])); });
    }
    template <int R, int A>
    static void neg(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A + 1 && R <= 31);
        each([&](int i) { r.n[i] = above<A>(i) - a.n[i]; });
    }
    template <int R, int A>
    static void cneg(elem<R>& r, const elem<A>& a, flag c) {
        static_assert(R >= A + 1 && R <= 31);
        u64 m;
        if constexpr (Secret) {
            m = c.mask(constant_time());
        } else {
            m = value_barrier(0 - static_cast<u64>(c));
        }
        /* A multiple of p less a, under the mask: the complement plus one is the negative. */
        each([&](int i) { r.n[i] = (a.n[i] ^ m) + ((above<A>(i) + 1) & m); });
    }
    template <int R, int A>
    static void half(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A / 2 + 1);
        L::halve(r.n, a.n, 1);
    }
    template <int R>
    static void half3(elem<R>& r, const fe& a) {
        static_assert(R >= 2);
        L::halve(r.n, a.n, 3);
    }

    template <int R, int A>
    static void normalize_weak(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 31);
        u64 t[L::limbs];
        L::carry(t, a.n);
        each([&](int i) { r.n[i] = t[i]; });
    }
    template <int R, int A>
    static void copy(elem<R>& r, const elem<A>& a) {
        static_assert(R >= A);
        each([&](int i) { r.n[i] = a.n[i]; });
    }
    template <int R, int A>
    static void normalize(elem<R>& r, const elem<A>& a) {
        static_assert(A <= 31);
        L::normalize(r.n, a.n);
    }
    template <int R, int A, int B>
    static void select(elem<R>& r, flag c, const elem<A>& a, const elem<B>& b) {
        static_assert(R >= A && R >= B);
        if constexpr (Secret) {
            const u64 m = c.mask(constant_time());
            each([&](int i) { r.n[i] = (a.n[i] & m) | (b.n[i] & ~m); });
        } else {
            each([&](int i) { r.n[i] = c ? a.n[i] : b.n[i]; });
        }
    }

    template <int A>
    static flag is_zero(const elem<A>& a) {
        return flag_of_bit(L::zero_mask(a.n) & 1);
    }
    template <int A, int B>
    static flag equal(const elem<A>& a, const elem<B>& b) {
        elem<A + B + 1> d;
        sub(d, a, b);
        return is_zero(d);
    }
    template <int A>
    static flag is_odd(const elem<A>& a) {
        fe t;
        normalize(t, a);
        return flag_of_bit(t.n[0] & 1);
    }

    template <int R>
    static void set_u32(elem<R>& r, u32 v) {
        L::set_u32(r.n, v);
    }
    template <int R>
    static void from_limbs(elem<R>& r, const u64 a[4]) {
        L::from_limbs(r.n, a);
    }
    template <int R>
    static void from_limbs(elem<R>& r, const secret_limbs& a) requires Secret {
        L::from_limbs(r.n, a.words(constant_time()));
    }
    template <int A>
    static void to_limbs(u64 r[4], const elem<A>& a) requires(!Secret) {
        L::to_limbs(r, a.n);
    }
    template <int A>
    static void to_limbs(secret_limbs& r, const elem<A>& a) requires Secret {
        L::to_limbs(r.words(constant_time()), a.n);
    }

private:
    template <class Function>
    [[gnu::always_inline]] static void each(Function f) {
#pragma GCC unroll 9
        for (int i = 0; i < L::limbs; i++)
            f(i);
    }
    /* Limb i of a multiple of p, at least that of any element of magnitude M. */
    template <int M>
    static constexpr u64 above(int i) {
        return static_cast<u64>(L::spare * (M + 1)) * L::p[i];
    }
    static flag flag_of_bit(u64 bit) {
        if constexpr (Secret) {
            return choice::from_bit(bit);
        } else {
            return bit != 0;
        }
    }
};

} // namespace koblitz
