package secp256k1_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/schnorr"
)

func TestSecretKeyRange(t *testing.T) {
	tests := []struct {
		name string
		b    []byte
		ok   bool
	}{
		{"nil", nil, false},
		{"empty", []byte{}, false},
		{"31 bytes", make([]byte, 31), false},
		{"33 bytes", append(bigcurve.Bytes(one), 0), false},
		{"0", make([]byte, 32), false},
		{"1", bigcurve.Bytes(one), true},
		{"n - 1", bigcurve.Bytes(plus(bigcurve.N, -1)), true},
		{"n", bigcurve.Bytes(bigcurve.N), false},
		{"n + 1", bigcurve.Bytes(plus(bigcurve.N, 1)), false},
		{"2^256 - 1", bigcurve.Bytes(maximum), false},
	}
	for _, test := range tests {
		k := *secret(t, big.NewInt(77))
		before := k
		err := k.SetBytes(test.b)
		if (err == nil) != test.ok || (err != nil && !errors.Is(err, secp256k1.ErrSecretKey)) {
			t.Errorf("%s: %v, want accepted %v", test.name, err, test.ok)
		}
		if test.ok && !bytes.Equal(k.Bytes(), test.b) {
			t.Errorf("%s: becomes %x", test.name, k.Bytes())
		}
		if !test.ok && !k.Equal(&before) {
			t.Errorf("%s: the key has changed", test.name)
		}
	}
}

func TestDerive(t *testing.T) {
	for _, v := range secrets() {
		samePoint(t, fmt.Sprintf("%x", v), secret(t, v).PublicKey(), nil, bigcurve.G.Mul(v))
	}
}

func TestGenerate(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		var k secp256k1.SecretKey
		k.Generate()
		if !k.IsValid() || seen[string(k.Bytes())] {
			t.Fatalf("generated %x", k.Bytes())
		}
		seen[string(k.Bytes())] = true
	}
}

func TestSecretEqualNegateWipe(t *testing.T) {
	for _, v := range secrets() {
		k, other := secret(t, v), secret(t, v)
		if !k.Equal(other) || !k.Equal(k) {
			t.Errorf("%x is not equal to itself", v)
		}
		if err := k.Negate(); err != nil || bigcurve.Int(k.Bytes()).Cmp(new(big.Int).Sub(bigcurve.N, v)) != 0 {
			t.Errorf("-%x = %x (%v)", v, k.Bytes(), err)
		}
		if k.Equal(other) {
			t.Errorf("%x equals its negative", v)
		}
		k.Wipe()
		if !reflect.DeepEqual(*k, secp256k1.SecretKey{}) || k.IsValid() || k.Equal(k) {
			t.Errorf("%x is there after Wipe", v)
		}
	}
}

// tweaks are scalars for t in d + t and in P + tG, for a secret d.
func tweaks(r *rand.Rand, d *big.Int) []*big.Int {
	return []*big.Int{
		new(big.Int), one, big.NewInt(2), plus(bigcurve.N, -1), halfN, lambda, comb43, random(r),
		d, new(big.Int).Sub(bigcurve.N, d), // P + P, and infinity
		plus(new(big.Int).Sub(bigcurve.N, d), -1),
	}
}

// badTweaks are refused wherever a tweak is taken.
var badTweaks = map[string][]byte{
	"nil":       nil,
	"31 bytes":  make([]byte, 31),
	"33 bytes":  make([]byte, 33),
	"n":         bigcurve.Bytes(bigcurve.N),
	"n + 1":     bigcurve.Bytes(plus(bigcurve.N, 1)),
	"2^256 - 1": bigcurve.Bytes(maximum),
}

func TestTweakAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, d := range secrets() {
		p := bigcurve.G.Mul(d)
		even := new(big.Int).Set(d)
		if p.Y.Bit(0) == 1 {
			even.Sub(bigcurve.N, d)
		}
		pub := public(t, p)
		x, _ := pub.XOnly()
		for _, xonly := range []bool{false, true} {
			start := d
			if xonly {
				start = even
			}
			for _, tweak := range tweaks(r, start) {
				name := fmt.Sprintf("%x + %x, x-only %v", d, tweak, xonly)
				k, b := secret(t, d), bigcurve.Bytes(tweak)
				var err, pubErr error
				var got secp256k1.PublicKey
				if xonly {
					err = k.XOnlyTweakAdd(b)
					got, pubErr = x.TweakAdd(b)
				} else {
					err = k.TweakAdd(b)
					got, pubErr = pub.TweakAdd(b)
				}
				sum := new(big.Int).Add(start, tweak)
				sum.Mod(sum, bigcurve.N)
				samePoint(t, name, got, pubErr, bigcurve.G.Mul(sum))
				if sum.Sign() == 0 {
					if err != secp256k1.ErrInfinity || !k.Equal(secret(t, d)) {
						t.Errorf("%s = 0: %v, key %x", name, err, k.Bytes())
					}
				} else if err != nil || bigcurve.Int(k.Bytes()).Cmp(sum) != 0 {
					t.Errorf("%s: %x (%v), want %x", name, k.Bytes(), err, sum)
				}
			}
		}
	}
}

