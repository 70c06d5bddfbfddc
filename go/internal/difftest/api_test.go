package difftest

import (
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"strings"
	"testing"

	"golang.org/x/exp/apidiff"
)

// exportsOf returns the packages of the module that a folder's go.mod builds
// under the released module's path.
func exportsOf(t *testing.T, dir string) types.Importer {
	files := map[string]string{}
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}}\t{{.Export}}", releasedPath, releasedPath + "/ecdsa", releasedPath + "/schnorr"}
	for line := range strings.Lines(goCommand(t, dir, args...)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files[path] = file
	}
	return importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) { return os.Open(files[path]) })
}

// TestReplacementAPI compares the interfaces: there is no difference, neither
// incompatible nor compatible.
func TestReplacementAPI(t *testing.T) {
	released, replaced := exportsOf(t, "."), exportsOf(t, replacement)
	for _, name := range []string{"", "/ecdsa", "/schnorr"} {
		old, err := released.Import(releasedPath + name)
		if err != nil {
			t.Fatal(err)
		}
		new, err := replaced.Import(releasedPath + name)
		if err != nil {
			t.Fatal(err)
		}
		if old == new || len(old.Scope().Names()) == 0 {
			t.Fatal("nothing is compared")
		}
		for _, change := range apidiff.Changes(old, new).Changes {
			t.Errorf("%s%s: %s", releasedPath, name, change.Message)
		}
		t.Logf("%s%s: %d exported names", releasedPath, name, len(old.Scope().Names()))
	}
}
