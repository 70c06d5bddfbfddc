//go:build (!amd64 && !arm64) || purego

package ct

import (
	"crypto/sha256"
	"unsafe"
)

// ClearRegisters overwrites the registers in which code on secrets may have left
// some: it hashes and copies what is public, by the instructions that hashed and
// copied secrets. The copies are one of a size that the compiler knows and one of
// another.
//
//go:noinline
func ClearRegisters() {
	sum := sha256.Sum256(zeros[:64])
	b := zeros
	copy(b[:publicSize], zeros[:])
	keep(unsafe.Pointer(&sum))
	keep(unsafe.Pointer(&b))
}

var (
	zeros      [256]byte
	publicSize = len(zeros)
)

// stackUse says that all is in use, as it cannot ask.
func stackUse() (used, size uintptr) { return 0, 0 }
