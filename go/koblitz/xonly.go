package koblitz

import (
	"crypto/subtle"

	"koblitz.dev/go/group"
)

// An XOnlyPublicKey is a point of the curve that has an even y, known by its x
// (BIP-340). The zero value is no key. Keys are equal with == exactly if they
// are the same point.
type XOnlyPublicKey struct {
	even group.AffinePoint // y is even; infinity in the zero value only
}

// ParseXOnly returns the x-only key with the 32-byte encoding b. It fails with
// [ErrPublicKey] if b has another length, is p or more, or is not the x of a
// point of the curve.
func ParseXOnly(b []byte) (XOnlyPublicKey, error) {
	if len(b) != XOnlySize {
		return XOnlyPublicKey{}, errPublicLength
	}
	var p PublicKey
	if err := p.setX((*[32]byte)(b), 0); err != nil {
		return XOnlyPublicKey{}, err
	}
	return XOnlyPublicKey{p.p}, nil
}

// IsValid reports whether x holds a key: it is false for the zero value.
func (x XOnlyPublicKey) IsValid() bool {
	return !x.even.IsInfinity()
}

// Bytes returns the 32-byte encoding of x. It panics if x is no key.
func (x XOnlyPublicKey) Bytes() []byte {
	return x.AppendBytes(make([]byte, 0, XOnlySize))
}

// AppendBytes appends what [XOnlyPublicKey.Bytes] returns to dst, or panics as
// that does.
func (x XOnlyPublicKey) AppendBytes(dst []byte) []byte {
	if !x.IsValid() {
		panic(errPublicUnset)
	}
	var b [XOnlySize]byte
	x.even.PutX(&b)
	return append(dst, b[:]...)
}

// PublicKey returns the point itself, which has an even y, or the zero value
// if x is no key.
func (x XOnlyPublicKey) PublicKey() PublicKey {
	if !x.IsValid() {
		return PublicKey{}
	}
	return PublicKey{x.even}
}

// Point returns the point that x is, with Z = 1, or infinity if x is no key.
func (x XOnlyPublicKey) Point() (q group.Point) {
	if x.IsValid() {
		q.SetAffine(&x.even)
	}
	return q
}

// Equal reports whether x and y are the same key. Two values that are no keys
// are not equal.
func (x XOnlyPublicKey) Equal(y *XOnlyPublicKey) bool {
	return x.IsValid() && y != nil && x == *y
}

// TweakAdd returns X + tweak*G (BIP-341), a key whose y may be odd. The tweak
// has 32 bytes and may be 0. It fails with [ErrPublicKey] if x is no key, with
// [ErrTweak], and with [ErrInfinity].
func (x XOnlyPublicKey) TweakAdd(tweak []byte) (PublicKey, error) {
	if !x.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	return tweakAdd(&x.even, tweak)
}

// TweakAddCheck reports whether x, the internal key, tweaked has the 32-byte x
// tweaked and a y that is odd if odd is set, even if not. It is false if x is
// no key, and if tweak or tweaked is malformed.
func (x XOnlyPublicKey) TweakAddCheck(tweaked []byte, odd bool, tweak []byte) bool {
	q, err := x.TweakAdd(tweak)
	if err != nil {
		return false
	}
	var b [XOnlySize]byte
	q.p.PutX(&b)
	return subtle.ConstantTimeCompare(b[:], tweaked) == 1 && (q.p.IsOddY() == 1) == odd
}
