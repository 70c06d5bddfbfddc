//go:build arm64 && !purego

package cpu

import (
	"runtime"
	"slices"

	"golang.org/x/sys/cpu"
)

// Both forms run on every processor. The choice is the engine's (base/cpu_arm64.h), but
// for FreeBSD, where Go's library does not ask for MIDR_EL1.
func detect() []uint32 {
	switch runtime.GOOS {
	case "darwin", "ios", "windows":
		return []uint32{wide, narrow}
	case "linux", "android":
		// The system answers for the core that asks.
		if cpu.ARM64.HasCPUID && multiplierIsWide(midr()) {
			return []uint32{wide, narrow}
		}
	}
	return []uint32{narrow, wide}
}

// midr reads MIDR_EL1. It is an illegal instruction where HasCPUID is not set.
func midr() uint64

// multiplierIsWide tells whether a processor with this MIDR_EL1 begins a multiplication of
// 64 bits, either half, in every cycle. It is false for those not known to.
func multiplierIsWide(midr uint64) bool {
	switch implementer, part := midr>>24&0xff, uint16(midr>>4&0xfff); implementer {
	case 0x41: // Arm
		return slices.Contains(wideParts[:], part)
	case 0x51: // Qualcomm
		return part == 0x001 // Oryon
	case 0x61: // Apple
		return true
	case 0xc0: // Ampere
		return part == 0xac3 || part == 0xac4 || part == 0xac5 // Ampere1, 1A, 1B
	}
	return false
}

// wideParts are Arm's processors of which LLVM 19 has a model, and those of the same
// families.
var wideParts = [...]uint16{
	0xd40, // Neoverse V1
	0xd44, // Cortex-X1
	0xd47, // Cortex-A710
	0xd48, // Cortex-X2
	0xd49, // Neoverse N2
	0xd4c, // Cortex-X1C
	0xd4d, // Cortex-A715
	0xd4e, // Cortex-X3
	0xd4f, // Neoverse V2
	0xd81, // Cortex-A720
	0xd82, // Cortex-X4
	0xd83, // Neoverse V3AE
	0xd84, // Neoverse V3
	0xd85, // Cortex-X925
	0xd87, // Cortex-A725
	0xd8e, // Neoverse N3
}
