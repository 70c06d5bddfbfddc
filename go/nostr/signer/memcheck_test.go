//go:build linux && amd64 && !purego

package signer_test

import (
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/internal/ct/valgrind"
	"koblitz.dev/secp256k1/nostr/signer"
)

// TestMemcheckCoverage finds each method of what holds a secret in the program that memcheck
// runs. The program itself has no package reflect: it allocates values with pointers, for
// which the runtime looks at memory that it has not written.
func TestMemcheckCoverage(t *testing.T) {
	program, err := os.ReadFile("internal/memcheck/main.go")
	if err != nil {
		t.Fatal(err)
	}
	for variable, of := range map[string]any{"k": signer.New(), "g": signer.NewGenerator()} {
		typ := reflect.TypeOf(of)
		if typ.NumMethod() < 5 {
			t.Errorf("%v has %d methods", typ, typ.NumMethod())
		}
		for i := range typ.NumMethod() {
			name := typ.Method(i).Name
			if slices.Contains([]string{"Format", "MarshalText", "UnmarshalText"}, name) {
				continue // have no secret to compute with
			}
			if !strings.Contains(string(program), variable+"."+name+"(") {
				t.Errorf("%v.%s is not run", typ, name)
			}
		}
	}
}

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
