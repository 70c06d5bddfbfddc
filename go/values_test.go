package secp256k1_test

import (
	"encoding/hex"
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

var (
	one     = big.NewInt(1)
	lambda  = number("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72")
	halfN   = new(big.Int).Rsh(bigcurve.N, 1)
	comb43  = number("2") // 2(2^264 - 2^256) mod n, set below
	maximum = new(big.Int).Sub(new(big.Int).Lsh(one, 256), one)
)

func init() {
	v := new(big.Int).Sub(new(big.Int).Lsh(one, 264), new(big.Int).Lsh(one, 256))
	comb43.Mod(v.Lsh(v, 1), bigcurve.N)
}

func number(s string) *big.Int {
	v, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return v
}

func plus(v *big.Int, d int64) *big.Int { return new(big.Int).Add(v, big.NewInt(d)) }

// secrets are keys at the edges, and some random ones.
func secrets() []*big.Int {
	list := []*big.Int{
		one, big.NewInt(2), big.NewInt(3), comb43, lambda,
		plus(bigcurve.N, -1), plus(bigcurve.N, -2), halfN, plus(halfN, 1),
		new(big.Int).Sub(bigcurve.N, lambda), new(big.Int).Sub(bigcurve.N, comb43),
		new(big.Int).Lsh(one, 128), new(big.Int).Lsh(one, 255),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3 {
		list = append(list, random(r))
	}
	return list
}

// random returns a number in [1, n-1].
func random(r *rand.Rand) *big.Int {
	var b [40]byte
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	v := bigcurve.Int(b[:])
	v.Mod(v, plus(bigcurve.N, -1))
	return v.Add(v, one)
}

func secret(t testing.TB, v *big.Int) *secp256k1.SecretKey {
	t.Helper()
	k := new(secp256k1.SecretKey)
	if err := k.SetBytes(bigcurve.Bytes(v)); err != nil {
		t.Fatalf("%x: %v", v, err)
	}
	return k
}

func public(t testing.TB, p bigcurve.Point) secp256k1.PublicKey {
	t.Helper()
	k, err := secp256k1.ParsePublicKey(p.Uncompressed())
	if err != nil {
		t.Fatalf("%x: %v", p.Uncompressed(), err)
	}
	return k
}

// samePoint checks a result against a point that may be infinity.
func samePoint(t *testing.T, what string, got secp256k1.PublicKey, err error, want bigcurve.Point) {
	t.Helper()
	if want.X == nil {
		if err != secp256k1.ErrInfinity || got.IsValid() {
			t.Errorf("%s: %x (%v), want infinity", what, got.Bytes(), err)
		}
		return
	}
	if err != nil || hex.EncodeToString(got.Uncompressed()) != hex.EncodeToString(want.Uncompressed()) {
		t.Errorf("%s: %x (%v), want %x", what, got.Uncompressed(), err, want.Uncompressed())
	}
	if got != public(t, want) {
		t.Errorf("%s: differs from the parsed key", what)
	}
}
