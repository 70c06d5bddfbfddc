/* Odd multiples of a public point on one common Z. */
#ifndef KOBLITZ_MUL_ODD_MULTIPLES_H
#define KOBLITZ_MUL_ODD_MULTIPLES_H

#include "group/formulas.h"

namespace koblitz {

/* The points P, 3P, ..., (2N - 1)P are (x[i] / Z^2, y[i] / Z^3) for the common z: affine points of the curve
 * y^2 = x^3 + b Z^6, on which all formulas hold as they stand ("effective affine"). */
template <class F, int N>
struct odd_multiples {
    typename F::fe x[N], y[N], z;
};

/* P has odd order above 2N + 1, so no step adds equal or opposite points. First P and 2P on Z = y (2M + 4S):
 * with s = y^2, t = x s, l = 3/2 x^2: P = (t, s^2), 2P = (l^2 - 2t, l (t - X) - s^2). Then N - 1 additions,
 * and 4M + 1S a point but the last to bring all to the last Z. */
template <field F, int N>
void odd_multiples_var(odd_multiples<F, N>& r, const ge<F>& p) {
    static_assert(!F::secret && N >= 2);
    typename F::fe s, u, x1, y1, ratio[N];
    typename F::template elem<2> l;
    typename F::template elem<4> x2;
    typename F::template elem<6> d;
    typename F::template elem<3> y2;
    F::sqr(s, p.y);
    F::sqr(u, p.x);
    F::mul(x1, p.x, s);
    F::half3(l, u);
    F::sqr(y1, s);
    F::sqr(u, l);
    F::sub2(x2, u, x1);
    F::sub(d, x1, x2);
    F::mul(u, l, d);
    F::sub(y2, u, y1);

    /* The running multiple, and 2P beside it; of each step the multiple is kept. */
    co_z_pair<F> q;
    typename F::template elem<4> x[N];
    typename F::template elem<3> y[N];
    F::copy(q.x, x1);
    F::copy(q.y, y1);
    F::normalize_weak(q.x2, x2);
    F::normalize_weak(q.y2, y2);
    for (int i = 1; i < N; i++) {
        point_ops<F>::co_z_add(q, ratio[i], q);
        F::copy(x[i], q.x);
        F::copy(y[i], q.y);
    }

    F::normalize_weak(r.x[N - 1], q.x);
    F::normalize_weak(r.y[N - 1], q.y);
    typename F::fe z, z2, z3;
    F::copy(z, ratio[N - 1]);
    for (int i = N - 2; i > 0; i--) {
        F::sqr(z2, z);
        F::mul(r.x[i], x[i], z2);
        F::mul(z3, z2, z);
        F::mul(z, z, ratio[i]);
        F::mul(r.y[i], y[i], z3);
    }
    F::sqr(z2, z);
    F::mul(r.x[0], x1, z2);
    F::mul(z3, z2, z);
    F::mul(r.z, z, p.y);
    F::mul(r.y[0], y1, z3);
}

} // namespace koblitz

#endif
