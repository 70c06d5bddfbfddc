//go:build (amd64 || arm64) && !purego

package ct

// ClearRegisters clears the vector registers and those that a function may use
// as it likes. Whatever copies memory leaves it in the former, where it stays
// until something else is copied, and the runtime stores them when it interrupts
// the goroutine.
func ClearRegisters() { clearRegisters(vectors) }

// clearRegisters clears the vector registers of 128 bits, of 256 if vectors is 1,
// and those of AVX-512, masks among them, if it is 2.
//
//go:noescape
func clearRegisters(vectors int)

// stackUse returns how many bytes of the stack are in use, and how many it has.
//
//go:noescape
func stackUse() (used, size uintptr)
