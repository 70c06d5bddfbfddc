/* N elements of a field side by side: the steps of N independent ones follow one another, so that a product
 * does not wait for the one before. The contract of field.h, and what fields in lanes have beyond it; flags
 * and limbs are N of F's. */
#pragma once

#include "field/field.h"

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

    /* F's operation on each of the N. */
#define KOBLITZ_EACH(operation)                      \
    template <class... E>                            \
    KOBLITZ_INLINE static void operation(E&&... e) { \
        for (int i = 0; i < N; i++)                  \
            F::operation(e.v[i]...);                 \
    }
    KOBLITZ_EACH(sqr)
    KOBLITZ_EACH(mul_wide)
    KOBLITZ_EACH(sqr_wide)
    KOBLITZ_EACH(mul_sub)
    KOBLITZ_EACH(mul_less)
    KOBLITZ_EACH(sqr_less11)
    KOBLITZ_EACH(sqr_less2)
    KOBLITZ_EACH(sqr_less12)
    KOBLITZ_EACH(sqr_half3)
    KOBLITZ_EACH(difference)
    KOBLITZ_EACH(add)
    KOBLITZ_EACH(sub)
    KOBLITZ_EACH(sub2)
    KOBLITZ_EACH(sub12)
    KOBLITZ_EACH(neg)
    KOBLITZ_EACH(cneg)
    KOBLITZ_EACH(half)
    KOBLITZ_EACH(half3)
    KOBLITZ_EACH(normalize)
    KOBLITZ_EACH(normalize_weak)
    KOBLITZ_EACH(copy)
    KOBLITZ_EACH(select)
    KOBLITZ_EACH(to_limbs)
#undef KOBLITZ_EACH

    template <int R, int A, int B>
    KOBLITZ_ROUTINE static void mul(elem<R>& r, const elem<A>& a, const elem<B>& b) {
        for (int i = 0; i < N; i++)
            F::mul(r.v[i], a.v[i], b.v[i]);
    }
    template <int A>
    KOBLITZ_ROUTINE static void sqr_n(fe& r, const elem<A>& a, int n) {
        sqr(r, a);
        while (--n)
            sqr(r, r);
    }
    template <int R, int A>
    KOBLITZ_INLINE static void mul_small(elem<R>& r, const elem<A>& a, u32 v) {
        for (int i = 0; i < N; i++)
            F::mul_small(r.v[i], a.v[i], v);
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
