package libsecp

import (
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// A build is a library to test with.
type build struct{ name, path, prefix string }

const crate = "rustsecp256k1_v0_14_"

// builds returns the libraries that the environment names.
func builds(t testing.TB) []build {
	var list []build
	for _, b := range []struct{ variable, prefix, make string }{
		{"KOBLITZ_TEST_LIBSECP256K1", crate, "make -C lab/anchors OUT=$PWD/build/anchors libsecp256k1-0.8.0"},
		{"KOBLITZ_TEST_ENGINE", "", "make engine"},
	} {
		path := os.Getenv(b.variable)
		if path == "" {
			t.Logf("SKIPPED go/libsecp with $%s: %s, then set it to the library's absolute path", b.variable, b.make)
			continue
		}
		list = append(list, build{b.variable, path, b.prefix})
	}
	return list
}

// each runs a test with every library.
func each(t *testing.T, test func(t *testing.T, l *Library)) {
	for _, b := range builds(t) {
		t.Run(b.name, func(t *testing.T) {
			l, err := Open(b.path, b.prefix)
			if err != nil {
				t.Fatal(err)
			}
			test(t, l)
		})
	}
}

func TestOpenAgain(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		again, err := Open(l.Name(), l.prefix)
		if err != nil || again != l {
			t.Errorf("another library, %v", err)
		}
	})
}

