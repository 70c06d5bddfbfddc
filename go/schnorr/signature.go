package schnorr

import (
	"encoding/hex"
	"errors"
	"fmt"

	"koblitz.dev/go/group"
	"koblitz.dev/go/koblitz"
)

// ErrSignature: an encoding of a signature is not 64 bytes long, or has an r of p
// or more or an s of n or more; or the signature is a zero value.
var ErrSignature = errors.New("schnorr: invalid signature")

var (
	errSignatureLength = fmt.Errorf("%w: not 64 bytes long", ErrSignature)
	errSignatureRange  = fmt.Errorf("%w: r not below p or s not below n", ErrSignature)
	errSignatureText   = fmt.Errorf("%w: not hexadecimal", ErrSignature)
	errSignatureUnset  = fmt.Errorf("%w: not set", ErrSignature)
)

// A Signature is an r below p and an s below n, for programs that store
// signatures or read their parts; [Verify] takes the 64 bytes. The zero value is no
// signature. Signatures may be compared with ==. Package fmt prints words of them;
// MarshalText gives hexadecimal.
type Signature struct {
	b [SignatureSize]byte // zeros, whose r is no x of the curve, in the zero value only
}

// ParseSignature returns the signature that these 64 bytes are. It fails with
// [ErrSignature].
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

// IsValid reports whether sig is set. It says nothing about who signed what.
func (sig Signature) IsValid() bool { return sig != Signature{} }

// R returns the x of R, 32 bytes big-endian.
func (sig Signature) R() [32]byte { return [32]byte(sig.b[:32]) }

// S returns s, 32 bytes big-endian.
func (sig Signature) S() [32]byte { return [32]byte(sig.b[32:]) }

// Bytes returns the 64 bytes of sig. It panics if sig is no signature.
func (sig Signature) Bytes() []byte { return sig.AppendBytes(make([]byte, 0, SignatureSize)) }

// AppendBytes appends what [Signature.Bytes] returns to dst, or panics as that
// does.
func (sig Signature) AppendBytes(dst []byte) []byte {
	if !sig.IsValid() {
		panic(errSignatureUnset)
	}
	return append(dst, sig.b[:]...)
}

// Verify is the function [Verify] for sig.
func (sig Signature) Verify(pub *koblitz.XOnlyPublicKey, msg []byte) bool {
	return sig.IsValid() && Verify(pub, msg, sig.b[:])
}

// MarshalText returns 128 hexadecimal digits. It fails with [ErrSignature] if sig
// is no signature.
func (sig Signature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errSignatureUnset
	}
	return hex.AppendEncode(nil, sig.b[:]), nil
}

// UnmarshalText sets sig to the signature that is text, 128 hexadecimal digits. It
// fails with [ErrSignature], and leaves sig as it is.
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
