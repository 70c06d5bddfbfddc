package ecdsa

import (
	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/rs"
)

// ParseDER decodes a DER signature: a SEQUENCE of the INTEGERs r and s (SEC 1, section
// C.5). It is strict: it accepts exactly what [Signature.DER] produces, without another form
// of a length, needless zeros, negative numbers, or bytes after the end. It fails with
// [ErrSignature], also if r or s is not in [1, n-1]. [ParseDERLax] accepts more.
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

// DER returns the DER encoding of sig, 8 to 72 bytes. It panics if sig is a zero value.
func (sig Signature) DER() []byte {
	return sig.AppendDER(make([]byte, 0, MaxDERSize))
}

// AppendDER appends [Signature.DER] to dst and returns the result. It panics if sig is a
// zero value.
func (sig Signature) AppendDER(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errUnset)
	}
	return rs.AppendDER(dst, &sig.r, &sig.s)
}