func TestOpenErrors(t *testing.T) {
	folder := t.TempDir()
	text := filepath.Join(folder, "text.so")
	if err := os.WriteFile(text, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	cases := []struct {
		name, library, prefix string
		is                    error
		text                  string
	}{
		{"missing file", filepath.Join(folder, "none.so"), "", fs.ErrNotExist, "none.so"},
		{"missing soname", "libnone-of-that-name.so.7", "", fs.ErrNotExist, "libnone-of-that-name.so.7"},
		{"folder", folder, "", ErrNotLibrary, "folder"},
		{"text", text, "", ErrNotLibrary, "text.so"},
		{"no name", "", "", nil, "empty"},
		{"relative path", "./libsecp256k1.so", "", nil, "relative path"},
		{"relative path without a dot", "build/libsecp256k1.so", "", nil, "relative path"},
		{"dot", ".", "", nil, "relative path"},
		{"zero byte", "libsecp256k1.so\x00.7", "", nil, "zero byte"},
		{"zero byte in the prefix", "libsecp256k1.so", "a\x00b", nil, "zero byte"},
		{"C library", libc(t), "", ErrNotLibrary, `starts with "secp256k1_"`},
	}
	for _, b := range builds(t) {
		cases = append(cases, struct {
			name, library, prefix string
			is                    error
			text                  string
		}{b.name + ", other prefix", b.path, "other_", ErrNotLibrary, `starts with "other_"`})
	}
	for _, c := range cases {
		l, err := Open(c.library, c.prefix)
		if l != nil || err == nil || !strings.Contains(err.Error(), c.text) || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// libc returns the file of the C library that this process runs on.
func libc(t *testing.T) string {
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		t.Skip("SKIPPED go/libsecp other libraries: mount -t proc proc /proc")
	}
	for line := range strings.Lines(string(maps)) {
		if f := strings.Fields(line); len(f) == 6 && strings.Contains(f[5], "libc") {
			return f[5]
		}
	}
	t.Fatal("no C library is loaded")
	return ""
}

// Libraries that lack functions, or lie, are made by a C compiler.
func TestOtherLibraries(t *testing.T) {
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("SKIPPED go/libsecp other libraries: sudo apt-get install gcc")
	}
	source := func(omit, extra string) string {
		var b strings.Builder
		b.WriteString("#include <string.h>\nstatic char context[8];\nvoid *secp256k1_context_create(unsigned f) { (void)f; return context; }\n")
		for _, s := range required {
			if names[s] != omit {
				b.WriteString("int secp256k1_" + names[s] + "(void) { return 1; }\n")
			}
		}
		return b.String() + extra
	}
	for _, c := range []struct {
		name, source string
		symbol       string // of a MissingSymbolError
		text         string
	}{
		{"yes to everything", source("", ""), "", "wrong public key"},
		{"no ecdsa_verify", source("ecdsa_verify", ""), "secp256k1_ecdsa_verify", "too old"},
		{"one function", "int secp256k1_ecdh(void) { return 1; }", "secp256k1_ec_seckey_verify", ""},
		{"no context", strings.ReplaceAll(source("", ""), "context_create", "context_other"), "secp256k1_context_preallocated_size", ""},
		{"huge context", strings.ReplaceAll(source("", "void *secp256k1_context_preallocated_create(void) { return 0; }\n"),
			"void *secp256k1_context_create(unsigned f) { (void)f; return context; }", "unsigned long secp256k1_context_preallocated_size(void) { return ~0ul; }"), "", "a context of"},
		{"null context", strings.ReplaceAll(source("", ""), "return context;", "return 0;"), "", "no context"},
	} {
		folder := t.TempDir()
		path := filepath.Join(folder, "lib.so")
		if err := os.WriteFile(filepath.Join(folder, "lib.c"), []byte(c.source), 0o600); err != nil {
			t.Fatal(err)
		}
		cc := exec.Command("cc", "-shared", "-fPIC", "-o", path, filepath.Join(folder, "lib.c"))
		if out, err := cc.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", c.name, err, out)
		}
		l, err := Open(path, "")
		var missing *MissingSymbolError
		if l != nil || err == nil || !strings.Contains(err.Error(), c.text) {
			t.Errorf("%s: %v", c.name, err)
		} else if errors.As(err, &missing) != (c.symbol != "") || missing != nil && missing.Symbol != c.symbol {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestResolve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "lib.so")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, library, goos, searchPath string
		want                            []string
		text                            string // of the error
	}{
		{"bare", "lib.so", "linux", "", []string{"lib.so"}, ""},
		{"bare, good search path", "lib.so", "linux", "/opt/lib:/usr/lib", []string{"lib.so"}, ""},
		{"bare, empty entry", "lib.so", "linux", "/opt/lib:", nil, `""`},
		{"bare, only a separator", "lib.so", "linux", ":", nil, `""`},
		{"bare, dot", "lib.so", "linux", "/opt/lib:.", nil, `"."`},
		{"bare, relative entry after a semicolon", "lib.so", "linux", "/opt/lib;lib", nil, `"lib"`},
		{"absolute, relative entry", file, "linux", ":", []string{file}, ""},
		{"bare on macOS", "lib.dylib", "darwin", ".", []string{"/opt/homebrew/lib/lib.dylib", "/usr/local/lib/lib.dylib", "/usr/lib/lib.dylib"}, ""},
		{"run path", "@loader_path", "darwin", "", nil, "bare name"},
		{"origin", "$ORIGIN", "linux", "", nil, "bare name"},
		{"up", "..", "linux", "", nil, "relative"},
		{"up and down", "../lib.so", "linux", "", nil, "relative"},
		{"ends in a separator", "lib.so/", "linux", "", nil, "relative"},
	} {
		got, err := resolve(c.library, c.goos, c.searchPath)
		switch {
		case c.text == "" && (err != nil || strings.Join(got, " ") != strings.Join(c.want, " ")):
			t.Errorf("%s: %q, %v", c.name, got, err)
		case c.text != "" && (err == nil || !strings.Contains(err.Error(), c.text)):
			t.Errorf("%s: %q, %v", c.name, got, err)
		}
	}
}

// A library in the working directory is not found by its bare name, however
// LD_LIBRARY_PATH is set. The search path is read when a process starts, so the
// test is one of its own.
func TestWorkingDirectory(t *testing.T) {
	const name = "libkoblitz-test-of-the-working-directory.so"
	if os.Getenv("KOBLITZ_TEST_CHILD") != "" {
		l, err := Open(name, "")
		if err == nil {
			t.Fatal("loaded from the working directory")
		}
		var missing *MissingSymbolError
		if l != nil || errors.Is(err, ErrNotLibrary) || errors.As(err, &missing) {
			t.Fatalf("found: %v", err)
		}
		return
	}
	for _, b := range builds(t) {
		folder := t.TempDir()
		content, err := os.ReadFile(b.path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o700); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"", ":", ".", "/usr/lib:", "./", ";"} {
			child := exec.Command(os.Args[0], "-test.run=^TestWorkingDirectory$")
			child.Dir = folder
			child.Env = append(os.Environ(), "KOBLITZ_TEST_CHILD=1", "LD_LIBRARY_PATH="+path)
			if out, err := child.CombinedOutput(); err != nil {
				t.Errorf("LD_LIBRARY_PATH=%q: %v\n%s", path, err, out)
			}
		}
	}
}

