package secp256k1

import (
	"crypto/subtle"

	"koblitz.dev/secp256k1/group"
)

// An XOnlyPublicKey is a public key of BIP-340: the point with an even y that has a
// given x. The zero value is not a key. Two keys are the same point exactly if they are
// equal with ==. As text, in package json for example, a key is the hexadecimal of
// [XOnlyPublicKey.Bytes].
type XOnlyPublicKey struct {
	even group.AffinePoint // y is even; infinity in the zero value only
}

// ParseXOnlyPublicKey decodes an x-only public key: the 32 bytes of x, big-endian. It
// fails with [ErrPublicKey] if b has another length, is p or more, or is not the x of a
// point of the curve.
func ParseXOnlyPublicKey(b []byte) (XOnlyPublicKey, error) {
	if len(b) != XOnlySize {
		return XOnlyPublicKey{}, errPublicLength
	}
	var p PublicKey
	if err := p.setX((*[32]byte)(b), 0); err != nil {
		return XOnlyPublicKey{}, err
	}
	return XOnlyPublicKey{p.p}, nil
}

// IsValid reports whether x is a key. It is false for the zero value only.
func (x XOnlyPublicKey) IsValid() bool {
	return !x.even.IsInfinity()
}

// Bytes returns x as 32 bytes, big-endian. It panics if x is a zero value.
func (x XOnlyPublicKey) Bytes() []byte {
	return x.AppendBytes(make([]byte, 0, XOnlySize))
}

// AppendBytes appends [XOnlyPublicKey.Bytes] to dst and returns the result. It panics if
// x is a zero value.
func (x XOnlyPublicKey) AppendBytes(dst []byte) []byte {
	if !x.IsValid() {
		panic(errPublicUnset)
	}
	var b [XOnlySize]byte
	x.even.PutX(&b)
	return append(dst, b[:]...)
}

// PublicKey returns the public key with this x and an even y. If x is a zero value it
// returns a zero value.
func (x XOnlyPublicKey) PublicKey() PublicKey {
	if !x.IsValid() {
		return PublicKey{}
	}
	return PublicKey{x.even}
}

// Point converts x to a point with Z = 1. If x is a zero value it returns infinity.
func (x XOnlyPublicKey) Point() (q group.Point) {
	if x.IsValid() {
		q.SetAffine(&x.even)
	}
	return q
}

// Equal reports whether x and y are the same key. It is false if x is a zero value or y
// is nil.
func (x XOnlyPublicKey) Equal(y *XOnlyPublicKey) bool {
	return x.IsValid() && y != nil && x == *y
}

// TweakAdd returns P + tweak*G, where P is the point of x (BIP-341). The y of the result
// may be odd. The tweak is 32 bytes, a number below n; 0 is allowed. It fails with
// [ErrPublicKey] if x is a zero value, with [ErrTweak], and with [ErrInfinity] if the
// sum is infinity.
func (x XOnlyPublicKey) TweakAdd(tweak []byte) (PublicKey, error) {
	if !x.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	return tweakAdd(&x.even, tweak)
}

// TweakAddCheck reports whether x.TweakAdd(tweak) has the 32-byte x coordinate tweaked,
// and a y that is odd exactly if odd is set: x is the internal key of a Taproot output
// (BIP-341). It is false if x is a zero value, and if tweak or tweaked is malformed.
func (x XOnlyPublicKey) TweakAddCheck(tweaked []byte, odd bool, tweak []byte) bool {
	q, err := x.TweakAdd(tweak)
	if err != nil {
		return false
	}
	var b [XOnlySize]byte
	q.p.PutX(&b)
	return subtle.ConstantTimeCompare(b[:], tweaked) == 1 && (q.p.IsOddY() == 1) == odd
}
