package koblitz

import "encoding/hex"

// MarshalText fails with [ErrSecretText], so that package json neither writes a
// secret nor leaves one out.
func (SecretKey) MarshalText() ([]byte, error) { return nil, ErrSecretText }

// UnmarshalText fails with [ErrSecretText], and leaves k as it is.
func (k *SecretKey) UnmarshalText([]byte) error { return ErrSecretText }

// MarshalText returns the compressed encoding of p, 66 hexadecimal digits. It
// fails with [ErrPublicKey] if p is no key.
func (p PublicKey) MarshalText() ([]byte, error) {
	if !p.IsValid() {
		return nil, errPublicUnset
	}
	return hex.AppendEncode(nil, p.Bytes()), nil
}

// UnmarshalText sets p to the key whose encoding, as [ParsePublicKey] takes it,
// is text in hexadecimal digits. It fails with [ErrPublicKey], and leaves p as it
// is.
func (p *PublicKey) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errPublicText
	}
	k, err := ParsePublicKey(b)
	if err == nil {
		*p = k
	}
	return err
}

// MarshalText returns the encoding of x, 64 hexadecimal digits. It fails with
// [ErrPublicKey] if x is no key.
func (x XOnlyPublicKey) MarshalText() ([]byte, error) {
	if !x.IsValid() {
		return nil, errPublicUnset
	}
	return hex.AppendEncode(nil, x.Bytes()), nil
}

// UnmarshalText sets x to the key whose encoding is text, 64 hexadecimal digits.
// It fails with [ErrPublicKey], and leaves x as it is.
func (x *XOnlyPublicKey) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errPublicText
	}
	k, err := ParseXOnly(b)
	if err == nil {
		*x = k
	}
	return err
}
