//go:build !purego

package ct

import "golang.org/x/sys/cpu"

var vectors = cpu.X86.HasAVX
