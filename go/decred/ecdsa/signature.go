// Package ecdsa has the interface of the package of this path in version 4 of
// Decred's module, whose documentation is this one's: see package secp256k1.
package ecdsa

import (
	"fmt"

	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/convert"
	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/padded"
)

// A Signature is a pair of scalars, which are not checked.
type Signature struct{ r, s secp256k1.ModNScalar }

// NewSignature returns the signature (r, s).
func NewSignature(r, s *secp256k1.ModNScalar) *Signature { return &Signature{*r, *s} }

// R returns r.
func (sig *Signature) R() secp256k1.ModNScalar { return sig.r }

// S returns s.
func (sig *Signature) S() secp256k1.ModNScalar { return sig.s }

// IsEqual reports whether both have the same r and s.
func (sig *Signature) IsEqual(otherSig *Signature) bool {
	return sig.r.Equals(&otherSig.r) && sig.s.Equals(&otherSig.s)
}

// Verify reports whether sig, with an s of any size, is a signature of a hash, of
// which the first 32 bytes count. Variable time.
func (sig *Signature) Verify(hash []byte, pubKey *secp256k1.PublicKey) bool {
	r, s := convert.Scalar(&sig.r), convert.Scalar(&sig.s)
	if r.IsZeroVartime() || s.IsZeroVartime() {
		return false
	}
	var digest [32]byte
	padded.Put(&digest, hash)
	var m, w, u1, u2 group.Scalar
	m.SetBytes(&digest)
	w.InvertVartime(&s)
	u1.Mul(&m, &w)
	u2.Mul(&r, &w)
	p := convert.Point(pubKey)
	p.DoubleBaseMulVartime(&u1, &u2, &p)
	return p.XModNEqualsVartime(&r)
}

// A compact signature is 27, the recovery code and 4 if the public key is meant to
// be compressed; r; s. Bit 0 of the code is set if the y of R is odd, bit 1 if its
// x is r plus the order.
const (
	compactSize       = 65
	compactMagic      = 27
	compactCompressed = 4
	oddY              = 1
	aboveOrder        = 2
)

// sign sets sig to the signature of a hash with the nonce of RFC 6979 and the
// lower s, and returns the recovery code. Constant time.
func (sig *Signature) sign(key *secp256k1.PrivateKey, hash []byte) (code byte) {
	group.Wiped(func() {
		var b, digest [32]byte
		var d, m, k group.SecretScalar
		key.Key.PutBytes(&b)
		d.SetBytes(&b)
		padded.Put(&digest, hash)
		m.SetBytes(&digest)
		var nonces group.NonceGenerator
		nonces.Init(&b, &digest, nil)
		for ok := false; !ok; {
			nonces.Next(&k)
			code, ok = sig.signNonce(&d, &m, &k)
		}
	})
	return code
}

// signNonce sets sig to the signature of m with the nonce k in [1, n-1], and
// returns the recovery code. It reports false, which happens with a probability
// of 2^-255 unless d and m are 0, if r or s is 0.
func (sig *Signature) signNonce(d, m, k *group.SecretScalar) (code byte, ok bool) {
	// Who knows the signature and the public key knows R = k G.
	var b [32]byte
	var point group.AffinePoint
	var r group.Scalar
	var t, inverse group.SecretScalar
	point.PublicBaseMulInverse(&inverse, k)
	point.PutX(&b)
	code = byte(point.IsOddY())
	if !r.SetBytes(&b) {
		code |= aboveOrder
	}
	// s = (m + r d) / k
	t.SetPublic(&r)
	t.Mul(&t, d)
	t.Add(&t, m)
	t.Mul(&t, &inverse)
	high := t.IsHigh()
	t.CondNegate(&t, high)
	if high.Declassify() {
		code ^= oddY
	}
	s := t.Declassify()
	sig.r, sig.s = convert.ModNScalar(&r), convert.ModNScalar(&s)
	return code, !r.IsZeroVartime() && !s.IsZeroVartime()
}

// Sign returns the signature of a hash with the nonce of RFC 6979 for the hash as
// it is, and the lower s. Constant time.
func Sign(key *secp256k1.PrivateKey, hash []byte) *Signature {
	sig := new(Signature)
	sig.sign(key, hash)
	return sig
}

// SignCompact returns the signature of [Sign] in compact form. Constant time.
func SignCompact(key *secp256k1.PrivateKey, hash []byte, isCompressedKey bool) []byte {
	var sig Signature
	b := make([]byte, compactSize)
	b[0] = compactMagic + sig.sign(key, hash)
	if isCompressedKey {
		b[0] += compactCompressed
	}
	sig.r.PutBytesUnchecked(b[1:33])
	sig.s.PutBytesUnchecked(b[33:])
	return b
}

// RecoverCompact returns the public key that makes a compact signature one of a
// hash, and whether it is meant to be compressed. Variable time.
func RecoverCompact(signature, hash []byte) (*secp256k1.PublicKey, bool, error) {
	if len(signature) != compactSize {
		return nil, false, fail(ErrSigInvalidLen, fmt.Sprintf("malformed signature: wrong size: %d != %d", len(signature), compactSize))
	}
	code := signature[0] - compactMagic
	if code > compactCompressed|aboveOrder|oddY {
		return nil, false, fail(ErrSigInvalidRecoveryCode, fmt.Sprintf("invalid signature: public key recovery code %d is not in the valid range [27, 34]", signature[0]))
	}
	var r, s group.Scalar
	if !r.SetBytes((*[32]byte)(signature[1:33])) {
		return nil, false, failuresR.tooHigh
	}
	if r.IsZeroVartime() {
		return nil, false, failuresR.isZero
	}
	if !s.SetBytes((*[32]byte)(signature[33:])) {
		return nil, false, failuresS.tooHigh
	}
	if s.IsZeroVartime() {
		return nil, false, failuresS.isZero
	}
	var x group.Element
	x.SetScalar(&r)
	if code&aboveOrder != 0 && !x.SetScalarPlusOrderVartime(&r) {
		return nil, false, fail(ErrSigOverflowsPrime, "invalid signature: signature R + N >= P")
	}
	var p group.Point
	if !p.SetXVartime(&x, int(code&oddY)) {
		return nil, false, fail(ErrPointNotOnCurve, "invalid signature: not for a valid curve point")
	}
	// Q = (s R - m G) / r
	var digest [32]byte
	padded.Put(&digest, hash)
	var m, w, u1, u2 group.Scalar
	m.SetBytes(&digest)
	w.InvertVartime(&r)
	u1.Mul(&m, &w)
	u1.Negate(&u1)
	u2.Mul(&s, &w)
	p.DoubleBaseMulVartime(&u1, &u2, &p)
	key, ok := convert.PublicKey(&p)
	if !ok {
		return nil, false, fail(ErrPointNotOnCurve, "invalid signature: recovered pubkey is the point at infinity")
	}
	return key, code&compactCompressed != 0, nil
}
