package group

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/point"
)

// An AffinePoint is a public point of the curve with coordinates (x, y), as encodings have it.
// The zero value is infinity. Two points are the same exactly if they are equal with ==, and a
// point may be the key of a map. To compute, convert to a [Point].
type AffinePoint struct {
	noText
	a point.Affine // coordinates in [0, p); (0, 0), which is not on the curve, for infinity
}

var generator = point.Affine{
	X: field.Element{0x59f2815b16f81798, 0x029bfcdb2dce28d9, 0x55a06295ce870b07, 0x79be667ef9dcbbac},
	Y: field.Element{0x9c47d08ffb10d4b8, 0xfd17b448a6855419, 0x5da4fbfc0e1108a8, 0x483ada7726a3c465},
}

// SetVartime sets z = p and reports whether p is finite. It takes one inversion, unless the Z of
// p is 1.
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

// SetXVartime sets z to the point with the coordinate x whose y is odd if odd is 1, or even if
// odd is 0. If there is none it reports false and leaves z as it is. It takes one square root.
func (z *AffinePoint) SetXVartime(x *Element, odd int) bool {
	var a point.Affine
	if !a.SetXVartime(&x.e, odd) {
		return false
	}
	a.X.Normalize()
	z.a = a
	return true
}

// SetXYVartime sets z = (x, y). If that is not on the curve it reports false and leaves z as it
// is.
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

// PublicBaseMul sets z = k G, or infinity if k = 0, in constant time in k. The caller asserts
// that the point may be known, as a public key or the R of a signature may.
func (z *AffinePoint) PublicBaseMul(k *SecretScalar) { point.PublicBaseMul(&z.a, &k.s) }

// PublicBaseMulInverse sets z = k G, as PublicBaseMul does, and inverse = 1 / k mod n, as ECDSA
// needs of a nonce. It takes less time than the two.
func (z *AffinePoint) PublicBaseMulInverse(inverse, k *SecretScalar) {
	point.PublicBaseMulInverse(&z.a, &inverse.s, &k.s)
}

// IsInfinity reports whether a is infinity.
func (a *AffinePoint) IsInfinity() bool { return *a == AffinePoint{} }

// IsOddY returns 1 if y is odd, otherwise 0.
func (a *AffinePoint) IsOddY() int { return int(a.a.Y[0] & 1) }

// XY sets x and y to the coordinates of a, or to (0, 0) if a is infinity.
func (a *AffinePoint) XY(x, y *Element) { x.e, y.e = a.a.X, a.a.Y }

// PutX writes the x coordinate to b, big-endian, or zeros if a is infinity.
func (a *AffinePoint) PutX(b *[32]byte) { a.a.X.PutBytes(b) }

// PutY writes the y coordinate to b, big-endian, or zeros if a is infinity.
func (a *AffinePoint) PutY(b *[32]byte) { a.a.Y.PutBytes(b) }

// PutCompressed writes the compressed encoding of a: 2 if y is even or 3 if it is odd, then x.
// For infinity it writes 2 and zeros, which no parser accepts.
func (a *AffinePoint) PutCompressed(b *[33]byte) {
	b[0] = byte(2 | a.IsOddY())
	a.PutX((*[32]byte)(b[1:]))
}

// Negate sets z = -a.
func (z *AffinePoint) Negate(a *AffinePoint) {
	z.a.Negate(&a.a)
	z.a.Y.Normalize()
}
