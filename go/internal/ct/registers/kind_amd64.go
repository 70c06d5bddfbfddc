package registers

import "golang.org/x/sys/cpu"

var kind = widest()

// widest is 2 where there are registers of 512 bits, 1 where the widest are of
// 256, else 0.
func widest() int {
	switch {
	case cpu.X86.HasAVX512F:
		return 2
	case cpu.X86.HasAVX:
		return 1
	}
	return 0
}
