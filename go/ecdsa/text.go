package ecdsa

import (
	"encoding/hex"
	"fmt"
)

var errText = fmt.Errorf("%w: not hexadecimal", ErrSignature)

// MarshalText returns the compact encoding of sig as 128 hexadecimal digits. It fails with
// [ErrSignature] if sig is a zero value.
func (sig Signature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errUnset
	}
	return hex.AppendEncode(nil, sig.Compact()), nil
}

// UnmarshalText sets sig to the signature that text encodes: 128 hexadecimal digits, r then
// s. If it fails, with [ErrSignature], sig stays as it is.
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

// MarshalText returns [RecoverableSignature.RSV] as 130 hexadecimal digits. It fails with
// [ErrSignature] if sig is a zero value.
func (sig RecoverableSignature) MarshalText() ([]byte, error) {
	if !sig.IsValid() {
		return nil, errUnset
	}
	return hex.AppendEncode(nil, sig.RSV()), nil
}

// UnmarshalText sets sig to the signature that text encodes: 130 hexadecimal digits of what
// [ParseRSV] takes. If it fails, with [ErrSignature], sig stays as it is.
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
