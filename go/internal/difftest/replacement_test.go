package difftest

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The module that go/decred replaces, and where the replacement lies.
const (
	releasedPath = "github.com/decred/dcrd/dcrec/secp256k1/v4"
	replacement  = "../../decred"
	replicaPath  = "koblitz.dev/go/internal/difftest/replica"
)

var (
	calls    = flag.String("calls", "1000", "calls of each function of the replacement of decred's module")
	speed    = flag.Bool("speed", false, "print the times of both modules")
	callSeed = flag.String("seed", "1", "of the inputs of these")
)

// goCommand runs the go command in a folder, outside the workspace.
func goCommand(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(args, " "), err, out, stderr.String())
	}
	return strings.TrimSpace(string(out))
}

// copyTree copies the Go files below a folder, tests excluded unless asked for,
// with one import path for another.
func copyTree(t *testing.T, to, from, oldPath, newPath string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		name = filepath.Join(to, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		return os.WriteFile(name, bytes.ReplaceAll(text, []byte(`"`+oldPath), []byte(`"`+newPath)), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, text []byte) {
	t.Helper()
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestReplacement makes the same calls to the released module, under its own
// path, and to a copy of the replacement under another, in one program.
func TestReplacement(t *testing.T) {
	dir := t.TempDir()
	copyTree(t, filepath.Join(dir, "secp256k1"), replacement, releasedPath, replicaPath+"/secp256k1")
	copyTree(t, filepath.Join(dir, "calls"), "calls", releasedPath, replicaPath+"/secp256k1")
	for _, name := range []string{"replica_test.go", "speed_test.go"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join("testdata/replica", name)))
	}
	write(t, filepath.Join(dir, "go.sum"), read(t, "go.sum"))
	mod := strings.Replace(string(read(t, "go.mod")), "module koblitz.dev/go/internal/difftest", "module "+replicaPath, 1)
	mod = strings.ReplaceAll(mod, "=> ../..", "=> "+absolute(t, "../.."))
	mod += "\nrequire koblitz.dev/go/internal/difftest v0.0.0\nreplace koblitz.dev/go/internal/difftest => " + absolute(t, ".") + "\n"
	write(t, filepath.Join(dir, "go.mod"), []byte(mod))
	source := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}", releasedPath)
	out := goCommand(t, dir, "test", "-mod=mod", "-count=1", "-timeout=0", "-v", ".",
		"-calls="+*calls, "-seed="+*callSeed, "-source="+source, fmt.Sprintf("-speed=%v", *speed))
	for line := range strings.Lines(out) {
		if strings.Contains(line, " functions, ") || strings.HasPrefix(line, "| ") {
			t.Log(strings.TrimSpace(line))
		}
	}
}
