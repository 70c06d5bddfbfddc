/* A field that trusts nobody: values are canonical, every element knows its magnitude by the rules of field.h
 * and whether it was ever written, and every operation asserts both. Slow. */
#pragma once

#include <cstdio>
#include <cstdlib>

#include "field/fe_5x52.h"
#include "support/big.h"

namespace test {

template <bool Secret>
struct checking_field : field_base<checking_field<Secret>, Secret> {
    using flag = typename field_flags<Secret>::flag;

    /* Any M: the bound is the type's, the magnitude the value's own. */
    template <int M>
    struct elem {
        big v;
        int magnitude = -1;
        elem() = default;
    };
    using fe = elem<1>;
    struct wide {
        big v;
        bool set = false;
    };

    static void require(bool ok, const char* what) {
        if (ok)
            return;
        std::fprintf(stderr, "checking field: %s\n", what);
        std::abort();
    }
    template <int A>
    static const big& read(const elem<A>& a, int limit) {
        require(a.magnitude >= 0, "reads an element never written");
        require(a.magnitude <= A, "an element exceeds its type");
        require(a.magnitude <= limit, "an operand exceeds the operation's limit");
        require(less(a.v, mod_p.m), "an element is not canonical");
        return a.v;
    }
    template <int R>
    static void write(elem<R>& r, const big& v, int magnitude) {
        require(magnitude <= R, "a result exceeds its type");
        r.v = v;
        r.magnitude = magnitude;
    }
    template <int A>
    static int mag(const elem<A>& a) {
        return a.magnitude;
    }
    static bool open(flag c) {
        if constexpr (Secret) {
            return c.declassify();
        } else {
            return c;
        }
    }
    static flag close(bool b) {
        if constexpr (Secret) {
            return choice::from_bit(b);
        } else {
            return b;
        }
    }
    /* Products by the portable field, whose own test is against slow arithmetic. */
    static big times(const big& a, const big& b) {
        using P = field_5x52<false>;
        P::fe x, y;
        P::from_limbs(x, a.d);
        P::from_limbs(y, b.d);
        P::mul(x, x, y);
        big r;
        P::to_limbs(r.d, x);
        return r;
    }

    template <int R, int A, int B>
    static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        write(r, times(read(a, 8), read(b, 8)), 1);
    }
    template <int R, int A>
    static void sqr(elem<R>& r, const elem<A>& a) {
        mul(r, a, a);
    }
    template <int R, int A>
    static void sqr_n(elem<R>& r, const elem<A>& a, int n) {
        require(n >= 1, "sqr_n of nothing");
        sqr(r, a);
        while (--n)
            sqr(r, r);
    }
    template <int A, int B>
    static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        w = {times(read(a, 8), read(b, 8)), true};
    }
    template <int A>
    static void sqr_wide(wide& w, const elem<A>& a) {
        mul_wide(w, a, a);
    }
    template <int R, int A, int B>
    static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        require(w.set, "reads a product never written");
        write(r, mod_p.sub(times(read(a, 8), read(b, 8)), w.v), 1);
    }
    template <int R, int A>
    static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        require(v <= 32, "mul_small by more than 32");
        write(r, times(read(a, 2), small(v)), 1);
    }
    template <int R, int A, int B>
    static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        write(r, mod_p.add(read(a, 31), read(b, 31)), mag(a) + mag(b));
    }
    /* Subtrahends count at their type's magnitude: that is what representations lift by. */
    template <int R, int A, int B>
    static void sub(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        write(r, mod_p.sub(read(a, 31), read(b, 31)), mag(a) + B + 1);
    }
    template <int R, int A, int C>
    static void sub2(elem<R>& r, const elem<A>& a, const elem<C>& c) {
        write(r, mod_p.sub(read(a, 31), mod_p.add(read(c, 31), c.v)), mag(a) + 2 * C + 1);
    }
    template <int R, int A, int B, int C>
    static void sub12(elem<R>& r, const elem<A>& a, const elem<B>& b, const elem<C>& c) {
        const big bc = mod_p.add(read(b, 31), mod_p.add(read(c, 31), c.v));
        write(r, mod_p.sub(read(a, 31), bc), mag(a) + B + 2 * C + 1);
    }
    template <int R, int A>
    static void neg(elem<R>& r, const elem<A>& a) {
        write(r, mod_p.neg(read(a, 31)), A + 1);
    }
    template <int R, int A>
    static void cneg(elem<R>& r, const elem<A>& a, flag c) {
        const big v = read(a, 31);
        write(r, open(c) ? mod_p.neg(v) : v, A + 1);
    }
    template <int R, int A>
    static void half(elem<R>& r, const elem<A>& a) {
        const big h{{0xFFFFFFFF7FFFFE18, ~u64{0}, ~u64{0}, ~u64{0} >> 1}};
        write(r, times(read(a, 31), h), mag(a) / 2 + 1);
    }
    template <int R, int A>
    static void half3(elem<R>& r, const elem<A>& a) {
        const big v = read(a, 1);
        elem<8> t;
        write(t, mod_p.add(v, mod_p.add(v, v)), 1);
        half(t, t);
        write(r, t.v, 2);
    }
    template <int R, int A>
    static void normalize(elem<R>& r, const elem<A>& a) {
        write(r, read(a, 31), 1);
    }
    template <int R, int A>
    static void normalize_weak(elem<R>& r, const elem<A>& a) {
        write(r, read(a, 31), 1);
    }
    template <int R, int A>
    static void copy(elem<R>& r, const elem<A>& a) {
        write(r, read(a, 31), mag(a));
    }
    template <int R, int A, int B>
    static void select(elem<R>& r, flag c, const elem<A>& a, const elem<B>& b) {
        const big x = read(a, 31), y = read(b, 31);
        const int m = mag(a) > mag(b) ? mag(a) : mag(b);
        write(r, open(c) ? x : y, m);
    }
    template <int A>
    static flag is_zero(const elem<A>& a) {
        return close(read(a, 8) == big{});
    }
    template <int A, int B>
    static flag equal(const elem<A>& a, const elem<B>& b) {
        return close(read(a, 8) == read(b, 8));
    }
    template <int A>
    static flag is_odd(const elem<A>& a) {
        return close(read(a, 8).d[0] & 1);
    }
    template <int R>
    static void set_u32(elem<R>& r, u32 v) {
        write(r, small(v), 1);
    }
    template <int R>
    static void from_limbs(elem<R>& r, const u64 a[4]) {
        write(r, mod_p.reduce(from(a)), 1);
    }
    template <int R>
    static void from_limbs(elem<R>& r, const secret_limbs& a) {
        u64 v[4];
        a.declassify(v);
        from_limbs(r, v);
    }
    template <int A>
    static void to_limbs(u64 r[4], const elem<A>& a) requires(!Secret) {
        const big v = read(a, 31);
        for (int i = 0; i < 4; i++)
            r[i] = v.d[i];
    }
    template <int A>
    static void to_limbs(secret_limbs& r, const elem<A>& a) requires Secret {
        r = secret_limbs(read(a, 31).d);
    }
};

} // namespace test
