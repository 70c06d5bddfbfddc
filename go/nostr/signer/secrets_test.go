package signer_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/secrettest"
	"koblitz.dev/secp256k1/nostr/signer"
)

// A subject is a signer with all that its operations compute from its key.
type subject struct {
	secret, digest [32]byte
	key, scratch   *signer.Key
	generator      *signer.KeyGenerator
	other          *signer.KeyGenerator
	needles        map[string][]byte
	kept           []byte // a result, which is not on the stack
}

func newSubject(t *testing.T, seed string) *subject {
	t.Helper()
	s := &subject{key: signer.New(), scratch: signer.New(), generator: signer.NewGenerator(), other: signer.NewGenerator()}
	s.secret, s.digest = sha256.Sum256([]byte("secret "+seed)), sha256.Sum256([]byte("digest "+seed))
	_, err := s.generator.Generate()
	if err = errors.Join(err, s.key.InitSec(s.secret[:])); err != nil {
		t.Fatal(err)
	}
	tweak := sha256.Sum256([]byte("tweak " + seed))
	s.needles = secrettest.Needles(&s.secret, &s.digest, &tweak)
	ct.ClearRegisters() // of what was computed here
	return s
}

// operations are the methods on secrets by their names, each once.
func operations() map[string]func(s *subject) {
	point := secrettest.Peer()
	px := point.Uncompressed()[1:33]
	return map[string]func(s *subject){
		"Key.Generate":               func(s *subject) { _ = s.scratch.Generate() },
		"Key.InitSec":                func(s *subject) { _ = s.scratch.InitSec(s.secret[:]) },
		"Key.InitPub":                func(s *subject) { _ = s.key.InitPub(px) },
		"Key.Sec":                    func(s *subject) { s.kept = s.key.Sec() },
		"Key.Pub":                    func(s *subject) { s.key.Pub() },
		"Key.Sign":                   func(s *subject) { _, _ = s.key.Sign(s.digest[:]) },
		"Key.Verify":                 func(s *subject) { _, _ = s.key.Verify(s.digest[:], make([]byte, 64)) },
		"Key.Zero":                   func(s *subject) { s.key.Zero() },
		"Key.UnmarshalText":          func(s *subject) { _ = s.key.UnmarshalText(s.secret[:]) },
		"Key.ECDH":                   func(s *subject) { s.kept, _ = s.key.ECDH(px) },
		"Key.ECDHRaw":                func(s *subject) { s.kept, _ = s.key.ECDHRaw(px) },
		"KeyGenerator.Generate":      func(s *subject) { _, _ = s.other.Generate() },
		"KeyGenerator.Negate":        func(s *subject) { s.generator.Negate() },
		"KeyGenerator.KeyPairBytes":  func(s *subject) { s.kept, _ = s.generator.KeyPairBytes() },
		"KeyGenerator.Zero":          func(s *subject) { s.generator.Zero() },
		"KeyGenerator.UnmarshalText": func(s *subject) { _ = s.generator.UnmarshalText(s.secret[:]) },
	}
}

// public are operations that touch no secret, or wipe one and no more.
var public = []string{"Key.InitPub", "Key.Pub", "Key.Verify", "Key.Zero", "Key.UnmarshalText", "KeyGenerator.Zero", "KeyGenerator.UnmarshalText"}

// Nothing secret stays on the stack. What is found once in several runs only is what the
// runtime saves where it interrupts a goroutine.
func TestStackIsWiped(t *testing.T) {
	const runs = 4
	for _, v := range []any{new(signer.Key), new(signer.KeyGenerator)} {
		for i := range reflect.TypeOf(v).NumMethod() {
			name := reflect.TypeOf(v).Elem().Name() + "." + reflect.TypeOf(v).Method(i).Name
			if operations()[name] == nil && !strings.HasSuffix(name, ".Format") && !strings.HasSuffix(name, ".MarshalText") {
				t.Errorf("%s is not among the operations", name)
			}
		}
	}
	for kind := range cpu.Kinds {
		for name, f := range operations() {
			for _, seed := range []string{"1", "2"} {
				var found []string
				for range runs {
					s := newSubject(t, seed)
					left := secrettest.Remains(func() { f(s) })
					if found = secrettest.Findings(left, s.needles, slices.Contains(public, name)); len(found) == 0 {
						break
					}
				}
				for _, what := range found {
					t.Errorf("%s, %s: %s", name, kind, what)
				}
			}
		}
	}
}

// What holds a key is on no stack.
var theSigner signer.Key

// No copy of a key stays on a stack that was outgrown, wherever on it a call begins. The
// collector is off: it moves stacks by itself.
func TestNoCopyOfOutgrownStack(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED search of memory: run on Linux")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	buf := make([]uint64, 1<<13)
	for name, f := range map[string]func(key []byte){
		"InitSec": func(key []byte) {
			_ = theSigner.InitSec(key)
			theSigner.Zero()
		},
		"Generate": func(key []byte) {
			_ = theSigner.Generate()
			sec := theSigner.Sec()
			copy(key, sec)
			clear(sec)
			theSigner.Zero()
		},
	} {
		for depth := 0; depth <= 96; depth += 3 {
			key := sha256.Sum256(fmt.Appendf(nil, "%s %d", name, depth))
			b := slices.Clone(key[:])
			done := make(chan struct{})
			go func() {
				secrettest.Deeper(depth, func() { f(b) })
				close(done)
			}()
			<-done
			wanted := secrettest.Mask(b)
			clear(b)
			clear(key[:])
			if n := wanted.InMemory(t, buf); n != 0 {
				t.Errorf("%s, %d frames deep: %d copies of the key", name, depth, n)
			}
		}
	}
}

// A signer is neither written as text nor read from it, by no package and in no place.
func TestNoText(t *testing.T) {
	key, generator := signer.New(), signer.NewGenerator()
	if err := key.InitSec(bytes.Repeat([]byte{0xab}, 32)); err != nil {
		t.Fatal(err)
	}
	if _, err := generator.Generate(); err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{key, *key, []signer.Key{*key}, struct{ K *signer.Key }{key}, struct{ K signer.Key }{*key}, map[string]*signer.Key{"k": key},
		generator, *generator, []signer.KeyGenerator{*generator}, struct{ G signer.KeyGenerator }{*generator}} {
		if text, err := json.Marshal(v); !errors.Is(err, secp256k1.ErrSecretText) {
			t.Errorf("%T in package json: %s, %v", v, text, err)
		}
		var b bytes.Buffer
		if err := gob.NewEncoder(&b).Encode(v); err == nil {
			t.Errorf("%T: package gob writes %d bytes", v, b.Len())
		}
	}
	for _, text := range []string{`{}`, `""`, `"` + strings.Repeat("01", 32) + `"`, `0`, `[]`} {
		sec := key.Sec()
		if err := json.Unmarshal([]byte(text), key); err == nil || !bytes.Equal(key.Sec(), sec) {
			t.Errorf("a Key of %s: %v", text, err)
		}
		if err := json.Unmarshal([]byte(text), generator); err == nil {
			t.Errorf("a KeyGenerator of %s", text)
		}
	}
}
