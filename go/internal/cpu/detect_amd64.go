//go:build amd64 && !purego

package cpu

import "golang.org/x/sys/cpu"

// AVX2 is false too where the system does not save the vector state.
func detect() []uint32 {
	switch {
	case !cpu.X86.HasBMI2 || !cpu.X86.HasADX || !cpu.X86.HasAVX2:
		return nil
	case !cpu.X86.HasAVX512F || !cpu.X86.HasAVX512DQ || !cpu.X86.HasAVX512IFMA:
		return []uint32{assembly}
	}
	return []uint32{withLanes, assembly}
}
