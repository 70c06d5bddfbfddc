//go:build !amd64 || purego

package point

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

func doubleBasesVartime(z []Jacobian, u1, u2 []scalar.Scalar, q []Jacobian) (done int) { return 0 }

func addBasesVartime(z, p []Jacobian, t []scalar.Scalar) (done int) { return 0 }

func setXsVartime(ok []bool, z []Affine, x []field.Element, odd []int) (done int) { return 0 }

func laneBase(z *projective, d *scalar.Secret) bool { return false }

func laneAddBase(z *Jacobian, d *scalar.Scalar) bool { return false }

func laneBases(z []projective, k []scalar.Secret) (done int) { return 0 }

func laneSecretMul(z *projective, k *scalar.Secret, p *Jacobian) bool { return false }

type laneMultiples struct{}

func (m *laneMultiples) setVartime(p []Jacobian) {}

func (m *laneMultiples) secretMul(z []projective, k *scalar.Secret) (done int) { return 0 }
