package point

import "koblitz.dev/secp256k1/internal/field"

// As a = 0 in y^2 = x^3 + a x + b and no formula of this file uses b, each
// holds on the isomorphic curves y^2 = x^3 + b Z^6 too, which the
// multiplications make use of.

// doubleNGeneric sets z = 2^n z, n at least 1, complete and in constant time:
// Z = 0 stays 0, and no point of odd order has y = 0. 3M + 4S a doubling, one
// product fused. With S = Y^2, T = X S, L = 3/2 X^2:
// X3 = L^2 - 2T, Y3 = L (T - X3) - S^2, Z3 = Y Z; this is EFD dbl-2009-l with
// coordinates scaled by 1/2.
func doubleNGeneric(z *secretJacobian, n int) {
	var s, t, u, l field.Secret
	for ; n > 0; n-- {
		s.Square(&z.y)
		u.Square(&z.x)
		t.Mul(&z.x, &s)
		z.z.Mul(&z.y, &z.z)
		l.Half(&u)
		l.Add(&l, &u)
		u.Square(&l)
		u.Sub(&u, &t)
		z.x.Sub(&u, &t)
		t.Sub(&t, &z.x)
		z.y.MulSub(&l, &t, &s, &s)
	}
}

// What an incomplete addition met.
const (
	metDistinct = iota
	metSame
	metOpposite
)

// addMixedVartimeGeneric adds (s^2 b.X, s^3 b.Y) to z, finite, for az = s z.Z:
// b itself where az = z.Z. When the x coordinates agree, z stays and the result
// is metSame or metOpposite. 8M + 3S, one fused. EFD madd, with H = U2 - X1, I = S2 - Y1:
// X3 = I^2 - H^3 - 2 X1 H^2, Y3 = I (X1 H^2 - X3) - Y1 H^3, Z3 = Z1 H.
func addMixedVartimeGeneric(z *Jacobian, b *Affine, az *field.Element) int {
	var u, s, t, h, hh, hhh, i field.Element
	u.Square(az)
	s.Mul(az, &u)
	u.Mul(&b.X, &u)
	s.Mul(&b.Y, &s)
	h.Sub(&u, &z.X)
	i.Sub(&s, &z.Y)
	if h.IsZeroVartime() {
		if i.IsZeroVartime() {
			return metSame
		}
		return metOpposite
	}
	hh.Square(&h)
	z.Z.Mul(&z.Z, &h)
	hhh.Mul(&h, &hh)
	t.Mul(&z.X, &hh)
	u.Square(&i)
	u.Sub(&u, &hhh)
	u.Sub(&u, &t)
	z.X.Sub(&u, &t)
	t.Sub(&t, &z.X)
	z.Y.MulSub(&i, &t, &z.Y, &hhh)
	return metDistinct
}

// addMixedScaledVartimeGeneric adds (scale^2 b.X, scale^3 b.Y) to z, finite. 1M more.
func addMixedScaledVartimeGeneric(z *Jacobian, b *Affine, scale *field.Element) int {
	var az field.Element
	az.Mul(&z.Z, scale)
	return addMixedVartimeGeneric(z, b, &az)
}

// addScaledVartime sets z += (scale^2 b.X, scale^3 b.Y): it adds a point of
// y^2 = x^3 + b on the isomorphic curve y^2 = x^3 + b scale^6. 1M more than
// addAffineVartime.
func (z *Jacobian) addScaledVartime(b *Affine, scale *field.Element) {
	if z.IsInfinityVartime() {
		var s field.Element
		s.Square(scale)
		z.X.Mul(&b.X, &s)
		s.Mul(&s, scale)
		z.Y.Mul(&b.Y, &s)
		z.Z.SetOne()
		return
	}
	z.resolve(addMixedScaledVartime(z, b, scale))
}

// addAffineVartime sets z += b.
func (z *Jacobian) addAffineVartime(b *Affine) {
	if z.IsInfinityVartime() {
		z.SetAffine(b)
		return
	}
	z.resolve(addMixedVartime(z, b))
}

// resolve finishes an addition to z that was left undone.
func (z *Jacobian) resolve(met int) {
	switch met {
	case metSame:
		doubleNVartime(z, 1)
	case metOpposite:
		z.SetInfinity()
	}
}

// AddMixedVartime sets z = a + b. Complete.
func (z *Jacobian) AddMixedVartime(a *Jacobian, b *Affine) {
	*z = *a
	z.addAffineVartime(b)
}
