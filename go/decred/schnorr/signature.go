// Package schnorr has the interface of the package of this path in version 4 of
// Decred's module, whose documentation is this one's: signatures of
// EC-Schnorr-DCRv0, which are not those of BIP-340. See package secp256k1.
package schnorr

import (
	"fmt"

	"github.com/decred/dcrd/crypto/blake256"
	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/convert"
)

// SignatureSize is the size of a signature.
const SignatureSize = 64

// hashSize is the size of the hash that is signed.
const hashSize = 32

// scheme is the additional data of the nonces, the BLAKE-256 hash of the
// scheme's name.
var scheme = [32]byte{
	0x0b, 0x75, 0xf9, 0x7b, 0x60, 0xe8, 0xa5, 0x76, 0x28, 0x76, 0xc0, 0x04, 0x82, 0x9e, 0xe9, 0xb9,
	0x26, 0xfa, 0x6f, 0x0d, 0x2e, 0xea, 0xec, 0x3a, 0x4f, 0xd1, 0x44, 0x6a, 0x76, 0x83, 0x31, 0xcb,
}

// A Signature is r, the x of R, and s, which are not checked.
type Signature struct {
	r secp256k1.FieldVal // normalized
	s secp256k1.ModNScalar
}

// NewSignature returns the signature (r, s).
func NewSignature(r *secp256k1.FieldVal, s *secp256k1.ModNScalar) *Signature {
	sig := &Signature{*r, *s}
	sig.r.Normalize()
	return sig
}

// R returns r.
func (sig *Signature) R() secp256k1.FieldVal { return sig.r }

// S returns s.
func (sig *Signature) S() secp256k1.ModNScalar { return sig.s }

// Serialize returns r and s, 64 bytes.
func (sig Signature) Serialize() []byte {
	var b [SignatureSize]byte
	sig.r.PutBytesUnchecked(b[:32])
	sig.s.PutBytesUnchecked(b[32:])
	return b[:]
}

// ParseSignature returns the signature that these 64 bytes are, r below the prime
// and s below the order.
func ParseSignature(sig []byte) (*Signature, error) {
	switch {
	case len(sig) < SignatureSize:
		return nil, fail(ErrSigTooShort, fmt.Sprintf("malformed signature: too short: %d < %d", len(sig), SignatureSize))
	case len(sig) > SignatureSize:
		return nil, fail(ErrSigTooLong, fmt.Sprintf("malformed signature: too long: %d > %d", len(sig), SignatureSize))
	}
	var r secp256k1.FieldVal
	if r.SetByteSlice(sig[:32]) {
		return nil, fail(ErrSigRTooBig, "invalid signature: r >= field prime")
	}
	var s secp256k1.ModNScalar
	if s.SetByteSlice(sig[32:]) {
		return nil, fail(ErrSigSTooBig, "invalid signature: s >= group order")
	}
	return NewSignature(&r, &s), nil
}

// IsEqual reports whether both have the same r and s.
func (sig Signature) IsEqual(otherSig *Signature) bool {
	return sig.r.Equals(&otherSig.r) && sig.s.Equals(&otherSig.s)
}

// challenge sets e to BLAKE-256(r || hash). It reports whether that is below the
// order.
func challenge(e *group.Scalar, r *[32]byte, hash []byte) bool {
	var b [32 + hashSize]byte
	copy(b[:], r[:])
	copy(b[32:], hash)
	sum := blake256.Sum256(b[:])
	return e.SetBytes(&sum)
}

// Verify reports whether sig is a signature of a 32-byte hash. Variable time.
func (sig *Signature) Verify(hash []byte, pubKey *secp256k1.PublicKey) bool {
	return sig.verify(hash, pubKey) == nil
}

// The reasons for which [Signature.Verify] is false.
var (
	errHashLength = fail(ErrInvalidHashLen, "hash: not 32 bytes")
	errNotOnCurve = fail(ErrPubKeyNotOnCurve, "public key: not on the curve")
	errChallenge  = fail(ErrSchnorrHashValue, "signature: its challenge is not below the order")
	errInfinity   = fail(ErrSigRNotOnCurve, "signature: R is infinity")
	errOddY       = fail(ErrSigRYIsOdd, "signature: the y of R is odd")
	errOtherR     = fail(ErrUnequalRValues, "signature: the x of R is not r")
)

func (sig *Signature) verify(hash []byte, pubKey *secp256k1.PublicKey) error {
	if len(hash) != hashSize {
		return errHashLength
	}
	if !pubKey.IsOnCurve() {
		return errNotOnCurve
	}
	r, s := convert.Element(&sig.r), convert.Scalar(&sig.s)
	var b [32]byte
	var e group.Scalar
	r.PutBytes(&b)
	if !challenge(&e, &b, hash) {
		return errChallenge
	}
	// R = s G + e Q
	p := convert.Point(pubKey)
	p.DoubleBaseMulVartime(&s, &e, &p)
	var a group.AffinePoint
	var x, y group.Element
	if !a.SetVartime(&p) {
		return errInfinity
	}
	if a.IsOddY() == 1 {
		return errOddY
	}
	if a.XY(&x, &y); !x.EqualVartime(&r) {
		return errOtherR
	}
	return nil
}

// Sign returns the signature of a 32-byte hash with the nonce of RFC 6979.
// Constant time.
func Sign(privKey *secp256k1.PrivateKey, hash []byte) (*Signature, error) {
	if len(hash) != hashSize {
		return nil, fail(ErrInvalidHashLen, fmt.Sprintf("wrong size for message hash (got %d, want %d)", len(hash), hashSize))
	}
	if zero := group.Bit(int(privKey.Key.IsZeroBit())); zero.Declassify() {
		return nil, fail(ErrPrivateKeyIsZero, "private key is zero")
	}
	sig := new(Signature)
	group.Wiped(func() {
		var b [32]byte
		var d, k group.SecretScalar
		var nonces group.NonceGenerator
		privKey.Key.PutBytes(&b)
		d.SetBytes(&b)
		nonces.Init(&b, (*[32]byte)(hash), scheme[:])
		for ok := false; !ok; {
			nonces.Next(&k)
			ok = sig.signNonce(&d, &k, hash)
		}
	})
	return sig, nil
}

// signNonce sets sig to the signature of a 32-byte hash with the nonce k in
// [1, n-1]. It reports false, which happens with a probability of 2^-128, if the
// challenge is not below the order.
func (sig *Signature) signNonce(d, k *group.SecretScalar, hash []byte) bool {
	var b [32]byte
	var r group.AffinePoint
	var e group.Scalar
	r.PublicBaseMul(k)
	r.PutX(&b)
	if !challenge(&e, &b, hash) {
		return false
	}
	// s = k - e d, for the k of the R with an even y
	var t, even group.SecretScalar
	even.CondNegate(k, group.Bit(r.IsOddY()))
	t.SetPublic(&e)
	t.Mul(&t, d)
	t.Negate(&t)
	t.Add(&t, &even)
	s := t.Declassify()
	sig.r.SetBytes(&b)
	sig.s = convert.ModNScalar(&s)
	return true
}
