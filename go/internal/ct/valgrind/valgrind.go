// Package valgrind builds programs that mark secrets, by package ct, and runs them
// under valgrind's memcheck, for tests.
package valgrind

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Build builds the program of a package in a folder with the marks, and returns
// where it lies. It skips the test where there is no valgrind.
func Build(t *testing.T, dir, pkg string, env ...string) string {
	t.Helper()
	if _, err := exec.LookPath("valgrind"); err != nil {
		t.Skip("SKIPPED constant time: apt-get install valgrind")
	}
	// valgrind 3.19 does not know DWARF 5; it takes the names from the symbols.
	program := filepath.Join(t.TempDir(), "memcheck")
	build := exec.Command("go", "build", "-tags=valgrind", "-ldflags=-w", "-o", program, pkg)
	build.Dir = dir
	build.Env = append(append(os.Environ(), "CGO_ENABLED=0"), env...)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

// A Result is what a program did. Reports are those of memcheck on uninitialised
// values that have this module's code or the program's on their stack, whether it is
// to blame itself or what it calls, such as a comparison of memory. The rest are the
// runtime's own, which its changes of stacks cause.
type Result struct {
	Output  string
	Status  int
	Reports []string
	Log     string // the end of what was written to standard error
}

// SkipIfRefused skips the test where a program, by what it wrote to standard error, did
// not start because valgrind lacks what it was built for, such as AVX-512 by GOAMD64=v4.
func SkipIfRefused(t *testing.T, log string) {
	t.Helper()
	if strings.Contains(log, "This program can only be run on AMD64 processors with") {
		t.Skip("SKIPPED programs under valgrind, which lacks what GOAMD64 asks for: export GOAMD64=v3")
	}
}

// Run runs a program on one thread, whose stack nobody moves. It skips the test as
// [SkipIfRefused] does.
func Run(t *testing.T, program string, args ...string) (r Result) {
	t.Helper()
	cmd := exec.Command("valgrind", append([]string{"--error-limit=no", program}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=off", "GODEBUG=asyncpreemptoff=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	log := stderr.String()
	SkipIfRefused(t, log)
	r.Output, r.Status, r.Log = stdout.String(), cmd.ProcessState.ExitCode(), log[max(0, len(log)-2000):]
	for _, block := range strings.Split(stripPIDs(log), "\n\n") {
		if !strings.Contains(block, "uninitialised") {
			continue
		}
		// What is inlined into the program itself has its name.
		if strings.Contains(block, ": koblitz.dev/secp256k1") || strings.Contains(block, ": main.") {
			r.Reports = append(r.Reports, block)
		}
	}
	return r
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
