package ecdsa_test

import (
	"bytes"
	"errors"
	"math/big"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/vectors"
)

// compact is the compact encoding of r and s.
func compact(r, s *big.Int) []byte { return append(bigcurve.Bytes(r), bigcurve.Bytes(s)...) }

func plus(v *big.Int, d int64) *big.Int { return new(big.Int).Add(v, big.NewInt(d)) }

// integer is an INTEGER with that content, and sequence a SEQUENCE.
func integer(content []byte) []byte { return append([]byte{2, byte(len(content))}, content...) }

func sequence(parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append([]byte{0x30, byte(len(body))}, body...)
}

// minimal is the shortest two's complement form of a positive number.
func minimal(v *big.Int) []byte {
	b := v.Bytes()
	if len(b) == 0 || b[0] >= 0x80 {
		b = append([]byte{0}, b...)
	}
	return b
}

func TestDERRoundTrip(t *testing.T) {
	edge := []*big.Int{
		big.NewInt(1), big.NewInt(0x7f), big.NewInt(0x80), big.NewInt(0xff), big.NewInt(0x100), big.NewInt(0x7fff),
		new(big.Int).Lsh(big.NewInt(1), 247), new(big.Int).Lsh(big.NewInt(1), 248), plus(new(big.Int).Lsh(big.NewInt(1), 255), -1),
		new(big.Int).Lsh(big.NewInt(1), 255), plus(bigcurve.N, -1), new(big.Int).Rsh(bigcurve.N, 1),
	}
	for _, r := range edge {
		for _, s := range edge {
			sig, err := ecdsa.ParseCompact(compact(r, s))
			if err != nil || !bytes.Equal(sig.Compact(), compact(r, s)) {
				t.Errorf("%x, %x: compact %x (%v)", r, s, sig.Compact(), err)
			}
			want := sequence(integer(minimal(r)), integer(minimal(s)))
			if got := sig.DER(); !bytes.Equal(got, want) || len(got) > ecdsa.MaxDERSize {
				t.Errorf("%x, %x: DER %x, want %x", r, s, got, want)
			}
			if again, err := ecdsa.ParseDER(want); err != nil || again != sig {
				t.Errorf("%x parses to %x (%v)", want, again.Compact(), err)
			}
		}
	}
}

func TestParseDERRefuses(t *testing.T) {
	r, s := bytes.Repeat([]byte{0x5a}, 32), append([]byte{0}, bytes.Repeat([]byte{0xa5}, 32)...)
	rInt, sInt := integer(r), integer(s)
	good := sequence(rInt, sInt)
	if _, err := ecdsa.ParseDER(good); err != nil {
		t.Fatal(err)
	}
	n := bigcurve.N
	rest := func(parts ...[]byte) []byte { return bytes.Join(parts, nil) }
	tests := map[string][]byte{
		"nil":                           nil,
		"empty":                         {},
		"empty sequence":                {0x30, 0},
		"9 bytes":                       rest(sequence(integer([]byte{1}), integer([]byte{1})), []byte{0}),
		"9 bytes, lengths past the end": {0x30, 7, 2, 4, 1, 1, 1, 1, 2},
		"9 bytes, r fills them":         {0x30, 7, 2, 5, 1, 1, 1, 1, 1},
		"byte after the sequence":       rest(good, []byte{0}),
		"byte inside the sequence":      sequence(rInt, sInt, []byte{0}),
		"third integer":                 sequence(rInt, sInt, integer([]byte{1})),
		"one integer":                   sequence(rInt),
		"not a sequence":                rest([]byte{0x31}, good[1:]),
		"r not an integer":              sequence(rest([]byte{3}, rInt[1:]), sInt),
		"s not an integer":              sequence(rInt, rest([]byte{3}, sInt[1:])),
		"r empty":                       sequence(integer(nil), sInt),
		"s empty":                       sequence(rInt, integer(nil)),
		"r with a needless zero":        sequence(integer(rest([]byte{0}, r)), sInt),
		"s with a needless zero":        sequence(rInt, integer(rest([]byte{0}, s))),
		"r = 0x7f with a needless zero": sequence(integer([]byte{0, 0x7f}), sInt),
		"length 128":                    sequence(rInt, sInt, make([]byte, 128-len(rInt)-len(sInt))),
		"s without the zero it needs":   sequence(rInt, integer(s[1:])),
		"r = 0":                         sequence(integer([]byte{0}), sInt),
		"r = 0 in two bytes":            sequence(integer([]byte{0, 0}), sInt),
		"s = 0":                         sequence(rInt, integer([]byte{0})),
		"r = -1":                        sequence(integer([]byte{0xff}), sInt),
		"s = -128":                      sequence(rInt, integer([]byte{0x80})),
		"r = n":                         sequence(integer(minimal(n)), sInt),
		"s = n":                         sequence(rInt, integer(minimal(n))),
		"s = n + 1":                     sequence(rInt, integer(minimal(plus(n, 1)))),
		"s = 2^256":                     sequence(rInt, integer(rest([]byte{1}, make([]byte, 32)))),
		"long form of the sequence":     rest([]byte{0x30, 0x81}, good[1:]),
		"long form in two bytes":        rest([]byte{0x30, 0x82, 0}, good[1:]),
		"long form of r":                sequence(rest([]byte{2, 0x81}, rInt[1:]), sInt),
		"long form of s":                sequence(rInt, rest([]byte{2, 0x81}, sInt[1:])),
		"indefinite length":             rest([]byte{0x30, 0x80}, good[2:], []byte{0, 0}),
		"length 255":                    rest([]byte{0x30, 0xff}, good[2:]),
		"length of 2^64 - 1":            rest([]byte{0x30, 0x88}, bytes.Repeat([]byte{0xff}, 8), good[2:]),
		"length of r past the end":      sequence(rest([]byte{2, 0x7f}, r), sInt),
		"long":                          bytes.Repeat([]byte{0x30}, 1000),
	}
	for name, b := range tests {
		sig, err := ecdsa.ParseDER(b)
		if !errors.Is(err, ecdsa.ErrSignature) || sig != (ecdsa.Signature{}) {
			t.Errorf("%s: %x (%v)", name, sig.Compact(), err)
		}
	}
	// Every length octet off by one, and every cut.
	for _, at := range []int{1, 3, 3 + 1 + len(r) + 1} {
		for _, d := range []byte{1, 0xff} {
			b := bytes.Clone(good)
			b[at] += d
			if _, err := ecdsa.ParseDER(b); err == nil {
				t.Errorf("accepted with a wrong length at %d: %x", at, b)
			}
		}
	}
	for n := range good {
		if _, err := ecdsa.ParseDER(good[:n]); err == nil {
			t.Errorf("accepted when cut to %d bytes", n)
		}
	}
}

