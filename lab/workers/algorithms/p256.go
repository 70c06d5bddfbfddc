package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
)

const p256Family = "p256-ecdsa"

// p256 takes and gives both low and high s, as the standard (FIPS 186-5) has
// no notion of a low one.
func p256() scheme {
	return scheme{
		name:   p256Family + "-crypto",
		family: p256Family,
		flags:  "hedged nonce; key 65 bytes, signature DER",
		key: func(seed *[32]byte) (key, error) {
			secret, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), seed[:])
			if err != nil {
				return key{}, err
			}
			public, err := secret.PublicKey.Bytes()
			if err != nil {
				return key{}, err
			}
			return key{public, func(msg []byte) ([]byte, error) {
				return ecdsa.SignASN1(rand.Reader, secret, msg)
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), public)
			return err == nil && ecdsa.VerifyASN1(p, msg, sig)
		},
	}.from("")
}
