package ecdsa

import "koblitz.dev/secp256k1/group"

// A Signature is a pair of integers r and s in [1, n-1]. The zero value is not a signature.
// Signatures may be compared with ==. As text, in package json for example, a signature is
// the hexadecimal of [Signature.Compact].
type Signature struct {
	r, s group.Scalar // 0 in the zero value only
}

// ParseCompact decodes a compact signature: 64 bytes, r then s. It fails with
// [ErrSignature] if b has another length, or if r or s is not in [1, n-1].
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

// R returns r as 32 bytes, big-endian.
func (sig Signature) R() (r [32]byte) {
	sig.r.PutBytes(&r)
	return r
}

// S returns s as 32 bytes, big-endian.
func (sig Signature) S() (s [32]byte) {
	sig.s.PutBytes(&s)
	return s
}

// Compact returns r then s, 64 bytes. It panics if sig is a zero value.
func (sig Signature) Compact() []byte {
	return sig.AppendCompact(make([]byte, 0, CompactSize))
}

// AppendCompact appends [Signature.Compact] to dst and returns the result. It panics if sig
// is a zero value.
func (sig Signature) AppendCompact(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errUnset)
	}
	var b [CompactSize]byte
	sig.r.PutBytes((*[32]byte)(b[:]))
	sig.s.PutBytes((*[32]byte)(b[32:]))
	return append(dst, b[:]...)
}

// IsValid reports whether sig is set. It is false for the zero value only, and says nothing
// about who signed what.
func (sig Signature) IsValid() bool {
	return !sig.r.IsZeroVartime() && !sig.s.IsZeroVartime()
}

// IsHighS reports whether s is more than (n - 1) / 2.
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
