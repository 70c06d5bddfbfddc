package libsecp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"sync"
	"unsafe"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/nostr/signer"
)

// Errors of a Signer that lacks a key: those of package signer.
var (
	ErrNoSecret = signer.ErrNoSecret
	ErrNoPublic = signer.ErrNoPublic
)

// A Signer holds a key pair of BIP-340, or a public key only. It implements
// [signer.Signer] and behaves as [signer.Key] does. It is safe for concurrent use; Zero waits for
// calls that are running. It is neither printed nor marshalled.
type Signer struct {
	noText
	lib       *Library
	mutex     sync.RWMutex
	sec       *[32]byte // as given; nil: none
	even      *[32]byte // sec or its negation, whichever belongs to 2 || pub
	pair      *keypair
	pub       [32]byte
	hasPublic bool
}

// NewSigner returns a signer without a key.
func (l *Library) NewSigner() *Signer { return &Signer{lib: l} }

// Generate makes a key, whose point has an even y, from the system's randomness.
func (s *Signer) Generate() error {
	sec := make([]byte, 32)
	defer wipe(sec)
	var err error
	for range 8 { // a random value is no key with probability 2^-128
		rand.Read(sec)
		if err = s.set(sec, true); !errors.Is(err, ErrSecretKey) {
			break
		}
	}
	return err
}

// InitSec sets the secret key (32 bytes) and its public key. After an error the
// signer is as before.
func (s *Signer) InitSec(sec []byte) error { return s.set(sec, false) }

