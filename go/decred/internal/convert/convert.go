// Package convert brings the numbers of the module's types to those of package
// group, by their bytes.
package convert

import (
	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// Scalar returns s, which is public.
func Scalar(s *secp256k1.ModNScalar) (z group.Scalar) {
	var b [32]byte
	s.PutBytes(&b)
	z.SetBytes(&b)
	return z
}

// ModNScalar returns s.
func ModNScalar(s *group.Scalar) (z secp256k1.ModNScalar) {
	var b [32]byte
	s.PutBytes(&b)
	z.SetBytes(&b)
	return z
}

// Element returns f, which is public.
func Element(f *secp256k1.FieldVal) (z group.Element) {
	var b [32]byte
	f.PutBytes(&b)
	z.SetBytes(&b)
	return z
}

// FieldVal returns e.
func FieldVal(e *group.Element) (z secp256k1.FieldVal) {
	var b [32]byte
	e.PutBytes(&b)
	z.SetBytes(&b)
	return z
}

// Point returns the point that a key is, which is not checked: infinity for (0, 0).
func Point(key *secp256k1.PublicKey) (p group.Point) {
	var j secp256k1.JacobianPoint
	key.AsJacobian(&j)
	if j.X.IsZero() && j.Y.IsZero() {
		return p
	}
	x, y, z := Element(&j.X), Element(&j.Y), Element(&j.Z)
	p.SetJacobianUnchecked(&x, &y, &z)
	return p
}

// PublicKey returns the key that a point is. It reports false for infinity.
func PublicKey(p *group.Point) (*secp256k1.PublicKey, bool) {
	var a group.AffinePoint
	if !a.SetVartime(p) {
		return nil, false
	}
	var x, y group.Element
	a.XY(&x, &y)
	fx, fy := FieldVal(&x), FieldVal(&y)
	return secp256k1.NewPublicKey(&fx, &fy), true
}
