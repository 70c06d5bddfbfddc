//go:build amd64 && !purego

// What the routines of assembly do, in which ranges, and what may alias: the functions
// of internal/_asm that write them.

package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
)

func doubleN(z *secretJacobian, n int) {
	if cpu.Accelerated() && n > 0 {
		doubleNAsm(z, n)
	} else {
		doubleNGeneric(z, n)
	}
}

func doubleNVartime(z *Jacobian, n int) {
	if cpu.Accelerated() && n > 0 {
		doubleNVartimeAsm(z, n)
	} else {
		doubleNGeneric(z.asSecret(), n)
	}
}

func addMixedVartime(z *Jacobian, b *Affine) int {
	if cpu.Accelerated() && addMixedVartimeAsm(z, b, &z.Z) == 1 {
		return metDistinct
	}
	return addMixedVartimeGeneric(z, b, &z.Z)
}

func addMixedScaledVartime(z *Jacobian, b *Affine, scale *field.Element) int {
	if cpu.Accelerated() {
		var az field.Element
		az.Mul(&z.Z, scale)
		if addMixedVartimeAsm(z, b, &az) == 1 {
			return metDistinct
		}
	}
	return addMixedScaledVartimeGeneric(z, b, scale)
}

func coZAddVartime(r *Affine, ratio, x, y *field.Element, a *Affine) {
	if cpu.Accelerated() {
		coZAddVartimeAsm(r, ratio, x, y, a)
	} else {
		coZAddVartimeGeneric(r, ratio, x, y, a)
	}
}

// prefetch begins to load entry i of t.
func prefetch(t table, i int) {
	if cpu.Accelerated() {
		prefetchAsm((*[digit.EntrySize]byte)(unsafe.Pointer(unsafe.StringData(string(t[i*digit.EntrySize:][:digit.EntrySize])))))
	}
}

func addComplete(z *secretJacobian, b *SecretAffine) {
	if cpu.Accelerated() {
		addCompleteAsm(z, b)
	} else {
		addCompleteGeneric(z, b)
	}
}

func addProjective(z *projective, b *SecretAffine, b3 uint32) {
	if cpu.Accelerated() {
		addProjectiveAsm(z, b, b3)
	} else {
		addProjectiveGeneric(z, b, b3)
	}
}

//go:noescape
func doubleNAsm(z *secretJacobian, n int)

//go:noescape
func doubleNVartimeAsm(z *Jacobian, n int)

//go:noescape
func addMixedVartimeAsm(z *Jacobian, b *Affine, az *field.Element) (done int)

//go:noescape
func coZAddVartimeAsm(r *Affine, ratio, x, y *field.Element, a *Affine)

//go:noescape
func addCompleteAsm(z *secretJacobian, b *SecretAffine)

//go:noescape
func addProjectiveAsm(z *projective, b *SecretAffine, b3 uint32)

//go:noescape
func prefetchAsm(entry *[64]byte)
