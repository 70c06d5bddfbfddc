package schnorr

import (
	"encoding/hex"
	"errors"
	"fmt"

	"koblitz.dev/secp256k1/group"
)

// ErrSignature: the encoding of a signature is not 64 bytes long, or has an r that is p or
// more or an s that is n or more; or the signature is a zero value.
var ErrSignature = errors.New("schnorr: invalid signature")

var (
	errSignatureLength = fmt.Errorf("%w: not 64 bytes long", ErrSignature)
	errSignatureRange  = fmt.Errorf("%w: r not below p or s not below n", ErrSignature)
	errSignatureText   = fmt.Errorf("%w: not hexadecimal", ErrSignature)
	errSignatureUnset  = fmt.Errorf("%w: not set", ErrSignature)
)

// A Signature is an r below p, the x coordinate of the nonce's point, and an s below n. The
// zero value is not a signature. Signatures may be compared with ==. As text, in package
// json for example, a signature is the hexadecimal of [Signature.Bytes].
type Signature struct {
	b [SignatureSize]byte // zeros, whose r is no x of the curve, in the zero value only
}

// ParseSignature decodes a signature: 64 bytes, r then s. It fails with [ErrSignature] if b
// has another length, r is p or more, or s is n or more.
func ParseSignature(b []byte) (Signature, error) {
	if len(b) != SignatureSize {
		return Signature{}, errSignatureLength
	}
	var r group.Element
	var s group.Scalar
	sig := Signature{[SignatureSize]byte(b)}
	if !r.SetBytes((*[32]byte)(b)) || !s.SetBytes((*[32]byte)(b[32:])) || !sig.IsValid() {
		return Signature{}, errSignatureRange
	}
	return sig, nil
}

// IsValid reports whether sig is set. It is false for the zero value only, and says nothing
// about who signed what.
func (sig Signature) IsValid() bool { return sig != Signature{} }

// R returns r as 32 bytes, big-endian.
func (sig Signature) R() [32]byte { return [32]byte(sig.b[:32]) }

// S returns s as 32 bytes, big-endian.
func (sig Signature) S() [32]byte { return [32]byte(sig.b[32:]) }

// Bytes returns r then s, 64 bytes. It panics if sig is a zero value.
func (sig Signature) Bytes() []byte { return sig.AppendBytes(make([]byte, 0, SignatureSize)) }

// AppendBytes appends [Signature.Bytes] to dst and returns the result. It panics if sig is a
// zero value.
func (sig Signature) AppendBytes(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errSignatureUnset)
	}
	return append(dst, sig.b[:]...)
}

// MarshalText returns sig as 128 hexadecimal digits. It fails with [ErrSignature] if sig is
// a zero value.
func (sig Signature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errSignatureUnset
	}
	return hex.AppendEncode(nil, sig.b[:]), nil
}

// UnmarshalText sets sig to the signature that text, 128 hexadecimal digits, encodes. If it
// fails, with [ErrSignature], sig stays as it is.
func (sig *Signature) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errSignatureText
	}
	s, err := ParseSignature(b)
	if err == nil {
		*sig = s
	}
	return err
}
