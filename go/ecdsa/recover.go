package ecdsa

import (
	"koblitz.dev/secp256k1"
	"koblitz.dev/secp256k1/group"
)

// A RecoverableSignature is a signature and a recovery id in [0, 3], from which the public
// key can be computed. Bit 0 of the id is set if the y of the nonce's point R is odd, bit 1
// if the x of R is r + n. The zero value is not a signature. As text, in package json for
// example, it is the hexadecimal of [RecoverableSignature.RSV].
type RecoverableSignature struct {
	sig Signature
	id  byte
}

// ParseRecoverable decodes a compact signature, 64 bytes as [ParseCompact] takes them, with
// its recovery id in [0, 3]. It fails with [ErrSignature].
func ParseRecoverable(b []byte, id int) (RecoverableSignature, error) {
	if id < 0 || id > 3 {
		return RecoverableSignature{}, errID
	}
	sig, err := ParseCompact(b)
	if err != nil {
		return RecoverableSignature{}, err
	}
	return RecoverableSignature{sig, byte(id)}, nil
}

// IsValid reports whether sig is set. It is false for the zero value only, and says nothing
// about who signed what.
func (sig RecoverableSignature) IsValid() bool {
	return sig.sig.IsValid()
}

// Signature returns the signature without its id.
func (sig RecoverableSignature) Signature() Signature {
	return sig.sig
}

// ID returns the recovery id, in [0, 3].
func (sig RecoverableSignature) ID() int {
	return int(sig.id)
}

// Compact returns r then s, 64 bytes, without the recovery id. It panics if sig is a zero
// value.
func (sig RecoverableSignature) Compact() []byte {
	return sig.AppendCompact(make([]byte, 0, CompactSize))
}

// AppendCompact appends [RecoverableSignature.Compact] to dst and returns the result. It
// panics if sig is a zero value.
func (sig RecoverableSignature) AppendCompact(dst []byte) []byte {
	return sig.sig.AppendCompact(dst)
}

// Recover returns the public key whose secret key made sig for the 32-byte digest. The s of
// sig may be high or low. It fails with [ErrSignature], with [ErrDigest], and with
// [ErrRecover] if there is no such key.
func Recover(digest []byte, sig *RecoverableSignature) (secp256k1.PublicKey, error) {
	if sig == nil || !sig.IsValid() {
		return secp256k1.PublicKey{}, errUnset
	}
	if len(digest) != DigestSize {
		return secp256k1.PublicKey{}, ErrDigest
	}
	var x group.Element
	x.SetScalar(&sig.sig.r)
	if sig.id&2 != 0 && !x.SetScalarPlusOrderVartime(&sig.sig.r) {
		return secp256k1.PublicKey{}, ErrRecover
	}
	var q group.Point
	if !q.SetXVartime(&x, int(sig.id&1)) {
		return secp256k1.PublicKey{}, ErrRecover
	}
	// Q = (s R - m G) / r
	var m, w, u1, u2 group.Scalar
	m.SetBytes((*[32]byte)(digest))
	w.InvertVartime(&sig.sig.r)
	u1.Mul(&m, &w)
	u1.Negate(&u1)
	u2.Mul(&sig.sig.s, &w)
	q.DoubleBaseMulVartime(&u1, &u2, &q)
	pub, err := secp256k1.NewPublicKey(&q)
	if err != nil {
		return secp256k1.PublicKey{}, ErrRecover
	}
	return pub, nil
}
