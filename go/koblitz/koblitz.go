// Package koblitz holds the keys of secp256k1, the curve y^2 = x^3 + 7 over
// the integers modulo p = 2^256 - 2^32 - 977, whose base point G has the prime
// order n (SEC 2, section 2.4.1): secret keys, public keys and the x-only
// public keys of BIP-340, with parsing, serialization, derivation, tweaks and
// sums. Package ecdsa signs and verifies with them, package schnorr does so as
// BIP-340 says, and package ecdh agrees on shared secrets.
//
// # Values
//
// A [PublicKey] and an [XOnlyPublicKey] are small values: they are returned by
// value, may be compared with ==, used as map keys, and copied. A [SecretKey]
// stays where it is, so that [SecretKey.Wipe] reaches its only copy.
//
// The zero value of each type is no key. It is refused, as nil is, wherever a
// key is needed: with an error that wraps [ErrSecretKey] or [ErrPublicKey], or
// with false; [SecretKey.PublicKey] of it is the zero value. A method that
// serializes panics, so that a key that is missing does not vanish from what is
// hashed; MarshalText, and with it package json, returns the error. A method of a
// public key, and one that sets a secret key, panics through a nil pointer. A
// SecretKey has no text: package json fails with [ErrSecretText].
//
// All integers and coordinates travel as 32 bytes, most significant first.
// Nothing is reduced silently: a number that is out of its range is an error.
// An operation that fails changes neither its receiver nor its destination.
//
// # Time and memory
//
// The running time and the memory accesses of an operation on a SecretKey
// depend neither on the key nor on a tweak given to it; whether a key or a
// tweak is valid is not kept secret. Operations on public keys take variable
// time.
//
// A function that computes with a secret clears the stack and the registers that
// it used before it returns, whatever was there: intermediate values, saved
// registers, states of hash functions. Out of reach is an interruption: where the
// system or the Go runtime stops a thread within such a function, they store its
// registers as they are at that moment. Without assembly, on processors other
// than amd64 and arm64 and under the build tag purego, a collection of garbage
// may also move the goroutine's stack meanwhile, and leaves the old one as it was.
//
// Functions that append to a destination allocate nothing when it has room.
// Values may be used by several goroutines at once as long as none of them
// writes to them.
package koblitz

import (
	"errors"
	"fmt"
)

// Sizes of the encodings, in bytes.
const (
	SecretKeySize    = 32 // secret key, big-endian
	CompressedSize   = 33 // public key: 2 or 3 for an even or odd y, then x
	UncompressedSize = 65 // public key: 4, x, y
	XOnlySize        = 32 // x-only public key: x
)

// The errors of this package, to be compared with [errors.Is].
var (
	// ErrSecretKey: a secret key is not 32 bytes long, is 0, or is n or more;
	// or it is nil, a zero value or wiped.
	ErrSecretKey = errors.New("koblitz: invalid secret key")

	// ErrSecretText: a secret key has no text, in package json or elsewhere. Whoever
	// stores one asks for its bytes.
	ErrSecretText = errors.New("koblitz: a secret key has no text")

	// ErrPublicKey: an encoding of a public key has a wrong length or prefix,
	// a coordinate of p or more, or is not a point of the curve; or the key is
	// nil or a zero value.
	ErrPublicKey = errors.New("koblitz: invalid public key")

	// ErrTweak: a tweak is not 32 bytes long, is n or more, or is 0 where a
	// key is multiplied by it.
	ErrTweak = errors.New("koblitz: invalid tweak")

	// ErrDigest: a digest that is signed is not 32 bytes long.
	ErrDigest = errors.New("koblitz: digest is not 32 bytes long")

	// ErrInfinity: the result would be the point at infinity, or the secret
	// key 0.
	ErrInfinity = errors.New("koblitz: result is the point at infinity")
)

var (
	errSecretLength = fmt.Errorf("%w: not 32 bytes long", ErrSecretKey)
	errSecretRange  = fmt.Errorf("%w: not in [1, n-1]", ErrSecretKey)
	errSecretUnset  = fmt.Errorf("%w: nil, not set, or wiped", ErrSecretKey)

	errPublicLength = fmt.Errorf("%w: wrong length", ErrPublicKey)
	errPublicPrefix = fmt.Errorf("%w: wrong prefix", ErrPublicKey)
	errPublicRange  = fmt.Errorf("%w: coordinate not below p", ErrPublicKey)
	errPublicCurve  = fmt.Errorf("%w: not on the curve", ErrPublicKey)
	errPublicUnset  = fmt.Errorf("%w: nil or not set", ErrPublicKey)
	errPublicText   = fmt.Errorf("%w: not hexadecimal", ErrPublicKey)
	errNoKeys       = fmt.Errorf("%w: no keys to combine", ErrPublicKey)

	errTweakLength = fmt.Errorf("%w: not 32 bytes long", ErrTweak)
	errTweakRange  = fmt.Errorf("%w: not below n", ErrTweak)
	errTweakZero   = fmt.Errorf("%w: 0", ErrTweak)
)
