package point

import "koblitz.dev/secp256k1/internal/field"

// AddVartime sets z = a + b. Complete. 12M + 4S, one fused, 9M + 3S where both
// have one Z: with s the Z of b, (b.X, b.Y) is an affine point of
// y^2 = x^3 + 7 s^6, where a is (a.X s^2, a.Y s^3, a.Z), or (a.X, a.Y) if its Z is
// s too; the Z of the sum is s times that there. For a = b it is DoubleVartime(a).
func (z *Jacobian) AddVartime(a, b *Jacobian) {
	if b.IsInfinityVartime() {
		*z = *a
		return
	}
	if a.IsInfinityVartime() {
		*z = *b
		return
	}
	if b.isAffineVartime() {
		z.AddMixedVartime(a, &Affine{b.X, b.Y})
		return
	}
	s, r := b.Z, *a
	if a.Z == s {
		r.Z.SetOne()
	} else {
		var t field.Element
		t.Square(&s)
		r.X.Mul(&r.X, &t)
		t.Mul(&t, &s)
		r.Y.Mul(&r.Y, &t)
	}
	switch addMixedVartime(&r, &Affine{b.X, b.Y}) {
	case metSame:
		z.DoubleVartime(a)
	case metOpposite:
		z.SetInfinity()
	default:
		z.X, z.Y = r.X, r.Y
		z.Z.Mul(&r.Z, &s)
	}
}

// isAffineVartime tells whether z.Z is 1 as it stands.
func (z *Jacobian) isAffineVartime() bool { return z.Z == field.Element{1} }

// DoubleVartime sets z = 2 a.
func (z *Jacobian) DoubleVartime(a *Jacobian) {
	*z = *a
	doubleNVartime(z, 1)
}

// Negate sets z = -a.
func (z *Jacobian) Negate(a *Jacobian) {
	z.X, z.Z = a.X, a.Z
	z.Y.Negate(&a.Y)
}

// EqualVartime tells whether z and a are the same point, without an inversion.
func (z *Jacobian) EqualVartime(a *Jacobian) bool {
	if z.IsInfinityVartime() || a.IsInfinityVartime() {
		return z.IsInfinityVartime() && a.IsInfinityVartime()
	}
	var s, t, u, v field.Element
	s.Square(&z.Z)
	t.Square(&a.Z)
	u.Mul(&z.X, &t)
	v.Mul(&a.X, &s)
	if !u.EqualVartime(&v) {
		return false
	}
	s.Mul(&s, &z.Z)
	t.Mul(&t, &a.Z)
	u.Mul(&z.Y, &t)
	v.Mul(&a.Y, &s)
	return u.EqualVartime(&v)
}

// OnCurveVartime tells whether z, finite, is on the curve: Y^2 = X^3 + 7 Z^6.
func (z *Jacobian) OnCurveVartime() bool {
	var l, r, t field.Element
	t.Square(&z.Z)
	r.Mul(&t, &z.Z)
	t.Square(&r)
	r.Mul(&t, &field.Element{curveB})
	t.Square(&z.X)
	t.Mul(&t, &z.X)
	r.Add(&r, &t)
	l.Square(&z.Y)
	return l.EqualVartime(&r)
}

// BatchNormalizeVartime brings each finite point to Z = 1 with coordinates in
// [0, p). One inversion and about 6M + 1S a point; work has a number for each.
func BatchNormalizeVartime(points []Jacobian, work []field.Element) {
	product := field.Element{1}
	for i := range points {
		work[i] = product
		if !points[i].IsInfinityVartime() {
			product.Mul(&product, &points[i].Z)
		}
	}
	product.InvertVartime(&product)
	for i := len(points) - 1; i >= 0; i-- {
		p := &points[i]
		if p.IsInfinityVartime() {
			continue
		}
		var zi, t field.Element
		zi.Mul(&product, &work[i])
		product.Mul(&product, &p.Z)
		t.Square(&zi)
		p.X.Mul(&p.X, &t)
		t.Mul(&t, &zi)
		p.Y.Mul(&p.Y, &t)
		p.X.Normalize()
		p.Y.Normalize()
		p.Z.SetOne()
	}
}
