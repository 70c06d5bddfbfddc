package contest

import (
	"os"
	"path/filepath"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

func TestBinaries(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a/b.mjs": "x\n", "a.c": "y\n", "a/__pycache__/b.pyc": "compiled", "library.so": "\x7fELF",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("a.c", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	// By sha256sum of coreutils 9.1.
	folder := results.Binary{Path: dir, SHA256: "d2514a28e5bb9086d5f44edf7dd9997d786e9e6654863db78e5540284b329e8d"}
	library := results.Binary{Path: filepath.Join(dir, "library.so"), SHA256: "3bdbb4fe8397cd2b842430b39ccff01a8663c751945ef5e9a09e267fb8b1d359"}
	for _, c := range []struct {
		name string
		spec worker.Spec
		want []results.Binary
		ok   bool
	}{
		{"nothing", worker.Spec{}, nil, true},
		{"a library", worker.Spec{Private: []string{library.Path}}, []results.Binary{library}, true},
		{"both", worker.Spec{Private: []string{library.Path}, Read: []string{dir}}, []results.Binary{library, folder}, true},
		{"absent", worker.Spec{Read: []string{filepath.Join(dir, "no")}}, nil, false},
	} {
		got, err := binaries(c.spec)
		if (err == nil) != c.ok || len(got) != len(c.want) {
			t.Errorf("%s: %v, %v", c.name, got, err)
			continue
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: %v, want %v", c.name, got[i], c.want[i])
			}
		}
	}
}
