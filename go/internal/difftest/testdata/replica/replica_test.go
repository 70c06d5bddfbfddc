package replica

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	released "koblitz.dev/go/internal/difftest/calls"
	"koblitz.dev/go/internal/difftest/inputs"
	replaced "koblitz.dev/go/internal/difftest/replica/calls"
)

var (
	number = flag.Int("calls", 1000, "calls of each function")
	seed   = flag.Uint64("seed", 1, "of the inputs")
	source = flag.String("source", "", "folder of the released module")
)

// TestCalls makes the same calls to both modules.
func TestCalls(t *testing.T) {
	if len(released.Calls) != len(replaced.Calls) {
		t.Fatal("not the same calls")
	}
	names := make(chan string)
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for name := range names {
				s := inputs.New(*seed, released.Encode)
				for i := range *number {
					a, b := s.Fork()
					if want, got := released.Calls[name](a), replaced.Calls[name](b); got != want {
						t.Errorf("%s, call %d:\n%sreleased:\n%s", name, i, got, want)
						break
					}
				}
			}
		})
	}
	total := 0
	for name := range released.Calls {
		names <- name
		total += *number
	}
	close(names)
	workers.Wait()
	fmt.Printf("%d functions, %d calls\n", len(released.Calls), total)
}

// TestEveryFunction finds each exported function and method of the released
// module among the calls.
func TestEveryFunction(t *testing.T) {
	for folder, prefix := range map[string]string{"": "", "ecdsa": "ecdsa.", "schnorr": "schnorr."} {
		files, err := filepath.Glob(filepath.Join(*source, folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(folder, err)
		}
		for _, path := range files {
			if strings.HasSuffix(path, "_test.go") || slices.Contains([]string{"genprecomps.go"}, filepath.Base(path)) {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
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
				if released.Calls[prefix+name] == nil {
					t.Errorf("%s is not called", prefix+name)
				}
			}
		}
	}
}
