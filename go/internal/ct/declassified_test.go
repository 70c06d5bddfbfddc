package ct_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// declassifying are the functions whose result may be known by the assertion of
// whoever calls them.
var declassifying = regexp.MustCompile(`^(Declassify|DeclassifyAffine|declassify|PutPublic|PublicBaseMul(s|Inverse)?|Public|public)$`)

// receiver is the name of the type that a method is of, with a point behind.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	typ := f.Recv.List[0].Type
	if pointer, ok := typ.(*ast.StarExpr); ok {
		typ = pointer.X
	}
	return typ.(*ast.Ident).Name + "."
}

// TestDeclassified compares the functions that make a secret public with the
// table of docs/go-internals.md.
func TestDeclassified(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || strings.HasSuffix(path, "internal/ct/memcheck")):
			return filepath.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, _ := filepath.Rel("../..", filepath.Dir(path))
		if dir == "." {
			dir = "secp256k1"
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || declassifying.MatchString(f.Name.Name) {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				if called, ok := n.(*ast.SelectorExpr); ok && declassifying.MatchString(called.Sel.Name) {
					found[filepath.ToSlash(dir)+" "+receiver(f)+f.Name.Name] = true
				}
				return true
			})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/go-internals.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "\n| made public | where |\n|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string]bool{}
	for row := range strings.SplitSeq(table, "\n") {
		_, where, _ := strings.Cut(row, " | ")
		for _, name := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(where, -1) {
			listed[name[1]] = true
		}
	}
	got, want := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(listed))
	if !slices.Equal(got, want) {
		t.Errorf("functions that make a secret public:\n%s\nin docs/go-internals.md:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
