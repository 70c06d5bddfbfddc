// Package mistakes has a test for each mistake that has been seen in fast
// implementations of secp256k1, through the public interface, on each
// implementation of the arithmetic.
package mistakes

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"os"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/schnorr"
)

func each(t *testing.T, f func(t *testing.T)) {
	t.Helper()
	if cpu.Accelerated() {
		t.Run(cpu.Name(), f)
	}
	cpu.ForceGeneric(true)
	defer cpu.ForceGeneric(false)
	t.Run(cpu.Name(), f)
}

func key(t *testing.T, b []byte) *secp256k1.SecretKey {
	t.Helper()
	k := new(secp256k1.SecretKey)
	if err := k.SetBytes(b); err != nil {
		t.Fatal(err)
	}
	return k
}

func public(t *testing.T, k *secp256k1.SecretKey) secp256k1.PublicKey {
	t.Helper()
	p := k.PublicKey()
	return p
}

// An incomplete addition of multiples of G refuses the valid key
// 2(2^264 - 2^256) mod n, or derives a wrong point from it.
func TestIncompleteSigning(t *testing.T) {
	one := big.NewInt(1)
	worst := new(big.Int).Sub(new(big.Int).Lsh(one, 264), new(big.Int).Lsh(one, 256))
	worst.Lsh(worst, 1).Mod(worst, bigcurve.N)
	keys := []*big.Int{worst, new(big.Int).Sub(bigcurve.N, worst)}
	// Sums of two powers of two, and their neighbours.
	for i := 0; i < 256; i += 43 {
		for j := range i {
			if j%43 == 0 || i-j == 1 {
				v := new(big.Int).Add(new(big.Int).Lsh(one, uint(i)), new(big.Int).Lsh(one, uint(j)))
				keys = append(keys, v.Mod(v, bigcurve.N), new(big.Int).Sub(bigcurve.N, v))
			}
		}
	}
	each(t, func(t *testing.T) {
		for _, v := range keys {
			k := key(t, bigcurve.Bytes(v))
			p := public(t, k)
			if want := bigcurve.G.Mul(v).Uncompressed(); !bytes.Equal(p.Uncompressed(), want) {
				t.Errorf("%x: derives %x, want %x", v, p.Uncompressed(), want)
			}
			digest := make([]byte, 32)
			sig, err := ecdsa.Sign(k, digest)
			if err != nil || !ecdsa.Verify(&p, digest, &sig) {
				t.Errorf("%x: does not sign (%v)", v, err)
			}
		}
	})
}

// Key and digest swapped in the nonce's generator.
func TestNonceInputsSwapped(t *testing.T) {
	each(t, func(t *testing.T) {
		k := key(t, bigcurve.Bytes(big.NewInt(1)))
		digest := sha256.Sum256([]byte("Satoshi Nakamoto"))
		sig, err := ecdsa.Sign(k, digest[:])
		if err != nil {
			t.Fatal(err)
		}
		nonce, _ := new(big.Int).SetString("8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15", 16)
		if want := bigcurve.Bytes(bigcurve.G.Mul(nonce).X); !bytes.Equal(sig.Compact()[:32], want) {
			t.Errorf("r = %x, want %x", sig.Compact()[:32], want)
		}
	})
}

// A parser that indexes past the end of 9 bytes, or of any other number.
func TestShortInputsDoNotPanic(t *testing.T) {
	fill := []byte{0x00, 0x01, 0x02, 0x04, 0x06, 0x20, 0x30, 0x7f, 0x80, 0xff}
	for n := range 80 {
		for _, first := range fill {
			for _, second := range fill {
				b := bytes.Repeat([]byte{second}, n)
				for i := 0; i < n; i += 2 {
					b[i] = first
				}
				_, _ = ecdsa.ParseDER(b)
				_, _ = ecdsa.ParseCompact(b)
				_, _ = ecdsa.ParseRecoverable(b, n%5)
				_, _ = secp256k1.ParsePublicKey(b)
				x, _ := secp256k1.ParseXOnlyPublicKey(b)
				sig, _ := schnorr.ParseSignature(b)
				_ = schnorr.Verify(&x, b, &sig)
				var k secp256k1.SecretKey
				_ = k.SetBytes(b)
				if n == 9 && first == 0x30 {
					if _, err := ecdsa.ParseDER(b); err == nil {
						t.Errorf("9 bytes are accepted: %x", b)
					}
				}
			}
		}
	}
}

// r or s of n or more reduced silently, in any parser, on any implementation:
// s + n for an s that leaves room for it below 2^256.
func TestScalarsAreNotReduced(t *testing.T) {
	each(t, func(t *testing.T) {
		one, five := bigcurve.Bytes(big.NewInt(1)), big.NewInt(5)
		wrapped := bigcurve.Bytes(new(big.Int).Add(bigcurve.N, five))
		for _, b := range [][]byte{bigcurve.Bytes(bigcurve.N), wrapped, bytes.Repeat([]byte{0xff}, 32)} {
			for _, pair := range [][2][]byte{{b, one}, {one, b}} {
				compact := append(bytes.Clone(pair[0]), pair[1]...)
				if _, err := ecdsa.ParseCompact(compact); err == nil {
					t.Errorf("compact %x is accepted", compact)
				}
				content := []byte{0x30, 0}
				for _, v := range pair {
					v = append([]byte{0}, v...)
					if v[1] < 0x80 {
						v = v[32:]
					}
					content = append(append(content, 2, byte(len(v))), v...)
				}
				content[1] = byte(len(content) - 2)
				if _, err := ecdsa.ParseDER(content); err == nil {
					t.Errorf("DER %x is accepted", content)
				}
			}
			var k secp256k1.SecretKey
			if k.SetBytes(b) == nil {
				t.Errorf("the secret key %x is accepted", b)
			}
		}
		k := key(t, bigcurve.Bytes(five))
		p := public(t, k)
		x, _ := p.XOnly()
		sig, err := schnorr.Sign(k, nil, nil)
		if err != nil || !schnorr.Verify(&x, nil, &sig) {
			t.Fatalf("%v (%v)", sig, err)
		}
		for _, b := range [][]byte{bigcurve.Bytes(bigcurve.N), wrapped, bytes.Repeat([]byte{0xff}, 32)} {
			if _, err := schnorr.ParseSignature(append(sig.Bytes()[:32], b...)); err == nil {
				t.Errorf("s = %x is accepted", b)
			}
		}
	})
}

