//go:build valgrind && amd64 && !purego

package cpu

// ForceAccelerated turns the assembly on whatever the processor says: valgrind
// executes ADX and hides it from CPUID.
func ForceAccelerated() { accelerated.Store(true) }
