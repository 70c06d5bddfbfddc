package schnorr_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/bigcurve"
	"koblitz.dev/secp256k1/schnorr"
)

func newPair(t testing.TB, b []byte) (*secp256k1.SecretKey, *schnorr.KeyPair, secp256k1.XOnlyPublicKey) {
	t.Helper()
	key, pair := new(secp256k1.SecretKey), new(schnorr.KeyPair)
	if err := errors.Join(key.SetBytes(b), pair.SetSecretKey(key)); err != nil {
		t.Fatal(err)
	}
	return key, pair, pair.PublicKey()
}

// Messages of every length up to some blocks of SHA-256, and of 1,000 and
// 100,000 bytes.
func TestMessageLengths(t *testing.T) {
	key, pair, pub := newPair(t, bytes.Repeat([]byte{0x77}, 32))
	aux := bytes.Repeat([]byte{0x99}, 32)
	long := bytes.Repeat([]byte("koblitz "), 12500)
	lengths := []int{1000, 1024, 1025, len(long)}
	for n := range 200 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		msg := long[:n]
		sig, err := pair.Sign(msg, aux)
		if err != nil || !schnorr.Verify(&pub, msg, &sig) {
			t.Errorf("%d bytes: not verified (%v)", n, err)
		}
		if direct, err := schnorr.Sign(key, msg, aux); err != nil || direct != sig {
			t.Errorf("%d bytes: another signature without the key pair (%v)", n, err)
		}
		if schnorr.Verify(&pub, append(bytes.Clone(msg), 0), &sig) || (n > 0 && schnorr.Verify(&pub, msg[1:], &sig)) {
			t.Errorf("%d bytes: verifies another message", n)
		}
		if allocs := testing.AllocsPerRun(2, func() { schnorr.Verify(&pub, msg, &sig) }); allocs != 0 {
			t.Errorf("%d bytes: %v allocations", n, allocs)
		}
	}
}

func TestVerifyRefuses(t *testing.T) {
	_, pair, pub := newPair(t, bytes.Repeat([]byte{0x31}, 32))
	msg := bytes.Repeat([]byte{5}, 32)
	signed, err := pair.Sign(msg, nil)
	if err != nil {
		t.Fatal(err)
	}
	sig := signed.Bytes()
	for bit := range 512 {
		bad := bytes.Clone(sig)
		bad[bit/8] ^= 1 << (bit % 8)
		if verify(&pub, msg, bad) {
			t.Errorf("verifies with bit %d flipped", bit)
		}
	}
	for name, b := range map[string][]byte{
		"nil": nil, "63 bytes": sig[:63], "65 bytes": append(bytes.Clone(sig), 0),
		"r = p":          append(bigcurve.Bytes(bigcurve.P), sig[32:]...),
		"r = 0":          append(make([]byte, 32), sig[32:]...),
		"r = 2^256 - 1":  append(bytes.Repeat([]byte{0xff}, 32), sig[32:]...),
		"s = n":          append(bytes.Clone(sig[:32]), bigcurve.Bytes(bigcurve.N)...),
		"s = 0":          append(bytes.Clone(sig[:32]), make([]byte, 32)...),
		"zeros":          make([]byte, 64),
		"halves swapped": append(bytes.Clone(sig[32:]), sig[:32]...),
	} {
		if verify(&pub, msg, b) {
			t.Errorf("%s: verifies", name)
		}
	}
	var none secp256k1.XOnlyPublicKey
	_, _, stranger := newPair(t, bytes.Repeat([]byte{0x32}, 32))
	for name, key := range map[string]*secp256k1.XOnlyPublicKey{"nil": nil, "zero value": &none, "stranger": &stranger} {
		if schnorr.Verify(key, msg, &signed) {
			t.Errorf("%s: verifies", name)
		}
	}
	for name, sig := range map[string]*schnorr.Signature{"nil": nil, "zero value": {}} {
		if schnorr.Verify(&pub, msg, sig) {
			t.Errorf("a signature that is %s: verifies", name)
		}
	}
}

func TestBadArguments(t *testing.T) {
	key, pair, pub := newPair(t, bytes.Repeat([]byte{0x13}, 32))
	var noKey secp256k1.SecretKey
	var noPair schnorr.KeyPair
	for _, aux := range [][]byte{{}, make([]byte, 31), make([]byte, 33)} {
		if sig, err := pair.Sign(nil, aux); err != schnorr.ErrAux || sig.IsValid() {
			t.Errorf("%d bytes of randomness: %v (%v)", len(aux), sig, err)
		}
		if sig, err := schnorr.Sign(key, nil, aux); err != schnorr.ErrAux || sig.IsValid() {
			t.Errorf("%d bytes of randomness: %v (%v)", len(aux), sig, err)
		}
	}
	for name, k := range map[string]*secp256k1.SecretKey{"nil": nil, "zero value": &noKey} {
		if sig, err := schnorr.Sign(k, nil, nil); !errors.Is(err, secp256k1.ErrSecretKey) || sig.IsValid() {
			t.Errorf("%s signs %v (%v)", name, sig, err)
		}
		if err := pair.SetSecretKey(k); !errors.Is(err, secp256k1.ErrSecretKey) || pair.PublicKey() != pub {
			t.Errorf("key pair of %s: %v", name, err)
		}
	}
	for name, p := range map[string]*schnorr.KeyPair{"nil": nil, "zero value": &noPair} {
		sig, err := p.Sign(nil, nil)
		if x := p.PublicKey(); !errors.Is(err, secp256k1.ErrSecretKey) || sig.IsValid() || x.IsValid() || p.IsValid() {
			t.Errorf("%s signs %v (%v)", name, sig, err)
		}
		p.Wipe()
	}
	if pair.Wipe(); !reflect.DeepEqual(*pair, schnorr.KeyPair{}) {
		t.Error("not wiped")
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	_, pair, _ := newPair(t, bytes.Repeat([]byte{0xab}, 32))
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
		for _, v := range []any{pair, *pair} {
			if got := fmt.Sprintf(verb, v); got != "schnorr.KeyPair" {
				t.Errorf("%s prints %q", verb, got)
			}
		}
	}
}
