package point

import "koblitz.dev/go/internal/field"

// Additions for secrets: constant time, and right for every pair of points of
// odd order.

// addCompleteGeneric sets z += b. 7M + 5S, two fused. Brier and Joye, PKC 2002:
// with T = U1 + U2, M = S1 + S2 and R = T^2 - U1 U2 the slope is R / (M Z),
// valid for equal points too. Where M = 0 (y1 = -y2) the slope of the chord,
// (S1 - S2) / (U1 - U2), takes its place; it exists unless b = -z, and then
// Z3 = 0. With the slope r / (m Z) and Q = T m^2:
// X3 = r^2 - Q, Y3 = (r (Q - 2 X3) - M m^3) / 2, Z3 = m Z.
// Below n is -r, and M m^3 is m^4, or 0 where M is.
func addCompleteGeneric(z *Jacobian, b *Affine) {
	var zero, one, u2, s2, t, m, mm, n, q, r, x, y, z3 field.Element
	one.SetOne()
	infinity := z.Z.IsZero()
	u2.Square(&z.Z)
	s2.Mul(&u2, &z.Z)
	u2.Mul(&b.X, &u2)
	s2.Mul(&b.Y, &s2)
	x.Sub(&z.X, &u2)
	t.Add(&z.X, &u2)
	m.Add(&z.Y, &s2)
	chord := m.IsZero()
	m.Select(&x, &m, chord)
	mm.Square(&m)
	q.Mul(&t, &mm)
	r.MulSub(&z.X, &u2, &t, &t)
	n.Sub(&s2, &z.Y)
	n.Select(&n, &r, chord)
	mm.Select(&zero, &mm, chord)
	z3.Mul(&m, &z.Z)
	x.Square(&n)
	x.Sub(&x, &q)
	y.Add(&x, &x)
	y.Sub(&y, &q)
	y.MulSub(&n, &y, &mm, &mm)
	y.Half(&y)
	z.X.Select(&b.X, &x, infinity)
	z.Y.Select(&b.Y, &y, infinity)
	z.Z.Select(&one, &z3, infinity)
}

// projective is homogeneous: (x / z, y / z). (0 : y : 0) is infinity.
type projective struct{ x, y, z field.Element }

// addProjectiveGeneric sets z += b on y^2 = x^3 + b3 / 3. 11M, three pairs
// fused, and no selection. Renes, Costello and Batina, ePrint 2015/1060,
// algorithm 8: complete where no two points differ by one of order 2. With
// A = X1 X2, B = Y1 Y2, C = X1 Y2 + X2 Y1, D = Y2 Z1 + Y1,
// E = b3 (X2 Z1 + X1), S = B + b3 Z1, T = B - b3 Z1:
// X3 = C T - D E, Y3 = T S + E 3A, Z3 = S D + 3A C. Below a is -3A.
func addProjectiveGeneric(z *projective, b *Affine, b3 uint32) {
	var a, bb, c, d, e, s, t, u, v field.Element
	e.Mul(&b.X, &z.z)
	bb.Mul(&z.y, &b.Y)
	d.Mul(&b.Y, &z.z)
	a.Mul(&z.x, &b.X)
	u.Add(&z.x, &z.y)
	v.Add(&b.X, &b.Y)
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

// jacobian sets j = z: (x / z, y / z) = (x z / z^2, y z^2 / z^3).
func (z *projective) jacobian(j *Jacobian) {
	var t field.Element
	t.Square(&z.z)
	j.X.Mul(&z.x, &z.z)
	j.Y.Mul(&z.y, &t)
	j.Z = z.z
}
