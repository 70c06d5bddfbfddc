//go:build !amd64 || purego

package point

import "koblitz.dev/go/internal/field"

func doubleN(z *Jacobian, n int) { doubleNGeneric(z, n) }

func doubleNVartime(z *Jacobian, n int) { doubleNGeneric(z, n) }

func addMixedVartime(z *Jacobian, b *Affine, az *field.Element) int {
	return addMixedVartimeGeneric(z, b, az)
}

func addComplete(z *Jacobian, b *Affine) { addCompleteGeneric(z, b) }

func addProjective(z *projective, b *Affine, b3 uint32) { addProjectiveGeneric(z, b, b3) }

func selectEntry(z *Affine, t table, index uint64) { selectEntryGeneric(z, t, index) }

func selectPoint(z *Affine, t []Affine, index uint64) { selectPointGeneric(z, t, index) }

func coZAddVartime(r *Affine, ratio, x, y *field.Element, a *Affine) {
	coZAddVartimeGeneric(r, ratio, x, y, a)
}
