// Package scalar is arithmetic modulo n, the order of the group of secp256k1,
// for public numbers (Scalar) and secret ones (Secret).
//
// Any argument may alias any other and the receiver.
package scalar

import (
	"koblitz.dev/secp256k1/internal/limbs"
	"koblitz.dev/secp256k1/internal/modinv"
)

var (
	orderLimbs = limbs.Int{n0, n1, n2, n3}
	modulus    = modinv.NewModulus(orderLimbs)
)

// Scalar is a public integer in [0, n), four little-endian limbs. Methods
// whose time depends on the value end in Vartime.
type Scalar [4]uint64

// SetBytes sets z from 32 bytes, big-endian, mod n. ok tells whether they encode
// an integer below n.
func (z *Scalar) SetBytes(b *[32]byte) (ok bool) {
	limbs.Load((*limbs.Int)(z), b)
	return reduce((*limbs.Int)(z), (*limbs.Int)(z)) == 0
}

// SetWide sets z to 64 bytes, big-endian, mod n.
func (z *Scalar) SetWide(b *[64]byte) { setWide((*limbs.Int)(z), b) }

// PutBytes writes x as 32 bytes, big-endian.
func (x *Scalar) PutBytes(b *[32]byte) { limbs.Store(b, (*limbs.Int)(x)) }

// Add sets z = x + y.
func (z *Scalar) Add(x, y *Scalar) { add((*limbs.Int)(z), (*limbs.Int)(x), (*limbs.Int)(y)) }

// Negate sets z = -x.
func (z *Scalar) Negate(x *Scalar) { negate((*limbs.Int)(z), (*limbs.Int)(x)) }

// Mul sets z = x y.
func (z *Scalar) Mul(x, y *Scalar) { mul((*limbs.Int)(z), (*limbs.Int)(x), (*limbs.Int)(y)) }

// InvertVartime sets z = 1 / x, 0 for 0.
func (z *Scalar) InvertVartime(x *Scalar) {
	modinv.InvertVartime((*limbs.Int)(z), (*limbs.Int)(x), &modulus)
}

// IsZeroVartime tells whether x = 0.
func (x *Scalar) IsZeroVartime() bool { return x[0]|x[1]|x[2]|x[3] == 0 }

// IsOddVartime tells whether x is odd.
func (x *Scalar) IsOddVartime() bool { return x[0]&1 == 1 }

// IsHighVartime tells whether x > (n - 1) / 2.
func (x *Scalar) IsHighVartime() bool { return isHigh((*limbs.Int)(x)) == 1 }

// Bits returns bits [at, at + n) of x, n in [1, 63]; those from 256 on are 0.
func (x *Scalar) Bits(at, n uint) uint64 { return bitsAt(x[:], at, n) }

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
