//go:build (amd64 || arm64) && !purego

package digit

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
)

// The routines under test, variables for the mutation test.
var (
	selectConstantTested = selectConstantAsm
	selectMemoryTested   = selectMemoryAsm
)

// comparison is a routine of the assembly beside the generic code.
type comparison struct {
	name         string
	asm, generic func(z *[8]uint64, constants string, memory [][8]uint64, index uint64)
}

var comparisons = []comparison{
	{"selectConstantAsm",
		func(z *[8]uint64, t string, _ [][8]uint64, index uint64) { selectConstantTested(z, t, index) },
		func(z *[8]uint64, t string, _ [][8]uint64, index uint64) { selectConstantGeneric(z, t, index) }},
	{"selectMemoryAsm",
		func(z *[8]uint64, _ string, t [][8]uint64, index uint64) { selectMemoryTested(z, t, index) },
		func(z *[8]uint64, _ string, t [][8]uint64, index uint64) { selectMemoryGeneric(z, t, index) }},
}

// check compares on count tables of up to four entries, of which the index may
// be past the end.
func (c *comparison) check(count int) error {
	r := rand.New(rand.NewPCG(12, 12))
	constants, memory := tables(4)
	for range count {
		n, index := r.IntN(4), r.Uint64N(5)
		got, want := [8]uint64{1}, [8]uint64{2}
		c.asm(&got, constants[:n*EntrySize], memory[:n], index)
		c.generic(&want, constants[:n*EntrySize], memory[:n], index)
		if got != want {
			return fmt.Errorf("%s of %d entries, index %d: %x, want %x", c.name, n, index, got, want)
		}
	}
	return nil
}

const comparedInputs = 1000

// TestAssembly compares every routine with the generic code.
func TestAssembly(t *testing.T) {
	if !cpu.Accelerated() {
		t.Skip("SKIPPED digit assembly: a processor with BMI2, ADX and AVX2, or arm64")
	}
	for _, c := range comparisons {
		if err := c.check(comparedInputs); err != nil {
			t.Error(err)
		}
	}
}
