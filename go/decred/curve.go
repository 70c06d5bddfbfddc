package secp256k1

import "koblitz.dev/secp256k1/group"

// A JacobianPoint is the point (X / Z^2, Y / Z^3), infinity where Z = 0 or X =
// Y = 0.
type JacobianPoint struct {
	X, Y, Z FieldVal
}

// MakeJacobianPoint returns the point with these coordinates.
func MakeJacobianPoint(x, y, z *FieldVal) JacobianPoint { return JacobianPoint{*x, *y, *z} }

// Set sets p = other.
func (p *JacobianPoint) Set(other *JacobianPoint) { *p = *other }

// ToAffine brings p to Z = 1, in constant time unless Z is 1 already; a Z of 0
// gives (0, 0, 1).
func (p *JacobianPoint) ToAffine() {
	if one := group.Bit(int(p.Z.IsOneBit())); one.Declassify() {
		p.X.Normalize()
		p.Y.Normalize()
		return
	}
	var t FieldVal
	zi := p.Z
	zi.Inverse()
	t.SquareVal(&zi)
	p.X.Mul(&t).Normalize()
	t.Mul(&zi)
	p.Y.Mul(&t).Normalize()
	p.Z.SetInt(1)
}

// point returns p for computations in variable time.
func (p *JacobianPoint) point() (q group.Point) {
	if p.X.IsZeroBit()&p.Y.IsZeroBit() == 1 {
		return q
	}
	x, y, z := p.X.public(), p.Y.public(), p.Z.public()
	q.SetJacobianUnchecked(&x, &y, &z)
	return q
}

// setPoint sets p = q, (0, 0, 0) for infinity.
func (p *JacobianPoint) setPoint(q *group.Point) {
	if q.IsInfinityVartime() {
		*p = JacobianPoint{}
		return
	}
	var x, y, z group.Element
	q.Jacobian(&x, &y, &z)
	p.X.setPublic(&x)
	p.Y.setPublic(&y)
	p.Z.setPublic(&z)
}

// scale doubles Z. Sums of points on different Z, and doubles, then have the
// coordinates that the original computes and its tests know.
func (p *JacobianPoint) scale() {
	p.X.MulInt(4).Normalize()
	p.Y.MulInt(8).Normalize()
	p.Z.MulInt(2).Normalize()
}

// EquivalentNonConst reports whether p and other are the same point, in variable
// time.
func (p *JacobianPoint) EquivalentNonConst(other *JacobianPoint) bool {
	a, b := p.point(), other.point()
	return a.EqualVartime(&b)
}

// AddNonConst sets result = p1 + p2, in variable time.
func AddNonConst(p1, p2, result *JacobianPoint) {
	a, b := p1.point(), p2.point()
	// Infinity is returned as it was given.
	switch {
	case a.IsInfinityVartime():
		result.Set(p2)
	case b.IsInfinityVartime():
		result.Set(p1)
	case p1.Z.Equals(&p2.Z) && !p1.Z.IsOne():
		if p1.X.Equals(&p2.X) && p1.Y.Equals(&p2.Y) {
			DoubleNonConst(p1, result)
			return
		}
		a.AddVartime(&a, &b)
		result.setPoint(&a)
	default:
		a.AddVartime(&a, &b)
		result.setPoint(&a)
		result.scale()
	}
}

// DoubleNonConst sets result = 2 p, in variable time.
func DoubleNonConst(p, result *JacobianPoint) {
	a := p.point()
	a.DoubleVartime(&a)
	result.setPoint(&a)
	result.scale()
}

// ScalarMultNonConst sets result = k point, on Z = 1 or (0, 0, 0), in variable
// time.
func ScalarMultNonConst(k *ModNScalar, point, result *JacobianPoint) {
	a, s := point.point(), k.scalar()
	u := s.Declassify()
	a.MulVartime(&u, &a)
	a.NormalizeVartime()
	result.setPoint(&a)
}

// ScalarBaseMultNonConst sets result = k G, on Z = 1 or (0, 0, 0), in constant
// time in k.
func ScalarBaseMultNonConst(k *ModNScalar, result *JacobianPoint) {
	group.Wiped(func() {
		var p group.SecretPoint
		var q group.Point
		s := k.scalar()
		p.BaseMul(&s)
		p.DeclassifyAffine(&q)
		result.setPoint(&q)
	})
}

// DecompressY sets resultY to the y of the point that has this x, odd or even as
// asked, and returns true; or to a number that means nothing, and returns false.
// Variable time.
func DecompressY(x *FieldVal, odd bool, resultY *FieldVal) bool {
	var y FieldVal
	var seven FieldVal
	y.SquareVal(x).Mul(x).Add(seven.SetInt(7))
	if !resultY.SquareRootVal(&y) {
		return false
	}
	if resultY.Normalize().IsOdd() != odd {
		resultY.Negate(1).Normalize()
	}
	return true
}
