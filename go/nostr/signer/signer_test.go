package signer_test

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr/signer"
)

var (
	_ signer.Signer    = (*signer.Key)(nil)
	_ signer.Generator = (*signer.KeyGenerator)(nil)
)

var msg = bytes.Repeat([]byte{0x5a}, 32)

func TestSigner(t *testing.T) {
	for i := range 20 {
		var s signer.Signer = signer.New()
		if i%2 == 0 {
			if err := s.Generate(); err != nil {
				t.Fatal(err)
			}
		} else if err := s.InitSec(bytes.Repeat([]byte{byte(i)}, 32)); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 && !bytes.Equal(s.Sec(), bytes.Repeat([]byte{byte(i)}, 32)) {
			t.Errorf("Sec %x", s.Sec())
		}
		sig, err := s.Sign(msg)
		if err != nil || len(sig) != 64 {
			t.Fatalf("signature %x (%v)", sig, err)
		}
		var v signer.Signer = signer.New()
		if err := v.InitPub(s.Pub()); err != nil {
			t.Fatal(err)
		}
		bad := bytes.Clone(sig)
		bad[40] ^= 1
		for name, key := range map[string]signer.Signer{"own": s, "public": v} {
			if ok, err := key.Verify(msg, sig); !ok || err != nil {
				t.Errorf("%s key: %v (%v)", name, ok, err)
			}
			if ok, err := key.Verify(msg, bad); ok || err != nil {
				t.Errorf("%s key, bad signature: %v (%v)", name, ok, err)
			}
		}
		again := signer.New()
		if err := again.InitSec(s.Sec()); err != nil || !bytes.Equal(again.Pub(), s.Pub()) {
			t.Errorf("another public key from the same secret (%v)", err)
		}
		pub := s.Pub()
		s.Zero()
		if _, err := s.Sign(msg); err != signer.ErrNoSecret || s.Sec() != nil || !bytes.Equal(s.Pub(), pub) {
			t.Errorf("after Zero: secret %x, %v", s.Sec(), err)
		}
	}
}

func TestGenerateMakesEvenY(t *testing.T) {
	for range 16 {
		s := signer.New()
		if err := s.Generate(); err != nil {
			t.Fatal(err)
		}
		var k secp256k1.SecretKey
		if err := k.SetBytes(s.Sec()); err != nil {
			t.Fatal(err)
		}
		p := k.PublicKey().Bytes()
		if p[0] != 2 || !bytes.Equal(p[1:], s.Pub()) {
			t.Errorf("secret of %x, public key %x", p, s.Pub())
		}
	}
}

// compressed returns the 33-byte public key of a secret key.
func compressed(t *testing.T, sec []byte) []byte {
	t.Helper()
	var k secp256k1.SecretKey
	if err := k.SetBytes(sec); err != nil {
		t.Fatal(err)
	}
	return k.PublicKey().Bytes()
}

// Both parties get the same secret, whatever the y of their points.
func TestECDH(t *testing.T) {
	parities := map[[2]byte]bool{}
	for i := range byte(12) {
		a, b := signer.New(), signer.New()
		aSec, bSec := bytes.Repeat([]byte{i + 1}, 32), bytes.Repeat([]byte{2*i + 50}, 32)
		if err := errors.Join(a.InitSec(aSec), b.InitSec(bSec)); err != nil {
			t.Fatal(err)
		}
		a33, b33 := compressed(t, aSec), compressed(t, bSec)
		parities[[2]byte{a33[0], b33[0]}] = true
		// Only x counts in the compressed form.
		a33[0], b33[0] = a33[0]^i&1, b33[0]^i>>1&1
		for name, method := range map[string]func(*signer.Key, []byte) ([]byte, error){
			"ECDH": (*signer.Key).ECDH, "ECDHRaw": (*signer.Key).ECDHRaw,
		} {
			for form, pubs := range map[string][2][]byte{"x-only": {a.Pub(), b.Pub()}, "compressed": {a33, b33}} {
				ab, err := method(a, pubs[1])
				ba, err2 := method(b, pubs[0])
				if err != nil || err2 != nil || len(ab) != 32 || !bytes.Equal(ab, ba) {
					t.Errorf("%s, %s: %x (%v) and %x (%v)", name, form, ab, err, ba, err2)
				}
			}
		}
		raw, _ := a.ECDHRaw(b.Pub())
		hashed, _ := a.ECDH(b.Pub())
		rawFull, _ := a.ECDHRaw(b33)
		hashedFull, _ := a.ECDH(b33)
		if !bytes.Equal(raw, rawFull) || !bytes.Equal(hashed, hashedFull) || bytes.Equal(raw, hashed) {
			t.Errorf("raw %x, %x, hashed %x, %x", raw, rawFull, hashed, hashedFull)
		}
	}
	if len(parities) != 4 {
		t.Errorf("%d of the 4 pairs of parities seen", len(parities))
	}
}

