package group

import (
	"koblitz.dev/secp256k1/internal/point"
	"koblitz.dev/secp256k1/internal/scalar"
)

// A Point is a public point of the curve or infinity, in Jacobian coordinates: (X / Z^2,
// Y / Z^3), and infinity where Z = 0. The zero value is infinity. Compare points with
// [Point.EqualVartime]; == does not compile.
//
// Encoding a point takes an inversion, unless Z is 1. Z is 1 after parsing and after
// [Point.NormalizeVartime].
type Point struct {
	noText
	_ [0]func()
	j point.Jacobian
}

// SetInfinity sets z to the point at infinity.
func (z *Point) SetInfinity() { z.j.SetInfinity() }

// SetGenerator sets z = G.
func (z *Point) SetGenerator() { z.j.SetAffine(&generator) }

// SetBytesVartime sets z to the point that b encodes (SEC 1, section 2.3.4): 33 bytes, 2 or 3
// and x, or 65 bytes, 4, x and y. Infinity has no encoding. If it fails, with [ErrPoint], z
// stays as it is.
func (z *Point) SetBytesVartime(b []byte) error {
	var x, y Element
	switch {
	case len(b) == 33 && b[0]&^1 == 2:
		if !x.SetBytes((*[32]byte)(b[1:])) || !z.SetXVartime(&x, int(b[0]&1)) {
			return ErrPoint
		}
	case len(b) == 65 && b[0] == 4:
		if !x.SetBytes((*[32]byte)(b[1:33])) || !y.SetBytes((*[32]byte)(b[33:])) || !z.SetXYVartime(&x, &y) {
			return ErrPoint
		}
	default:
		return ErrPoint
	}
	return nil
}

// SetXVartime sets z to the point with the coordinate x whose y is odd if odd is 1, or even if
// odd is 0. If there is none it reports false and leaves z as it is.
func (z *Point) SetXVartime(x *Element, odd int) bool {
	var a AffinePoint
	if !a.SetXVartime(x, odd) {
		return false
	}
	z.j.SetAffine(&a.a)
	return true
}

// SetXYVartime sets z = (x, y). If that is not on the curve it reports false and leaves z as it
// is.
func (z *Point) SetXYVartime(x, y *Element) bool {
	var a AffinePoint
	if !a.SetXYVartime(x, y) {
		return false
	}
	z.j.SetAffine(&a.a)
	return true
}

// SetAffine sets z = a.
func (z *Point) SetAffine(a *AffinePoint) {
	if a.IsInfinity() {
		z.j.SetInfinity()
	} else {
		z.j.SetAffine(&a.a)
	}
}

// SetJacobianUnchecked sets z to the point with the Jacobian coordinates x, y, zz. The caller
// asserts that it is on the curve: otherwise the results of all methods are meaningless.
// [Point.OnCurveVartime] tells.
func (z *Point) SetJacobianUnchecked(x, y, zz *Element) {
	z.j = point.Jacobian{X: x.e, Y: y.e, Z: zz.e}
}

// Jacobian sets x, y and z to the coordinates of p.
func (p *Point) Jacobian(x, y, z *Element) { x.e, y.e, z.e = p.j.X, p.j.Y, p.j.Z }

// OnCurveVartime reports whether p is on the curve or infinity. Only after
// [Point.SetJacobianUnchecked] may it be false.
func (p *Point) OnCurveVartime() bool { return p.j.IsInfinityVartime() || p.j.OnCurveVartime() }

// NormalizeVartime brings p to Z = 1, unless it is infinity. It takes one inversion.
func (p *Point) NormalizeVartime() {
	var a AffinePoint
	a.SetVartime(p)
	p.SetAffine(&a)
}

// PutCompressedVartime writes the compressed encoding of p to b: 2 if y is even or 3 if it is
// odd, then x. If p is infinity it writes zeros, which no parser accepts, and reports false.
func (p *Point) PutCompressedVartime(b *[33]byte) bool {
	var a AffinePoint
	if !a.SetVartime(p) {
		*b = [33]byte{}
		return false
	}
	a.PutCompressed(b)
	return true
}

// IsInfinityVartime reports whether p is infinity.
func (p *Point) IsInfinityVartime() bool { return p.j.IsInfinityVartime() }

// EqualVartime reports whether p and q are the same point, without an inversion.
func (p *Point) EqualVartime(q *Point) bool { return p.j.EqualVartime(&q.j) }

// XEqualsVartime reports whether p is finite and has the x coordinate x, without an inversion.
func (p *Point) XEqualsVartime(x *Element) bool { return p.j.XEqualsVartime(&x.e) }

// XModNEqualsVartime reports whether p is finite and its x coordinate mod n is r, without an
// inversion. It is the last step of an ECDSA verification.
func (p *Point) XModNEqualsVartime(r *Scalar) bool {
	var x Element
	x.SetScalar(r)
	if p.XEqualsVartime(&x) {
		return true
	}
	return x.SetScalarPlusOrderVartime(r) && p.XEqualsVartime(&x)
}

// AddVartime sets z = a + b.
func (z *Point) AddVartime(a, b *Point) { z.j.AddVartime(&a.j, &b.j) }

// DoubleVartime sets z = 2 a.
func (z *Point) DoubleVartime(a *Point) { z.j.DoubleVartime(&a.j) }

// Negate sets z = -a.
func (z *Point) Negate(a *Point) { z.j.Negate(&a.j) }

// BaseMulVartime sets z = k G.
func (z *Point) BaseMulVartime(k *Scalar) {
	var infinity point.Jacobian
	point.AddBaseVartime(&z.j, &infinity, &k.s)
}

// AddBaseMulVartime sets z = p + k G.
func (z *Point) AddBaseMulVartime(p *Point, k *Scalar) { point.AddBaseVartime(&z.j, &p.j, &k.s) }

// MulVartime sets z = k p.
func (z *Point) MulVartime(k *Scalar, p *Point) {
	var zero scalar.Scalar
	point.DoubleBaseVartime(&z.j, &zero, &k.s, &p.j)
}

// DoubleBaseMulVartime sets z = u1 G + u2 q. It takes less time than the two products.
func (z *Point) DoubleBaseMulVartime(u1, u2 *Scalar, q *Point) {
	point.DoubleBaseVartime(&z.j, &u1.s, &u2.s, &q.j)
}

// MultiMulVartime sets z to the sum of scalars[i] points[i] for all i, infinity if there are
// none. A product takes about half the time of [Point.MulVartime], and allocates about 1.6 KB.
// It fails with [ErrLength] if the slices have different lengths, and leaves z as it is. For
// hundreds of products use [Products].
func (z *Point) MultiMulVartime(scalars []Scalar, points []Point) error {
	if len(scalars) != len(points) {
		return ErrLength
	}
	s, p := make([]scalar.Scalar, len(scalars)), make([]point.Jacobian, len(points))
	for i := range s {
		s[i], p[i] = scalars[i].s, points[i].j
	}
	point.MultiMulVartime(&z.j, s, p)
	return nil
}
