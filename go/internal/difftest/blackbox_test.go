package difftest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// ownTests are how many of the released module's own tests and examples compile
// against the replacement, the others being of its tables, its accumulator and how
// it splits scalars.
var ownTests = map[string]int{".": 72, "./ecdsa": 15, "./schnorr": 9}

// rewritten is how the original's tests get at its words of 26 and of 32 bits, and
// what they are given instead: functions of shim_test.go.
var rewritten = []struct{ file, old, new string }{
	{"field_test.go", `\b(f)\.n = (test\.raw)`, "setRaw26($1, $2)"},
	{"field_test.go", `\b(f2?)\.n\b`, "raw26($1)"},
	{"modnscalar_test.go", `\b(s2)\.n\[(\w+)\] \^= (\w+)`, "flip32($1, $2, $3)"},
	{"modnscalar_test.go", `\b(s2?)\.n\b`, "raw32($1)"},
}

// TestReplacementOwnTests runs the released module's tests, out of the module
// cache, against the replacement: each declaration that compiles.
func TestReplacementOwnTests(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles many times")
	}
	dir := t.TempDir()
	copyTree(t, dir, replacement, "", "")
	mod := strings.ReplaceAll(string(read(t, filepath.Join(replacement, "go.mod"))), "=> ..", "=> "+absolute(t, "../.."))
	write(t, filepath.Join(dir, "go.mod"), []byte(mod))
	write(t, filepath.Join(dir, "go.sum"), read(t, filepath.Join(replacement, "go.sum")))
	source := goCommand(t, ".", "list", "-m", "-f", "{{.Dir}}", releasedPath)
	for pkg, want := range ownTests {
		files, err := filepath.Glob(filepath.Join(source, pkg, "*_test.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(pkg, err)
		}
		for _, path := range files {
			text := read(t, path)
			for _, r := range rewritten {
				if r.file == filepath.Base(path) {
					text = regexp.MustCompile(r.old).ReplaceAll(text, []byte(r.new))
				}
			}
			write(t, filepath.Join(dir, pkg, filepath.Base(path)), text)
		}
		write(t, filepath.Join(dir, pkg, "shim_test.go"), read(t, filepath.Join("testdata/own", pkg, "shim_test.go")))
		dropped := dropUntilCompiled(t, dir, pkg)
		out := goCommand(t, dir, "test", "-count=1", "-v", pkg)
		ran := len(regexp.MustCompile(`(?m)^--- PASS: `).FindAllString(out, -1))
		t.Logf("%s: %d tests and examples pass; not compiled: %s", pkg, ran, strings.Join(dropped, " "))
		if ran != want {
			t.Errorf("%s: %d tests, want %d", pkg, ran, want)
		}
	}
}

// dropUntilCompiled takes out of a package's test files the declarations that the
// compiler complains of, and the imports that are not used then, until it
// compiles them. It returns the names of the tests and examples that went.
func dropUntilCompiled(t *testing.T, dir, pkg string) (dropped []string) {
	t.Helper()
	place := regexp.MustCompile(`(?m)^(?:vet: )?\.?/?(\S+_test\.go):(\d+):\d+: (.*)$`)
	for range 12 {
		cmd := exec.Command("go", "test", "-c", "-vet=off", "-gcflags=-e", "-o", os.DevNull, pkg)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err == nil {
			return dropped
		}
		lines := map[string][]int{}
		for _, m := range place.FindAllStringSubmatch(string(out), -1) {
			line, err := strconv.Atoi(m[2])
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(dir, m[1])
			lines[path] = append(lines[path], line)
		}
		if len(lines) == 0 {
			t.Fatalf("%s", out)
		}
		for path, at := range lines {
			dropped = append(dropped, dropLines(t, path, at)...)
		}
	}
	t.Fatalf("%s does not compile", pkg)
	return nil
}

// dropLines takes the declarations and imports that are on these lines out of a
// file.
func dropLines(t *testing.T, path string, lines []int) (dropped []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	on := func(n ast.Node) bool {
		from, to := fset.Position(n.Pos()).Line, fset.Position(n.End()).Line
		return slices.ContainsFunc(lines, func(l int) bool { return from <= l && l <= to })
	}
	var kept []ast.Decl
	for _, d := range file.Decls {
		g, isGeneral := d.(*ast.GenDecl)
		if isGeneral && g.Tok == token.IMPORT {
			g.Specs = slices.DeleteFunc(g.Specs, func(s ast.Spec) bool { return on(s) })
			if len(g.Specs) > 0 {
				kept = append(kept, d)
			}
			continue
		}
		if !on(d) {
			kept = append(kept, d)
			continue
		}
		if f, ok := d.(*ast.FuncDecl); ok && (strings.HasPrefix(f.Name.Name, "Test") || strings.HasPrefix(f.Name.Name, "Example")) {
			dropped = append(dropped, f.Name.Name)
		}
	}
	file.Decls = kept
	// Comments inside what went would land elsewhere; examples need theirs.
	file.Comments = slices.DeleteFunc(file.Comments, func(c *ast.CommentGroup) bool {
		return c.Pos() > file.Name.End() && !slices.ContainsFunc(kept, func(d ast.Decl) bool { return d.Pos() <= c.Pos() && c.End() <= d.End() })
	})
	var out bytes.Buffer
	if err := format.Node(&out, fset, file); err != nil {
		t.Fatal(fmt.Errorf("%s: %w", path, err))
	}
	write(t, path, out.Bytes())
	return dropped
}
