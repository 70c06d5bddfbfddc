// Package secp256k1 has the keys of the elliptic curve secp256k1: secret keys,
// public keys, and the x-only public keys of BIP-340. It parses, serializes,
// derives and tweaks them. The packages below it use them:
//
//   - ecdsa signs, verifies and recovers public keys
//   - schnorr signs and verifies as BIP-340 says
//   - ecdh computes shared secrets
//   - batch does the same for many rows in one call, in less time
//   - group has scalars and points, for protocols of your own
//
// A program that signs and verifies:
//
//	key := secp256k1.GenerateSecretKey()
//	defer key.Wipe()
//	digest := sha256.Sum256([]byte("a message"))
//	sig, err := ecdsa.Sign(key, digest[:])
//	if err != nil {
//		log.Fatal(err)
//	}
//	pub := key.PublicKey()
//	fmt.Println(ecdsa.Verify(&pub, digest[:], &sig)) // true
//
// The curve is y^2 = x^3 + 7 over the integers modulo the prime
// p = 2^256 - 2^32 - 977; its base point G has the prime order n (SEC 2, section
// 2.4.1).
//
// # Conventions of this module
//
//   - Functions named Parse take bytes and return a value or an error: [ParsePublicKey],
//     ecdsa.ParseDER, schnorr.ParseSignature.
//   - Bytes returns the usual encoding of a value, and AppendBytes appends it to a
//     slice without allocating. Other encodings have methods of their names, such as
//     [PublicKey.Uncompressed] and ecdsa.Signature.DER.
//   - Signatures are values of a type, ecdsa.Signature or schnorr.Signature. Functions
//     take keys and signatures by pointer.
//   - Integers and coordinates are 32 bytes, most significant byte first. A number out
//     of range is an error; nothing is reduced silently.
//   - Input that is invalid, of a wrong length included, makes a function return an error,
//     or false where the result is a verdict. No input makes a function panic.
//   - A function that fails changes neither its receiver nor what it writes to. Those of
//     package batch clear their results instead.
//   - Errors are compared with [errors.Is].
//
// # Values
//
// [PublicKey] and [XOnlyPublicKey] are small values. They may be copied, compared
// with == and used as map keys. A [SecretKey] is used through a pointer, so that
// [SecretKey.Wipe] overwrites the only copy.
// To print a public key or a signature, print its encoding with %x: package fmt alone
// shows the numbers inside.
//
// The zero value of each type is not a key. Functions refuse it as they refuse nil:
// with an error that wraps [ErrSecretKey] or [ErrPublicKey], or with false. Two
// mistakes of a program panic: serializing a zero value (so that a missing key is
// never hashed as nothing), and calling a method on a nil pointer where its
// documentation does not say otherwise.
//
// Values may be used by several goroutines at once as long as none writes to them.
//
// # Constant time
//
// Functions that take a SecretKey take time that does not depend on the key, on a
// nonce, or on a tweak, and neither do the memory addresses they access. Whether a
// secret key or a tweak is valid is public. Functions that take public keys and signatures only take
// variable time.
//
// # Memory
//
// A function that computes with a secret clears the stack and the registers it used
// before it returns. Two things are out of its reach. When the system or the Go
// runtime interrupts a thread within such a function, it stores the registers as they
// are. And without assembly (processors other than amd64 and arm64, and the build tag
// purego), the garbage collector may move the stack in the middle of the function
// and leave the old one uncleared.
//
// # Implementations
//
// On amd64 with BMI2, ADX and AVX2 the arithmetic is assembly, with AVX-512 IFMA also
// on eight numbers at a time. On arm64 it is assembly in two forms, for the two kinds of
// multiplier. Everywhere else, and under the build tag purego, it is Go. Results are the
// same. If the environment variable KOBLITZ_BACKEND is "portable" when a program starts,
// it runs the Go code; "arm64-wide" and "arm64-narrow" choose a form. The variable does
// nothing else.
// [Implementation] tells which one runs.
package secp256k1

import (
	"errors"
	"fmt"

	"koblitz.dev/secp256k1/internal/cpu"
)

// Sizes of the encodings, in bytes.
const (
	SecretKeySize    = 32 // secret key, big-endian
	CompressedSize   = 33 // public key: 2 for an even y or 3 for an odd one, then x
	UncompressedSize = 65 // public key: 4, x, y
	XOnlySize        = 32 // x-only public key: x
)

// The errors of this package. Compare with [errors.Is]: most errors wrap one of these
// and say more.
var (
	// ErrSecretKey: a secret key is not 32 bytes long or not in [1, n-1], or it is nil,
	// a zero value or wiped.
	ErrSecretKey = errors.New("secp256k1: invalid secret key")

	// ErrSecretText: something tried to write a secret key as text or read one from
	// text, for example package json. Use [SecretKey.Bytes] and [SecretKey.SetBytes].
	ErrSecretText = errors.New("secp256k1: secret keys cannot be marshalled as text; use Bytes")

	// ErrPublicKey: the encoding of a public key has a wrong length or prefix, or a
	// coordinate that is p or more, or is not a point of the curve; or the key is nil or
	// a zero value.
	ErrPublicKey = errors.New("secp256k1: invalid public key")

	// ErrTweak: a tweak is not 32 bytes long, is n or more, or is 0 where a key is
	// multiplied by it.
	ErrTweak = errors.New("secp256k1: invalid tweak")

	// ErrDigest: a digest to sign is not 32 bytes long.
	ErrDigest = errors.New("secp256k1: digest is not 32 bytes long")

	// ErrInfinity: the result would be the point at infinity, or the secret key 0.
	ErrInfinity = errors.New("secp256k1: result is the point at infinity")
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

// Implementation returns the name of the code that computes in this process, for
// reports: "amd64 BMI2+ADX", "arm64 wide" or "arm64 narrow", which are assembly, or
// "generic", which is Go.
func Implementation() string { return cpu.Name() }
