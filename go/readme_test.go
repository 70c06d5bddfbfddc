package secp256k1_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The program in the README compiles, as it stands there, and runs.
func TestReadme(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("SKIPPED the README's program: install Go 1.26")
	}
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := regexp.MustCompile("(?s)```go\n(package main.*?)```").FindAllSubmatch(readme, -1)
	if len(programs) != 1 {
		t.Fatalf("%d programs", len(programs))
	}
	path := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(path, programs[0][1], 0o600); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("go", "run", path)
	run.Env = append(os.Environ(), "GOWORK=off", "GOOS=", "GOARCH=", "GOFLAGS=")
	var log strings.Builder // of what it downloads and compiles, too
	run.Stderr = &log
	if out, err := run.Output(); err != nil || string(out) != "true\n" {
		t.Errorf("%s%s%v", out, log.String(), err)
	}
}