// The same memory as destination and as input.
func TestAliasedArguments(t *testing.T) {
	each(t, func(t *testing.T) {
		k := key(t, bigcurve.Bytes(big.NewInt(21)))
		p := public(t, k)
		x, _ := p.XOnly()
		var pair schnorr.KeyPair
		if err := pair.SetSecretKey(k); err != nil {
			t.Fatal(err)
		}
		msg := bytes.Repeat([]byte{7}, 64)
		want, err := pair.Sign(msg, msg[:32])
		if err != nil {
			t.Fatal(err)
		}
		if got, err := pair.Sign(msg, msg[:32]); err != nil || got != want {
			t.Errorf("signs a message that has the randomness: %v (%v), want %v", got, err, want)
		}
		wantPoint, err := secp256k1.Combine(p, p)
		if err != nil {
			t.Fatal(err)
		}
		keys := []secp256k1.PublicKey{p, p}
		if keys[0], err = secp256k1.Combine(keys...); err != nil || keys[0] != wantPoint {
			t.Errorf("combines into an input: %x (%v)", keys[0].Bytes(), err)
		}
		b := bigcurve.Bytes(big.NewInt(21))
		for name, f := range map[string]func(*secp256k1.SecretKey) error{
			"42":  func(k *secp256k1.SecretKey) error { return k.TweakAdd(b) },
			"441": func(k *secp256k1.SecretKey) error { return k.TweakMul(b) },
		} {
			tweaked := *k
			err := f(&tweaked)
			if bigcurve.Int(tweaked.Bytes()).String() != name || err != nil {
				t.Errorf("tweaked by itself: %x (%v), want %s", tweaked.Bytes(), err, name)
			}
		}
		sig, err := ecdsa.Sign(k, b)
		if err != nil {
			t.Fatal(err)
		}
		low := sig
		if low = low.LowS(); low != sig {
			t.Error("LowS of a low s changes it")
		}
		secret, err := ecdh.SharedX(k, &p)
		if err != nil {
			t.Fatal(err)
		}
		buf := p.AppendBytes(make([]byte, 0, 64))
		if got, err := ecdh.AppendSharedX(buf[:0], k, &p); err != nil || !bytes.Equal(got, secret) {
			t.Errorf("shared secret %x (%v), want %x", got, err, secret)
		}
		if !schnorr.Verify(&x, msg, &want) {
			t.Error("does not verify")
		}
	})
}

// A sum that does not start from zero: the same sum twice, the second one into
// a value that holds the first.
func TestSumsStartFromZero(t *testing.T) {
	each(t, func(t *testing.T) {
		p := public(t, key(t, bigcurve.Bytes(big.NewInt(3))))
		var sum secp256k1.PublicKey
		var first secp256k1.PublicKey
		for i := range 2 {
			var err error
			if sum, err = secp256k1.Combine(p, p, p); err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = sum
			} else if sum != first {
				t.Errorf("%x, then %x", first.Bytes(), sum.Bytes())
			}
		}
	})
}

// Both implementations give the same bytes and verdicts, and do not remember
// keys or results: each operation is repeated in both orders.
func TestImplementationsAgree(t *testing.T) {
	if !cpu.Accelerated() {
		t.Skip("one implementation here")
	}
	results := func(forward bool) string {
		var out []byte
		lines := make([][]byte, 30)
		for n := range lines {
			i := n
			if !forward {
				i = len(lines) - 1 - n
			}
			seed := sha256.Sum256([]byte{byte(i)})
			k := key(t, seed[:])
			p := public(t, k)
			tweaked, err := p.TweakAdd(seed[:])
			if err != nil {
				t.Fatal(err)
			}
			rec, err := ecdsa.SignRecoverable(k, seed[:])
			if err != nil {
				t.Fatal(err)
			}
			sig, err := schnorr.Sign(k, seed[:i], seed[:])
			if err != nil {
				t.Fatal(err)
			}
			secret, err := ecdh.SharedSecret(k, &tweaked)
			if err != nil {
				t.Fatal(err)
			}
			lines[i] = bytes.Join([][]byte{p.Uncompressed(), tweaked.Uncompressed(), rec.Compact(), {byte(rec.ID())}, sig.Bytes(), secret}, nil)
		}
		for _, line := range lines {
			out = append(out, line...)
		}
		return hex.EncodeToString(out)
	}
	defer cpu.ForceGeneric(false)
	want := results(true)
	for _, generic := range []bool{false, true} {
		for _, forward := range []bool{true, false} {
			cpu.ForceGeneric(generic)
			if results(forward) != want {
				t.Errorf("%s differs", cpu.Name())
			}
		}
	}
}

// A table or a library taken from the working directory: every result is the
// same in an empty one.
func TestWorkingDirectory(t *testing.T) {
	k := key(t, bigcurve.Bytes(big.NewInt(77)))
	before := public(t, k)
	t.Chdir(t.TempDir())
	if public(t, k) != before {
		t.Error("another public key")
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 0 {
		t.Errorf("left behind: %v (%v)", entries, err)
	}
}
