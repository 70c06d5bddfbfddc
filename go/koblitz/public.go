package koblitz

import "koblitz.dev/go/group"

// A PublicKey is a point of the curve other than infinity. The zero value is
// no key. Keys are equal with == exactly if they are the same point. What package
// fmt prints of one are words of this package; MarshalText gives hexadecimal.
type PublicKey struct {
	p group.AffinePoint // infinity in the zero value only
}

// ParsePublicKey returns the public key with the encoding b (SEC 1, section
// 2.3.4): 33 bytes, 2 or 3 and x; 65 bytes, 4, x and y; or 65 bytes, 6 or 7,
// x and y, where 6 stands for an even y and 7 for an odd one. The latter,
// "hybrid", form is accepted because libsecp256k1 and the consensus rules of
// Bitcoin do; nothing here produces it. It fails with [ErrPublicKey].
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

// PublicKeyOf returns the public key that p is. It fails with [ErrInfinity].
func PublicKeyOf(p *group.Point) (PublicKey, error) {
	var k PublicKey
	if p == nil || !k.p.SetVartime(p) {
		return PublicKey{}, ErrInfinity
	}
	return k, nil
}

// Point returns the point that p is, with Z = 1, or infinity if p is no key.
func (p PublicKey) Point() (q group.Point) {
	if p.IsValid() {
		q.SetAffine(&p.p)
	}
	return q
}

// IsValid reports whether p holds a key: it is false for the zero value.
func (p PublicKey) IsValid() bool {
	return !p.p.IsInfinity()
}

// Bytes returns the 33-byte, compressed, encoding of p: 2 if y is even, 3 if it is
// odd, then x. It panics if p is no key.
func (p PublicKey) Bytes() []byte {
	return p.AppendBytes(make([]byte, 0, CompressedSize))
}

// AppendBytes appends what [PublicKey.Bytes] returns to dst, or panics as that does.
func (p PublicKey) AppendBytes(dst []byte) []byte {
	if !p.IsValid() {
		panic(errPublicUnset)
	}
	var b [CompressedSize]byte
	p.p.PutCompressed(&b)
	return append(dst, b[:]...)
}

// Uncompressed returns the 65-byte encoding of p: 4, x, y. It panics if p is no
// key.
func (p PublicKey) Uncompressed() []byte {
	return p.AppendUncompressed(make([]byte, 0, UncompressedSize))
}

// AppendUncompressed appends what [PublicKey.Uncompressed] returns to dst, or panics as that does.
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

// XOnly returns the x-only key with p's x, and whether p has the odd y. If p
// is no key, it returns the zero value and false.
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

// Equal reports whether p and q are the same key. Two values that are no keys
// are not equal.
func (p PublicKey) Equal(q *PublicKey) bool {
	return p.IsValid() && q != nil && p == *q
}

// Negate returns the key with p's x and the other y. It fails with
// [ErrPublicKey] if p is no key.
func (p PublicKey) Negate() (PublicKey, error) {
	if !p.IsValid() {
		return PublicKey{}, errPublicUnset
	}
	var q PublicKey
	q.p.Negate(&p.p)
	return q, nil
}

// TweakAdd returns P + tweak*G. The tweak has 32 bytes and may be 0. It fails
// with [ErrPublicKey] if p is no key, with [ErrTweak], and with [ErrInfinity].
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
	return PublicKeyOf(&sum)
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

// TweakMul returns tweak*P. The tweak has 32 bytes and is not 0. It fails with
// [ErrPublicKey] if p is no key, and with [ErrTweak].
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
	return PublicKeyOf(&q)
}

// Combine returns the sum of one or more keys. It fails with [ErrPublicKey] if
// there is none or one of them is no key, and with [ErrInfinity].
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
	return PublicKeyOf(&sum)
}
