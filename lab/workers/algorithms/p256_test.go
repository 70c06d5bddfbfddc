package main

import (
	"crypto/elliptic"
	"encoding/asn1"
	"math/big"
	"testing"
)

// The standard library gives high and low s alike, so both must verify: a
// check that wants a low one refuses half of its own signatures.
func TestP256AcceptsHighS(t *testing.T) {
	type pair struct{ R, S *big.Int }
	s := p256()
	n := elliptic.P256().Params().N
	half := new(big.Int).Rsh(n, 1)
	high := 0
	rows := rowsOf(t, &s, 64) // all of them pass
	for i, r := range rows {
		var sig pair
		if rest, err := asn1.Unmarshal(r.sig, &sig); err != nil || len(rest) > 0 {
			t.Fatalf("row %d: %v", i, err)
		}
		if sig.S.Cmp(half) > 0 {
			high++
		}
		sig.S.Sub(n, sig.S)
		other, err := asn1.Marshal(sig)
		if err != nil {
			t.Fatal(err)
		}
		if !s.verify(r.key.public, r.msg, other) {
			t.Errorf("row %d: n - s is refused", i)
		}
	}
	// All of one kind has a probability of 2^-63.
	if high == 0 || high == len(rows) {
		t.Errorf("%d of %d signatures have a high s", high, len(rows))
	}
}
