package signer

import (
	"fmt"
	"io"

	"koblitz.dev/secp256k1"
)

// A KeyGenerator is a [Generator] in Go. The zero value holds no key and is ready to use. Only
// one goroutine may use it at a time. It is printed and marshalled as little as a
// [secp256k1.SecretKey] is.
type KeyGenerator struct {
	sec secp256k1.SecretKey
	pub secp256k1.PublicKey
}

// NewGenerator returns a KeyGenerator that holds no key.
func NewGenerator() *KeyGenerator { return new(KeyGenerator) }

// Generate makes a new random key pair and returns the 33-byte compressed public key. It never
// fails.
func (g *KeyGenerator) Generate() (pub33 []byte, err error) {
	g.sec.Generate()
	g.pub = g.sec.PublicKey()
	return g.pub.Bytes(), nil
}

// Negate replaces the secret key by its negative, so that y changes between
// even and odd. Without a key it does nothing.
func (g *KeyGenerator) Negate() {
	pub, err := g.pub.Negate()
	if err != nil || g.sec.Negate() != nil {
		return
	}
	g.pub = pub
}

// KeyPairBytes returns the 32-byte secret key, which the caller wipes, and the
// 32-byte x-only public key, or nil and nil if there are none.
func (g *KeyGenerator) KeyPairBytes() (sec, pub []byte) {
	if !g.sec.IsValid() {
		return nil, nil
	}
	x, _ := g.pub.XOnly()
	return g.sec.Bytes(), x.Bytes()
}

// Zero wipes the secret key. The generator holds no key afterwards.
func (g *KeyGenerator) Zero() {
	g.sec.Wipe()
	g.pub = secp256k1.PublicKey{}
}

// Format writes the name of the type in place of the key, for every verb of package fmt.
func (KeyGenerator) Format(s fmt.State, _ rune) {
	io.WriteString(s, "signer.KeyGenerator")
}

// MarshalText fails with [secp256k1.ErrSecretText], so that package json neither writes a
// secret key nor leaves one out.
func (KeyGenerator) MarshalText() ([]byte, error) { return nil, secp256k1.ErrSecretText }

// UnmarshalText fails with [secp256k1.ErrSecretText], and leaves g as it is.
func (g *KeyGenerator) UnmarshalText([]byte) error { return secp256k1.ErrSecretText }
