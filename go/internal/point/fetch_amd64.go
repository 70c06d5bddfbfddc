//go:build amd64 && !purego

package point

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/modinv"
)

// routines sets z to the addresses of doubleNAsm, coZAddVartimeAsm, addCompleteAsm and
// addProjectiveAsm.
//
//go:noescape
func routines(z *[4]uintptr)

// fetchAffineCode begins to load the code from a product by a secret to its affine
// coordinates. Sizes are those of Go 1.26.
func fetchAffineCode() {
	cpu.FetchCode((*field.Secret).Invert, 1640)
	cpu.FetchCode(modinv.Invert, 7449)
}

// fetchBaseCode begins to load the code of secretBase.
func fetchBaseCode() {
	var r [4]uintptr
	routines(&r)
	cpu.FetchAt(r[3], 5116)
	fetchAffineCode()
}

// fetchMulCode begins to load the code of secretMul.
func fetchMulCode() {
	var r [4]uintptr
	routines(&r)
	cpu.FetchAt(r[1], 2722)
	cpu.FetchAt(r[2], 5342)
	cpu.FetchAt(r[0], 2525)
	fetchAffineCode()
}
