package ecdsa

import (
	"fmt"

	"github.com/decred/dcrd/dcrec/secp256k1/v4"
)

// Sizes of DER signatures, and tags (X.690, section 8).
const (
	minDERSize = 8
	maxDERSize = 72

	tagInteger  = 0x02
	tagSequence = 0x30
)

// kinds are the errors of one of the two integers.
type kinds struct {
	name                                         string
	tag, empty, negative, padding, zero, tooHigh ErrorKind
}

var (
	kindsR = kinds{"r", ErrSigInvalidRIntID, ErrSigZeroRLen, ErrSigNegativeR, ErrSigTooMuchRPadding, ErrSigRIsZero, ErrSigRTooBig}
	kindsS = kinds{"s", ErrSigInvalidSIntID, ErrSigZeroSLen, ErrSigNegativeS, ErrSigTooMuchSPadding, ErrSigSIsZero, ErrSigSTooBig}
)

// ParseDERSignature returns the signature with this encoding, r and s in
// [1, n-1].
func ParseDERSignature(sig []byte) (*Signature, error) {
	size := len(sig)
	switch {
	case size < minDERSize:
		return nil, fail(ErrSigTooShort, fmt.Sprintf("DER signature: %d bytes, %d are the fewest", size, minDERSize))
	case size > maxDERSize:
		return nil, fail(ErrSigTooLong, fmt.Sprintf("DER signature: %d bytes, %d are the most", size, maxDERSize))
	case sig[0] != tagSequence:
		return nil, fail(ErrSigInvalidSeqID, "DER signature: no SEQUENCE")
	case int(sig[1]) != size-2:
		return nil, fail(ErrSigInvalidDataLen, "DER signature: the length of the SEQUENCE is wrong")
	}
	// Where things are, before what they are.
	at := 4 + int(sig[3])
	switch {
	case at >= size:
		return nil, fail(ErrSigMissingSTypeID, "DER signature: no s")
	case at+1 >= size:
		return nil, fail(ErrSigMissingSLen, "DER signature: no length of s")
	case at+2+int(sig[at+1]) != size:
		return nil, fail(ErrSigInvalidSLen, "DER signature: the length of s is wrong")
	}
	z := new(Signature)
	// The form of both, before their values.
	if err := checkForm(sig[2:at], &kindsR); err != nil {
		return nil, err
	}
	if err := checkForm(sig[at:], &kindsS); err != nil {
		return nil, err
	}
	if err := setValue(&z.r, sig[4:at], &kindsR); err != nil {
		return nil, err
	}
	if err := setValue(&z.s, sig[at+2:], &kindsS); err != nil {
		return nil, err
	}
	return z, nil
}

// checkForm checks the INTEGER that b is, whose length is right.
func checkForm(b []byte, k *kinds) error {
	tag, value := b[0], b[2:]
	switch {
	case tag != tagInteger:
		return fail(k.tag, "DER signature: "+k.name+" is no INTEGER")
	case len(value) == 0:
		return fail(k.empty, "DER signature: "+k.name+" has no bytes")
	case value[0] >= 0x80:
		return fail(k.negative, "DER signature: "+k.name+" is negative")
	case len(value) > 1 && value[0] == 0 && value[1] < 0x80:
		return fail(k.padding, "DER signature: "+k.name+" begins with a needless zero")
	}
	return nil
}

// setValue sets z to a positive value in [1, n-1].
func setValue(z *secp256k1.ModNScalar, value []byte, k *kinds) error {
	if value[0] == 0 {
		value = value[1:]
	}
	if len(value) > 32 || z.SetByteSlice(value) {
		return fail(k.tooHigh, "DER signature: "+k.name+" is not below the order")
	}
	if z.IsZero() {
		return fail(k.zero, "DER signature: "+k.name+" is 0")
	}
	return nil
}

// Serialize returns the DER encoding of sig with the lower of s and n - s.
func (sig *Signature) Serialize() []byte {
	s := sig.s
	if s.IsOverHalfOrder() {
		s.Negate()
	}
	b := make([]byte, 2, maxDERSize)
	b = appendInteger(b, &sig.r)
	b = appendInteger(b, &s)
	b[0], b[1] = tagSequence, byte(len(b)-2)
	return b
}

// appendInteger appends v as an INTEGER, 3 to 35 bytes.
func appendInteger(b []byte, v *secp256k1.ModNScalar) []byte {
	var wide [33]byte
	v.PutBytesUnchecked(wide[1:])
	start := 0
	for start < 32 && wide[start] == 0 && wide[start+1] < 0x80 {
		start++
	}
	b = append(b, tagInteger, byte(33-start))
	return append(b, wide[start:]...)
}
