// Package scalar is arithmetic modulo n, the order of the group of secp256k1,
// for public numbers (Scalar) and secret ones (Secret).
//
// Any argument may alias any other and the receiver.
package scalar

import (
	"encoding/binary"

	"koblitz.dev/go/internal/modinv"
)

var modulus = modinv.NewModulus(limbs{n0, n1, n2, n3})

// Scalar is a public integer in [0, n), four little-endian limbs. Methods
// whose time depends on the value end in Vartime.
type Scalar [4]uint64

func load(z *limbs, b *[32]byte) {
	z[3] = binary.BigEndian.Uint64(b[0:8])
	z[2] = binary.BigEndian.Uint64(b[8:16])
	z[1] = binary.BigEndian.Uint64(b[16:24])
	z[0] = binary.BigEndian.Uint64(b[24:32])
}

func store(b *[32]byte, x *limbs) {
	binary.BigEndian.PutUint64(b[0:8], x[3])
	binary.BigEndian.PutUint64(b[8:16], x[2])
	binary.BigEndian.PutUint64(b[16:24], x[1])
	binary.BigEndian.PutUint64(b[24:32], x[0])
}

// SetBytes sets z from 32 bytes, big-endian. ok is false when they encode n or
// more; z is then reduced.
func (z *Scalar) SetBytes(b *[32]byte) (ok bool) { return !z.SetBytesReduce(b) }

// SetBytesReduce sets z from 32 bytes, big-endian, mod n, and tells whether
// they encoded n or more.
func (z *Scalar) SetBytesReduce(b *[32]byte) (overflow bool) {
	load((*limbs)(z), b)
	return reduce((*limbs)(z), (*limbs)(z)) == 1
}

// PutBytes writes x as 32 bytes, big-endian.
func (x *Scalar) PutBytes(b *[32]byte) { store(b, (*limbs)(x)) }

// Add sets z = x + y.
func (z *Scalar) Add(x, y *Scalar) { add((*limbs)(z), (*limbs)(x), (*limbs)(y)) }

// Sub sets z = x - y.
func (z *Scalar) Sub(x, y *Scalar) {
	var t limbs
	negate(&t, (*limbs)(y))
	add((*limbs)(z), (*limbs)(x), &t)
}

// Negate sets z = -x.
func (z *Scalar) Negate(x *Scalar) { negate((*limbs)(z), (*limbs)(x)) }

// Half sets z = x / 2.
func (z *Scalar) Half(x *Scalar) { half((*limbs)(z), (*limbs)(x)) }

// Mul sets z = x y.
func (z *Scalar) Mul(x, y *Scalar) { mul((*limbs)(z), (*limbs)(x), (*limbs)(y)) }

// Square sets z = x^2.
func (z *Scalar) Square(x *Scalar) { z.Mul(x, x) }

// InvertVartime sets z = 1 / x, 0 for 0.
func (z *Scalar) InvertVartime(x *Scalar) {
	modinv.InvertVartime((*limbs)(z), (*limbs)(x), &modulus)
}

// IsZeroVartime tells whether x = 0.
func (x *Scalar) IsZeroVartime() bool { return x[0]|x[1]|x[2]|x[3] == 0 }

// IsHighVartime tells whether x > (n - 1) / 2.
func (x *Scalar) IsHighVartime() bool { return isHigh((*limbs)(x)) == 1 }

// EqualVartime tells whether x = y.
func (x *Scalar) EqualVartime(y *Scalar) bool { return *x == *y }

// IsBelowPMinusNVartime tells whether x < p - n: whether x + n is a field
// element too, so that an x coordinate congruent to x may be that sum.
func (x *Scalar) IsBelowPMinusNVartime() bool {
	const d0, d1, d2 = 0x402DA1722FC9BAEE, 0x4551231950B75FC4, 1
	switch {
	case x[3] != 0 || x[2] > d2:
		return false
	case x[2] < d2:
		return true
	case x[1] != d1:
		return x[1] < d1
	}
	return x[0] < d0
}
