package group

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/point"
)

// An AffinePoint is a public point of the curve as its encodings have it, (x, y)
// in [0, p). The zero value is infinity. == compares points, and a point may be
// the key of a map.
type AffinePoint struct {
	noText
	a point.Affine // coordinates in [0, p); (0, 0), which is not on the curve, for infinity
}

var generator = point.Affine{
	X: field.Element{0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac},
	Y: field.Element{0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465},
}

// SetVartime sets z = p. It reports whether p is finite. One inversion, unless
// the Z of p is 1.
func (z *AffinePoint) SetVartime(p *Point) (finite bool) {
	if p.j.Z == (field.Element{1}) {
		z.a = point.Affine{X: p.j.X, Y: p.j.Y}
		z.a.X.Normalize()
		z.a.Y.Normalize()
		return true
	}
	if !z.a.SetJacobianVartime(&p.j) {
		*z = AffinePoint{}
		return false
	}
	return true
}

// SetXVartime sets z to the point with this x whose y is odd if odd is 1, even if
// it is 0. It reports false, and leaves z as it is, if there is none. One square
// root.
func (z *AffinePoint) SetXVartime(x *Element, odd int) bool {
	var a point.Affine
	if !a.SetXVartime(&x.e, odd) {
		return false
	}
	a.X.Normalize()
	z.a = a
	return true
}

// SetXYVartime sets z = (x, y). It reports false, and leaves z as it is, if that
// is not on the curve.
func (z *AffinePoint) SetXYVartime(x, y *Element) bool {
	a := point.Affine{X: x.e, Y: y.e}
	if !a.OnCurveVartime() {
		return false
	}
	a.X.Normalize()
	a.Y.Normalize()
	z.a = a
	return true
}

// PublicBaseMul sets z = k G, infinity for k = 0, in constant time in k. The
// caller asserts that the point may be known: it is a public key, or the R of a
// signature.
func (z *AffinePoint) PublicBaseMul(k *SecretScalar) { point.PublicBaseMul(&z.a, &k.s) }

// PublicBaseMulInverse is PublicBaseMul, and sets inverse = 1/k mod n, which takes
// less time together: k is the nonce of an ECDSA signature.
func (z *AffinePoint) PublicBaseMulInverse(inverse, k *SecretScalar) {
	point.PublicBaseMulInverse(&z.a, &inverse.s, &k.s)
}

// IsInfinity reports whether a is infinity.
func (a *AffinePoint) IsInfinity() bool { return *a == AffinePoint{} }

// IsOddY is 1 if y is odd, else 0.
func (a *AffinePoint) IsOddY() int { return int(a.a.Y[0] & 1) }

// XY sets x and y to the coordinates of a, (0, 0) for infinity.
func (a *AffinePoint) XY(x, y *Element) { x.e, y.e = a.a.X, a.a.Y }

// PutX writes x, 0 for infinity.
func (a *AffinePoint) PutX(b *[32]byte) { a.a.X.PutBytes(b) }

// PutY writes y, 0 for infinity.
func (a *AffinePoint) PutY(b *[32]byte) { a.a.Y.PutBytes(b) }

// PutCompressed writes the 33-byte encoding of a: 2 if y is even, 3 if it is odd,
// then x. Infinity gives 2 and zeros, which no decoder takes.
func (a *AffinePoint) PutCompressed(b *[33]byte) {
	b[0] = byte(2 | a.IsOddY())
	a.PutX((*[32]byte)(b[1:]))
}

// Negate sets z = -a.
func (z *AffinePoint) Negate(a *AffinePoint) {
	z.a.Negate(&a.a)
	z.a.Y.Normalize()
}
