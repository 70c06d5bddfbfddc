package secp256k1

import "koblitz.dev/secp256k1/group"

// A PublicKey is a point of the curve other than infinity. The zero value is not a
// key. Two keys are the same point exactly if they are equal with ==. As text, in
// package json for example, a key is the hexadecimal of [PublicKey.Bytes].
type PublicKey struct {
	p group.AffinePoint // infinity in the zero value only
}

// ParsePublicKey decodes a public key (SEC 1, section 2.3.4). b is one of
//
//   - 33 bytes, compressed: 2 for an even y or 3 for an odd one, then x
//   - 65 bytes, uncompressed: 4, x, y
//   - 65 bytes, hybrid: 6 for an even y or 7 for an odd one, then x, y
//
// The hybrid form is accepted because libsecp256k1 and Bitcoin's consensus accept it;
// no function produces it. It fails with [ErrPublicKey].
func ParsePublicKey(b []byte) (PublicKey, error) {
	var p PublicKey
	switch len(b) {
	case CompressedSize:
		if b[0]&^1 != 2 {
			return PublicKey{}, errPublicPrefix
		}
		if err := p.setX((*[32]byte)(b[1:]), int(b[0]&1)); err != nil {
			return PublicKey{}, err
		}
	case UncompressedSize:
		hybrid := b[0]&^1 == 6
		if b[0] != 4 && !hybrid {
			return PublicKey{}, errPublicPrefix
		}
		if hybrid && b[0]&1 != b[64]&1 {
			return PublicKey{}, errPublicPrefix
		}
		var x, y group.Element
		if !x.SetBytes((*[32]byte)(b[1:33])) || !y.SetBytes((*[32]byte)(b[33:])) {
			return PublicKey{}, errPublicRange
		}
		if !p.p.SetXYVartime(&x, &y) {
			return PublicKey{}, errPublicCurve
		}
	default:
		return PublicKey{}, errPublicLength
	}
	return p, nil
}

// setX sets p to the point with the coordinate x, and a y that is odd if odd
// is 1, even if it is 0.
func (p *PublicKey) setX(x *[32]byte, odd int) error {
	var fx group.Element
	if !fx.SetBytes(x) {
		return errPublicRange
	}
	if !p.p.SetXVartime(&fx, odd) {
		return errPublicCurve
	}
	return nil
}

// NewPublicKey converts a point to a public key. It fails with [ErrInfinity] if p is
// infinity or nil.
func NewPublicKey(p *group.Point) (PublicKey, error) {
	var k PublicKey
	if p == nil || !k.p.SetVartime(p) {
		return PublicKey{}, ErrInfinity
	}
	return k, nil
}

// Point converts p to a point with Z = 1. If p is a zero value it returns infinity.
func (p PublicKey) Point() (q group.Point) {
	if p.IsValid() {
		q.SetAffine(&p.p)
	}
	return q
}

// IsValid reports whether p is a key. It is false for the zero value only.
func (p PublicKey) IsValid() bool {
	return !p.p.IsInfinity()
}

// Bytes returns the compressed encoding of p, 33 bytes: 2 if y is even or 3 if it is
// odd, then x. It panics if p is a zero value.
func (p PublicKey) Bytes() []byte {
	return p.AppendBytes(make([]byte, 0, CompressedSize))
}

// AppendBytes appends [PublicKey.Bytes] to dst and returns the result. It panics if p is
// a zero value.
func (p PublicKey) AppendBytes(dst []byte) []byte {
	if !p.IsValid() {
		panic(errPublicUnset)
	}
	var b [CompressedSize]byte
	p.p.PutCompressed(&b)
	return append(dst, b[:]...)
}

// Uncompressed returns the uncompressed encoding of p, 65 bytes: 4, x, y. It panics if
// p is a zero value.
func (p PublicKey) Uncompressed() []byte {
	return p.AppendUncompressed(make([]byte, 0, UncompressedSize))
}

// AppendUncompressed appends [PublicKey.Uncompressed] to dst and returns the result. It
// panics if p is a zero value.
func (p PublicKey) AppendUncompressed(dst []byte) []byte {
	if !p.IsValid() {
		panic(errPublicUnset)
	}
	var b [UncompressedSize]byte
	b[0] = 4
	p.p.PutX((*[32]byte)(b[1:]))
	p.p.PutY((*[32]byte)(b[33:]))
	return append(dst, b[:]...)
}

// XOnly returns the x-only key with the x of p, and whether the y of p is odd. If p is a
// zero value it returns a zero value and false.
func (p PublicKey) XOnly() (x XOnlyPublicKey, odd bool) {
	if !p.IsValid() {
		return XOnlyPublicKey{}, false
	}
	x.even = p.p
	if odd = p.p.IsOddY() == 1; odd {
		x.even.Negate(&x.even)
	}
	return x, odd
}

// Equal reports whether p and q are the same key. It is false if p is a zero value or q
// is nil.
func (p PublicKey) Equal(q *PublicKey) bool {
	return p.IsValid() && q != nil && p == *q
}

// Negate returns -P, the key with the x of p and the other y. It fails with
// [ErrPublicKey] if p is a zero value.
func (p PublicKey) Negate() (PublicKey, error) {
	if !p.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	var q PublicKey
	q.p.Negate(&p.p)
	return q, nil
}

// TweakAdd returns P + tweak*G, as BIP-32 derives child keys. The tweak is 32 bytes, a
// number below n; 0 is allowed. Time depends on both. It fails with [ErrPublicKey] if p
// is a zero value, with [ErrTweak], and with [ErrInfinity] if the sum is infinity.
func (p PublicKey) TweakAdd(tweak []byte) (PublicKey, error) {
	if !p.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	return tweakAdd(&p.p, tweak)
}

func tweakAdd(p *group.AffinePoint, tweak []byte) (PublicKey, error) {
	var t group.Scalar
	if err := parseTweak(&t, tweak); err != nil {
		return PublicKey{}, err
	}
	var sum group.Point
	sum.SetAffine(p)
	sum.AddBaseMulVartime(&sum, &t)
	return NewPublicKey(&sum)
}

func parseTweak(t *group.Scalar, tweak []byte) error {
	if len(tweak) != 32 {
		return errTweakLength
	}
	if !t.SetBytes((*[32]byte)(tweak)) {
		return errTweakRange
	}
	return nil
}

// TweakMul returns tweak*P. The tweak is 32 bytes, a number in [1, n-1]. Time depends
// on it: to multiply by a secret use package ecdh or group. It fails with
// [ErrPublicKey] if p is a zero value, and with [ErrTweak].
func (p PublicKey) TweakMul(tweak []byte) (PublicKey, error) {
	if !p.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	var t group.Scalar
	if err := parseTweak(&t, tweak); err != nil {
		return PublicKey{}, err
	}
	if t.IsZeroVartime() {
		return PublicKey{}, errTweakZero
	}
	q := p.Point()
	q.MulVartime(&t, &q)
	return NewPublicKey(&q)
}

// Combine returns the sum of one or more keys. It fails with [ErrPublicKey] if there
// is no key or one of them is a zero value, and with [ErrInfinity] if the sum is
// infinity.
func Combine(keys ...PublicKey) (PublicKey, error) {
	if len(keys) == 0 {
		return PublicKey{}, errNoKeys
	}
	var sum group.Point
	for i := range keys {
		if !keys[i].IsValid() {
			return PublicKey{}, errPublicUnset
		}
		p := keys[i].Point()
		sum.AddVartime(&sum, &p)
	}
	return NewPublicKey(&sum)
}
