package point

import "koblitz.dev/secp256k1/internal/field"

// SetJacobianVartime sets z = a, with coordinates in [0, p). On infinity it
// returns false and leaves z as it is. One inversion.
func (z *Affine) SetJacobianVartime(a *Jacobian) bool {
	if a.IsInfinityVartime() {
		return false
	}
	var zi, z2 field.Element
	zi.InvertVartime(&a.Z)
	z2.Square(&zi)
	zi.Mul(&zi, &z2)
	z.X.Mul(&a.X, &z2)
	z.Y.Mul(&a.Y, &zi)
	z.X.Normalize()
	z.Y.Normalize()
	return true
}

// rhs sets z = x^3 + b.
func rhs(z, x *field.Element, b uint64) {
	var t field.Element
	t.Square(x)
	t.Mul(&t, x)
	z.Add(&t, &field.Element{b})
}

// OnCurveVartime tells whether y^2 = x^3 + 7.
func (a *Affine) OnCurveVartime() bool {
	var y2, r field.Element
	y2.Square(&a.Y)
	rhs(&r, &a.X, curveB)
	return y2.EqualVartime(&r)
}

// SetXVartime sets z to the point with this x whose y in [0, p) has the asked
// parity, 1 for odd. Without such a point it returns false, and z means
// nothing. One square root. z.X is x as it stands.
func (z *Affine) SetXVartime(x *field.Element, odd int) bool {
	var r field.Element
	rhs(&r, x, curveB)
	z.X = *x
	if !z.Y.SqrtVartime(&r) {
		return false
	}
	if z.Y.IsOdd() != odd {
		z.Y.Negate(&z.Y)
	}
	z.Y.Normalize()
	return true
}

// XEqualsVartime tells whether a is finite and its affine x is x, without an
// inversion.
func (a *Jacobian) XEqualsVartime(x *field.Element) bool {
	if a.IsInfinityVartime() {
		return false
	}
	var t field.Element
	t.Square(&a.Z)
	t.Mul(&t, x)
	return t.EqualVartime(&a.X)
}
