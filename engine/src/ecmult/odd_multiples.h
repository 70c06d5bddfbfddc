/* Odd multiples of a public point on one common Z. */
#pragma once

#include "group/group.h"

namespace koblitz {

/* The points P, 3P, ..., (2N - 1)P are (x[i] / Z^2, y[i] / Z^3) for the common z: affine points of the curve
 * y^2 = x^3 + b Z^6, on which all formulas hold as they stand ("effective affine"). */
template <class F, int N>
struct odd_multiples {
    typename F::fe x[N], y[N], z;
};

/* P, of odd order above 2N + 1, so that no step adds equal or opposite points, is (r.x[N - 1], r.y[N - 1]),
 * and r.z any factor of the common z. First P and 2P on Z = y (3M + 4S): with s = y^2, t = x s, l = 3/2 x^2:
 * P = (t, s^2), 2P = (l^2 - 2t, l (t - X) - s^2). Then N - 1 additions, and 4M + 1S a point but the last to
 * bring all to the last Z. Never part of a caller, whose frame would hold its variables on. */
template <field F, int N>
KOBLITZ_ROUTINE void odd_multiples_of_last_var(odd_multiples<F, N>& r) {
    static_assert(!F::secret && N >= 2);
    typename F::fe ratio[N - 1];
    /* The blocks' variables are never there together: in lanes an element takes 320 bytes. */
    {
        /* The running multiple, and 2P beside it; of each step the multiple is kept. */
        co_z_pair<F> q;
        {
            const typename F::fe &x = r.x[N - 1], &y = r.y[N - 1];
            typename F::fe s, u;
            typename F::template elem<2> l;
            typename F::template elem<4> x2;
            typename F::template elem<6> d;
            typename F::template elem<3> y2;
            F::mul(r.z, r.z, y);
            F::sqr(s, y);
            F::sqr(u, x);
            F::mul(r.x[0], x, s);
            F::half3(l, u);
            F::sqr(r.y[0], s);
            F::sqr(u, l);
            F::sub2(x2, u, r.x[0]);
            F::sub(d, r.x[0], x2);
            F::mul(u, l, d);
            F::sub(y2, u, r.y[0]);
            F::normalize_weak(q.x2, x2);
            F::normalize_weak(q.y2, y2);
        }
        F::copy(q.x, r.x[0]);
        F::copy(q.y, r.y[0]);
        for (int i = 1; i < N; i++) {
            formulas<F>::co_z_add(q, ratio[i - 1], q);
            F::normalize_weak(r.x[i], q.x);
            F::normalize_weak(r.y[i], q.y);
        }
    }
    typename F::fe z, z2, z3;
    F::copy(z, ratio[N - 2]);
    for (int i = N - 2; i >= 0; i--) {
        F::sqr(z2, z);
        F::mul(r.x[i], r.x[i], z2);
        F::mul(z3, z2, z);
        F::mul(r.y[i], r.y[i], z3);
        if (i > 0)
            F::mul(z, z, ratio[i - 1]);
    }
    F::mul(r.z, r.z, z);
}
template <field F, int N>
void odd_multiples_var(odd_multiples<F, N>& r, const ge<F>& p) {
    F::copy(r.x[N - 1], p.x);
    F::copy(r.y[N - 1], p.y);
    F::set_u32(r.z, 1);
    odd_multiples_of_last_var(r);
}

} // namespace koblitz
