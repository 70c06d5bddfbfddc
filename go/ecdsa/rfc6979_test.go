package ecdsa_test

import (
	"bytes"
	"crypto/sha256"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/vectors"
)

func TestRFC6979Signatures(t *testing.T) {
	rows := vectors.CSV(t, "rfc6979/signatures.csv")
	for _, row := range rows {
		number, ok := new(big.Int).SetString(row[0], 10)
		if !ok {
			t.Fatalf("key %q", row[0])
		}
		var key secp256k1.SecretKey
		if err := key.SetBytes(number.FillBytes(make([]byte, 32))); err != nil {
			t.Fatal(err)
		}
		digest := sha256.Sum256([]byte(row[1]))
		sig, err := ecdsa.Sign(&key, digest[:])
		if want := vectors.Hex(t, row[2]); err != nil || !bytes.Equal(sig.DER(), want) {
			t.Errorf("%q: %x (%v), want %x", row[1], sig.DER(), err, want)
		}
	}
	if len(rows) != 20 {
		t.Errorf("%d rows, want 20", len(rows))
	}
}
