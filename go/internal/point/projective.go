package point

import (
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/field"
)

// Projective is a secret point, infinity included, in homogeneous coordinates;
// the zero value is none. Its methods take constant time; == does not compile.
type Projective = projective

// SetInfinity sets z to infinity.
func (z *projective) SetInfinity() {
	*z = projective{}
	z.y.SetOne()
}

// SetPublic sets z to a point that is public.
func (z *projective) SetPublic(a *Jacobian) {
	var s secretJacobian
	s.x.SetPublic(&a.X)
	s.y.SetPublic(&a.Y)
	s.z.SetPublic(&a.Z)
	z.setJacobian(&s)
}

// setJacobian sets z = a: (x / z^2, y / z^3) is (x z / z^3, y / z^3).
func (z *projective) setJacobian(a *secretJacobian) {
	var t, zero, one field.Secret
	one.SetOne()
	infinity := a.z.IsZero()
	t.Square(&a.z)
	z.x.Mul(&a.x, &a.z)
	z.z.Mul(&t, &a.z)
	z.x.Select(&zero, &z.x, infinity)
	z.y.Select(&one, &a.y, infinity)
}

// PutPublic sets z = a: the caller asserts that the point may be known.
// (x / z, y / z) is (x z / z^2, y z^2 / z^3), and infinity has z = 0 in both.
func (a *projective) PutPublic(z *Jacobian) {
	z.X, z.Y, z.Z = a.x.Declassify(), a.y.Declassify(), a.z.Declassify()
	z.X.Mul(&z.X, &z.Z)
	z.Y.Mul(&z.Y, &z.Z)
	z.Y.Mul(&z.Y, &z.Z)
}

// IsInfinity is set when a is infinity.
func (a *projective) IsInfinity() ct.Choice { return a.z.IsZero() }

// Select sets z = a when cond is set and z = b when it is clear.
func (z *projective) Select(a, b *projective, cond ct.Choice) {
	z.x.Select(&a.x, &b.x, cond)
	z.y.Select(&a.y, &b.y, cond)
	z.z.Select(&a.z, &b.z, cond)
}

// Negate sets z = -a.
func (z *projective) Negate(a *projective) {
	z.x, z.z = a.x, a.z
	z.y.Negate(&a.y)
}

// Add sets z = a + b. 12M, three pairs fused. Renes, Costello and Batina, ePrint
// 2015/1060, algorithm 7: complete on a curve of odd order. With A = X1 X2,
// B = Y1 Y2, C = X1 Y2 + X2 Y1, D = Y1 Z2 + Y2 Z1, E = b3 (X1 Z2 + X2 Z1),
// F = b3 Z1 Z2, S = B + F, T = B - F:
// X3 = C T - D E, Y3 = T S + E 3A, Z3 = S D + 3A C. Below a is -3A.
func (z *projective) Add(a, b *projective) {
	var xx, yy, zz, c, d, e, u, v field.Secret
	xx.Mul(&a.x, &b.x)
	yy.Mul(&a.y, &b.y)
	zz.Mul(&a.z, &b.z)
	cross := func(r, a1, a2, b1, b2, p, q *field.Secret) {
		u.Add(a1, a2)
		v.Add(b1, b2)
		r.Mul(&u, &v)
		r.Sub(r, p)
		r.Sub(r, q)
	}
	cross(&c, &a.x, &a.y, &b.x, &b.y, &xx, &yy)
	cross(&d, &a.y, &a.z, &b.y, &b.z, &yy, &zz)
	cross(&e, &a.x, &a.z, &b.x, &b.z, &xx, &zz)
	e.MulSmall(&e, 3*curveB)
	zz.MulSmall(&zz, 3*curveB)
	u.Add(&yy, &zz)
	v.Sub(&yy, &zz)
	xx.MulSmall(&xx, 3)
	xx.Negate(&xx)
	z.y.MulSub(&v, &u, &e, &xx)
	z.x.MulSub(&c, &v, &d, &e)
	z.z.MulSub(&u, &d, &xx, &c)
}

// Wipe makes z no point. It is not inlined, so that the compiler cannot see the
// stores to be dead.
//
//go:noinline
func (z *projective) Wipe() { *z = projective{} }
