//go:build linux && amd64 && !purego

package ct

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Constant time: memcheck finds no branch on a secret and no address made from
// one, in any operation; and it finds those that are planted.
func TestConstantTime(t *testing.T) {
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("SKIPPED constant time: apt-get install valgrind")
	}
	// valgrind 3.19 does not know DWARF 5; it takes the names from the symbols.
	program := filepath.Join(t.TempDir(), "memcheck")
	build := exec.Command("go", "build", "-tags=valgrind", "-ldflags=-w", "-o", program, "./memcheck")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const generic, assembly = "generic", "amd64 BMI2+ADX"
	tests := []struct {
		name    string
		args    []string
		reports bool // whether there must be reports, or must be none
		status  int
		says    string
	}{
		{"generic", []string{generic}, false, 0, "implementation: generic\nkeys: 8\n"},
		{"assembly", []string{assembly}, false, 0, "implementation: amd64 BMI2+ADX\nkeys: 8\n"},
		{"planted branch, generic", []string{generic, "branch"}, true, 0, "implementation: generic\n"},
		{"planted index, generic", []string{generic, "index"}, true, 0, "implementation: generic\n"},
		{"planted branch, assembly", []string{assembly, "branch"}, true, 0, "implementation: amd64 BMI2+ADX\n"},
		{"planted index, assembly", []string{assembly, "index"}, true, 0, "implementation: amd64 BMI2+ADX\n"},
		{"unknown implementation", []string{"none"}, false, 2, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			valgrind := exec.Command("valgrind", append([]string{"--error-limit=no", program}, test.args...)...)
			// One thread, whose stack nobody moves.
			valgrind.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
			var stdout, stderr bytes.Buffer
			valgrind.Stdout, valgrind.Stderr = &stdout, &stderr
			err := valgrind.Run()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			if status := valgrind.ProcessState.ExitCode(); status != test.status || stdout.String() != test.says {
				t.Errorf("exit status %d, output %q\n%s", status, stdout.String(), tail(stderr.String()))
			}
			reports := ours(stderr.String())
			if test.reports && len(reports) == 0 {
				t.Error("no report of what was planted")
			}
			if !test.reports && len(reports) != 0 {
				t.Errorf("%d reports, the first:\n%s", len(reports), reports[0])
			}
		})
	}
}

// ours returns the reports that have this module's code on their stack, whether
// it is to blame itself or what it calls, such as a comparison of memory. The
// runtime's own, which its changes of stacks cause, are the rest.
func ours(log string) []string {
	var reports []string
	for _, block := range strings.Split(stripPIDs(log), "\n\n") {
		_, at, _ := strings.Cut(block, "   at ")
		_, function, _ := strings.Cut(at, ": ")
		if strings.Contains(block, " koblitz.dev/go/") || strings.HasPrefix(function, "main.plant ") {
			reports = append(reports, block)
		}
	}
	return reports
}

// stripPIDs removes the "==PID== " before each line, so that empty lines are
// between reports.
func stripPIDs(log string) string {
	var b strings.Builder
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "==") {
			_, line, _ = strings.Cut(line, "== ")
			if line == "" {
				line = "\n"
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

func tail(log string) string { return log[max(0, len(log)-2000):] }