func TestBIP66(t *testing.T) {
	var document struct {
		Valid   []struct{ DER, R, S vectors.Bytes }
		Invalid struct {
			Decode []struct {
				DER       vectors.Bytes
				Exception string
			}
		}
	}
	vectors.JSON(t, "bip-0066/bip-0066-test-vectors.json", &document)
	zeros := 0
	for _, row := range document.Valid {
		sig, err := ecdsa.ParseDER(row.DER)
		r, s := bigcurve.Int(row.R), bigcurve.Int(row.S)
		if r.Sign() == 0 || s.Sign() == 0 {
			// Well encoded, but no signature.
			zeros++
			if !errors.Is(err, ecdsa.ErrSignature) {
				t.Errorf("%x: %v", row.DER, err)
			}
			continue
		}
		want := compact(r, s)
		if err != nil || !bytes.Equal(sig.Compact(), want) || !bytes.Equal(sig.DER(), row.DER) {
			t.Errorf("%x: %x (%v), want %x", row.DER, sig.Compact(), err, want)
		}
	}
	for _, row := range document.Invalid.Decode {
		if _, err := ecdsa.ParseDER(row.DER); !errors.Is(err, ecdsa.ErrSignature) {
			t.Errorf("%x: %v, want an error as for %q", row.DER, err, row.Exception)
		}
	}
	if len(document.Valid) != 9 || zeros != 1 || len(document.Invalid.Decode) != 16 {
		t.Errorf("%d valid rows, %d of them 0, and %d invalid; want 9, 1, 16", len(document.Valid), zeros, len(document.Invalid.Decode))
	}
}

func TestParseCompactRefuses(t *testing.T) {
	one, n := big.NewInt(1), bigcurve.N
	tests := map[string][]byte{
		"nil": nil, "63 bytes": make([]byte, 63), "65 bytes": append(compact(one, one), 0),
		"r = 0": compact(new(big.Int), one), "s = 0": compact(one, new(big.Int)),
		"r = n": compact(n, one), "s = n": compact(one, n), "s = n + 5": compact(one, plus(n, 5)),
		"r = 2^256 - 1": append(bytes.Repeat([]byte{0xff}, 32), bigcurve.Bytes(one)...),
	}
	for name, b := range tests {
		for id := range 4 {
			if _, err := ecdsa.ParseRecoverable(b, id); !errors.Is(err, ecdsa.ErrSignature) {
				t.Errorf("%s, id %d: %v", name, id, err)
			}
		}
		if sig, err := ecdsa.ParseCompact(b); !errors.Is(err, ecdsa.ErrSignature) || sig.IsValid() {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, id := range []int{-1, 4, 27, 1 << 20} {
		if _, err := ecdsa.ParseRecoverable(compact(one, one), id); !errors.Is(err, ecdsa.ErrSignature) ||
			!strings.Contains(err.Error(), "id") {
			t.Errorf("id %d: %v", id, err)
		}
	}
}