// A bare name goes to the system's loader, here by LD_LIBRARY_PATH.
func TestSystemLoader(t *testing.T) {
	if name := os.Getenv("KOBLITZ_TEST_CHILD"); name != "" {
		if _, err := Open(name, os.Getenv("KOBLITZ_TEST_PREFIX")); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, b := range builds(t) {
		child := exec.Command(os.Args[0], "-test.run=^TestSystemLoader$")
		child.Dir = t.TempDir()
		child.Env = append(os.Environ(), "KOBLITZ_TEST_CHILD="+filepath.Base(b.path), "KOBLITZ_TEST_PREFIX="+b.prefix, "LD_LIBRARY_PATH="+filepath.Dir(b.path))
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%s: %v\n%s", b.name, err, out)
		}
	}
}

// A library without the optional modules opens and names what it lacks.
func TestMissingModules(t *testing.T) {
	each(t, func(t *testing.T, full *Library) {
		l := &Library{name: full.name, prefix: full.prefix, fn: full.fn, ctx: full.ctx, memory: full.memory}
		for s := seckeyVerify; s < symbols; s++ {
			if !slices.Contains(required, s) {
				l.fn[s] = 0
			}
		}
		if err := l.selfTest(); err != nil {
			t.Error(err)
		}
		sec, b32, b64 := key(1), make([]byte, 32), make([]byte, 64)
		pub, _ := l.PublicKey(sec)
		for _, c := range []struct {
			symbol string
			call   func() error
		}{
			{"ecdh", func() error { _, err := l.ECDH(sec, pub); return err }},
			{"ecdh", func() error { _, err := l.ECDHRaw(sec, pub); return err }},
			{"ecdsa_recover", func() error { _, err := l.Recover(b32, b64, 0); return err }},
			{"ecdsa_sign_recoverable", func() error { _, _, err := l.SignRecoverable(sec, b32); return err }},
			{"xonly_pubkey_parse", func() error { return l.CheckXOnly(b32) }},
			{"xonly_pubkey_parse", func() error { _, err := l.XOnlyTweakAddCheck(b32, false, b32, b32); return err }},
			{"xonly_pubkey_parse", func() error { _, err := l.VerifySchnorr(b32, b32, b64); return err }},
			{"keypair_create", func() error { _, err := l.SignSchnorr(sec, b32, nil); return err }},
			{"keypair_create", func() error { return l.NewSigner().InitSec(sec) }},
			{"xonly_pubkey_parse", func() error { return l.NewSigner().InitPub(b32) }},
			{"tagged_sha256", func() error { _, err := l.TaggedHash(nil, nil); return err }},
		} {
			var missing *MissingSymbolError
			if err := c.call(); !errors.As(err, &missing) || missing.Symbol != l.prefix+c.symbol {
				t.Errorf("%s: %v", c.symbol, err)
			}
		}
	})
}

func key(k byte) []byte { return append(make([]byte, 31), k) }

func decode(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The loader's error text belongs to a thread, and goroutines change threads.
func TestOpenErrorWhileOthersRun(t *testing.T) {
	var stop atomic.Bool
	var busy sync.WaitGroup
	for range 2 * runtime.GOMAXPROCS(0) {
		busy.Add(1)
		go func() {
			defer busy.Done()
			for !stop.Load() {
				runtime.Gosched()
			}
		}()
	}
	defer func() { stop.Store(true); busy.Wait() }()
	name := filepath.Join(t.TempDir(), "none.so")
	for range 3000 {
		if _, err := Open("libnone-koblitz.so", ""); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("bare name: %v", err)
		}
		if _, err := Open(name, ""); !errors.Is(err, fs.ErrNotExist) {
			t.Fatalf("path: %v", err)
		}
	}
}
