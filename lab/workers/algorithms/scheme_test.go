package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// everyScheme gives what is compiled in and, when it is there, a libsecp256k1.
func everyScheme(t *testing.T) []scheme {
	t.Helper()
	return append(schemes(), testLibrary(t)...)
}

// testLibrary gives the schemes of the library that the environment names, if
// it does.
func testLibrary(t *testing.T) []scheme {
	t.Helper()
	path := os.Getenv("KOBLITZ_TEST_LIBSECP256K1")
	if path == "" {
		return nil
	}
	var err error
	for _, prefix := range []string{"rustsecp256k1_v0_14_", "secp256k1_"} {
		var list []scheme
		if list, err = (library{path: path, prefix: prefix}).load(); err == nil {
			return list
		}
	}
	t.Fatal(err)
	return nil
}

// A row is a key, a message, and its signature.
type row struct {
	key      key
	msg, sig []byte
}

// rowsOf makes n rows, the same for every scheme, whose signatures verify.
func rowsOf(t *testing.T, s *scheme, n int) []row {
	t.Helper()
	rng := rand.NewChaCha8([32]byte{1})
	rows := make([]row, n)
	for i := range rows {
		r := &rows[i]
		var seed [32]byte
		r.msg = make([]byte, 32)
		_, _ = rng.Read(seed[:])
		_, _ = rng.Read(r.msg)
		seed[0] &= 0x3f
		var err error
		if r.key, err = s.key(&seed); err != nil {
			t.Fatalf("%s: row %d: %v", s.name, i, err)
		}
		if r.sig, err = r.key.sign(r.msg); err != nil || !s.verify(r.key.public, r.msg, r.sig) {
			t.Fatalf("%s: row %d: its signature is refused, %v", s.name, i, err)
		}
	}
	return rows
}

func TestSchemesPass(t *testing.T) {
	for _, s := range everyScheme(t) {
		t.Run(s.name, func(t *testing.T) {
			rows := rowsOf(t, &s, 24)
			again := rowsOf(t, &s, 24)
			for i := range rows {
				if !bytes.Equal(rows[i].key.public, again[i].key.public) {
					t.Errorf("row %d: the same seed gives two keys", i)
				}
				if s.family != p256Family && !bytes.Equal(rows[i].sig, again[i].sig) {
					t.Errorf("row %d: a deterministic scheme gives two signatures", i)
				}
			}
		})
	}
}

// Schemes of a family have the same keys and accept each other's signatures;
// where both are deterministic in the same way they are equal.
func TestFamiliesAgree(t *testing.T) {
	sameNonce := map[string]bool{ecdsaFamily: true, ed25519Family: true, blsFamily: true}
	list := everyScheme(t)
	for i := range list {
		for j := range list[:i] {
			a, b := &list[i], &list[j]
			if a.family != b.family {
				continue
			}
			t.Run(a.name+", "+b.name, func(t *testing.T) {
				ra, rb := rowsOf(t, a, 8), rowsOf(t, b, 8)
				for k := range ra {
					if !bytes.Equal(ra[k].key.public, rb[k].key.public) {
						t.Errorf("row %d: public keys differ", k)
					}
					if sameNonce[a.family] && !bytes.Equal(ra[k].sig, rb[k].sig) {
						t.Errorf("row %d: signatures differ", k)
					}
					if !a.verify(rb[k].key.public, rb[k].msg, rb[k].sig) || !b.verify(ra[k].key.public, ra[k].msg, ra[k].sig) {
						t.Errorf("row %d: the other's signature is refused", k)
					}
				}
			})
		}
	}
}

// Input of any length gets a verdict.
func TestVerifyTakesAnything(t *testing.T) {
	for _, s := range everyScheme(t) {
		t.Run(s.name, func(t *testing.T) {
			r := rowsOf(t, &s, 2)[0]
			for n := range 200 {
				for _, b := range [][]byte{make([]byte, n), bytes.Repeat([]byte{0xff}, n)} {
					if !bytes.Equal(b, r.key.public) && s.verify(b, r.msg, r.sig) {
						t.Errorf("a key of %d bytes is accepted", n)
					}
					if s.verify(r.key.public, r.msg, b) {
						t.Errorf("a signature of %d bytes is accepted", n)
					}
					if s.verify(r.key.public, b, r.sig) {
						t.Errorf("a message of %d bytes is accepted", n)
					}
				}
			}
			for n := range r.sig {
				if s.verify(r.key.public, r.msg, r.sig[:n]) {
					t.Errorf("a signature cut to %d bytes is accepted", n)
				}
			}
			if s.verify(r.key.public, r.msg, append(bytes.Clone(r.sig), 0)) {
				t.Error("a byte after the signature is accepted")
			}
			if s.verify(nil, nil, nil) {
				t.Error("nothing is accepted")
			}
		})
	}
}

// The release dates are those of the versions that are required.
func TestReleased(t *testing.T) {
	text, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	for at := range released {
		if !strings.Contains(string(text), strings.Replace(at, "@", " ", 1)+"\n") {
			t.Errorf("go.mod does not require %s", at)
		}
	}
	for _, s := range schemes() {
		dated := s.path == "standard library" || s.path == koblitzModule
		for at := range released {
			dated = dated || strings.HasPrefix(at, s.path+"@")
		}
		if !dated {
			t.Errorf("%s: no release date", s.path)
		}
	}
}
