package secp256k1

import (
	"crypto/ecdsa"
	"fmt"
	"math/big"

	"koblitz.dev/secp256k1/group"
)

// Sizes and first bytes of the encodings of a public key.
const (
	PubKeyBytesLenCompressed   = 33
	PubKeyBytesLenUncompressed = 65

	PubKeyFormatCompressedEven byte = 0x02
	PubKeyFormatCompressedOdd  byte = 0x03
	PubKeyFormatUncompressed   byte = 0x04
	PubKeyFormatHybridEven     byte = 0x06
	PubKeyFormatHybridOdd      byte = 0x07
)

// A PublicKey is a point in affine coordinates.
type PublicKey struct{ x, y FieldVal }

// NewPublicKey returns the key with these coordinates, on the curve or not.
func NewPublicKey(x, y *FieldVal) *PublicKey { return &PublicKey{*x, *y} }

// ParsePubKey returns the key with this encoding: compressed, uncompressed or
// hybrid.
func ParsePubKey(serialized []byte) (key *PublicKey, err error) {
	var x, y FieldVal
	switch len(serialized) {
	case PubKeyBytesLenUncompressed:
		format := serialized[0]
		if format != PubKeyFormatUncompressed && format != PubKeyFormatHybridEven && format != PubKeyFormatHybridOdd {
			return nil, Error{ErrPubKeyInvalidFormat, fmt.Sprintf("invalid public key: unsupported format: %x", format)}
		}
		if x.SetByteSlice(serialized[1:33]) {
			return nil, Error{ErrPubKeyXTooBig, "invalid public key: x >= field prime"}
		}
		if y.SetByteSlice(serialized[33:]) {
			return nil, Error{ErrPubKeyYTooBig, "invalid public key: y >= field prime"}
		}
		if format != PubKeyFormatUncompressed && y.IsOdd() != (format == PubKeyFormatHybridOdd) {
			return nil, Error{ErrPubKeyMismatchedOddness, fmt.Sprintf("invalid public key: y oddness does not match specified value of %v", format == PubKeyFormatHybridOdd)}
		}
		if !isOnCurve(&x, &y) {
			return nil, Error{ErrPubKeyNotOnCurve, fmt.Sprintf("invalid public key: [%v,%v] not on secp256k1 curve", x, y)}
		}
	case PubKeyBytesLenCompressed:
		format := serialized[0]
		if format != PubKeyFormatCompressedEven && format != PubKeyFormatCompressedOdd {
			return nil, Error{ErrPubKeyInvalidFormat, fmt.Sprintf("invalid public key: unsupported format: %x", format)}
		}
		if x.SetByteSlice(serialized[1:]) {
			return nil, Error{ErrPubKeyXTooBig, "invalid public key: x >= field prime"}
		}
		if !decompress(&x, &y, format == PubKeyFormatCompressedOdd) {
			return nil, Error{ErrPubKeyNotOnCurve, fmt.Sprintf("invalid public key: x coordinate %v is not on the secp256k1 curve", x)}
		}
	default:
		return nil, Error{ErrPubKeyInvalidLen, fmt.Sprintf("malformed public key: invalid length: %d", len(serialized))}
	}
	return NewPublicKey(&x, &y), nil
}

// SerializeUncompressed returns 4, x and y: 65 bytes.
func (p PublicKey) SerializeUncompressed() []byte {
	var b [PubKeyBytesLenUncompressed]byte
	b[0] = PubKeyFormatUncompressed
	p.x.PutBytesUnchecked(b[1:33])
	p.y.PutBytesUnchecked(b[33:])
	return b[:]
}

// SerializeCompressed returns 2 or 3 for an even or odd y, and x: 33 bytes.
func (p PublicKey) SerializeCompressed() []byte {
	var b [PubKeyBytesLenCompressed]byte
	y := p.y
	b[0] = PubKeyFormatCompressedEven | byte(y.Normalize().IsOddBit())
	p.x.PutBytesUnchecked(b[1:])
	return b[:]
}

// IsEqual reports whether both have the same coordinates.
func (p *PublicKey) IsEqual(otherPubKey *PublicKey) bool {
	return p.x.Equals(&otherPubKey.x) && p.y.Equals(&otherPubKey.y)
}

// AsJacobian sets result = p, with Z = 1.
func (p *PublicKey) AsJacobian(result *JacobianPoint) {
	result.X, result.Y = p.x, p.y
	result.Z.SetInt(1)
}

// IsOnCurve reports whether p is a point of the curve.
func (p *PublicKey) IsOnCurve() bool { return isOnCurve(&p.x, &p.y) }

func isOnCurve(x, y *FieldVal) bool {
	var l, r, seven FieldVal
	l.SquareVal(y)
	r.SquareVal(x).Mul(x).Add(seven.SetInt(7))
	return l.Equals(&r)
}

// X returns x.
func (p *PublicKey) X() *big.Int { return new(big.Int).SetBytes(p.x.Bytes()[:]) }

// Y returns y.
func (p *PublicKey) Y() *big.Int { return new(big.Int).SetBytes(p.y.Bytes()[:]) }

// ToECDSA returns p for package crypto/ecdsa.
func (p *PublicKey) ToECDSA() *ecdsa.PublicKey {
	return &ecdsa.PublicKey{Curve: S256(), X: p.X(), Y: p.Y()}
}

// decompress sets y to that of the point with this x.
func decompress(x, y *FieldVal, odd bool) bool {
	var q group.Point
	bit := 0
	if odd {
		bit = 1
	}
	ex := x.public()
	if !q.SetXVartime(&ex, bit) {
		return false
	}
	var ey, ez group.Element
	q.Jacobian(&ex, &ey, &ez)
	y.setPublic(&ey)
	return true
}
