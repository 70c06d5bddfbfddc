package ecdsa

import "koblitz.dev/go/group"

// A Signature is a pair of integers r, s in [1, n-1]. The zero value is no
// signature. Signatures may be compared with ==. Package fmt prints words of them;
// MarshalText gives hexadecimal.
type Signature struct {
	r, s group.Scalar // 0 in the zero value only
}

// ParseCompact returns the signature whose 64-byte encoding, r and then s, is
// b. It fails with [ErrSignature] if b has another length, or if r or s is 0
// or is n or more.
func ParseCompact(b []byte) (Signature, error) {
	if len(b) != CompactSize {
		return Signature{}, errEncoding
	}
	var sig Signature
	if !sig.r.SetBytes((*[32]byte)(b)) || !sig.s.SetBytes((*[32]byte)(b[32:])) || !sig.IsValid() {
		return Signature{}, errRange
	}
	return sig, nil
}

// R returns r, 32 bytes big-endian.
func (sig Signature) R() (r [32]byte) {
	sig.r.PutBytes(&r)
	return r
}

// S returns s, 32 bytes big-endian.
func (sig Signature) S() (s [32]byte) {
	sig.s.PutBytes(&s)
	return s
}

// Compact returns the 64-byte encoding of sig, r and then s, and panics if sig
// is no signature.
func (sig Signature) Compact() []byte {
	return sig.AppendCompact(make([]byte, 0, CompactSize))
}

// AppendCompact appends what [Signature.Compact] returns to dst, or panics as that
// does.
func (sig Signature) AppendCompact(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errUnset)
	}
	var b [CompactSize]byte
	sig.r.PutBytes((*[32]byte)(b[:]))
	sig.s.PutBytes((*[32]byte)(b[32:]))
	return append(dst, b[:]...)
}

// IsValid reports whether sig holds r and s: it is false for the zero
// value. It says nothing about who signed what.
func (sig Signature) IsValid() bool {
	return !sig.r.IsZeroVartime() && !sig.s.IsZeroVartime()
}

// IsHighS reports whether s is above (n - 1) / 2.
func (sig Signature) IsHighS() bool {
	return sig.s.IsHighVartime()
}

// LowS returns the signature with the same r and the lower of s and n - s.
func (sig Signature) LowS() Signature {
	low := sig
	if low.IsHighS() {
		low.s.Negate(&low.s)
	}
	return low
}
