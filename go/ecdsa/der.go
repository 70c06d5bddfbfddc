package ecdsa

import (
	"koblitz.dev/go/group"
	"koblitz.dev/go/internal/rs"
)

// ParseDER returns the signature with the DER encoding b: a SEQUENCE of the
// INTEGERs r and s (SEC 1, section C.5). It takes exactly the encodings that
// [Signature.DER] gives: no other form of a length, no needless zero, no
// negative number, nothing after the end. It fails with [ErrSignature], for
// r or s of 0 or of n or more too.
func ParseDER(b []byte) (Signature, error) {
	// An INTEGER has at most 35 bytes, so that a length of 128 or more, which DER
	// does not write in one byte, is never right.
	if len(b) < 2 || b[0] != rs.TagSequence || int(b[1]) != len(b)-2 {
		return Signature{}, errEncoding
	}
	var sig Signature
	rest, err := parseInteger(&sig.r, b[2:])
	if err == nil {
		rest, err = parseInteger(&sig.s, rest)
	}
	if err == nil && len(rest) != 0 {
		err = errEncoding
	}
	if err != nil {
		return Signature{}, err
	}
	return sig, nil
}

// parseInteger sets z to the INTEGER in [1, n-1] that b starts with, and
// returns what follows it.
func parseInteger(z *group.Scalar, b []byte) (rest []byte, err error) {
	if len(b) < 2 || b[0] != rs.TagInteger {
		return nil, errEncoding
	}
	n := int(b[1])
	if n == 0 || n > len(b)-2 {
		return nil, errEncoding
	}
	value, rest := b[2:2+n], b[2+n:]
	if value[0] >= 0x80 {
		return nil, errRange
	}
	if value[0] == 0 && n > 1 {
		if value[1] < 0x80 {
			return nil, errEncoding
		}
		value = value[1:]
	}
	if len(value) > 32 {
		return nil, errRange
	}
	var wide [32]byte
	copy(wide[32-len(value):], value)
	if !z.SetBytes(&wide) || z.IsZeroVartime() {
		return nil, errRange
	}
	return rest, nil
}

// DER returns the DER encoding of sig, 8 to 72 bytes, and panics if
// sig is no signature.
func (sig Signature) DER() []byte {
	return sig.AppendDER(make([]byte, 0, MaxDERSize))
}

// AppendDER appends what [Signature.DER] returns to dst, or panics as that does.
func (sig Signature) AppendDER(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errUnset)
	}
	return rs.AppendDER(dst, &sig.r, &sig.s)
}
