// Package ecdh agrees on shared secrets: Diffie-Hellman over secp256k1. Each
// function multiplies a public key P by a secret key d and returns 32 bytes
// made from the point d*P, the same for both parties.
//
// Time does not depend on the secret key or on the result, and nothing branches
// on or indexes by them. It may depend on the public key.
//
// A nil pointer and the zero value of a key are refused with
// [secp256k1.ErrSecretKey] or [secp256k1.ErrPublicKey]. Every other pair of keys
// has a shared secret: the group's order is prime.
package ecdh

import (
	"crypto/sha256"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
)

// Size is the size of every shared secret, in bytes.
const Size = 32

// SharedSecret returns the SHA-256 hash of d*P in its 33-byte compressed form,
// as libsecp256k1's secp256k1_ecdh does by default.
func SharedSecret(key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	return AppendSharedSecret(make([]byte, 0, Size), key, pub)
}

// AppendSharedSecret appends what [SharedSecret] returns to dst. If it fails
// it returns nil.
func AppendSharedSecret(dst []byte, key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	return appendShared(dst, key, pub.Point(), true)
}

// SharedX returns the x of d*P, without hashing: 32 bytes, big-endian. It is
// not uniformly random; derive a key from it with a hash function.
func SharedX(key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	return AppendSharedX(make([]byte, 0, Size), key, pub)
}

// AppendSharedX appends what [SharedX] returns to dst. If it fails it returns
// nil.
func AppendSharedX(dst []byte, key *secp256k1.SecretKey, pub *secp256k1.PublicKey) ([]byte, error) {
	if pub == nil || !pub.IsValid() {
		return nil, secp256k1.ErrPublicKey
	}
	return appendShared(dst, key, pub.Point(), false)
}

// SharedXOnly is [SharedX] for an x-only key, as Nostr's NIP-04 and NIP-44 use
// it. Which of the two points with its x the key stands for does not matter.
func SharedXOnly(key *secp256k1.SecretKey, pub *secp256k1.XOnlyPublicKey) ([]byte, error) {
	return AppendSharedXOnly(make([]byte, 0, Size), key, pub)
}

// AppendSharedXOnly appends what [SharedXOnly] returns to dst. If it fails it
// returns nil.
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
