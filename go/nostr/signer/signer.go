// Package signer has the interfaces through which Nostr programs sign, verify and agree on
// secrets, and implementations of them in Go. Signatures are those of BIP-340; public keys are
// x-only. Package koblitz.dev/secp256k1/libsecp implements the same interfaces with a shared
// library.
//
//	s := signer.New()
//	err := s.InitSec(secret) // 32 bytes
//	sig, err := s.Sign(id)
package signer

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdh"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/schnorr"
)

// A Signer holds a key pair, or a public key only.
type Signer interface {
	// Generate sets a new random key pair.
	Generate() error
	// InitSec sets the key pair of a 32-byte secret key.
	InitSec(sec []byte) error
	// InitPub sets a 32-byte x-only public key; there is no secret key then.
	InitPub(pub []byte) error
	// Sec returns the 32-byte secret key, or nil if there is none.
	Sec() []byte
	// Pub returns the 32-byte x-only public key, or nil if there is none.
	Pub() []byte
	// Sign returns the 64-byte signature of a message.
	Sign(msg []byte) ([]byte, error)
	// Verify reports whether sig is a signature of msg by the key that is set.
	Verify(msg, sig []byte) (bool, error)
	// Zero wipes the secret key.
	Zero()
	// ECDH returns a 32-byte shared secret with the holder of pub.
	ECDH(pub []byte) ([]byte, error)
	// ECDHRaw returns the x of the shared point without hashing.
	ECDHRaw(pub []byte) ([]byte, error)
}

// A Generator makes key pairs one after the other, to search for a public key with a certain
// property.
type Generator interface {
	// Generate makes a new random key pair and returns the 33-byte compressed
	// public key.
	Generate() (pub33 []byte, err error)
	// Negate replaces the secret key by its negative, so that y changes
	// between even and odd.
	Negate()
	// KeyPairBytes returns the 32-byte secret key and the 32-byte x-only public
	// key, or nil and nil if there are none.
	KeyPairBytes() (sec, pub []byte)
}

// The errors of this package. Compare with [errors.Is]. Invalid keys give
// [secp256k1.ErrSecretKey] and [secp256k1.ErrPublicKey].
var (
	// ErrNoSecret: there is no secret key.
	ErrNoSecret = errors.New("signer: no secret key")
	// ErrNoPublic: there is no public key.
	ErrNoPublic = errors.New("signer: no public key")
	// ErrSignature: a signature is not 64 bytes long.
	ErrSignature = errors.New("signer: signature is not 64 bytes long")
)

// A Key is a [Signer] in Go. The zero value holds no key and is ready to use. Slices that its
// methods return belong to the caller.
//
// Several goroutines may use a Key at once as long as none calls Generate, InitSec, InitPub or
// Zero. A Key is printed and marshalled as little as a [secp256k1.SecretKey] is.
type Key struct {
	sec  secp256k1.SecretKey
	even secp256k1.SecretKey // sec or its negative, whose point has an even y
	pair schnorr.KeyPair
	pub  secp256k1.XOnlyPublicKey
}

// New returns a Key that holds no key.
func New() *Key { return new(Key) }

// Generate sets a new random key pair whose public key has an even y. It never fails.
func (k *Key) Generate() error {
	var err error
	ct.WipedLong(func() {
		var sec secp256k1.SecretKey
		sec.Generate()
		if err = k.set(&sec); err == nil {
			k.sec = k.even
		}
	})
	return err
}

// InitSec sets the key pair of a secret key, 32 bytes, which [Key.Sec] returns unchanged. If it
// fails, with [secp256k1.ErrSecretKey], nothing changes.
func (k *Key) InitSec(sec []byte) error {
	var err error
	ct.WipedLong(func() {
		var s secp256k1.SecretKey
		if err = s.SetBytes(sec); err == nil {
			err = k.set(&s)
		}
	})
	return err
}

func (k *Key) set(sec *secp256k1.SecretKey) error {
	if err := k.pair.SetSecretKey(sec); err != nil {
		return err
	}
	k.sec, k.pub = *sec, k.pair.PublicKey()
	return k.pair.PutSecretKey(&k.even)
}

