//go:build linux && amd64 && !purego

package ct

import (
	"testing"

	"koblitz.dev/secp256k1/internal/ct/valgrind"
)

// Constant time: memcheck finds no branch on a secret and no address made from
// one, in any operation; and it finds those that are planted.
func TestConstantTime(t *testing.T) {
	program := valgrind.Build(t, ".", "./memcheck")
	const generic, assembly, lanes = "generic", "amd64 BMI2+ADX", "amd64 BMI2+ADX, lanes"
	tests := []struct {
		name    string
		args    []string
		reports bool // whether there must be reports, or must be none
		status  int
		says    string
	}{
		{"generic", []string{generic}, false, 0, "implementation: generic\nkeys: 8\n"},
		{"assembly", []string{assembly}, false, 0, "implementation: amd64 BMI2+ADX\nkeys: 8\n"},
		{"lanes", []string{lanes}, false, 0, "implementation: amd64 BMI2+ADX, lanes\nkeys: 8\n"},
		{"planted branch, generic", []string{generic, "branch"}, true, 0, "implementation: generic\n"},
		{"planted index, generic", []string{generic, "index"}, true, 0, "implementation: generic\n"},
		{"planted branch, assembly", []string{assembly, "branch"}, true, 0, "implementation: amd64 BMI2+ADX\n"},
		{"planted index, assembly", []string{assembly, "index"}, true, 0, "implementation: amd64 BMI2+ADX\n"},
		{"unknown implementation", []string{"none"}, false, 2, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := valgrind.Run(t, program, test.args...)
			if r.Status != test.status || r.Output != test.says {
				t.Errorf("exit status %d, output %q\n%s", r.Status, r.Output, r.Log)
			}
			if test.reports && len(r.Reports) == 0 {
				t.Error("no report of what was planted")
			}
			if !test.reports && len(r.Reports) != 0 {
				t.Errorf("%d reports, the first:\n%s", len(r.Reports), r.Reports[0])
			}
		})
	}
}
