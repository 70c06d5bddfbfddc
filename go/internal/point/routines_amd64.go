//go:build amd64 && !purego

package point

import (
	"koblitz.dev/go/internal/cpu"
	"koblitz.dev/go/internal/field"
)

//go:generate env GOWORK=off go run -C ../_asm .

func doubleN(z *Jacobian, n int) {
	if cpu.Accelerated() && n > 0 {
		doubleNAsm(z, n)
	} else {
		doubleNGeneric(z, n)
	}
}

func doubleNVartime(z *Jacobian, n int) {
	for cpu.Accelerated() && n > 0 {
		if n = doubleNVartimeAsm(z, n); n == 0 {
			return
		}
		doubleNGeneric(z, 1)
		n--
	}
	doubleNGeneric(z, n)
}

func addMixedVartime(z *Jacobian, b *Affine, az *field.Element) int {
	if cpu.Accelerated() && addMixedVartimeAsm(z, b, az) == 1 {
		return metDistinct
	}
	return addMixedVartimeGeneric(z, b, az)
}

func coZAddVartime(r *Affine, ratio, x, y *field.Element, a *Affine) {
	if cpu.Accelerated() && coZAddVartimeAsm(r, ratio, x, y, a) == 1 {
		return
	}
	coZAddVartimeGeneric(r, ratio, x, y, a)
}

func addComplete(z *Jacobian, b *Affine) {
	if cpu.Accelerated() {
		addCompleteAsm(z, b)
	} else {
		addCompleteGeneric(z, b)
	}
}

func addProjective(z *projective, b *Affine, b3 uint32) {
	if cpu.Accelerated() {
		addProjectiveAsm(z, b, b3)
	} else {
		addProjectiveGeneric(z, b, b3)
	}
}

func selectEntry(z *Affine, t table, index uint64) {
	if cpu.Accelerated() {
		selectEntryAsm(z, t, index)
	} else {
		selectEntryGeneric(z, t, index)
	}
}

func selectPoint(z *Affine, t []Affine, index uint64) {
	if cpu.Accelerated() {
		selectPointAsm(z, t, index)
	} else {
		selectPointGeneric(z, t, index)
	}
}

// doubleNAsm doubles n >= 1 times.
//
//go:noescape
func doubleNAsm(z *Jacobian, n int)

// The routines for public points give up, rarely, where the arithmetic carries
// past what they handle, and have changed nothing then.

// doubleNVartimeAsm doubles n >= 1 times; left is how many of them are still to
// be done.
//
//go:noescape
func doubleNVartimeAsm(z *Jacobian, n int) (left int)

// addMixedVartimeAsm returns 1 when it is done. Where the x coordinates agree
// it is not.
//
//go:noescape
func addMixedVartimeAsm(z *Jacobian, b *Affine, az *field.Element) (done int)

// coZAddVartimeAsm returns 1 when it is done.
//
//go:noescape
func coZAddVartimeAsm(r *Affine, ratio, x, y *field.Element, a *Affine) (done int)

//go:noescape
func addCompleteAsm(z *Jacobian, b *Affine)

//go:noescape
func addProjectiveAsm(z *projective, b *Affine, b3 uint32)

//go:noescape
func selectEntryAsm(z *Affine, t table, index uint64)

//go:noescape
func selectPointAsm(z *Affine, t []Affine, index uint64)
