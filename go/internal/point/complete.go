package point

import "koblitz.dev/secp256k1/internal/field"

// Additions for secrets: constant time, and right for every pair of points of
// odd order.

// addCompleteGeneric sets z += b. 7M + 5S, two fused. Brier and Joye, PKC 2002:
// with T = U1 + U2, M = S1 + S2 and R = T^2 - U1 U2 the slope is R / (M Z),
// valid for equal points too. Where M = 0 (y1 = -y2) the slope of the chord,
// (S1 - S2) / (U1 - U2), takes its place; it exists unless b = -z, and then
// Z3 = 0. With the slope r / (m Z) and Q = T m^2:
// X3 = r^2 - Q, Y3 = (r (Q - 2 X3) - M m^3) / 2, Z3 = m Z.
// Below n is -r, and M m^3 is m^4, or 0 where M is.
func addCompleteGeneric(z *secretJacobian, b *SecretAffine) {
	var zero, one, u2, s2, t, m, mm, n, q, r, x, y, z3 field.Secret
	one.SetOne()
	infinity := z.z.IsZero()
	u2.Square(&z.z)
	s2.Mul(&u2, &z.z)
	u2.Mul(&b.x, &u2)
	s2.Mul(&b.y, &s2)
	x.Sub(&z.x, &u2)
	t.Add(&z.x, &u2)
	m.Add(&z.y, &s2)
	chord := m.IsZero()
	m.Select(&x, &m, chord)
	mm.Square(&m)
	q.Mul(&t, &mm)
	r.MulSub(&z.x, &u2, &t, &t)
	n.Sub(&s2, &z.y)
	n.Select(&n, &r, chord)
	mm.Select(&zero, &mm, chord)
	z3.Mul(&m, &z.z)
	x.Square(&n)
	x.Sub(&x, &q)
	y.Add(&x, &x)
	y.Sub(&y, &q)
	y.MulSub(&n, &y, &mm, &mm)
	y.Half(&y)
	z.x.Select(&b.x, &x, infinity)
	z.y.Select(&b.y, &y, infinity)
	z.z.Select(&one, &z3, infinity)
}

// addProjectiveGeneric sets z += b on y^2 = x^3 + b3 / 3. 11M, three pairs
// fused, and no selection. Renes, Costello and Batina, ePrint 2015/1060,
// algorithm 8: complete where no two points differ by one of order 2. With
// A = X1 X2, B = Y1 Y2, C = X1 Y2 + X2 Y1, D = Y2 Z1 + Y1,
// E = b3 (X2 Z1 + X1), S = B + b3 Z1, T = B - b3 Z1:
// X3 = C T - D E, Y3 = T S + E 3A, Z3 = S D + 3A C. Below a is -3A.
func addProjectiveGeneric(z *projective, b *SecretAffine, b3 uint32) {
	var a, bb, c, d, e, s, t, u, v field.Secret
	e.Mul(&b.x, &z.z)
	bb.Mul(&z.y, &b.y)
	d.Mul(&b.y, &z.z)
	a.Mul(&z.x, &b.x)
	u.Add(&z.x, &z.y)
	v.Add(&b.x, &b.y)
	c.Mul(&u, &v)
	t.MulSmall(&z.z, b3)
	s.Add(&bb, &t)
	t.Sub(&bb, &t)
	e.Add(&e, &z.x)
	e.MulSmall(&e, b3)
	d.Add(&d, &z.y)
	c.Sub(&c, &a)
	c.Sub(&c, &bb)
	u.Add(&a, &a)
	a.Add(&a, &u)
	a.Negate(&a)
	z.y.MulSub(&t, &s, &e, &a)
	z.x.MulSub(&c, &t, &d, &e)
	z.z.MulSub(&s, &d, &a, &c)
}
