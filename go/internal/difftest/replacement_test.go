package difftest

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The module that go/decred replaces, and where the replacement lies.
const (
	releasedPath = "github.com/decred/dcrd/dcrec/secp256k1/v4"
	replacement  = "../../decred"
	replicaPath  = "koblitz.dev/secp256k1/internal/difftest/replica"
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
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
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

// replica makes a module that has a copy of the replacement under a path of its
// own, and returns its folder.
func replica(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	copyTree(t, filepath.Join(dir, "secp256k1"), replacement, releasedPath, replicaPath+"/secp256k1")
	write(t, filepath.Join(dir, "go.sum"), read(t, "go.sum"))
	mod := strings.Replace(string(read(t, "go.mod")), "module koblitz.dev/secp256k1/internal/difftest", "module "+replicaPath, 1)
	mod = strings.ReplaceAll(mod, "=> ../..", "=> "+absolute(t, "../.."))
	mod += "\nrequire koblitz.dev/secp256k1/internal/difftest v0.0.0\nreplace koblitz.dev/secp256k1/internal/difftest => " + absolute(t, ".") + "\n"
	write(t, filepath.Join(dir, "go.mod"), []byte(mod))
	return dir
}

// exportedFunctions returns the exported functions and methods of the three
// packages in a folder, as package.Type.Method without the first package's name.
func exportedFunctions(t *testing.T, dir string) (names []string) {
	t.Helper()
	for folder, prefix := range map[string]string{"": "", "ecdsa": "ecdsa.", "schnorr": "schnorr."} {
		files, err := filepath.Glob(filepath.Join(dir, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			// What is not part of the package is a program that makes its tables.
			if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == "genprecomps.go" {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range file.Decls {
				f, ok := decl.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() {
					continue
				}
				name := f.Name.Name
				if f.Recv != nil {
					x := f.Recv.List[0].Type
					if star, ok := x.(*ast.StarExpr); ok {
						x = star.X
					}
					receiver := x.(*ast.Ident)
					if !receiver.IsExported() {
						continue
					}
					name = receiver.Name + "." + name
				}
				names = append(names, prefix+name)
			}
		}
	}
	return names
}

// TestReplacement makes the same calls to the released module, under its own
// path, and to a copy of the replacement under another, in one program.
func TestReplacement(t *testing.T) {
	dir := replica(t)
	copyTree(t, filepath.Join(dir, "calls"), "calls", releasedPath, replicaPath+"/secp256k1")
	for _, name := range []string{"replica_test.go", "speed_test.go", "stack_test.go"} {
		write(t, filepath.Join(dir, name), read(t, filepath.Join("testdata/replica", name)))
	}
	source := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}", releasedPath)
	out := goCommand(t, dir, "test", "-mod=mod", "-count=1", "-timeout=0", "-v", ".",
		"-calls="+*calls, "-seed="+*callSeed, "-functions="+strings.Join(exportedFunctions(t, source), ","), fmt.Sprintf("-speed=%v", *speed))
	for line := range strings.Lines(out) {
		if strings.Contains(line, " functions, ") || strings.HasPrefix(line, "| ") {
			t.Log(strings.TrimSpace(line))
		}
	}
}

// TestClientsMutant: the lines that clients.sh, which wants the network, changes for
// its mutant are there.
func TestClientsMutant(t *testing.T) {
	changes := regexp.MustCompile(`(?m)^change (\S+) '([^']+)'`).FindAllStringSubmatch(string(read(t, "../../clients/clients.sh")), -1)
	if len(changes) != 2 {
		t.Fatalf("%q", changes)
	}
	for _, c := range changes {
		if n := strings.Count(string(read(t, filepath.Join(replacement, c[1]))), c[2]+"\n"); n != 1 {
			t.Errorf("%d lines of %s end in %s", n, c[1], c[2])
		}
	}
}
