// Package ecdsa signs and verifies with ECDSA over secp256k1 (SEC 1, section 4.1), and
// recovers public keys from signatures (section 4.1.6).
//
//	sig, err := ecdsa.Sign(key, digest)   // RFC 6979, low s
//	ok := ecdsa.Verify(&pub, digest, &sig)
//
// # Digests
//
// Functions sign and verify a digest of 32 bytes, the output of a hash function such as
// SHA-256. They refuse any other length: with [ErrDigest], or with false. To use a longer
// hash, pass its first 32 bytes.
//
// # High s
//
// If (r, s) is a signature then (r, n - s) is one too, so anybody who sees a signature can
// make a second one. [Sign] returns the one with the lower s. [Verify] accepts only that
// one, as libsecp256k1 does and as Bitcoin, Ethereum and others require. [VerifyAnyS]
// accepts both. [Signature.LowS] converts one into the other.
//
// # Encodings
//
// A [Signature] is parsed from, and written as, DER (Bitcoin, TLS) or compact: 64 bytes, r
// then s. A [RecoverableSignature] is written as compact with a recovery id beside it, or as
// RSV: 65 bytes, r, s and v (Ethereum).
//
// # Standard library
//
// A [secp256k1.SecretKey] is a [crypto.Signer] that returns [Sign]'s signatures in DER.
// [StandardPublicKey] and the functions beside it convert keys to and from package
// crypto/ecdsa.
//
// # Constant time
//
// Signing takes time that does not depend on the key. Verification, recovery and parsing take
// variable time: their arguments are public.
//
// # Invalid arguments
//
// Functions refuse a nil pointer and the zero value of a key or signature with an error or
// false. Methods that serialize a signature panic if it is a zero value.
package ecdsa

import (
	"errors"
	"fmt"

	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/rs"
)

// Sizes in bytes.
const (
	DigestSize  = 32 // digest that is signed
	CompactSize = 64 // compact signature: r, s
	MaxDERSize  = 72 // longest DER encoding of a signature
)

// The errors of this package. Compare with [errors.Is]. Invalid keys give
// [secp256k1.ErrSecretKey] and [secp256k1.ErrPublicKey].
var (
	// ErrDigest: a digest is not 32 bytes long. It is [secp256k1.ErrDigest].
	ErrDigest = secp256k1.ErrDigest

	// ErrExtra: additional data for a nonce is neither nil nor 32 bytes long.
	ErrExtra = errors.New("ecdsa: additional data is not 32 bytes long")

	// ErrSignature: the encoding of a signature is malformed, or r or s is not in
	// [1, n-1]; or the signature is nil or a zero value.
	ErrSignature = errors.New("ecdsa: invalid signature")

	// ErrRecover: the signature is not one of this digest under any public key.
	ErrRecover = errors.New("ecdsa: no public key to recover")
)

var (
	errEncoding = fmt.Errorf("%w: malformed encoding", ErrSignature)
	errRange    = fmt.Errorf("%w: r or s not in [1, n-1]", ErrSignature)
	errID       = fmt.Errorf("%w: recovery id not in [0, 3]", ErrSignature)
	errV        = fmt.Errorf("%w: v not in [0, 3] or [27, 30]", ErrSignature)
	errUnset    = fmt.Errorf("%w: nil or not set", ErrSignature)
)

// Sign signs a 32-byte digest, with the nonce of RFC 6979 and a low s: the same key and
// digest always give the same signature. It fails with [secp256k1.ErrSecretKey] and
// [ErrDigest].
func Sign(key *secp256k1.SecretKey, digest []byte) (Signature, error) {
	return SignExtra(key, digest, nil)
}

// SignExtra is [Sign] with 32 bytes of additional data for the nonce (RFC 6979, section
// 3.6), such as fresh randomness or a counter. libsecp256k1 gives the same signature for
// the same data. extra may be nil, and it may be secret. It fails as Sign does, and with
// [ErrExtra].
func SignExtra(key *secp256k1.SecretKey, digest, extra []byte) (Signature, error) {
	var sig RecoverableSignature
	if err := sig.sign(key, digest, extra); err != nil {
		return Signature{}, err
	}
	return sig.sig, nil
}

// SignRecoverable returns the signature of [Sign] together with its recovery id. It fails
// as Sign does.
func SignRecoverable(key *secp256k1.SecretKey, digest []byte) (RecoverableSignature, error) {
	var sig RecoverableSignature
	err := sig.sign(key, digest, nil)
	return sig, err
}

// sign sets sig, which stays the zero value if it fails.
func (sig *RecoverableSignature) sign(key *secp256k1.SecretKey, digest, extra []byte) (err error) {
	ct.Wiped(func() { err = sig.compute(key, digest, extra) })
	return err
}

func (sig *RecoverableSignature) compute(key *secp256k1.SecretKey, digest, extra []byte) error {
	if !key.IsValid() {
		return secp256k1.ErrSecretKey
	}
	if len(digest) != DigestSize {
		return ErrDigest
	}
	if extra != nil && len(extra) != 32 {
		return ErrExtra
	}
	var d group.SecretScalar
	key.PutScalar(&d)
	var made rs.Signature
	made.Sign(&d, (*[32]byte)(digest), extra)
	sig.sig, sig.id = Signature{r: made.R, s: made.S}, made.ID
	return nil
}

// Verify reports whether sig is a signature of the 32-byte digest by the secret key of
// pub, and has a low s. It is false if any argument is invalid.
func Verify(pub *secp256k1.PublicKey, digest []byte, sig *Signature) bool {
	return sig != nil && !sig.s.IsHighVartime() && VerifyAnyS(pub, digest, sig)
}

// VerifyAnyS is [Verify] without the condition on s, which may be high.
func VerifyAnyS(pub *secp256k1.PublicKey, digest []byte, sig *Signature) bool {
	var u1, u2 group.Scalar
	if pub == nil || !sig.factors(&u1, &u2, digest) {
		return false
	}
	p := pub.Point()
	if p.IsInfinityVartime() {
		return false
	}
	p.DoubleBaseMulVartime(&u1, &u2, &p)
	return p.XModNEqualsVartime(&sig.r)
}

// factors sets u1 and u2 to the digest and r, both divided by s. It reports false if sig is
// not a signature or digest has another length. It is a function of its own so that less of
// the stack is in use where the product is made.
//
//go:noinline
func (sig *Signature) factors(u1, u2 *group.Scalar, digest []byte) bool {
	if sig == nil || !sig.IsValid() || len(digest) != DigestSize {
		return false
	}
	var m, w group.Scalar
	m.SetBytes((*[32]byte)(digest))
	w.InvertVartime(&sig.s)
	u1.Mul(&m, &w)
	u2.Mul(&sig.r, &w)
	return true
}