func TestSignerErrors(t *testing.T) {
	empty, full := signer.New(), signer.New()
	if err := full.Generate(); err != nil {
		t.Fatal(err)
	}
	sec, pub := full.Sec(), full.Pub()
	sig := make([]byte, 64)
	fails := func(f func() error) error { return f() }
	tests := []struct {
		name string
		got  error
		want error
	}{
		{"no secret to sign", fails(func() error { _, err := empty.Sign(msg); return err }), signer.ErrNoSecret},
		{"no secret for ECDH", fails(func() error { _, err := empty.ECDH(pub); return err }), signer.ErrNoSecret},
		{"no secret for ECDHRaw", fails(func() error { _, err := empty.ECDHRaw(pub); return err }), signer.ErrNoSecret},
		{"no key to verify", fails(func() error { _, err := empty.Verify(msg, sig); return err }), signer.ErrNoPublic},
		{"short signature", fails(func() error { _, err := full.Verify(msg, sig[:63]); return err }), signer.ErrSignature},
		{"secret key 0", full.InitSec(make([]byte, 32)), secp256k1.ErrSecretKey},
		{"no secret key", full.InitSec(nil), secp256k1.ErrSecretKey},
		{"public key 0", full.InitPub(make([]byte, 32)), secp256k1.ErrPublicKey},
		{"compressed public key", full.InitPub(append([]byte{2}, pub...)), secp256k1.ErrPublicKey},
		{"ECDH with no key", fails(func() error { _, err := full.ECDH(nil); return err }), secp256k1.ErrPublicKey},
		{"ECDH with 31 bytes", fails(func() error { _, err := full.ECDHRaw(pub[1:]); return err }), secp256k1.ErrPublicKey},
		{"ECDH with prefix 4", fails(func() error { _, err := full.ECDH(append([]byte{4}, pub...)); return err }), secp256k1.ErrPublicKey},
	}
	for _, test := range tests {
		if !errors.Is(test.got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, test.got, test.want)
		}
	}
	if !bytes.Equal(full.Sec(), sec) || !bytes.Equal(full.Pub(), pub) {
		t.Error("a failure has changed the keys")
	}
	if empty.Sec() != nil || empty.Pub() != nil {
		t.Error("keys from nowhere")
	}
	if err := full.InitPub(pub); err != nil || full.Sec() != nil {
		t.Errorf("the secret key outlives InitPub (%v)", err)
	}
	if _, err := full.Sign(msg); err != signer.ErrNoSecret {
		t.Errorf("signs with a public key: %v", err)
	}
}

func TestGenerator(t *testing.T) {
	g := signer.NewGenerator()
	g.Negate()
	if sec, pub := g.KeyPairBytes(); sec != nil || pub != nil {
		t.Errorf("key pair %x, %x before Generate", sec, pub)
	}
	seen := map[byte]bool{}
	for range 30 {
		pub33, err := g.Generate()
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			sec, pub := g.KeyPairBytes()
			if !bytes.Equal(compressed(t, sec), pub33) || !bytes.Equal(pub, pub33[1:]) {
				t.Errorf("secret of %x, public key %x, want %x", compressed(t, sec), pub, pub33)
			}
			seen[pub33[0]] = true
			g.Negate()
			pub33[0] ^= 1
		}
	}
	if !seen[2] || !seen[3] {
		t.Errorf("prefixes seen: %v", seen)
	}
	g.Zero()
	g.Negate()
	if !reflect.DeepEqual(*g, signer.KeyGenerator{}) {
		t.Error("not wiped")
	}
	if sec, pub := g.KeyPairBytes(); sec != nil || pub != nil {
		t.Errorf("key pair %x, %x after Zero", sec, pub)
	}
}

func TestSecretIsNotPrinted(t *testing.T) {
	k, g := signer.New(), signer.NewGenerator()
	if err := k.InitSec(bytes.Repeat([]byte{0xab}, 32)); err != nil {
		t.Fatal(err)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x"} {
		for want, v := range map[string][]any{"signer.Key": {k, *k}, "signer.KeyGenerator": {g, *g}} {
			for _, v := range v {
				if got := fmt.Sprintf(verb, v); got != want {
					t.Errorf("%s prints %q", verb, got)
				}
			}
		}
	}
}
