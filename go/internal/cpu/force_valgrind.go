//go:build valgrind && amd64 && !purego

package cpu

// ForceAccelerated turns the assembly on whatever the processor says: valgrind
// executes ADX and hides it from CPUID. It knows no AVX-512; package lanes has its
// routines in Go under this build tag, which run if lanes is set.
func ForceAccelerated(lanes bool) {
	if lanes {
		used.Store(withLanes)
	} else {
		used.Store(assembly)
	}
}

// Which code runs must not depend on the time that valgrind takes.
func init() { ForceLone(false) }

// ForceLone has Lone answer is.
func ForceLone(is bool) {
	if is {
		said.Store(always)
	} else {
		said.Store(never)
	}
}
