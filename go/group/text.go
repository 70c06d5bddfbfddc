package group

import "koblitz.dev/go/internal/ct"

// ErrText: a value of this package has no text, in package json or elsewhere. Whoever
// stores one writes its bytes.
var ErrText = ct.ErrText

// noText is embedded in values: package json, which would write {} for what has no
// exported fields and read it back as the zero value, fails with ErrText.
type noText struct{}

func (noText) MarshalText() ([]byte, error) { return nil, ErrText }

func (*noText) UnmarshalText([]byte) error { return ErrText }
