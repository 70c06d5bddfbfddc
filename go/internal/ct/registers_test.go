//go:build amd64 || arm64

package ct_test

import (
	"bytes"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct/registers"
	"koblitz.dev/secp256k1/internal/rfc6979"
)

// Nothing secret stays in the registers, whatever ran: what TestStackIsWiped
// looks for on the stack.
func TestRegistersAreCleared(t *testing.T) {
	for kind := range cpu.Kinds {
		for name, f := range operations(t) {
			s := newSubject(t, "1")
			for _, what := range registers.After(func() { f(s) }, s.needles) {
				t.Errorf("%s, %s: %s", name, kind, what)
			}
		}
	}
}

// A nonce of RFC 6979 stays in no register: what uses it runs for long, within the
// call that clears them.
func TestNonceLeavesRegisters(t *testing.T) {
	s := newSubject(t, "1")
	digest := [32]byte(bigcurve.Bytes(new(big.Int).Mod(new(big.Int).SetBytes(s.digest[:]), bigcurve.N)))
	var g rfc6979.Generator
	var k [32]byte
	g.Init(&s.secret, &digest, nil)
	for _, what := range registers.After(func() { g.Next(&k) }, s.needles) {
		t.Error(what)
	}
	if !bytes.Equal(k[:8], s.needles["k, 64 bits from 192 on, big-endian"]) {
		t.Error("another nonce than the search is for")
	}
}

// The search finds what a copy leaves.
func TestRegisterSearch(t *testing.T) {
	s := newSubject(t, "1")
	if len(registers.After(func() { s.scratch = *s.key }, s.needles)) == 0 {
		t.Error("no limb of a key that was copied")
	}
}
