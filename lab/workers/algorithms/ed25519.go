package main

import (
	"crypto/ed25519"

	voi "github.com/oasisprotocol/curve25519-voi/primitives/ed25519"
)

const (
	voiModule     = "github.com/oasisprotocol/curve25519-voi"
	ed25519Family = "ed25519"
)

func ed25519Standard() scheme {
	return scheme{
		name:   ed25519Family + "-crypto",
		family: ed25519Family,
		flags:  "RFC 8032",
		key: func(seed *[32]byte) (key, error) {
			secret := ed25519.NewKeyFromSeed(seed[:])
			return key{secret[32:], func(msg []byte) ([]byte, error) {
				return ed25519.Sign(secret, msg), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			return len(public) == ed25519.PublicKeySize && ed25519.Verify(public, msg, sig)
		},
	}.from("")
}

func ed25519Voi() scheme {
	options := voi.Options{Verify: voi.VerifyOptionsStdLib}
	return scheme{
		name:   ed25519Family + "-curve25519-voi",
		family: ed25519Family,
		flags:  "RFC 8032, the standard library's verdicts",
		key: func(seed *[32]byte) (key, error) {
			secret := voi.NewKeyFromSeed(seed[:])
			return key{secret[32:], func(msg []byte) ([]byte, error) {
				return voi.Sign(secret, msg), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			return len(public) == voi.PublicKeySize && voi.VerifyWithOptions(public, msg, sig, &options)
		},
	}.from(voiModule)
}
