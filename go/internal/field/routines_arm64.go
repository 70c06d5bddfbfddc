//go:build arm64 && !purego

// What the routines of assembly do, in which ranges, and what may alias: internal/_asm,
// which writes them.

package field

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/limbs"
)

func mul(z, x, y *limbs.Int) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		mulWideAsm(z, x, y)
	case cpu.Narrow:
		mulNarrowAsm(z, x, y)
	default:
		mulGeneric(z, x, y)
	}
}

func square(z, x *limbs.Int) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		squareWideAsm(z, x)
	case cpu.Narrow:
		squareNarrowAsm(z, x)
	default:
		squareGeneric(z, x)
	}
}

// squareNVartime sets z = x^(2^n), n >= 1: n squarings of a public number.
func squareNVartime(z, x *limbs.Int, n int) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		squareNVartimeWideAsm(z, x, n)
	case cpu.Narrow:
		squareNVartimeNarrowAsm(z, x, n)
	default:
		squareNGeneric(z, x, n)
	}
}

func mulSub(z, a, b, c, d *limbs.Int) {
	switch cpu.ArmForm() {
	case cpu.Wide:
		mulSubWideAsm(z, a, b, c, d)
	case cpu.Narrow:
		mulSubNarrowAsm(z, a, b, c, d)
	default:
		mulSubGeneric(z, a, b, c, d)
	}
}

//go:noescape
func mulWideAsm(z, x, y *limbs.Int)

//go:noescape
func mulNarrowAsm(z, x, y *limbs.Int)

//go:noescape
func squareWideAsm(z, x *limbs.Int)

//go:noescape
func squareNarrowAsm(z, x *limbs.Int)

//go:noescape
func squareNVartimeWideAsm(z, x *limbs.Int, n int)

//go:noescape
func squareNVartimeNarrowAsm(z, x *limbs.Int, n int)

//go:noescape
func mulSubWideAsm(z, a, b, c, d *limbs.Int)

//go:noescape
func mulSubNarrowAsm(z, a, b, c, d *limbs.Int)
