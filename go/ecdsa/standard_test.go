//lint:file-ignore SA1019 the methods that package crypto/ecdsa calls are called here too

package ecdsa_test

import (
	stdecdsa "crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

// TestStandardKeys takes keys to package crypto/ecdsa and back, and lets that
// package sign and verify.
func TestStandardKeys(t *testing.T) {
	digest := sha256.Sum256([]byte("message"))
	for _, d := range []*big.Int{big.NewInt(1), big.NewInt(2), new(big.Int).Sub(bigcurve.N, big.NewInt(1)), new(big.Int).Rsh(bigcurve.N, 9)} {
		var key secp256k1.SecretKey
		if err := key.SetBytes(bigcurve.Bytes(d)); err != nil {
			t.Fatal(err)
		}
		private, err := ecdsa.StandardSecretKey(&key)
		if err != nil || private.D.Cmp(d) != 0 {
			t.Fatalf("%x: %v", d, err)
		}
		want := bigcurve.G.Mul(d)
		if private.X.Cmp(want.X) != 0 || private.Y.Cmp(want.Y) != 0 {
			t.Errorf("%x: another public key", d)
		}
		if back, err := ecdsa.FromStandardSecretKey(private); err != nil || !back.Equal(&key) {
			t.Errorf("%x: the key that comes back: %v", d, err)
		}
		pub, err := ecdsa.FromStandardPublicKey(&private.PublicKey)
		if err != nil || pub != key.PublicKey() {
			t.Errorf("%x: the public key that comes back: %v", d, err)
		}
		sig, err := ecdsa.Sign(&key, digest[:])
		if err != nil || !stdecdsa.VerifyASN1(&private.PublicKey, digest[:], sig.DER()) {
			t.Errorf("%x: crypto/ecdsa refuses the signature (%v)", d, err)
		}
		der, err := stdecdsa.SignASN1(rand.Reader, private, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		if sig, err = ecdsa.ParseDER(der); err != nil || !ecdsa.VerifyAnyS(&pub, digest[:], &sig) {
			t.Errorf("%x: crypto/ecdsa's signature is refused (%v)", d, err)
		}
		digest[0]++
		if stdecdsa.VerifyASN1(&private.PublicKey, digest[:], der) {
			t.Errorf("%x: crypto/ecdsa accepts another digest", d)
		}
	}
}

func TestStandardKeysRefused(t *testing.T) {
	var key secp256k1.SecretKey
	key.Generate()
	good, err := ecdsa.StandardSecretKey(&key)
	if err != nil {
		t.Fatal(err)
	}
	changes := map[string]func(k *stdecdsa.PrivateKey){
		"0": func(k *stdecdsa.PrivateKey) { k.D = new(big.Int) }, "n": func(k *stdecdsa.PrivateKey) { k.D = bigcurve.N },
		"negative": func(k *stdecdsa.PrivateKey) { k.D = new(big.Int).Neg(k.D) }, "nil": func(k *stdecdsa.PrivateKey) { k.D = nil },
		"2^256":       func(k *stdecdsa.PrivateKey) { k.D = new(big.Int).Lsh(big.NewInt(1), 256) },
		"other key":   func(k *stdecdsa.PrivateKey) { k.D = big.NewInt(77) },
		"no curve":    func(k *stdecdsa.PrivateKey) { k.Curve = nil },
		"other curve": func(k *stdecdsa.PrivateKey) { k.Curve = elliptic.P256() },
		"x of p":      func(k *stdecdsa.PrivateKey) { k.X = bigcurve.P }, "no y": func(k *stdecdsa.PrivateKey) { k.Y = nil },
		"negative x": func(k *stdecdsa.PrivateKey) { k.X = big.NewInt(-1) }, "off the curve": func(k *stdecdsa.PrivateKey) { k.Y = big.NewInt(5) },
		"infinity":                   func(k *stdecdsa.PrivateKey) { k.X, k.Y = new(big.Int), new(big.Int) },
		"a curve without parameters": func(k *stdecdsa.PrivateKey) { k.Curve = &elliptic.CurveParams{} },
	}
	for name, number := range map[string]func(c *elliptic.CurveParams) **big.Int{
		"p": func(c *elliptic.CurveParams) **big.Int { return &c.P }, "n": func(c *elliptic.CurveParams) **big.Int { return &c.N },
		"b": func(c *elliptic.CurveParams) **big.Int { return &c.B }, "x of G": func(c *elliptic.CurveParams) **big.Int { return &c.Gx },
		"y of G": func(c *elliptic.CurveParams) **big.Int { return &c.Gy },
	} {
		c := *ecdsa.Curve().Params()
		v := number(&c)
		*v = new(big.Int).Add(*v, big.NewInt(2))
		changes["a curve with another "+name] = func(k *stdecdsa.PrivateKey) { k.Curve = &c }
	}
	for name, change := range changes {
		bad := *good
		change(&bad)
		if got, err := ecdsa.FromStandardSecretKey(&bad); !errors.Is(err, secp256k1.ErrSecretKey) && !errors.Is(err, secp256k1.ErrPublicKey) || got != nil {
			t.Errorf("%s: %v", name, err)
		}
		if bad.D == good.D {
			if pub, err := ecdsa.FromStandardPublicKey(&bad.PublicKey); !errors.Is(err, secp256k1.ErrPublicKey) || pub.IsValid() {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	_, secretErr := ecdsa.StandardSecretKey(nil)
	_, publicErr := ecdsa.StandardPublicKey(new(secp256k1.PublicKey))
	_, noneErr := ecdsa.StandardPublicKey(nil)
	_, nilSecretErr := ecdsa.FromStandardSecretKey(nil)
	_, nilErr := ecdsa.FromStandardPublicKey(nil)
	if !errors.Is(secretErr, secp256k1.ErrSecretKey) || !errors.Is(publicErr, secp256k1.ErrPublicKey) || !errors.Is(nilErr, secp256k1.ErrPublicKey) ||
		!errors.Is(noneErr, secp256k1.ErrPublicKey) || !errors.Is(nilSecretErr, secp256k1.ErrSecretKey) {
		t.Error("keys that are none are converted")
	}
}

// TestCurve compares the curve's methods with the textbook's.
func TestCurve(t *testing.T) {
	c := ecdsa.Curve()
	zero := new(big.Int)
	point := func(k int64) (x, y *big.Int) {
		if k == 0 {
			return zero, zero
		}
		p := bigcurve.G.Mul(new(big.Int).Mod(big.NewInt(k), bigcurve.N))
		return p.X, p.Y
	}
	is := func(what string, x, y *big.Int, k int64) {
		t.Helper()
		if wx, wy := point(k); x.Cmp(wx) != 0 || y.Cmp(wy) != 0 {
			t.Errorf("%s is not %d G", what, k)
		}
	}
	for _, a := range []int64{0, 1, 2, 7, -1, -7} {
		ax, ay := point(a)
		if c.IsOnCurve(ax, ay) != (a != 0) {
			t.Errorf("IsOnCurve: %d G", a)
		}
		x, y := c.Double(ax, ay)
		is("Double", x, y, 2*a)
		for _, b := range []int64{0, 1, 7, -2} {
			bx, by := point(b)
			x, y = c.Add(ax, ay, bx, by)
			is("Add", x, y, a+b)
		}
		k := []byte{3, 1}
		x, y = c.ScalarMult(ax, ay, k)
		is("ScalarMult", x, y, 769*a)
		if a > 0 {
			x, y = c.ScalarBaseMult([]byte{byte(a)})
			is("ScalarBaseMult", x, y, a)
		}
	}
	x, y := c.ScalarBaseMult(append(bigcurve.N.Bytes(), 0))
	is("256 n G", x, y, 0)
	if c.IsOnCurve(big.NewInt(1), big.NewInt(1)) || c.Params().Gx.Cmp(bigcurve.G.X) != 0 {
		t.Error("another curve")
	}
}
