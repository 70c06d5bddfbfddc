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

/* A running point and 2P that share a Z. */
template <class F>
struct co_z_pair {
    typename F::template elem<4> x;
    typename F::template elem<3> y;
    typename F::fe x2, y2;
};

/* r = (a + 2P, 2P) on Z d from a and 2P on Z. 4M + 2S: Meloni, "New point addition formulae for ECC
 * applications" (WAIFI 2007). The x coordinates differ. */
template <class F, class X1, class Y1, class X2, class Y2>
inline void co_z_add_var(co_z_pair<F>& r, typename F::fe& ratio, const X1& x1, const Y1& y1, const X2& x2,
                         const Y2& y2) {
    typename F::fe c, w1, w2;
    typename F::template elem<6> d, t;
    typename F::template elem<7> dy;
    typename F::template elem<2> sum;
    F::sub(d, x2, x1);
    F::sqr(c, d);
    F::sub(dy, y2, y1);
    F::mul(w1, x2, c);
    F::mul(w2, x1, c);
    F::normalize_weak(ratio, d);
    F::sqr(c, dy);
    F::add(sum, w1, w2);
    F::sub(r.x, c, sum);
    F::sub(t, w1, w2);
    F::mul(r.y2, y2, t);
    F::sub(t, w1, r.x);
    F::mul(c, dy, t);
    F::sub(r.y, c, r.y2);
    F::copy(r.x2, w1);
}

/* P has odd order above 2N + 1, so no step adds equal or opposite points. First P and 2P on Z = y (2M + 4S):
 * with s = y^2, t = x s, l = 3/2 x^2: P = (t, s^2), 2P = (l^2 - 2t, l (t - X) - s^2). Then N - 1 additions,
 * and 3M + 1S a point to bring all to the last Z. */
template <class F, int N>
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

    co_z_pair<F> q[N];
    co_z_add_var<F>(q[1], ratio[1], x1, y1, x2, y2);
    for (int i = 2; i < N; i++)
        co_z_add_var<F>(q[i], ratio[i], q[i - 1].x, q[i - 1].y, q[i - 1].x2, q[i - 1].y2);

    F::normalize_weak(r.x[N - 1], q[N - 1].x);
    F::normalize_weak(r.y[N - 1], q[N - 1].y);
    typename F::fe z, z2, z3;
    F::copy(z, ratio[N - 1]);
    for (int i = N - 2; i > 0; i--) {
        F::sqr(z2, z);
        F::mul(r.x[i], q[i].x, z2);
        F::mul(z3, z2, z);
        F::mul(z, z, ratio[i]);
        F::mul(r.y[i], q[i].y, z3);
    }
    F::sqr(z2, z);
    F::mul(r.x[0], x1, z2);
    F::mul(z3, z2, z);
    F::mul(r.z, z, p.y);
    F::mul(r.y[0], y1, z3);
}

} // namespace koblitz

#endif
