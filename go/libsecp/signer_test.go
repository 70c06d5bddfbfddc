package libsecp

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr/signer"
)

var (
	_ signer.Signer    = (*Signer)(nil)
	_ signer.Generator = (*Generator)(nil)
)

// Through the interface, a Signer and package signer's Key fail with the same
// errors.
func TestSignerErrors(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		order, err := hex.DecodeString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141")
		if err != nil {
			t.Fatal(err)
		}
		g := append(make([]byte, 31), 1)
		for _, pub := range [][]byte{nil, g, append(make([]byte, 65), 4)} {
			_, compress := l.Compress(pub)
			_, negate := l.NegatePublicKey(pub)
			_, exchange := l.ECDH(g, pub)
			_, verify := l.VerifyECDSA(pub, g, make([]byte, 64))
			for _, err := range []error{compress, negate, exchange, verify} {
				if !errors.Is(err, secp256k1.ErrPublicKey) {
					t.Errorf("a key of %d bytes: %v", len(pub), err)
				}
			}
		}
		if _, err := l.CombinePublicKeys(); !errors.Is(err, secp256k1.ErrPublicKey) {
			t.Errorf("no keys: %v", err)
		}
		for _, s := range []signer.Signer{l.NewSigner(), signer.New()} {
			check := func(what string, err, want error) {
				t.Helper()
				if !errors.Is(err, want) {
					t.Errorf("%T: %s: %v, want %v", s, what, err, want)
				}
			}
			fail := func(_ any, err error) error { return err }
			check("Sign without a key", fail(s.Sign(g)), signer.ErrNoSecret)
			for _, pub := range [][]byte{g, nil, g[1:], append(make([]byte, 31), 5)} {
				check("ECDH without a key", fail(s.ECDH(pub)), signer.ErrNoSecret)
				check("ECDHRaw without a key", fail(s.ECDHRaw(pub)), signer.ErrNoSecret)
			}
			check("Verify without a key", fail(s.Verify(g, make([]byte, 64))), signer.ErrNoPublic)
			check("Verify of a short signature without a key", fail(s.Verify(g, g)), signer.ErrNoPublic)
			for _, sec := range [][]byte{nil, g[1:], make([]byte, 32), order} {
				check("InitSec", s.InitSec(sec), secp256k1.ErrSecretKey)
			}
			for _, pub := range [][]byte{nil, g[1:], append(make([]byte, 31), 5), bytes.Repeat([]byte{255}, 32)} {
				check("InitPub", s.InitPub(pub), secp256k1.ErrPublicKey)
			}
			check("InitSec of 1", s.InitSec(g), nil)
			check("Verify of a short signature", fail(s.Verify(g, g)), signer.ErrSignature)
			for _, pub := range [][]byte{nil, g[1:], append(make([]byte, 31), 5)} {
				check("ECDH", fail(s.ECDH(pub)), secp256k1.ErrPublicKey)
				check("ECDHRaw", fail(s.ECDHRaw(pub)), secp256k1.ErrPublicKey)
			}
		}
	})
}

