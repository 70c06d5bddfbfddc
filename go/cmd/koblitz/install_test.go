package main

import (
	"archive/zip"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstall installs the command as its users do, out of a module proxy that has
// this tree's modules and what the module cache has: go install refuses a go.mod
// with replace lines.
func TestInstall(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the command")
	}
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Skip("SKIPPED installation of the command: install Go 1.26")
	}
	version, err := os.ReadFile("../../../VERSION")
	if err != nil {
		t.Fatal(err)
	}
	v := "v" + strings.TrimSpace(string(version))
	proxy, bin := t.TempDir(), t.TempDir()
	for module, dir := range map[string]string{"koblitz.dev/secp256k1": "../..", "koblitz.dev/secp256k1/libsecp": "../../libsecp", "koblitz.dev/secp256k1/nostr": "../../nostr", "koblitz.dev/secp256k1/cmd/koblitz": "."} {
		publish(t, filepath.Join(proxy, module, "@v"), module, v, dir)
	}
	install := exec.Command("go", "install", "-trimpath", "koblitz.dev/secp256k1/cmd/koblitz@latest")
	install.Dir = bin
	install.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-modcacherw", "GOSUMDB=off", "GOBIN="+bin, "GOMODCACHE="+t.TempDir(),
		"GOPROXY=file://"+proxy+",file://"+strings.TrimSpace(string(cache))+"/cache/download")
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(filepath.Join(bin, "koblitz"), "--version").Output(); err != nil || !strings.HasPrefix(string(out), "koblitz "+v+" ") {
		t.Errorf("%q, %v", out, err)
	}
	pub := exec.Command(filepath.Join(bin, "koblitz"), "pub")
	pub.Stdin = strings.NewReader(secret)
	if out, err := pub.Output(); err != nil || string(out) != "02"+x3+"\n" {
		t.Errorf("%q, %v", out, err)
	}
}

// publish writes what a module proxy serves of version v of the module in dir.
func publish(t *testing.T, to, module, v, dir string) {
	t.Helper()
	if err := os.MkdirAll(to, 0o755); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"list": v + "\n", v + ".info": `{"Version":"` + v + `"}`, v + ".mod": string(mod)} {
		if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Create(filepath.Join(to, v+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	archive := zip.NewWriter(f)
	err = filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if _, err := os.Stat(filepath.Join(file, "go.mod")); err == nil && file != dir {
				return fs.SkipDir // another module
			}
			return nil
		}
		name, err := filepath.Rel(dir, file)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		w, err := archive.Create(path.Join(module+"@"+v, filepath.ToSlash(name)))
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
}
