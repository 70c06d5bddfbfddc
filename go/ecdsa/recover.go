package ecdsa

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/koblitz"
)

// A RecoverableSignature is a signature and a recovery id in [0, 3], which
// tells which of the points with x mod n = r is R: bit 0 is set if R's y is
// odd, bit 1 if R's x is r + n. The zero value is no signature.
type RecoverableSignature struct {
	sig Signature
	id  byte
}

// ParseRecoverable returns the signature with the compact encoding b (see
// [ParseCompact]) and the recovery id. It fails with [ErrSignature].
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

// IsValid reports whether sig holds a signature: it is false for the zero
// value.
func (sig RecoverableSignature) IsValid() bool {
	return sig.sig.IsValid()
}

// Signature returns the signature without its id.
func (sig RecoverableSignature) Signature() Signature {
	return sig.sig
}

// ID returns the recovery id, 0 if sig is no signature.
func (sig RecoverableSignature) ID() int {
	return int(sig.id)
}

// Compact returns r and then s, 64 bytes without the id, and panics if
// sig is no signature.
func (sig RecoverableSignature) Compact() []byte {
	return sig.AppendCompact(make([]byte, 0, CompactSize))
}

// AppendCompact appends what [RecoverableSignature.Compact] returns to dst, or
// panics as that does.
func (sig RecoverableSignature) AppendCompact(dst []byte) []byte {
	return sig.sig.AppendCompact(dst)
}

// Recover returns the public key under which sig is a signature of the 32-byte
// digest, whether its s is high or low. It fails with [ErrSignature],
// [ErrDigest], and with [ErrRecover] if there is no such key.
func Recover(digest []byte, sig *RecoverableSignature) (koblitz.PublicKey, error) {
	if sig == nil || !sig.IsValid() {
		return koblitz.PublicKey{}, errUnset
	}
	if len(digest) != DigestSize {
		return koblitz.PublicKey{}, ErrDigest
	}
	var x group.Element
	x.SetScalar(&sig.sig.r)
	if sig.id&2 != 0 && !x.SetScalarPlusOrderVartime(&sig.sig.r) {
		return koblitz.PublicKey{}, ErrRecover
	}
	var q group.Point
	if !q.SetXVartime(&x, int(sig.id&1)) {
		return koblitz.PublicKey{}, ErrRecover
	}
	// Q = (s R - m G) / r
	var m, w, u1, u2 group.Scalar
	m.SetBytes((*[32]byte)(digest))
	w.InvertVartime(&sig.sig.r)
	u1.Mul(&m, &w)
	u1.Negate(&u1)
	u2.Mul(&sig.sig.s, &w)
	q.DoubleBaseMulVartime(&u1, &u2, &q)
	pub, err := koblitz.PublicKeyOf(&q)
	if err != nil {
		return koblitz.PublicKey{}, ErrRecover
	}
	return pub, nil
}
