//go:build linux && amd64 && !purego

package signer_test

import (
	"testing"

	"koblitz.dev/secp256k1/internal/ct/valgrind"
)

// Constant time: memcheck finds no branch on a secret and no address made from one, and
// finds a planted branch.
func TestConstantTime(t *testing.T) {
	program := valgrind.Build(t, ".", "./internal/memcheck")
	for _, test := range []struct {
		name    string
		args    []string
		reports bool
	}{
		{"generic", []string{"generic"}, false},
		{"assembly", []string{"amd64 BMI2+ADX"}, false},
		{"lanes", []string{"amd64 BMI2+ADX, lanes"}, false},
		{"planted branch", []string{"amd64 BMI2+ADX", "branch"}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := valgrind.Run(t, program, test.args...)
			if r.Status != 0 || r.Output != "implementation: "+test.args[0]+"\n" {
				t.Errorf("exit status %d, output %q\n%s", r.Status, r.Output, r.Log)
			}
			if test.reports != (len(r.Reports) > 0) {
				t.Errorf("%d reports: %.2000s", len(r.Reports), r.Reports)
			}
		})
	}
}
