package main

import (
	"bytes"
	"encoding/hex"
	"slices"
	"testing"

	"github.com/oasisprotocol/curve25519-voi/curve/scalar"
)

// RFC 9496, appendix A.1: encodings of multiples of the generator.
func TestRistrettoBase(t *testing.T) {
	for k, want := range []string{
		"0000000000000000000000000000000000000000000000000000000000000000",
		"e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76",
		"6a493210f7499cd17fecb510ae0cea23a110e8d5b901f8acadd3095c73a3b919",
		"94741f5d5d52755ece4f23f044ee27d5d1ea1e2bd196b462166b16152a9d0259",
	} {
		if got := hex.EncodeToString(ristrettoBase(scalar.NewFromUint64(uint64(k)))); got != want {
			t.Errorf("%d B: %s, want %s", k, got, want)
		}
	}
}

func TestRistrettoRefuses(t *testing.T) {
	s := ristretto()
	r := rowsOf(t, &s, 2)[0]
	zero := make([]byte, 32)
	// The group order, little-endian (RFC 9496, section 4).
	order, _ := hex.DecodeString("edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010")
	past := slices.Clone(r.sig)
	carry := 0
	for i, b := range order {
		carry += int(past[32+i]) + int(b)
		past[32+i] = byte(carry)
		carry >>= 8
	}
	// With X = 0 every e gives R = s B.
	one := scalar.NewFromUint64(1)
	forged := append(ristrettoBase(one), 1)
	forged = append(forged, make([]byte, 31)...)
	odd := slices.Clone(r.key.public)
	odd[0] |= 1 // a negative element: not canonical
	for _, c := range []struct {
		name             string
		public, msg, sig []byte
		want             bool
	}{
		{"as it is", r.key.public, r.msg, r.sig, true},
		{"s + order", r.key.public, r.msg, past, false},
		{"X = 0", zero, r.msg, forged, false},
		{"X negative", odd, r.msg, r.sig, false},
		{"R = 0", r.key.public, r.msg, append(bytes.Clone(zero), r.sig[32:]...), false},
		{"s = 0", r.key.public, r.msg, append(bytes.Clone(r.sig[:32]), zero...), false},
	} {
		if got := s.verify(c.public, c.msg, c.sig); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}
