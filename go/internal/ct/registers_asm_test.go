//go:build (amd64 || arm64) && !purego

package ct_test

import (
	"testing"

	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/ct/registers"
)

// ClearRegisters clears every vector register, and on arm64 every general one that a
// function may use.
func TestClearRegisters(t *testing.T) {
	var planted registers.Contents
	for i := range planted {
		planted[i] = 0xA7
	}
	needle := map[string][]byte{"what was planted": planted[:8]}
	if len(registers.After(func() { registers.Plant(&planted) }, needle)) == 0 {
		t.Error("nothing of what was planted")
	}
	if len(registers.After(func() { registers.Plant(&planted); ct.ClearRegisters() }, needle)) != 0 {
		t.Error("what was planted is not cleared")
	}
}
