package schnorr_test

import (
	"bytes"
	"testing"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/schnorr"
)

// A signature verifies, and no change of it, of the message or of the key does.
func FuzzSignVerify(f *testing.F) {
	f.Add(bytes.Repeat([]byte{1}, 32), []byte("message"), make([]byte, 32), uint16(3))
	f.Add(bytes.Repeat([]byte{0xfe}, 32), []byte{}, []byte{}, uint16(600))
	f.Add([]byte{}, []byte{}, []byte{}, uint16(0))
	f.Fuzz(func(t *testing.T, secret, msg, aux []byte, flip uint16) {
		var key secp256k1.SecretKey
		var pair schnorr.KeyPair
		if key.SetBytes(secret) != nil {
			if pair.SetSecretKey(&key) == nil {
				t.Fatal("a key pair of no key")
			}
			return
		}
		if err := pair.SetSecretKey(&key); err != nil {
			t.Fatal(err)
		}
		pub := pair.PublicKey()
		sig, err := pair.Sign(msg, aux)
		if (err == nil) != (aux == nil || len(aux) == 32) {
			t.Fatalf("%d bytes of randomness: %v", len(aux), err)
		}
		if err != nil {
			return
		}
		b := sig.Bytes()
		if !verify(&pub, msg, b) {
			t.Fatalf("%x refused", b)
		}
		b[flip/8%64] ^= 1 << (flip % 8)
		if verify(&pub, msg, b) {
			t.Fatalf("%x accepted", b)
		}
	})
}

// Arbitrary bytes in every argument of a verification.
func FuzzVerify(f *testing.F) {
	f.Add(bytes.Repeat([]byte{2}, 32), []byte("message"), make([]byte, 64))
	f.Fuzz(func(t *testing.T, key, msg, sig []byte) {
		pub, err := secp256k1.ParseXOnlyPublicKey(key)
		if verify(&pub, msg, sig) && err != nil {
			t.Fatalf("%x verifies under no key", sig)
		}
	})
}
