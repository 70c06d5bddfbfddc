package group

import "koblitz.dev/secp256k1/internal/ct"

// ErrText: something tried to write a value of this package as text or read one from text,
// for example package json. Use its bytes.
var ErrText = ct.ErrText

// noText is embedded in values: package json, which would write {} for what has no
// exported fields and read it back as the zero value, fails with ErrText.
type noText struct{}

// MarshalText fails with [ErrText].
func (noText) MarshalText() ([]byte, error) { return nil, ErrText }

// UnmarshalText fails with [ErrText], and changes nothing.
func (*noText) UnmarshalText([]byte) error { return ErrText }
