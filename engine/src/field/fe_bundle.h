/* N elements of a field side by side: the steps of N independent ones follow one another, so that a product
 * does not wait for the one before. The contract of field.h, and what fields in lanes have beyond it; flags
 * and limbs are N of F's. */
#pragma once

#include "field/field.h"
#include "field/inline.h"

namespace koblitz {

template <class F, int N>
struct field_bundle {
    static constexpr bool secret = F::secret, branches = false;

    struct flag {
        typename F::flag v[N];

        flag operator!=(const flag& o) const {
            flag r;
            for (int i = 0; i < N; i++)
                r.v[i] = v[i] != o.v[i];
            return r;
        }
    };
    template <int M>
    struct elem {
        typename F::template elem<M> v[N];
    };
    using fe = elem<1>;
    using slope = elem<F::slope_magnitude>;
    using gap = elem<F::gap_magnitude>;
    struct wide {
        typename F::wide v[N];
    };
    struct limbs {
        typename F::limbs v[N];
    };

    template <int R, int A, int B>
    KOBLITZ_ROUTINE static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::mul(r.v[i], a.v[i], b.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void sqr(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::sqr(r.v[i], a.v[i]);
    }
    template <int A>
    KOBLITZ_ROUTINE static void sqr_n(fe& r, const elem<A>& a, int n) {
        sqr(r, a);
        while (--n)
            sqr(r, r);
    }
    template <int A, int B>
    KOBLITZ_INLINE static void mul_wide(wide& w, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::mul_wide(w.v[i], a.v[i], b.v[i]);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_wide(wide& w, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::sqr_wide(w.v[i], a.v[i]);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void mul_sub(elem<R>& r, const elem<A>& a, const elem<B>& b, const wide& w) {
        for (int i = 0; i < N; i++)
            F::mul_sub(r.v[i], a.v[i], b.v[i], w.v[i]);
    }
    template <int A, int B>
    KOBLITZ_INLINE static void mul_less(fe& r, const elem<A>& a, const elem<B>& b, const fe& c) {
        for (int i = 0; i < N; i++)
            F::mul_less(r.v[i], a.v[i], b.v[i], c.v[i]);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less11(fe& r, const elem<A>& a, const fe& b, const fe& c) {
        for (int i = 0; i < N; i++)
            F::sqr_less11(r.v[i], a.v[i], b.v[i], c.v[i]);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less2(fe& r, const elem<A>& a, const fe& c) {
        for (int i = 0; i < N; i++)
            F::sqr_less2(r.v[i], a.v[i], c.v[i]);
    }
    template <int A>
    KOBLITZ_INLINE static void sqr_less12(fe& r, const elem<A>& a, const fe& b, const fe& c) {
        for (int i = 0; i < N; i++)
            F::sqr_less12(r.v[i], a.v[i], b.v[i], c.v[i]);
    }
    KOBLITZ_INLINE static void sqr_half3(slope& r, const fe& a) {
        for (int i = 0; i < N; i++)
            F::sqr_half3(r.v[i], a.v[i]);
    }
    KOBLITZ_INLINE static void difference(gap& r, const fe& a, const fe& b) {
        for (int i = 0; i < N; i++)
            F::difference(r.v[i], a.v[i], b.v[i]);
    }

    template <int R, int A>
    KOBLITZ_INLINE static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        for (int i = 0; i < N; i++)
            F::mul_small(r.v[i], a.v[i], v);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::add(r.v[i], a.v[i], b.v[i]);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void sub(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::sub(r.v[i], a.v[i], b.v[i]);
    }
    template <int R, int A, int C>
    KOBLITZ_INLINE static void sub2(elem<R>& r, const elem<A>& a, const elem<C>& c) {
        for (int i = 0; i < N; i++)
            F::sub2(r.v[i], a.v[i], c.v[i]);
    }
    template <int R, int A, int B, int C>
    KOBLITZ_INLINE static void sub12(elem<R>& r, const elem<A>& a, const elem<B>& b, const elem<C>& c) {
        for (int i = 0; i < N; i++)
            F::sub12(r.v[i], a.v[i], b.v[i], c.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void neg(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::neg(r.v[i], a.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void cneg(elem<R>& r, const elem<A>& a, const flag& f) {
        for (int i = 0; i < N; i++)
            F::cneg(r.v[i], a.v[i], f.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void half(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::half(r.v[i], a.v[i]);
    }
    template <int R>
    KOBLITZ_INLINE static void half3(elem<R>& r, const fe& a) {
        for (int i = 0; i < N; i++)
            F::half3(r.v[i], a.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void normalize(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::normalize(r.v[i], a.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void normalize_weak(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::normalize_weak(r.v[i], a.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void copy(elem<R>& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::copy(r.v[i], a.v[i]);
    }
    template <int R, int A, int B>
    KOBLITZ_INLINE static void select(elem<R>& r, const flag& c, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::select(r.v[i], c.v[i], a.v[i], b.v[i]);
    }
    template <int R>
    KOBLITZ_INLINE static void set_u32(elem<R>& r, u32 v) {
        for (int i = 0; i < N; i++)
            F::set_u32(r.v[i], v);
    }
    /* The same value in all. */
    static void from_limbs(fe& r, const u64 a[4]) {
        for (int i = 0; i < N; i++)
            F::from_limbs(r.v[i], a);
    }
    static void from_limbs(fe& r, const limbs& a) {
        for (int i = 0; i < N; i++)
            F::from_limbs(r.v[i], a.v[i]);
    }
    template <int A>
    static void to_limbs(limbs& r, const elem<A>& a) {
        for (int i = 0; i < N; i++)
            F::to_limbs(r.v[i], a.v[i]);
    }

    template <int A, int B>
    static flag equal(const elem<A>& a, const elem<B>& b) {
        return each([&a, &b](int i) { return F::equal(a.v[i], b.v[i]); });
    }
    template <int A>
    static flag is_odd(const elem<A>& a) {
        return each([&a](int i) { return F::is_odd(a.v[i]); });
    }
    template <int A>
    static flag is_zero(const elem<A>& a) {
        return each([&a](int i) { return F::is_zero(a.v[i]); });
    }
    static flag yes() {
        return each([](int) { return F::yes(); });
    }
    static flag no() {
        return each([](int) { return F::no(); });
    }

private:
    template <class Of>
    static flag each(Of of) {
        flag r;
        for (int i = 0; i < N; i++)
            r.v[i] = of(i);
        return r;
    }
};

} // namespace koblitz