func TestSigner(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		msg := []byte("a message of any length")
		s := l.NewSigner()
		if s.Sec() != nil || s.Pub() != nil {
			t.Error("a new signer has a key")
		}
		if _, err := s.Sign(msg); !errors.Is(err, ErrNoSecret) {
			t.Error(err)
		}
		if _, err := s.Verify(msg, make([]byte, 64)); !errors.Is(err, ErrNoPublic) {
			t.Error(err)
		}
		if _, err := s.ECDH(make([]byte, 32)); !errors.Is(err, ErrNoSecret) {
			t.Error(err)
		}
		for _, bad := range [][]byte{nil, make([]byte, 32), make([]byte, 33)} {
			if s.InitSec(bad) == nil || s.InitPub(bad) == nil {
				t.Errorf("%x is taken", bad)
			}
		}
		for range 8 { // half of all keys have an odd y
			if err := s.Generate(); err != nil {
				t.Fatal(err)
			}
			if want, err := l.PublicKey(s.Sec()); err != nil || !bytes.Equal(want, append([]byte{2}, s.Pub()...)) {
				t.Errorf("%x, %x, %v", s.Pub(), want, err)
			}
		}
		sec, pub := s.Sec(), s.Pub()
		for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%s"} {
			if got := fmt.Sprintf(verb, s); got != "libsecp.Signer" {
				t.Errorf("%s prints %s", verb, got)
			}
			g := l.NewGenerator()
			g.sec = (*[32]byte)(bytes.Repeat([]byte{0xab}, 32))
			digits := fmt.Sprintf(verb, g.sec[:])
			digits = strings.TrimRight(digits[strings.LastIndexAny(digits, "[{")+1:], "]}")
			for _, v := range []any{g, *g} {
				if got := fmt.Sprintf(verb, v); got != "libsecp.Generator" {
					t.Errorf("%s of a %T prints %s", verb, v, got)
				}
			}
			for _, v := range []any{struct{ G Generator }{*g}, struct{ g Generator }{*g}, struct{ g *Generator }{g}} {
				if got := fmt.Sprintf(verb, v); strings.Contains(got, digits) {
					t.Errorf("%s of a field prints %s", verb, got)
				}
			}
		}
		g := l.NewGenerator()
		if _, err := g.Generate(); err != nil {
			t.Fatal(err)
		}
		for _, v := range []any{s, g, *g, new(Signer), Generator{}, []any{s, *g}, struct{ S *Signer }{s}, struct{ G Generator }{*g}} {
			if text, err := json.Marshal(v); !errors.Is(err, secp256k1.ErrSecretText) {
				t.Errorf("%T in package json: %s, %v", v, text, err)
			}
		}
		for _, v := range []any{s, g} {
			if err := json.Unmarshal([]byte(`{}`), v); err == nil {
				t.Errorf("%T is read from {}", v)
			}
		}
		if s.InitSec(nil) == nil || s.InitPub(nil) == nil || !bytes.Equal(s.Sec(), sec) || !bytes.Equal(s.Pub(), pub) {
			t.Error("an error changed the signer")
		}
		one, err := s.Sign(msg)
		if err != nil {
			t.Fatal(err)
		}
		two, err := s.Sign(msg)
		if err != nil || bytes.Equal(one, two) {
			t.Errorf("no fresh randomness, %v", err)
		}
		reader := l.NewSigner()
		if err := reader.InitPub(pub); err != nil {
			t.Fatal(err)
		}
		for _, sig := range [][]byte{one, two} {
			if ok, err := reader.Verify(msg, sig); !ok || err != nil {
				t.Errorf("%v, %v", ok, err)
			}
		}
		if ok, err := reader.Verify(msg[1:], one); ok || err != nil {
			t.Errorf("another message: %v, %v", ok, err)
		}
		if ok, err := reader.Verify(msg, one[1:]); ok || err == nil {
			t.Errorf("63 bytes: %v, %v", ok, err)
		}
		inside, even, pair := s.sec, s.even, s.pair
		s.Zero()
		if *inside != [32]byte{} || *even != [32]byte{} || *pair != (keypair{}) || s.Sec() != nil {
			t.Error("the secret is still there")
		}
		if !bytes.Equal(s.Pub(), pub) {
			t.Error("the public key is gone")
		}
		if _, err := s.Sign(msg); !errors.Is(err, ErrNoSecret) {
			t.Error(err)
		}
	})
}

// Every combination of parities gives both sides the same secret.
func TestSignerExchange(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		var secs [][]byte
		for k := byte(1); k < 8; k++ { // y of k * G is even and odd
			negated, err := l.NegateSecretKey(key(k))
			if err != nil {
				t.Fatal(err)
			}
			secs = append(secs, key(k), negated)
		}
		a, b := l.NewSigner(), l.NewSigner()
		for _, x := range secs {
			for _, y := range secs {
				if a.InitSec(x) != nil || b.InitSec(y) != nil {
					t.Fatal("no key")
				}
				full := func(sec []byte) []byte {
					pub, err := l.PublicKey(sec)
					if err != nil {
						t.Fatal(err)
					}
					return pub
				}
				for _, f := range []func(*Signer, []byte) ([]byte, error){(*Signer).ECDH, (*Signer).ECDHRaw} {
					for _, pubs := range [][2][]byte{{a.Pub(), b.Pub()}, {full(x), full(y)}, {a.Pub(), full(y)}} {
						one, err1 := f(a, pubs[1])
						two, err2 := f(b, pubs[0])
						if err1 != nil || err2 != nil || !bytes.Equal(one, two) {
							t.Errorf("%x %x: %x, %v and %x, %v", x, y, one, err1, two, err2)
						}
					}
				}
			}
		}
		for _, bad := range [][]byte{nil, make([]byte, 32), make([]byte, 33), make([]byte, 65)} {
			if _, err := a.ECDH(bad); err == nil {
				t.Errorf("%x is taken", bad)
			}
		}
	})
}

func TestGenerator(t *testing.T) {
	each(t, func(t *testing.T, l *Library) {
		g := l.NewGenerator()
		g.Negate()
		if sec, pub := g.KeyPairBytes(); sec != nil || pub != nil {
			t.Error("a new generator has a key")
		}
		for range 4 {
			pub33, err := g.Generate()
			if err != nil {
				t.Fatal(err)
			}
			for _, flip := range []byte{0, 1, 0} {
				sec, pub := g.KeyPairBytes()
				want, err := l.PublicKey(sec)
				if err != nil || !bytes.Equal(pub, pub33[1:]) || !bytes.Equal(want[1:], pub) || want[0] != pub33[0]^flip {
					t.Errorf("%x, %x, %x, %v", pub33, want, pub, err)
				}
				g.Negate()
			}
		}
		held := g.sec
		g.Zero()
		g.Negate()
		if sec, pub := g.KeyPairBytes(); sec != nil || pub != nil || *held != [32]byte{} {
			t.Error("a generator has a key after Zero")
		}
	})
}
