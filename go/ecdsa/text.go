package ecdsa

import (
	"encoding/hex"
	"fmt"
)

var errText = fmt.Errorf("%w: not hexadecimal", ErrSignature)

// MarshalText returns the compact encoding of sig, 128 hexadecimal digits. It
// fails with [ErrSignature] if sig is no signature.
func (sig Signature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errUnset
	}
	return hex.AppendEncode(nil, sig.Compact()), nil
}

// UnmarshalText sets sig to the signature whose compact encoding is text, 128
// hexadecimal digits. It fails with [ErrSignature], and leaves sig as it is.
func (sig *Signature) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errText
	}
	s, err := ParseCompact(b)
	if err == nil {
		*sig = s
	}
	return err
}

// MarshalText returns the encoding of [RecoverableSignature.RSV], 130 hexadecimal
// digits. It fails with [ErrSignature] if sig is no signature.
func (sig RecoverableSignature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errUnset
	}
	b := sig.RSV()
	return hex.AppendEncode(nil, b[:]), nil
}

// UnmarshalText sets sig to the signature whose encoding, as [ParseRSV] takes it,
// is text, 130 hexadecimal digits. It fails with [ErrSignature], and leaves sig as
// it is.
func (sig *RecoverableSignature) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errText
	}
	s, err := ParseRSV(b)
	if err == nil {
		*sig = s
	}
	return err
}
