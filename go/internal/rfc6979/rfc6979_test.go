package rfc6979

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/internal/vectors"
)

func TestNonces(t *testing.T) {
	rows := vectors.CSV(t, "rfc6979/nonces.csv")
	for _, row := range rows {
		digest := sha256.Sum256([]byte(row[1]))
		key := [32]byte(vectors.Hex(t, strings.Repeat("0", 64-len(row[0]))+row[0]))
		var g Generator
		var k [32]byte
		g.Init(&key, &digest, nil)
		g.Next(&k)
		if got := hex.EncodeToString(k[:]); got != row[2] {
			t.Errorf("key %s, %q: %s, want %s", row[0], row[1], got, row[2])
		}
	}
	if len(rows) != 5 {
		t.Errorf("%d rows, want 5", len(rows))
	}
}

// The steps of section 3.2 as they are written, on crypto/hmac.
func TestSteps(t *testing.T) {
	sum := func(key []byte, parts ...[]byte) []byte {
		h := hmac.New(sha256.New, key)
		for _, p := range parts {
			h.Write(p)
		}
		return h.Sum(nil)
	}
	key, digest := [32]byte{1, 2, 3}, [32]byte{4, 5, 6}
	for _, data := range [][]byte{nil, {7}, make([]byte, 32), bytes.Repeat([]byte{8}, 48), make([]byte, 200)} {
		seed := slices.Concat(key[:], digest[:], data)
		v, k := []byte(strings.Repeat("\x01", 32)), make([]byte, 32)
		for separator := range byte(2) {
			k = sum(k, v, []byte{separator}, seed)
			v = sum(k, v)
		}
		var g Generator
		g.Init(&key, &digest, data)
		for candidate := range 4 {
			if candidate > 0 {
				k = sum(k, v, []byte{0})
				v = sum(k, v)
			}
			v = sum(k, v)
			var got [32]byte
			g.Next(&got)
			if string(got[:]) != string(v) {
				t.Errorf("with data %v, candidate %d: %x, want %x", data != nil, candidate, got, v)
			}
		}
	}
}
