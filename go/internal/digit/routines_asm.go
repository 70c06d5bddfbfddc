//go:build (amd64 || arm64) && !purego

// What the routines of assembly do, in which ranges, and what may alias: the functions
// of internal/_asm that write them.

package digit

import "koblitz.dev/secp256k1/internal/cpu"

func selectConstant(z *[8]uint64, t string, index uint64) {
	if cpu.Accelerated() {
		selectConstantAsm(z, t, index)
	} else {
		selectConstantGeneric(z, t, index)
	}
}

func selectMemory(z *[8]uint64, t [][8]uint64, index uint64) {
	if cpu.Accelerated() {
		selectMemoryAsm(z, t, index)
	} else {
		selectMemoryGeneric(z, t, index)
	}
}

//go:noescape
func selectConstantAsm(z *[8]uint64, t string, index uint64)

//go:noescape
func selectMemoryAsm(z *[8]uint64, t [][8]uint64, index uint64)
