package secp256k1_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestPackages: each package that programs import has an example, and gets at what
// others hold by their interfaces alone. libsecp calls functions that are not in Go.
func TestPackages(t *testing.T) {
	hasExample := map[string]bool{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		dir := filepath.ToSlash(filepath.Dir(path))
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || path == "internal"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			return err
		}
		isTest := strings.HasSuffix(path, "_test.go")
		if !isTest && file.Name.Name != "main" && !strings.Contains(dir, "internal") {
			hasExample[dir] = hasExample[dir] || false
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && isTest && strings.HasPrefix(f.Name.Name, "Example") {
				hasExample[dir] = true
			}
		}
		for _, i := range file.Imports {
			if i.Path.Value == `"unsafe"` && dir != "libsecp" {
				t.Errorf("%s imports unsafe", path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(hasExample) < 10 {
		t.Errorf("%d packages", len(hasExample))
	}
	for dir, has := range hasExample {
		if !has {
			t.Errorf("%s has no example", dir)
		}
	}
}
