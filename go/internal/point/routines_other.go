//go:build (!amd64 && !arm64) || purego

package point

import "koblitz.dev/secp256k1/internal/field"

func doubleN(z *secretJacobian, n int) { doubleNGeneric(z, n) }

func doubleNVartime(z *Jacobian, n int) { doubleNGeneric(z.asSecret(), n) }

func addMixedVartime(z *Jacobian, b *Affine) int { return addMixedVartimeGeneric(z, b, &z.Z) }

func addMixedScaledVartime(z *Jacobian, b *Affine, scale *field.Element) int {
	return addMixedScaledVartimeGeneric(z, b, scale)
}

func addComplete(z *secretJacobian, b *SecretAffine) { addCompleteGeneric(z, b) }

func prefetch(table, int) {}

func addProjective(z *projective, b *SecretAffine, b3 uint32) { addProjectiveGeneric(z, b, b3) }

func coZAddVartime(r *Affine, ratio, x, y *field.Element, a *Affine) {
	coZAddVartimeGeneric(r, ratio, x, y, a)
}
