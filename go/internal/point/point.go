// Package point is the group of secp256k1, y^2 = x^3 + 7 over the integers mod
// p, of prime order n: points, their addition, their multiples.
//
// What takes variable time in a value ends in Vartime and takes public types.
// Secret points have types of their own, whose operations take constant time.
// Any pointer arguments of one call may alias. Nothing allocates but
// MultiMulVartime and Products that grow; nothing wipes what it leaves on the
// stack: what computes with secrets is called within ct.Wiped.
//
// In the comments M is a multiplication and S a squaring in the field. A fused
// product is one that is subtracted from another before the one reduction (MulSub).
// EFD is hyperelliptic.org/EFD.
package point

import "koblitz.dev/secp256k1/internal/field"

// Affine is a point that is not infinity. Coordinates are loose.
type Affine struct{ X, Y field.Element }

// Jacobian is (X / Z^2, Y / Z^3), infinity when Z = 0. The zero value is
// infinity. Coordinates are loose.
type Jacobian struct{ X, Y, Z field.Element }

// beta is a cube root of one, such that lambda (x, y) = (beta x, y) with the
// lambda of package scalar.
var beta = field.Element{0xC1396C28719501EE, 0x9CF0497512F58995, 0x6E64479EAC3434E9, 0x7AE96A2B657C0710}

// curveB is the b of y^2 = x^3 + b.
const curveB = 7

// SetInfinity sets z to infinity.
func (z *Jacobian) SetInfinity() { *z = Jacobian{} }

// SetAffine sets z = p.
func (z *Jacobian) SetAffine(p *Affine) {
	z.X, z.Y = p.X, p.Y
	z.Z.SetOne()
}

// IsInfinityVartime tells whether z is infinity.
func (z *Jacobian) IsInfinityVartime() bool { return z.Z.IsZeroVartime() }

// Negate sets z = -a.
func (z *Affine) Negate(a *Affine) {
	z.X = a.X
	z.Y.Negate(&a.Y)
}
