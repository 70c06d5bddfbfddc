// Package ecdh computes shared secrets: Diffie-Hellman over secp256k1. Each function
// multiplies a public key P by a secret key d and returns 32 bytes made from the point d*P,
// which are the same for both parties.
//
//	a, err := ecdh.SharedSecret(alice, &bobPub)
//	b, err := ecdh.SharedSecret(bob, &alicePub) // a and b are equal
//
// Use [SharedSecret] unless a protocol asks for another one.
//
// # Constant time
//
// Time does not depend on the secret key or on the result. It may depend on the public key.
//
// # Invalid arguments
//
// A nil pointer and the zero value of a key are refused with [secp256k1.ErrSecretKey] or
// [secp256k1.ErrPublicKey]. All other keys have a shared secret.
package ecdh

import (
	"crypto/sha256"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
)

// Size is the size of a shared secret in bytes.
const Size = 32

// SharedSecret returns the SHA-256 hash of the 33-byte compressed encoding of d*P, as
// libsecp256k1's secp256k1_ecdh does by default.
func SharedSecret(key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	return AppendSharedSecret(make([]byte, 0, Size), key, pub)
}

// AppendSharedSecret appends [SharedSecret] to dst and returns the result, or nil if it fails.
func AppendSharedSecret(dst []byte, key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	return appendShared(dst, key, pub.Point(), true)
}

// SharedX returns the x coordinate of d*P, 32 bytes, big-endian, without hashing. It is not
// uniformly random: derive a key from it with a hash function.
func SharedX(key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	return AppendSharedX(make([]byte, 0, Size), key, pub)
}

// AppendSharedX appends [SharedX] to dst and returns the result, or nil if it fails.
func AppendSharedX(dst []byte, key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	return appendShared(dst, key, pub.Point(), false)
}

// SharedXOnly is [SharedX] for an x-only public key, as Nostr's NIP-04 and NIP-44 use it. Both
// points with that x coordinate give the same result.
func SharedXOnly(key *secp256k1.SecretKey, pub *secp256k1.XOnlyPublicKey) ([]byte, error) {
	return AppendSharedXOnly(make([]byte, 0, Size), key, pub)
}

// AppendSharedXOnly appends [SharedXOnly] to dst and returns the result, or nil if it fails.
func AppendSharedXOnly(dst []byte, key *secp256k1.SecretKey, pub *secp256k1.XOnlyPublicKey) ([]byte, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	return appendShared(dst, key, pub.Point(), false)
}

func appendShared(dst []byte, key *secp256k1.SecretKey, p group.Point, hashed bool) ([]byte, error) {
	if !key.IsValid() {
		return nil, secp256k1.ErrSecretKey
	}
	ct.WipedLong(func() {
		var d group.SecretScalar
		var shared group.SecretPoint
		key.PutScalar(&d)
		shared.Mul(&d, &p)
		var b [33]byte
		shared.PutCompressed(&b)
		if hashed {
			sum := sha256.Sum256(b[:])
			dst = append(dst, sum[:]...)
		} else {
			dst = append(dst, b[1:]...)
		}
	})
	return dst, nil
}
