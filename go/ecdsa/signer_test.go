package ecdsa_test

import (
	"bytes"
	"crypto"
	_ "crypto/sha256" // names the functions that the test asks for
	_ "crypto/sha512"
	"errors"
	"math/big"
	"testing"

	"koblitz.dev/go/ecdsa"
	"koblitz.dev/go/koblitz"
)

func TestSigner(t *testing.T) {
	key, pub := newKey(t, big.NewInt(1234567))
	s, err := ecdsa.NewSigner(key)
	if err != nil {
		t.Fatal(err)
	}
	var signer crypto.Signer = s
	if signer.Public() != crypto.PublicKey(pub) {
		t.Errorf("public key %v", signer.Public())
	}
	digest := bytes.Repeat([]byte{3}, 32)
	want, err := ecdsa.Sign(key, digest)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		digest []byte
		opts   crypto.SignerOpts
		want   error
	}{
		{digest, nil, nil}, {digest, crypto.SHA256, nil}, {digest, crypto.SHA512_256, nil}, {digest, crypto.Hash(0), nil},
		{digest, crypto.SHA512, ecdsa.ErrDigest}, {digest[:31], nil, ecdsa.ErrDigest}, {nil, crypto.SHA256, ecdsa.ErrDigest},
	} {
		der, err := signer.Sign(nil, c.digest, c.opts)
		if !errors.Is(err, c.want) || (c.want == nil) != bytes.Equal(der, want.DER()) {
			t.Errorf("%x, %v: %x (%v)", c.digest, c.opts, der, err)
		}
	}
	key.Wipe()
	if _, err := signer.Sign(nil, digest, nil); !errors.Is(err, koblitz.ErrSecretKey) || signer.Public() != nil {
		t.Errorf("after Wipe: %v, %v", err, signer.Public())
	}
	for _, key := range []*koblitz.SecretKey{nil, key} {
		if s, err := ecdsa.NewSigner(key); !errors.Is(err, koblitz.ErrSecretKey) || s != nil {
			t.Error(err)
		}
	}
}
