package main

import (
	koblitz "koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/ecdsa"
	"koblitz.dev/secp256k1/schnorr"
)

const koblitzModule = "koblitz.dev/secp256k1"

// koblitzECDSA is this project's Go module, with btcecECDSA's encodings.
func koblitzECDSA() scheme {
	return scheme{
		name:   ecdsaFamily + "-koblitz",
		family: ecdsaFamily,
		flags:  "RFC 6979; key 33 bytes, signature r s; " + koblitz.Implementation(),
		key: func(seed *[32]byte) (key, error) {
			secret, public, err := koblitzKeys(seed)
			if err != nil {
				return key{}, err
			}
			return key{public.Bytes(), func(msg []byte) ([]byte, error) {
				sig, err := ecdsa.Sign(secret, msg)
				if err != nil {
					return nil, err
				}
				return sig.Compact(), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p, err := koblitz.ParsePublicKey(public)
			if err != nil {
				return false
			}
			s, err := ecdsa.ParseCompact(sig)
			return err == nil && ecdsa.Verify(&p, msg, &s)
		},
	}.from(koblitzModule)
}

func koblitzSchnorr() scheme {
	return scheme{
		name:   schnorrFamily + "-koblitz",
		family: schnorrFamily,
		flags:  "BIP-340, auxiliary randomness of zeros; " + koblitz.Implementation(),
		key: func(seed *[32]byte) (key, error) {
			secret, _, err := koblitzKeys(seed)
			if err != nil {
				return key{}, err
			}
			pair := new(schnorr.KeyPair)
			if err := pair.SetSecretKey(secret); err != nil {
				return key{}, err
			}
			public := pair.PublicKey()
			return key{public.Bytes(), func(msg []byte) ([]byte, error) {
				sig, err := pair.Sign(msg, nil)
				if err != nil {
					return nil, err
				}
				return sig.Bytes(), nil
			}}, nil
		},
		verify: func(public, msg, sig []byte) bool {
			p, err := koblitz.ParseXOnlyPublicKey(public)
			if err != nil {
				return false
			}
			s, err := schnorr.ParseSignature(sig)
			return err == nil && schnorr.Verify(&p, msg, &s)
		},
	}.from(koblitzModule)
}

func koblitzKeys(seed *[32]byte) (*koblitz.SecretKey, koblitz.PublicKey, error) {
	secret := new(koblitz.SecretKey)
	if err := secret.SetBytes(seed[:]); err != nil {
		return nil, koblitz.PublicKey{}, err
	}
	return secret, secret.PublicKey(), nil
}
