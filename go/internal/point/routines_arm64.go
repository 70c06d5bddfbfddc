//go:build arm64 && !purego

// What the routines of assembly do, in which ranges, and what may alias: internal/_asm,
// which writes them.

package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
)

func doubleN(z *secretJacobian, n int) {
	form := cpu.ArmForm()
	if n <= 0 {
		form = cpu.None
	}
	switch form {
	case cpu.Wide:
		doubleNWideAsm(z, n)
	case cpu.Narrow:
		doubleNNarrowAsm(z, n)
	default:
		doubleNGeneric(z, n)
	}
}

func doubleNVartime(z *Jacobian, n int) {
	form := cpu.ArmForm()
	if n <= 0 {
		form = cpu.None
	}
	switch form {
	case cpu.Wide:
		doubleNVartimeWideAsm(z, n)
	case cpu.Narrow:
		doubleNVartimeNarrowAsm(z, n)
	default:
		doubleNGeneric(z.asSecret(), n)
	}
}

func addMixedVartime(z *Jacobian, b *Affine) int {
	done := 0
	switch cpu.ArmForm() {
	case cpu.Wide:
		done = addMixedVartimeWideAsm(z, b)
	case cpu.Narrow:
		done = addMixedVartimeNarrowAsm(z, b)
	}
	if done == 1 {
		return metDistinct
	}
	return addMixedVartimeGeneric(z, b, &z.Z)
}

func addMixedScaledVartime(z *Jacobian, b *Affine, scale *field.Element) int {
	done := 0
	switch cpu.ArmForm() {
	case cpu.Wide:
		done = addScaledVartimeWideAsm(z, b, scale)
	case cpu.Narrow:
		done = addScaledVartimeNarrowAsm(z, b, scale)
	}
	if done == 1 {
		return metDistinct
	}
	return addMixedScaledVartimeGeneric(z, b, scale)
}

func coZAddVartime(r *Affine, ratio, x, y *field.Element, a *Affine) {
	form := cpu.ArmForm()
	if form == cpu.None {
		coZAddVartimeGeneric(r, ratio, x, y, a)
		return
	}
	pair := [2]Affine{*a, {*x, *y}}
	if form == cpu.Wide {
		coZAddVartimeWideAsm(&pair, ratio, &pair)
	} else {
		coZAddVartimeNarrowAsm(&pair, ratio, &pair)
	}
	*r, *x, *y = pair[0], pair[1].X, pair[1].Y
}

// prefetch begins to load entry i of t.
func prefetch(t table, i int) {
	if cpu.Accelerated() {
		prefetchAsm((*[digit.EntrySize]byte)(unsafe.Pointer(unsafe.StringData(string(t[i*digit.EntrySize:][:digit.EntrySize])))))
	}
}

func addComplete(z *secretJacobian, b *SecretAffine) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		addCompleteWideAsm(z, b)
	case cpu.Narrow:
		addCompleteNarrowAsm(z, b)
	default:
		addCompleteGeneric(z, b)
	}
}

func addProjective(z *projective, b *SecretAffine, b3 uint32) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		addProjectiveWideAsm(z, b, b3)
	case cpu.Narrow:
		addProjectiveNarrowAsm(z, b, b3)
	default:
		addProjectiveGeneric(z, b, b3)
	}
}

//go:noescape
func doubleNWideAsm(z *secretJacobian, n int)

//go:noescape
func doubleNNarrowAsm(z *secretJacobian, n int)

//go:noescape
func doubleNVartimeWideAsm(z *Jacobian, n int)

//go:noescape
func doubleNVartimeNarrowAsm(z *Jacobian, n int)

//go:noescape
func addMixedVartimeWideAsm(z *Jacobian, b *Affine) (done int)

//go:noescape
func addMixedVartimeNarrowAsm(z *Jacobian, b *Affine) (done int)

//go:noescape
func addScaledVartimeWideAsm(z *Jacobian, b *Affine, scale *field.Element) (done int)

//go:noescape
func addScaledVartimeNarrowAsm(z *Jacobian, b *Affine, scale *field.Element) (done int)

//go:noescape
func coZAddVartimeWideAsm(r *[2]Affine, ratio *field.Element, a *[2]Affine)

//go:noescape
func coZAddVartimeNarrowAsm(r *[2]Affine, ratio *field.Element, a *[2]Affine)

//go:noescape
func addCompleteWideAsm(z *secretJacobian, b *SecretAffine)

//go:noescape
func addCompleteNarrowAsm(z *secretJacobian, b *SecretAffine)

//go:noescape
func addProjectiveWideAsm(z *projective, b *SecretAffine, b3 uint32)

//go:noescape
func addProjectiveNarrowAsm(z *projective, b *SecretAffine, b3 uint32)

//go:noescape
func prefetchAsm(entry *[64]byte)
