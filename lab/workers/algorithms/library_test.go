package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestLibraryLoads(t *testing.T) {
	list := testLibrary(t)
	if list == nil {
		t.Skip("SKIPPED libsecp256k1 in lab/workers/algorithms: make test, which builds one where there is cargo")
	}
	if len(list) != 2 || list[0].family != ecdsaFamily || list[1].family != schnorrFamily {
		t.Errorf("it gives %d schemes", len(list))
	}
}

func TestLibraryRefused(t *testing.T) {
	for _, c := range []struct {
		name string
		l    library
	}{
		{"no file", library{path: filepath.Join(t.TempDir(), "none.so"), prefix: "secp256k1_"}},
		{"no file in the working directory", library{path: "libc.so.6", prefix: "secp256k1_"}},
		{"not a library", library{path: "go.mod", prefix: "secp256k1_"}},
	} {
		if list, err := c.l.load(); err == nil || list != nil {
			t.Errorf("%s: it loads", c.name)
		}
	}
}

func TestLibraryWrongPrefix(t *testing.T) {
	list := testLibrary(t)
	if list == nil {
		t.Skip("SKIPPED libsecp256k1 in lab/workers/algorithms: make test, which builds one where there is cargo")
	}
	_, err := (library{path: list[0].path, prefix: "no_such_"}).load()
	if err == nil || !strings.Contains(err.Error(), "no_such_") {
		t.Errorf("error: %v", err)
	}
}
