//go:build amd64 && !purego

// What the routines of assembly do, in which ranges, and what may alias: the functions
// of internal/_asm that write them.

package field

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/limbs"
)

func mul(z, x, y *limbs.Int) {
	if cpu.Accelerated() {
		mulAsm(z, x, y)
	} else {
		mulGeneric(z, x, y)
	}
}

func square(z, x *limbs.Int) {
	if cpu.Accelerated() {
		squareAsm(z, x)
	} else {
		squareGeneric(z, x)
	}
}

// squareNVartime sets z = x^(2^n), n >= 1: n squarings of a public number.
func squareNVartime(z, x *limbs.Int, n int) {
	if cpu.Accelerated() {
		squareNVartimeAsm(z, x, n)
	} else {
		squareNGeneric(z, x, n)
	}
}

func mulSub(z, a, b, c, d *limbs.Int) {
	if cpu.Accelerated() {
		mulSubAsm(z, a, b, c, d)
	} else {
		mulSubGeneric(z, a, b, c, d)
	}
}

//go:noescape
func mulAsm(z, x, y *limbs.Int)

//go:noescape
func squareAsm(z, x *limbs.Int)

//go:noescape
func squareNVartimeAsm(z, x *limbs.Int, n int)

//go:noescape
func mulSubAsm(z, a, b, c, d *limbs.Int)
