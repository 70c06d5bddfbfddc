package point

import "koblitz.dev/go/internal/field"

// SecretJacobian is a point that must not leak, infinity included.
type SecretJacobian struct{ j Jacobian }

// SecretAffine is a point that must not leak; (0, 0) for infinity. Coordinates
// are in [0, p).
type SecretAffine struct{ a Affine }

// SetJacobian sets z = a; infinity gives (0, 0). One constant-time inversion.
func (z *SecretAffine) SetJacobian(a *SecretJacobian) {
	var zi field.Element
	zi.Invert(&a.j.Z)
	z.a.scale(&a.j, &zi)
	z.a.X.Normalize()
	z.a.Y.Normalize()
	wipe(&zi)
}

// PutX writes x, 32 bytes, big-endian.
func (a *SecretAffine) PutX(b *[32]byte) { a.a.X.PutBytes(b) }

// IsOddY is 1 when y is odd, else 0.
func (a *SecretAffine) IsOddY() int { return a.a.Y.IsOdd() }

// Declassify sets p = a: the caller asserts that the point may be known, and
// that it is not infinity.
func (a *SecretAffine) Declassify(p *Affine) { *p = a.a }

// Wipe overwrites z with zeros.
func (z *SecretJacobian) Wipe() { z.j.wipe() }

// Wipe overwrites a with zeros.
func (a *SecretAffine) Wipe() { a.a.wipe() }

func (a *Affine) wipe() {
	wipe(&a.X)
	wipe(&a.Y)
}

func (a *Jacobian) wipe() {
	wipe(&a.X)
	wipe(&a.Y)
	wipe(&a.Z)
}

// wipe sets e = 0. It is not inlined, so the compiler cannot tell that nothing
// reads e after.
//
//go:noinline
func wipe(e *field.Element) { *e = field.Element{} }