func TestTweakMul(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, d := range secrets() {
		pub := public(t, bigcurve.G.Mul(d))
		for _, tweak := range tweaks(r, d) {
			if tweak.Sign() == 0 {
				continue // TestBadTweaks
			}
			k := secret(t, d)
			err := k.TweakMul(bigcurve.Bytes(tweak))
			product := new(big.Int).Mul(d, tweak)
			product.Mod(product, bigcurve.N)
			if err != nil || bigcurve.Int(k.Bytes()).Cmp(product) != 0 {
				t.Errorf("%x * %x: %x (%v), want %x", d, tweak, k.Bytes(), err, product)
			}
			got, err := pub.TweakMul(bigcurve.Bytes(tweak))
			samePoint(t, fmt.Sprintf("%x * %x", d, tweak), got, err, bigcurve.G.Mul(product))
		}
	}
}

func TestBadTweaks(t *testing.T) {
	k := secret(t, big.NewInt(5))
	p := k.PublicKey()
	x, _ := p.XOnly()
	check := func(name string, b []byte, errs map[string]error) {
		for call, err := range errs {
			if !errors.Is(err, secp256k1.ErrTweak) {
				t.Errorf("%s, tweak %s: %v", call, name, err)
			}
		}
		if x.TweakAddCheck(x.Bytes(), false, b) && name != "0" {
			t.Errorf("TweakAddCheck, tweak %s: true", name)
		}
		if !k.Equal(secret(t, big.NewInt(5))) {
			t.Fatalf("tweak %s: the key has changed", name)
		}
	}
	for name, b := range badTweaks {
		_, pErr := p.TweakAdd(b)
		_, xErr := x.TweakAdd(b)
		_, mErr := p.TweakMul(b)
		check(name, b, map[string]error{
			"SecretKey.TweakAdd": k.TweakAdd(b), "SecretKey.XOnlyTweakAdd": k.XOnlyTweakAdd(b),
			"SecretKey.TweakMul": k.TweakMul(b), "PublicKey.TweakAdd": pErr,
			"PublicKey.TweakMul": mErr, "XOnlyPublicKey.TweakAdd": xErr,
		})
	}
	zero := make([]byte, 32)
	_, mErr := p.TweakMul(zero)
	check("0", zero, map[string]error{"SecretKey.TweakMul": k.TweakMul(zero), "PublicKey.TweakMul": mErr})
}

func TestSetScalarRefuses(t *testing.T) {
	for name, d := range map[string]*group.SecretScalar{"nil": nil, "0": new(group.SecretScalar)} {
		k := *secret(t, big.NewInt(77))
		before := k
		if err := k.SetScalar(d); !errors.Is(err, secp256k1.ErrSecretKey) || !k.Equal(&before) {
			t.Errorf("%s: %v, the same key: %v", name, err, k.Equal(&before))
		}
	}
}

func TestNoSecretKey(t *testing.T) {
	for name, k := range map[string]*secp256k1.SecretKey{"nil": nil, "zero value": new(secp256k1.SecretKey)} {
		for call, err := range map[string]error{
			"Negate": k.Negate(), "TweakAdd": k.TweakAdd(bigcurve.Bytes(one)),
			"TweakMul": k.TweakMul(bigcurve.Bytes(one)), "XOnlyTweakAdd": k.XOnlyTweakAdd(bigcurve.Bytes(one)),
		} {
			if !errors.Is(err, secp256k1.ErrSecretKey) {
				t.Errorf("%s of %s: %v", call, name, err)
			}
		}
		if k.IsValid() || k.Equal(k) || k.PublicKey().IsValid() || !panics(func() { k.PublicKey().Bytes() }) || !panics(func() { k.Bytes() }) || !panics(func() { k.AppendBytes(nil) }) {
			t.Errorf("%s counts as a key", name)
		}
		k.Wipe()
	}
}

func TestSecretIsNotComparable(t *testing.T) {
	for name, v := range map[string]any{"secp256k1.SecretKey": secp256k1.SecretKey{}, "schnorr.KeyPair": schnorr.KeyPair{}} {
		if reflect.TypeOf(v).Comparable() {
			t.Errorf("%s can be compared with ==", name)
		}
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	k := secret(t, number(strings.Repeat("ab", 32)))
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q", "%o"} {
		for _, v := range []any{k, *k, []*secp256k1.SecretKey{k}[0]} {
			if got := fmt.Sprintf(verb, v); got != "secp256k1.SecretKey" {
				t.Errorf("%s prints %q", verb, got)
			}
		}
	}
}
