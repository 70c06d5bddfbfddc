package ecdsa

import (
	"crypto"
	"io"

	"koblitz.dev/go/koblitz"
)

// A Signer makes a secret key a [crypto.Signer], for programs that take one. It
// holds a pointer to the key, which has to stay.
type Signer struct{ key *koblitz.SecretKey }

// NewSigner returns the Signer of a key. It fails with [koblitz.ErrSecretKey].
func NewSigner(key *koblitz.SecretKey) (*Signer, error) {
	if !key.IsValid() {
		return nil, koblitz.ErrSecretKey
	}
	return &Signer{key}, nil
}

// Public returns the public key, a [koblitz.PublicKey], or nil once the secret
// key was wiped.
func (s *Signer) Public() crypto.PublicKey {
	if p := s.key.PublicKey(); p.IsValid() {
		return p
	}
	return nil
}

// Sign returns the DER encoding of what the function [Sign] returns for a 32-byte
// digest. The reader is not used and may be nil. opts may be nil; if it names a
// hash function, that has to have 32 bytes. It fails with [ErrDigest] and
// [koblitz.ErrSecretKey].
func (s *Signer) Sign(_ io.Reader, digest []byte, opts crypto.SignerOpts) ([]byte, error) {
	if opts != nil && opts.HashFunc() != 0 && opts.HashFunc().Size() != DigestSize {
		return nil, ErrDigest
	}
	sig, err := Sign(s.key, digest)
	if err != nil {
		return nil, err
	}
	return sig.DER(), nil
}
