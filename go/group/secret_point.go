package group

import (
	"koblitz.dev/secp256k1/internal/point"
)

// A SecretPoint is a secret point of the curve or infinity. Its methods take constant time. The
// zero value is not a point: set it before use.
type SecretPoint struct {
	noText
	p point.Projective
}

// SetInfinity sets z to the point at infinity.
func (z *SecretPoint) SetInfinity() { z.p.SetInfinity() }

// SetPublic sets z to the public point p.
func (z *SecretPoint) SetPublic(p *Point) { z.p.SetPublic(&p.j) }

// Declassify sets p to the point z. The caller asserts that the point and its Jacobian
// coordinates may be known; the coordinates tell how the point was computed. If in doubt use
// DeclassifyAffine.
func (z *SecretPoint) Declassify(p *Point) { z.p.PutPublic(&p.j) }

// DeclassifyAffine sets p to the point z with Z = 1, or to infinity. The caller asserts that the
// point may be known. It takes one inversion.
func (z *SecretPoint) DeclassifyAffine(p *Point) {
	var a point.SecretAffine
	a.SetProjective(&z.p)
	a.PutPublic(&p.j)
}

// Wipe overwrites z with zeros; it is not a point afterwards.
func (z *SecretPoint) Wipe() { z.p.Wipe() }

// BaseMul sets z = k G.
func (z *SecretPoint) BaseMul(k *SecretScalar) { point.BaseMul(&z.p, &k.s) }

// Mul sets z = k p. The point p is public: time may depend on it, but not on k.
func (z *SecretPoint) Mul(k *SecretScalar, p *Point) { point.SecretMul(&z.p, &k.s, &p.j) }

// Add sets z = a + b.
func (z *SecretPoint) Add(a, b *SecretPoint) { z.p.Add(&a.p, &b.p) }

// Negate sets z = -a.
func (z *SecretPoint) Negate(a *SecretPoint) { z.p.Negate(&a.p) }

// Select sets z = a if cond is set and z = b if it is clear.
func (z *SecretPoint) Select(a, b *SecretPoint, cond Choice) { z.p.Select(&a.p, &b.p, cond) }

// IsInfinity is set if p is infinity.
func (p *SecretPoint) IsInfinity() Choice { return p.p.IsInfinity() }

// PutCompressed writes the compressed encoding of p to b: 2 if y is even or 3 if it is odd, then
// x. For infinity it writes 2 and zeros, which no parser accepts. b is as secret as p. It takes
// one inversion.
func (p *SecretPoint) PutCompressed(b *[33]byte) {
	var a point.SecretAffine
	a.SetProjective(&p.p)
	a.PutCompressed(b)
}
