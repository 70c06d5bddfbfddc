//go:build amd64 || arm64

package ct_test

import (
	"bytes"
	"testing"

	"koblitz.dev/go/cpu"
	"koblitz.dev/go/internal/ct/registers"
)

var contents registers.Contents

// inRegisters calls f and returns which of the needles are in a register then.
func inRegisters(needles map[string][]byte, f func()) (found []string) {
	f()
	registers.Store(&contents)
	for what, piece := range needles {
		if bytes.Contains(contents[:], piece) {
			found = append(found, what)
		}
	}
	return found
}

// Nothing secret stays in the registers, whatever ran: what TestStackIsWiped
// looks for on the stack.
func TestRegistersAreCleared(t *testing.T) {
	defer cpu.ForceGeneric(!cpu.Accelerated())
	for _, force := range []bool{false, true} {
		cpu.ForceGeneric(force)
		for name, f := range operations(t) {
			s := newSubject(t, "1")
			for _, what := range inRegisters(s.needles, func() { f(s) }) {
				t.Errorf("%s, %s: %s", name, cpu.Implementation(), what)
			}
		}
	}
}

// The search finds what a copy leaves.
func TestRegisterSearch(t *testing.T) {
	s := newSubject(t, "1")
	if len(inRegisters(s.needles, func() { s.scratch = *s.key })) == 0 {
		t.Error("no limb of a key that was copied")
	}
}
