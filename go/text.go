package secp256k1

import "encoding/hex"

// MarshalText fails with [ErrSecretText], so that package json neither writes a secret
// key nor leaves one out.
func (SecretKey) MarshalText() ([]byte, error) { return nil, ErrSecretText }

// UnmarshalText fails with [ErrSecretText], and leaves k as it is.
func (k *SecretKey) UnmarshalText([]byte) error { return ErrSecretText }

// MarshalText returns the compressed encoding of p as 66 hexadecimal digits. It fails
// with [ErrPublicKey] if p is a zero value.
func (p PublicKey) MarshalText() ([]byte, error) {
	if !p.IsValid() {
		return nil, errPublicUnset
	}
	return hex.AppendEncode(nil, p.Bytes()), nil
}

// UnmarshalText sets p to the key that text encodes: the hexadecimal digits of what
// [ParsePublicKey] takes. If it fails, with [ErrPublicKey], p stays as it is.
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

// MarshalText returns the encoding of x as 64 hexadecimal digits. It fails with
// [ErrPublicKey] if x is a zero value.
func (x XOnlyPublicKey) MarshalText() ([]byte, error) {
	if !x.IsValid() {
		return nil, errPublicUnset
	}
	return hex.AppendEncode(nil, x.Bytes()), nil
}

// UnmarshalText sets x to the key that text, 64 hexadecimal digits, encodes. If it
// fails, with [ErrPublicKey], x stays as it is.
func (x *XOnlyPublicKey) UnmarshalText(text []byte) error {
	b, err := hex.AppendDecode(nil, text)
	if err != nil {
		return errPublicText
	}
	k, err := ParseXOnlyPublicKey(b)
	if err == nil {
		*x = k
	}
	return err
}
