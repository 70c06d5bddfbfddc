//go:build amd64 && !purego

package cpu

import "golang.org/x/sys/cpu"

func detect() bool { return cpu.X86.HasBMI2 && cpu.X86.HasADX }
