package secp256k1_test

import (
	"bytes"
	"errors"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

func FuzzParsePublicKey(f *testing.F) {
	g := bigcurve.G
	f.Add(join([]byte{2}, bigcurve.Bytes(g.X)))
	f.Add(join([]byte{3}, bigcurve.Bytes(bigcurve.P)))
	f.Add(g.Uncompressed())
	f.Add(join([]byte{6}, g.Uncompressed()[1:]))
	f.Add(join([]byte{7}, g.Uncompressed()[1:]))
	f.Fuzz(func(t *testing.T, b []byte) {
		var want bool
		switch {
		case len(b) == 33 && b[0]|1 == 3:
			x := bigcurve.Int(b[1:])
			want = x.Cmp(bigcurve.P) < 0 && onCurve(x)
		case len(b) == 65 && (b[0] == 4 || b[0] == 6|b[64]&1):
			x, y := bigcurve.Int(b[1:33]), bigcurve.Int(b[33:])
			left := new(big.Int).Mul(y, y)
			right := new(big.Int).Exp(x, big.NewInt(3), nil)
			right.Add(right, big.NewInt(7))
			want = x.Cmp(bigcurve.P) < 0 && y.Cmp(bigcurve.P) < 0 &&
				left.Sub(left, right).Mod(left, bigcurve.P).Sign() == 0
		}
		p, err := secp256k1.ParsePublicKey(b)
		if (err == nil) != want || (err != nil && !errors.Is(err, secp256k1.ErrPublicKey)) {
			t.Fatalf("%x: %v, want accepted %v", b, err, want)
		}
		if !want {
			return
		}
		if len(b) == 33 && !bytes.Equal(p.Bytes(), b) || len(b) == 65 && !bytes.Equal(p.Uncompressed()[1:], b[1:]) {
			t.Fatalf("%x becomes %x", b, p.Uncompressed())
		}
		for _, again := range [][]byte{p.Bytes(), p.Uncompressed()} {
			if q, err := secp256k1.ParsePublicKey(again); err != nil || q != p {
				t.Fatalf("%x: %x parses to another key (%v)", b, again, err)
			}
		}
	})
}

func FuzzParseXOnly(f *testing.F) {
	f.Add(bigcurve.Bytes(bigcurve.G.X))
	f.Add(bigcurve.Bytes(plus(bigcurve.P, 1)))
	f.Add(make([]byte, 31))
	f.Fuzz(func(t *testing.T, b []byte) {
		v := bigcurve.Int(b)
		want := len(b) == 32 && v.Cmp(bigcurve.P) < 0 && onCurve(v)
		x, err := secp256k1.ParseXOnlyPublicKey(b)
		if (err == nil) != want || (want && !bytes.Equal(x.Bytes(), b)) {
			t.Fatalf("%x: %x (%v), want accepted %v", b, x.Bytes(), err, want)
		}
		p, err := secp256k1.ParsePublicKey(append([]byte{2}, b...))
		if (err == nil) != want || (want && p != x.PublicKey()) {
			t.Fatalf("%x: with prefix 2 another key (%v)", b, err)
		}
	})
}

// Secret keys and tweaks, against math/big.
func FuzzSecretKey(f *testing.F) {
	f.Add(bigcurve.Bytes(one), bigcurve.Bytes(plus(bigcurve.N, -1)))
	f.Add(bigcurve.Bytes(bigcurve.N), bigcurve.Bytes(maximum))
	f.Add([]byte{1}, []byte{})
	f.Fuzz(func(t *testing.T, b, tweak []byte) {
		v, tv := bigcurve.Int(b), bigcurve.Int(tweak)
		var k secp256k1.SecretKey
		want := len(b) == 32 && v.Sign() > 0 && v.Cmp(bigcurve.N) < 0
		if err := k.SetBytes(b); (err == nil) != want || (want && !bytes.Equal(k.Bytes(), b)) {
			t.Fatalf("%x: %x (%v)", b, k.Bytes(), err)
		}
		if !want {
			return
		}
		tweakOK := len(tweak) == 32 && tv.Cmp(bigcurve.N) < 0
		sum, product := new(big.Int).Add(v, tv), new(big.Int).Mul(v, tv)
		for name, test := range map[string]struct {
			f    func(*secp256k1.SecretKey, []byte) error
			want *big.Int
		}{
			"add": {(*secp256k1.SecretKey).TweakAdd, sum.Mod(sum, bigcurve.N)},
			"mul": {(*secp256k1.SecretKey).TweakMul, product.Mod(product, bigcurve.N)},
		} {
			got := k
			err := test.f(&got, tweak)
			if (err == nil) != (tweakOK && test.want.Sign() != 0) {
				t.Fatalf("%s %x, %x: %v", name, b, tweak, err)
			}
			if err == nil && bigcurve.Int(got.Bytes()).Cmp(test.want) != 0 || err != nil && !got.Equal(&k) {
				t.Fatalf("%s %x, %x: %x", name, b, tweak, got.Bytes())
			}
		}
	})
}
