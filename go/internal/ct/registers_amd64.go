//go:build !purego

package ct

import "golang.org/x/sys/cpu"

// vectors is 2 where package lanes has registers that only AVX-512 has, 1 where
// vectors have 256 bits, else 0.
var vectors = func() int {
	switch {
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512IFMA:
		return 2
	case cpu.X86.HasAVX:
		return 1
	}
	return 0
}()
