/* N elements of a field side by side, for roots: the steps of N independent ones follow one another, so that
 * a square does not wait for the one before. What roots need of the contract of F; flags are N of F's. */
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
    template <int R, int A, int B>
    KOBLITZ_INLINE static void add(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::add(r.v[i], a.v[i], b.v[i]);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void cneg(elem<R>& r, const elem<A>& a, const flag& f) {
        for (int i = 0; i < N; i++)
            F::cneg(r.v[i], a.v[i], f.v[i]);
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
    template <int R>
    KOBLITZ_INLINE static void set_u32(elem<R>& r, u32 v) {
        for (int i = 0; i < N; i++)
            F::set_u32(r.v[i], v);
    }

    template <int A, int B>
    static flag equal(const elem<A>& a, const elem<B>& b) {
        return each([&a, &b](int i) { return F::equal(a.v[i], b.v[i]); });
    }
    template <int A>
    static flag is_odd(const elem<A>& a) {
        return each([&a](int i) { return F::is_odd(a.v[i]); });
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
