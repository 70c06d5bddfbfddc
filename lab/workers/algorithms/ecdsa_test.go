package main

import (
	"encoding/hex"
	"testing"

	"github.com/btcsuite/btcd/btcec/v2"
)

// A valid signature whose s is 1: with R = k G and r its x, the secret key
// (k - h) / r makes (r, 1) a signature of h. So s + n fits into 32 bytes too.
func TestECDSARange(t *testing.T) {
	var k, h, r btcec.ModNScalar
	k.SetInt(12345)
	h.SetInt(678)
	var nonce btcec.JacobianPoint
	btcec.ScalarBaseMultNonConst(&k, &nonce)
	nonce.ToAffine()
	r.SetBytes(nonce.X.Bytes())
	rBytes, msg := r.Bytes(), h.Bytes()
	secret := new(btcec.ModNScalar).NegateVal(&h)
	secret.Add(&k).Mul(new(btcec.ModNScalar).InverseValNonConst(&r))
	public := btcec.PrivKeyFromScalar(secret).PubKey().SerializeCompressed()

	number := func(hexadecimal string) [32]byte {
		var b [32]byte
		if _, err := hex.Decode(b[:], []byte(hexadecimal)); err != nil {
			t.Fatal(err)
		}
		return b
	}
	const order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036414"
	one, zero := number("0000000000000000000000000000000000000000000000000000000000000001"), [32]byte{}
	n, beyond := number(order+"1"), number(order+"2")
	for _, s := range everyScheme(t) {
		if s.family != ecdsaFamily {
			continue
		}
		for _, c := range []struct {
			name string
			r, s [32]byte
			want bool
		}{
			{"r, 1", rBytes, one, true},
			{"r, 1 + n", rBytes, beyond, false},
			{"r, 0", rBytes, zero, false},
			{"r, n", rBytes, n, false},
			{"0, 1", zero, one, false},
			{"n, 1", n, one, false},
		} {
			if got := s.verify(public, msg[:], append(c.r[:], c.s[:]...)); got != c.want {
				t.Errorf("%s: %s: %t", s.name, c.name, got)
			}
		}
	}
}