// InitPub sets an x-only public key, 32 bytes, and wipes the secret key. If it fails, with
// [secp256k1.ErrPublicKey], nothing changes.
func (k *Key) InitPub(pub []byte) error {
	x, err := secp256k1.ParseXOnlyPublicKey(pub)
	if err != nil {
		return err
	}
	k.Zero()
	k.pub = x
	return nil
}

// Sec returns the 32-byte secret key, or nil if there is none. The caller wipes it.
func (k *Key) Sec() []byte {
	if !k.sec.IsValid() {
		return nil
	}
	return k.sec.Bytes()
}

// Pub returns the 32-byte x-only public key, or nil if there is none.
func (k *Key) Pub() []byte {
	if !k.pub.IsValid() {
		return nil
	}
	return k.pub.Bytes()
}

// Sign returns the 64-byte signature of a message, made with fresh auxiliary randomness. A
// message may have any length; in Nostr it is the 32-byte id of an event. It fails with
// [ErrNoSecret].
func (k *Key) Sign(msg []byte) ([]byte, error) {
	if !k.pair.IsValid() {
		return nil, ErrNoSecret
	}
	var aux [schnorr.AuxSize]byte
	rand.Read(aux[:])
	sig, err := k.pair.Sign(msg, aux[:])
	if err != nil {
		return nil, err
	}
	return sig.Bytes(), nil
}

// Verify reports whether sig is a signature of msg by the key that is set. It fails with
// [ErrNoPublic] if no key is set and [ErrSignature] if sig is not 64 bytes long. A wrong
// signature of 64 bytes is false without an error.
func (k *Key) Verify(msg, sig []byte) (bool, error) {
	switch {
	case !k.pub.IsValid():
		return false, ErrNoPublic
	case len(sig) != schnorr.SignatureSize:
		return false, ErrSignature
	}
	parsed, err := schnorr.ParseSignature(sig)
	return err == nil && schnorr.Verify(&k.pub, msg, &parsed), nil
}

// Zero wipes the secret key. The public key stays.
func (k *Key) Zero() {
	k.sec.Wipe()
	k.even.Wipe()
	k.pair.Wipe()
}

// ECDH returns the secret shared with the holder of pub, as [ecdh.SharedSecret] does. pub is 32
// bytes, x-only, or 33 bytes, compressed, of which only x counts. Both parties use the points
// with an even y, and so get the same secret. It fails with [ErrNoSecret] and
// [secp256k1.ErrPublicKey].
func (k *Key) ECDH(pub []byte) ([]byte, error) {
	p, err := k.peer(pub)
	if err != nil {
		return nil, err
	}
	return ecdh.SharedSecret(&k.even, &p)
}

// ECDHRaw is [Key.ECDH] without hashing: the x coordinate of the shared point, 32 bytes, from
// which NIP-04 and NIP-44 derive keys.
func (k *Key) ECDHRaw(pub []byte) ([]byte, error) {
	p, err := k.peer(pub)
	if err != nil {
		return nil, err
	}
	return ecdh.SharedX(&k.even, &p)
}

// peer returns the point with an even y.
func (k *Key) peer(pub []byte) (secp256k1.PublicKey, error) {
	if !k.even.IsValid() {
		return secp256k1.PublicKey{}, ErrNoSecret
	}
	if len(pub) == secp256k1.CompressedSize && pub[0]|1 == 3 {
		pub = pub[1:]
	}
	x, err := secp256k1.ParseXOnlyPublicKey(pub)
	return x.PublicKey(), err
}

// Format writes the name of the type in place of the key, for every verb of package fmt.
func (Key) Format(s fmt.State, _ rune) {
	io.WriteString(s, "signer.Key")
}

// MarshalText fails with [secp256k1.ErrSecretText], so that package json neither writes a
// secret key nor leaves one out.
func (Key) MarshalText() ([]byte, error) { return nil, secp256k1.ErrSecretText }

// UnmarshalText fails with [secp256k1.ErrSecretText], and leaves k as it is.
func (k *Key) UnmarshalText([]byte) error { return secp256k1.ErrSecretText }