// set sets the secret key to sec or, if generated is set, to what has an even y of
// sec and its negation.
func (s *Signer) set(sec []byte, generated bool) error {
	if err := checkSize("secret key", sec, 32); err != nil {
		return err
	}
	if err := s.lib.need(keypairCreate, keypairPub); err != nil {
		return err
	}
	pair, even, given := new(keypair), new([32]byte), new([32]byte)
	copy(given[:], sec)
	copy(even[:], sec)
	fail := func(err error) error {
		wipe(pair[:])
		wipe(even[:])
		wipe(given[:])
		return err
	}
	var point pubkey
	if !call(s.lib, keypairCreate, uintptr(unsafe.Pointer(pair)), uintptr(unsafe.Pointer(given))) ||
		!call(s.lib, keypairPub, uintptr(unsafe.Pointer(&point)), uintptr(unsafe.Pointer(pair))) {
		return fail(ErrSecretKey)
	}
	pub, err := s.lib.serialize(&point, compressed)
	if err != nil {
		return fail(err)
	}
	if pub[0] == 3 && !call(s.lib, seckeyNegate, uintptr(unsafe.Pointer(even))) {
		return fail(ErrSecretKey)
	}
	if generated {
		*given = *even
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.zero()
	s.sec, s.even, s.pair = given, even, pair
	s.pub, s.hasPublic = [32]byte(pub[1:]), true
	return nil
}

// InitPub sets a public key (32 bytes, x-only) and forgets the secret. After an
// error the signer is as before.
func (s *Signer) InitPub(pub []byte) error {
	if err := s.lib.CheckXOnly(pub); err != nil {
		return err
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.zero()
	s.pub, s.hasPublic = [32]byte(pub), true
	return nil
}

// Sec returns a copy of the secret key, as it was given, or nil.
func (s *Signer) Sec() []byte {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if s.sec == nil {
		return nil
	}
	return append([]byte(nil), s.sec[:]...)
}

// Pub returns the x-only public key, or nil.
func (s *Signer) Pub() []byte {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if !s.hasPublic {
		return nil
	}
	return append([]byte(nil), s.pub[:]...)
}

// Sign signs a message of any length (BIP-340) with fresh auxiliary randomness.
func (s *Signer) Sign(msg []byte) ([]byte, error) {
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if s.sec == nil {
		return nil, ErrNoSecret
	}
	aux := make([]byte, 32)
	rand.Read(aux)
	defer wipe(aux)
	return s.lib.signSchnorr(s.pair, msg, aux)
}

// Verify reports whether a 64-byte signature is valid under the public key.
func (s *Signer) Verify(msg, sig []byte) (bool, error) {
	pub := s.Pub()
	if pub == nil {
		return false, ErrNoPublic
	}
	return s.lib.VerifySchnorr(pub, msg, sig)
}

// Zero wipes the secret key; the public key stays.
func (s *Signer) Zero() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.zero()
}

func (s *Signer) zero() {
	if s.sec != nil {
		wipe(s.sec[:])
		wipe(s.even[:])
		wipe(s.pair[:])
	}
	s.sec, s.even, s.pair = nil, nil, nil
}

// ECDH returns the SHA-256 of the compressed shared point with another's key of
// 32 bytes, x-only, or 33, of which only x counts: each side's key stands for its
// point with an even y, so that both get the same bytes.
func (s *Signer) ECDH(pub []byte) ([]byte, error) { return s.exchange(pub, s.lib.ECDH) }

// ECDHRaw is ECDH with the point's raw x, as NIP-04 and NIP-44 take it.
func (s *Signer) ECDHRaw(pub []byte) ([]byte, error) { return s.exchange(pub, s.lib.ECDHRaw) }

func (s *Signer) exchange(pub []byte, with func(sec, pub []byte) ([]byte, error)) ([]byte, error) {
	if len(pub) == 33 && (pub[0] == 2 || pub[0] == 3) {
		pub = pub[1:]
	}
	s.mutex.RLock()
	defer s.mutex.RUnlock()
	if s.sec == nil {
		return nil, ErrNoSecret
	}
	if err := checkSize("x-only public key", pub, 32); err != nil {
		return nil, err
	}
	return with(s.even[:], append([]byte{2}, pub...))
}

// Format writes the name of the type, whatever the verb: no secret reaches a log
// by accident.
func (*Signer) Format(f fmt.State, _ rune) { io.WriteString(f, "libsecp.Signer") }

// noText is embedded in what holds a secret: package json, which would write {} for
// it, fails with [secp256k1.ErrSecretText].
type noText struct{}

func (noText) MarshalText() ([]byte, error) { return nil, secp256k1.ErrSecretText }

func (*noText) UnmarshalText([]byte) error { return secp256k1.ErrSecretText }

// A Generator makes keys one after the other, to search for a public key with a certain
// property. It implements [signer.Generator]. Only one goroutine may use it at a time. It is
// neither printed nor marshalled.
type Generator struct {
	noText
	lib *Library
	sec *[32]byte // nil: none; package fmt prints where it is
	x   []byte    // of the public key
}

// NewGenerator returns a generator without a key.
func (l *Library) NewGenerator() *Generator { return &Generator{lib: l} }

// Generate makes a key and returns its compressed public key (33 bytes).
func (g *Generator) Generate() (pub33 []byte, err error) {
	sec := new([32]byte)
	for range 8 { // a random value is no key with probability 2^-128
		rand.Read(sec[:])
		if pub33, err = g.lib.PublicKey(sec[:]); err == nil {
			g.Zero()
			g.sec, g.x = sec, append([]byte(nil), pub33[1:]...)
			return pub33, nil
		}
	}
	wipe(sec[:])
	return nil, err
}

// Negate negates the key; before Generate it does nothing.
func (g *Generator) Negate() {
	if g.sec == nil {
		return
	}
	call(g.lib, seckeyNegate, uintptr(unsafe.Pointer(g.sec)))
}

// KeyPairBytes returns the secret key and the x-only public key (32 bytes each),
// or nil before Generate.
func (g *Generator) KeyPairBytes() (sec, pub []byte) {
	if g.sec == nil {
		return nil, nil
	}
	return append([]byte(nil), g.sec[:]...), append([]byte(nil), g.x...)
}

// Zero wipes the secret key. The generator holds no key afterwards.
func (g *Generator) Zero() {
	if g.sec != nil {
		wipe(g.sec[:])
	}
	g.sec, g.x = nil, nil
}

// Format writes the name of the type, whatever the verb.
func (Generator) Format(f fmt.State, _ rune) { io.WriteString(f, "libsecp.Generator") }
