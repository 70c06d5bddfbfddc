package group

import (
	"koblitz.dev/secp256k1/internal/point"
)

// A SecretPoint is a secret point of the curve, infinity included. It is set
// before it is used: its zero value is no point.
type SecretPoint struct {
	noText
	p point.Projective
}

// SetInfinity sets z to the point at infinity.
func (z *SecretPoint) SetInfinity() { z.p.SetInfinity() }

// SetPublic sets z to a point that is public.
func (z *SecretPoint) SetPublic(p *Point) { z.p.SetPublic(&p.j) }

// Declassify sets p to the point, which the caller asserts may be known together
// with its coordinates; these tell more than the point, namely how it was
// computed. DeclassifyAffine tells the point alone.
func (z *SecretPoint) Declassify(p *Point) { z.p.PutPublic(&p.j) }

// DeclassifyAffine is Declassify with Z = 1, or infinity. One inversion.
func (z *SecretPoint) DeclassifyAffine(p *Point) {
	var a point.SecretAffine
	a.SetProjective(&z.p)
	a.PutPublic(&p.j)
}

// Wipe makes z no point; it is not optimized away.
func (z *SecretPoint) Wipe() { z.p.Wipe() }

// BaseMul sets z = k G.
func (z *SecretPoint) BaseMul(k *SecretScalar) { point.BaseMul(&z.p, &k.s) }

// Mul sets z = k p. The point is public: time may depend on it, and does not on
// k.
func (z *SecretPoint) Mul(k *SecretScalar, p *Point) { point.SecretMul(&z.p, &k.s, &p.j) }

// Add sets z = a + b.
func (z *SecretPoint) Add(a, b *SecretPoint) { z.p.Add(&a.p, &b.p) }

// Negate sets z = -a.
func (z *SecretPoint) Negate(a *SecretPoint) { z.p.Negate(&a.p) }

// Select sets z = a if cond is set and z = b if it is clear.
func (z *SecretPoint) Select(a, b *SecretPoint, cond Choice) { z.p.Select(&a.p, &b.p, cond) }

// IsInfinity is set if p is infinity.
func (p *SecretPoint) IsInfinity() Choice { return p.p.IsInfinity() }

// PutCompressed writes the 33-byte encoding of p: 2 if y is even, 3 if it is odd,
// then x. Infinity gives 2 and zeros, which no decoder takes. One inversion.
func (p *SecretPoint) PutCompressed(b *[33]byte) {
	var a point.SecretAffine
	a.SetProjective(&p.p)
	a.PutCompressed(b)
}
