package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
)

// secretJacobian is a point that must not leak, infinity included, as Jacobian
// has it; == does not compile.
type secretJacobian struct{ x, y, z field.Secret }

// projective is a secret point in homogeneous coordinates: (x / z, y / z).
// (0 : y : 0) is infinity.
type projective struct{ x, y, z field.Secret }

// SecretAffine is a point that must not leak; (0, 0) for infinity. Its methods
// take constant time; == does not compile.
type SecretAffine struct{ x, y field.Secret }

// asSecret is z as a secret, for what public and secret points have in common.
func (z *Jacobian) asSecret() *secretJacobian { return (*secretJacobian)(unsafe.Pointer(z)) }

// This does not compile where the two differ in size.
var _ = [1]struct{}{}[unsafe.Sizeof(Jacobian{})-unsafe.Sizeof(secretJacobian{})]

// setEntry sets z to the entry of a table that a digit has, negated with it.
func (z *SecretAffine) setEntry(e *digit.Entry, d digit.Digit) {
	z.x = e.X
	z.y.CondNegate(&e.Y, d.Negative())
}

func (z *secretJacobian) setAffine(a *SecretAffine) {
	z.x, z.y = a.x, a.y
	z.z.SetOne()
}

// SetProjective sets z = a, with coordinates in [0, p); infinity gives (0, 0).
// One constant-time inversion.
func (z *SecretAffine) SetProjective(a *projective) {
	var zi field.Secret
	zi.Invert(&a.z)
	z.scale(a, &zi)
}

// scale sets z = a for zi = 1 / a.z.
func (z *SecretAffine) scale(a *projective, zi *field.Secret) {
	z.x.Mul(&a.x, zi)
	z.y.Mul(&a.y, zi)
	z.x.Normalize()
	z.y.Normalize()
}

// declassify sets p = a, (0, 0) for infinity: the caller asserts that the point may be
// known.
func (a *SecretAffine) declassify(p *Affine) {
	p.X, p.Y = a.x.Declassify(), a.y.Declassify()
}

// PutPublic sets z = a, infinity for (0, 0): the caller asserts that the point
// may be known.
func (a *SecretAffine) PutPublic(z *Jacobian) {
	var p Affine
	a.declassify(&p)
	if p == (Affine{}) {
		z.SetInfinity()
		return
	}
	z.SetAffine(&p)
}

// PutCompressed writes 2 or 3 for an even or odd y and then x; infinity gives
// zeros after a 2.
func (a *SecretAffine) PutCompressed(b *[33]byte) {
	a.y.PutPrefix(&b[0])
	a.x.PutBytes((*[32]byte)(b[1:]))
}
