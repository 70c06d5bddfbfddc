//go:build (!amd64 && !arm64) || purego

package digit

func selectConstant(z *[8]uint64, t string, index uint64) { selectConstantGeneric(z, t, index) }

func selectMemory(z *[8]uint64, t [][8]uint64, index uint64) { selectMemoryGeneric(z, t, index) }
