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

// failures are the errors of one of the two integers.
type failures struct {
	tag                                                Error // its description is a format
	empty, negative, padding, tooLong, tooHigh, isZero Error
}

func failuresOf(name string, tag, empty, negative, padding, zero, tooHigh ErrorKind) failures {
	return failures{
		Error{tag, "malformed signature: " + name + " integer marker: %#x != %#x"},
		Error{empty, "malformed signature: " + name + " length is zero"},
		Error{negative, "malformed signature: " + name + " is negative"},
		Error{padding, "malformed signature: " + name + " value has too much padding"},
		Error{tooHigh, "invalid signature: " + name + " is larger than 256 bits"},
		Error{tooHigh, "invalid signature: " + name + " >= group order"},
		Error{zero, "invalid signature: " + name + " is 0"},
	}
}

var (
	failuresR = failuresOf("R", ErrSigInvalidRIntID, ErrSigZeroRLen, ErrSigNegativeR, ErrSigTooMuchRPadding, ErrSigRIsZero, ErrSigRTooBig)
	failuresS = failuresOf("S", ErrSigInvalidSIntID, ErrSigZeroSLen, ErrSigNegativeS, ErrSigTooMuchSPadding, ErrSigSIsZero, ErrSigSTooBig)
)

// ParseDERSignature returns the signature with this encoding, r and s in
// [1, n-1].
func ParseDERSignature(sig []byte) (*Signature, error) {
	size := len(sig)
	switch {
	case size < minDERSize:
		return nil, fail(ErrSigTooShort, fmt.Sprintf("malformed signature: too short: %d < %d", size, minDERSize))
	case size > maxDERSize:
		return nil, fail(ErrSigTooLong, fmt.Sprintf("malformed signature: too long: %d > %d", size, maxDERSize))
	case sig[0] != tagSequence:
		return nil, fail(ErrSigInvalidSeqID, fmt.Sprintf("malformed signature: format has wrong type: %#x", sig[0]))
	case int(sig[1]) != size-2:
		return nil, fail(ErrSigInvalidDataLen, fmt.Sprintf("malformed signature: bad length: %d != %d", sig[1], size-2))
	}
	// Where things are, before what they are.
	at := 4 + int(sig[3])
	switch {
	case at >= size:
		return nil, fail(ErrSigMissingSTypeID, "malformed signature: S type indicator missing")
	case at+1 >= size:
		return nil, fail(ErrSigMissingSLen, "malformed signature: S length missing")
	case at+2+int(sig[at+1]) != size:
		return nil, fail(ErrSigInvalidSLen, "malformed signature: invalid S length")
	}
	// The form of both, before their values.
	if err := checkForm(sig[2:at], &failuresR); err != nil {
		return nil, err
	}
	if err := checkForm(sig[at:], &failuresS); err != nil {
		return nil, err
	}
	var r, s secp256k1.ModNScalar
	if err := setValue(&r, sig[4:at], &failuresR); err != nil {
		return nil, err
	}
	if err := setValue(&s, sig[at+2:], &failuresS); err != nil {
		return nil, err
	}
	return NewSignature(&r, &s), nil
}

// checkForm checks the INTEGER that b is, whose length is right.
func checkForm(b []byte, f *failures) error {
	tag, value := b[0], b[2:]
	switch {
	case tag != tagInteger:
		return Error{f.tag.Err, fmt.Sprintf(f.tag.Description, tag, tagInteger)}
	case len(value) == 0:
		return f.empty
	case value[0] >= 0x80:
		return f.negative
	case len(value) > 1 && value[0] == 0 && value[1] < 0x80:
		return f.padding
	}
	return nil
}

// setValue sets z to a positive value in [1, n-1].
func setValue(z *secp256k1.ModNScalar, value []byte, f *failures) error {
	if value[0] == 0 {
		value = value[1:]
	}
	if len(value) > 32 {
		return f.tooLong
	}
	if z.SetByteSlice(value) {
		return f.tooHigh
	}
	if z.IsZero() {
		return f.isZero
	}
	return nil
}

// Serialize returns the DER encoding of sig with the lower of s and n - s.
func (sig *Signature) Serialize() []byte {
	s := sig.s
	if s.IsOverHalfOrder() {
		s.Negate()
	}
	var r33, s33 [33]byte
	sig.r.PutBytes((*[32]byte)(r33[1:]))
	s.PutBytes((*[32]byte)(s33[1:]))
	r, t := shortest(&r33), shortest(&s33)
	b := make([]byte, 6+len(r)+len(t))
	b[0], b[1] = tagSequence, byte(len(b)-2)
	b[2], b[3] = tagInteger, byte(len(r))
	at := 4 + copy(b[4:], r)
	b[at], b[at+1] = tagInteger, byte(len(t))
	copy(b[at+2:], t)
	return b
}

// shortest returns the value of the INTEGER that b is, 1 to 33 bytes.
func shortest(b *[33]byte) []byte {
	start := 0
	for start < 32 && b[start] == 0 && b[start+1] < 0x80 {
		start++
	}
	return b[start:]
}
