//go:build valgrind

// The program basemul computes k G so that callgrind can count the
// instructions:
//
//	basemul asm|lanes|alone|generic K
//
// K is 64 hexadecimal digits. It prints what computed.
package main

import (
	"encoding/hex"
	"os"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/point"
	"koblitz.dev/secp256k1/internal/scalar"
)

var z point.Affine

// stack grows the stack, so that nothing below does.
//
//go:noinline
func stack(depth int) byte {
	var b [1 << 12]byte
	if depth > 0 {
		b[depth] = stack(depth - 1)
	}
	return b[len(os.Args)]
}

func main() {
	switch {
	case len(os.Args) != 3:
		os.Exit(2)
	case os.Args[1] == "asm", os.Args[1] == "lanes", os.Args[1] == "alone":
		cpu.ForceAccelerated(os.Args[1] != "asm")
		cpu.ForceLone(os.Args[1] == "alone")
	default:
		cpu.ForceGeneric(true)
	}
	var b [32]byte
	if n, err := hex.Decode(b[:], []byte(os.Args[2])); n != 32 || err != nil {
		os.Exit(2)
	}
	var k scalar.Secret
	k.SetBytes(&b)
	stack(16)
	point.PublicBaseMul(&z, &k)
	println(cpu.Name())
}
