//go:build trial

package main

import (
	"testing"

	"koblitz.dev/lab/internal/roster"
)

// The engine's times do not depend on secrets, and it is not said that they do.
func TestTrialEngineIsNotMarked(t *testing.T) {
	r, err := roster.New(t.Logf)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := r.Select([]roster.Request{{Name: "engine"}}, ""); err != nil {
		t.Skipf("SKIPPED the engine's times: %v", err)
	}
	for _, op := range []string{"ecdh", "ecdsa_sign"} {
		f, err := compareInto(t, run{}, []string{"engine"}, op)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range f.Results {
			if r.Leak == nil || !r.Ranked() {
				t.Errorf("%s on %s: marks %v, %+v", r.Contender, op, r.MarkNotes, r.Leak)
			}
		}
	}
}
