// The program basemul computes k G for the k of its argument, 64 hexadecimal
// digits, so that callgrind can count the instructions. "generic" before it
// turns the assembly off.
package main

import (
	"encoding/hex"
	"os"

	"koblitz.dev/go/internal/cpu"
	"koblitz.dev/go/internal/point"
	"koblitz.dev/go/internal/scalar"
)

var z point.SecretJacobian

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
	args := os.Args[1:]
	if len(args) > 1 && args[0] == "generic" {
		cpu.ForceGeneric(true)
		args = args[1:]
	}
	var b [32]byte
	if n, err := hex.Decode(b[:], []byte(args[0])); n != 32 || err != nil {
		os.Exit(2)
	}
	var k scalar.Secret
	k.SetBytes(&b)
	stack(16)
	point.SecretBaseMul(&z, &k)
	println(cpu.Name())
}
