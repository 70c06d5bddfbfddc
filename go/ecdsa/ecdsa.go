// Package ecdsa signs and verifies with ECDSA over secp256k1 (SEC 1, section
// 4.1), and recovers public keys from signatures (section 4.1.6).
//
// # Digests
//
// What is signed is a digest of 32 bytes, the output of a hash function. Any
// other length is refused: [ErrDigest], or false. A longer digest is cut to its
// first 32 bytes by the caller.
//
// # High s
//
// (r, s) and (r, n - s) are signatures of the same message by the same key, so
// that whoever sees one can make the other. [Sign] gives the one with the lower
// s. [Verify] accepts that one alone, as libsecp256k1 does and as Bitcoin,
// Ethereum and others require. [VerifyAnyS] accepts both, for signatures from
// elsewhere; [Signature.LowS] turns one into the other.
//
// # Standard library
//
// A [koblitz.SecretKey] is a [crypto.Signer], which gives the signatures of
// [Sign] in DER. [StandardPublicKey] and its like convert keys of package
// crypto/ecdsa.
//
// # Time
//
// Signing takes time that does not depend on the key, and does not branch on or
// index by anything derived from it. Verification and recovery take variable
// time in their arguments, which are public.
//
// Functions refuse a nil pointer, the zero value of a key and that of a signature
// with an error or false. The methods of a signature that serialize panic on its
// zero value, and all of them through a nil pointer.
package ecdsa

import (
	"errors"
	"fmt"

	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/internal/rs"
	"koblitz.dev/go/koblitz"
)

// Sizes in bytes.
const (
	DigestSize  = 32 // digest that is signed
	CompactSize = 64 // compact signature: r, s
	MaxDERSize  = 72 // longest DER encoding of a signature
)

// The errors of this package, to be compared with [errors.Is]. Keys are
// refused with those of package koblitz.
var (
	// ErrDigest: a digest is not 32 bytes long.
	ErrDigest = koblitz.ErrDigest

	// ErrExtra: additional data for a nonce is neither nil nor 32 bytes long.
	ErrExtra = errors.New("ecdsa: additional data is not 32 bytes long")

	// ErrSignature: an encoding of a signature is malformed, or r or s is not
	// in [1, n-1]; or the signature is nil or a zero value.
	ErrSignature = errors.New("ecdsa: invalid signature")

	// ErrRecover: no public key makes the signature one of the digest.
	ErrRecover = errors.New("ecdsa: no public key to recover")
)

var (
	errEncoding = fmt.Errorf("%w: malformed encoding", ErrSignature)
	errRange    = fmt.Errorf("%w: r or s not in [1, n-1]", ErrSignature)
	errID       = fmt.Errorf("%w: recovery id not in [0, 3]", ErrSignature)
	errV        = fmt.Errorf("%w: v not in [0, 3] or [27, 30]", ErrSignature)
	errUnset    = fmt.Errorf("%w: nil or not set", ErrSignature)
)

// Sign returns the signature of a 32-byte digest with the nonce of RFC 6979
// and a low s. It is a function of its arguments alone. It fails with
// [koblitz.ErrSecretKey] and [ErrDigest].
func Sign(key *koblitz.SecretKey, digest []byte) (Signature, error) {
	return SignExtra(key, digest, nil)
}

// SignExtra is Sign with 32 bytes of additional data for the nonce (RFC 6979,
// section 3.6), such as fresh randomness or a counter; it gives the signature
// that libsecp256k1 gives with the same data. extra may be nil. It may be
// secret. It fails with [ErrExtra] too.
func SignExtra(key *koblitz.SecretKey, digest, extra []byte) (Signature, error) {
	var sig RecoverableSignature
	if err := sig.sign(key, digest, extra); err != nil {
		return Signature{}, err
	}
	return sig.sig, nil
}

// SignRecoverable returns the signature of [Sign] with its recovery id.
func SignRecoverable(key *koblitz.SecretKey, digest []byte) (RecoverableSignature, error) {
	var sig RecoverableSignature
	err := sig.sign(key, digest, nil)
	return sig, err
}

// sign sets sig, which stays the zero value if it fails.
func (sig *RecoverableSignature) sign(key *koblitz.SecretKey, digest, extra []byte) (err error) {
	ct.Wiped(func() { err = sig.compute(key, digest, extra) })
	return err
}

func (sig *RecoverableSignature) compute(key *koblitz.SecretKey, digest, extra []byte) error {
	if !key.IsValid() {
		return koblitz.ErrSecretKey
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

// Verify reports whether sig is the signature of a 32-byte digest by the
// secret key of pub and has a low s. It is false if any argument is invalid.
func Verify(pub *koblitz.PublicKey, digest []byte, sig *Signature) bool {
	return sig != nil && !sig.s.IsHighVartime() && VerifyAnyS(pub, digest, sig)
}

// VerifyAnyS is Verify for any s in [1, n-1].
func VerifyAnyS(pub *koblitz.PublicKey, digest []byte, sig *Signature) bool {
	if pub == nil || sig == nil || !pub.IsValid() || !sig.IsValid() || len(digest) != DigestSize {
		return false
	}
	var m, w, u1, u2 group.Scalar
	m.SetBytes((*[32]byte)(digest))
	w.InvertVartime(&sig.s)
	u1.Mul(&m, &w)
	u2.Mul(&sig.r, &w)
	p := pub.Point()
	p.DoubleBaseMulVartime(&u1, &u2, &p)
	return p.XModNEqualsVartime(&sig.r)
}
