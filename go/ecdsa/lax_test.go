package ecdsa_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
)

func TestParseDERLax(t *testing.T) {
	r := strings.Repeat("11", 31) + "22"
	s := strings.Repeat("33", 31) + "44"
	n := "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
	long := strings.Repeat("00", 200)
	want := r + s
	for _, c := range []struct{ name, in, want string }{
		{"strict", "3044" + "0220" + r + "0220" + s, want},
		{"a wrong length of the SEQUENCE", "3000" + "0220" + r + "0220" + s, want},
		{"its long form", "3082ffff" + "0220" + r + "0220" + s, want},
		{"its long form, of no bytes", "3080" + "0220" + r + "0220" + s, want},
		{"long forms of the INTEGERs", "3044" + "028120" + r + "0284000000" + "20" + s, want},
		{"many zeros before a length", "3044" + "0288" + "0000000000000020" + r + "0220" + s, want},
		{"zeros in front", "3044" + "0222" + "0000" + r + "0281e8" + long + s, want},
		{"negative", "3044" + "0220" + "ff" + r[2:] + "0220" + s, "ff" + r[2:] + s},
		{"something after the end", "3044" + "0220" + r + "0220" + s + "deadbeef", want},
		{"short numbers", "3006" + "020101" + "020102", strings.Repeat("0", 63) + "1" + strings.Repeat("0", 63) + "2"},

		{"nothing", "", ""},
		{"no SEQUENCE", "3144" + "0220" + r + "0220" + s, ""},
		{"no length", "30", ""},
		{"a long form that is too long", "3085" + "02", ""},
		{"no INTEGER", "3044" + "0320" + r + "0220" + s, ""},
		{"a second that is none", "3044" + "0220" + r + "0320" + s, ""},
		{"no second", "3044" + "0220" + r, ""},
		{"an INTEGER that is too long", "3044" + "0220" + r + "0221" + s, ""},
		{"a length of four bytes", "3044" + "028401000020" + r + "0220" + s, ""},
		{"a long form that ends early", "3044" + "0220" + r + "0284" + "0000", ""},
		{"r is 0", "3006" + "020100" + "020102", ""},
		{"s has no bytes", "3005" + "020101" + "0200", ""},
		{"r is n", "3044" + "0221" + "00" + n + "0220" + s, ""},
		{"s has 33 bytes", "3044" + "0220" + r + "0221" + "01" + s, ""},
	} {
		in, err := hex.DecodeString(c.in)
		if err != nil {
			t.Fatal(c.name, err)
		}
		sig, err := ecdsa.ParseDERLax(in)
		if c.want == "" {
			if !errors.Is(err, ecdsa.ErrSignature) || sig.IsValid() {
				t.Errorf("%s: %v", c.name, err)
			}
			continue
		}
		if err != nil || hex.EncodeToString(sig.Compact()) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
		r, s := sig.R(), sig.S()
		if hex.EncodeToString(slices.Concat(r[:], s[:])) != c.want {
			t.Errorf("%s: R, S", c.name)
		}
	}
}

func TestRSV(t *testing.T) {
	k, pub := newKey(t, big.NewInt(7))
	digest := bytes.Repeat([]byte{9}, 32)
	rec, err := ecdsa.SignRecoverable(k, digest)
	if err != nil {
		t.Fatal(err)
	}
	sig := rec.RSV()
	if len(sig) != ecdsa.RSVSize || !bytes.Equal(sig[:64], rec.Compact()) || int(sig[64]) != rec.ID() || !bytes.Equal(rec.AppendRSV([]byte{1}), append([]byte{1}, sig...)) {
		t.Errorf("%x, %x", sig, rec.Compact())
	}
	recoverRSV := func(b []byte) (secp256k1.PublicKey, error) {
		sig, err := ecdsa.ParseRSV(b)
		if err != nil {
			return secp256k1.PublicKey{}, err
		}
		return ecdsa.Recover(digest, &sig)
	}
	if got, err := recoverRSV(sig); err != nil || got != pub {
		t.Errorf("recovered %x (%v)", got.Bytes(), err)
	}
	var read ecdsa.RecoverableSignature
	var plain ecdsa.Signature
	text, err := rec.MarshalText()
	if err != nil || string(text) != hex.EncodeToString(sig) || read.UnmarshalText(text) != nil || read != rec {
		t.Errorf("%s (%v)", text, err)
	}
	text, err = rec.Signature().MarshalText()
	if err != nil || string(text) != hex.EncodeToString(sig[:64]) || plain.UnmarshalText(text) != nil || plain != rec.Signature() {
		t.Errorf("%s (%v)", text, err)
	}
	// What v may be: docs/go.md, Recovery ids.
	for v := range 256 {
		given := append(bytes.Clone(sig[:64]), byte(v))
		got, err := ecdsa.ParseRSV(given)
		if v < 4 || v >= 27 && v < 31 {
			if err != nil || got.ID() != v%27 || got.Signature() != rec.Signature() || int(got.RSV()[64]) != v%27 {
				t.Errorf("v of %d: id %d (%v)", v, got.ID(), err)
			}
		} else if !errors.Is(err, ecdsa.ErrSignature) || got.IsValid() {
			t.Errorf("v of %d: %v", v, err)
		}
	}
	v27, bad := append(bytes.Clone(sig[:64]), sig[64]+27), append(bytes.Clone(sig[:64]), 31)
	if got, err := recoverRSV(v27); err != nil || got != pub {
		t.Errorf("recovered %x of v + 27 (%v)", got.Bytes(), err)
	}
	for _, b := range [][]byte{nil, sig[:64], bad, make([]byte, 65), append(bytes.Clone(sig), 0)} {
		if _, err := recoverRSV(b); !errors.Is(err, ecdsa.ErrSignature) {
			t.Errorf("%x: %v", b, err)
		}
		if err := read.UnmarshalText([]byte(hex.EncodeToString(b))); !errors.Is(err, ecdsa.ErrSignature) || read != rec {
			t.Errorf("text %x: %v", b, err)
		}
	}
	for _, text := range []string{"", "xy", strings.Repeat("00", 64), strings.Repeat("0", 127)} {
		if err := plain.UnmarshalText([]byte(text)); !errors.Is(err, ecdsa.ErrSignature) || plain != rec.Signature() {
			t.Errorf("text %q: %v", text, err)
		}
	}
	for _, v := range []interface{ MarshalText() ([]byte, error) }{ecdsa.Signature{}, ecdsa.RecoverableSignature{}} {
		if _, err := v.MarshalText(); !errors.Is(err, ecdsa.ErrSignature) {
			t.Errorf("%T: %v", v, err)
		}
	}
}
