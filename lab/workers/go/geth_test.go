//go:build cgo_secp

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestBundledLibrary reads the version in the sources that are compiled.
func TestBundledLibrary(t *testing.T) {
	dir := moduleList(t, "{{.Dir}}", gethModule)
	text, err := os.ReadFile(filepath.Join(dir, "crypto/secp256k1/libsecp256k1/configure.ac"))
	if err != nil {
		t.Fatal(err)
	}
	define := func(name string) string {
		m := regexp.MustCompile(`define\(_PKG_VERSION_` + name + `, (\w+)\)`).FindSubmatch(text)
		if m == nil {
			t.Fatalf("no %s in configure.ac", name)
		}
		return string(m[1])
	}
	version := define("MAJOR") + "." + define("MINOR") + "." + define("PATCH")
	if define("IS_RELEASE") != "true" {
		version += "-dev"
	}
	if version != gethLibrary {
		t.Errorf("bundled %s, gethLibrary says %s", version, gethLibrary)
	}
}
