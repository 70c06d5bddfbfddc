// Package field is arithmetic modulo p = 2^256 - K, K = 2^32 + 977, the field
// of secp256k1, for public numbers (Element) and secret ones (Secret).
//
// Values are loose: any integer in [0, 2^256) stands for itself mod p, so 0 and
// p are both zero. Results of arithmetic are loose too; Normalize gives the one
// in [0, p). The zero value is zero. Any argument may alias any other and the
// receiver.
package field

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/limbs"
	"koblitz.dev/secp256k1/internal/modinv"
)

// fold is K = 2^256 mod p.
const fold = 1<<32 + 977

// The limbs of p: one low, three of all ones.
const (
	p0   = ^uint64(fold - 1)
	ones = ^uint64(0)
)

var (
	primeLimbs = limbs.Int{p0, ones, ones, ones}
	modulus    = modinv.NewModulus(primeLimbs)
)

// aboveP is 1 when the integer x is at least p: when x + K carries.
func aboveP(x *limbs.Int) uint64 {
	_, c := bits.Add64(x[0], fold, 0)
	_, c = bits.Add64(x[1], 0, c)
	_, c = bits.Add64(x[2], 0, c)
	_, c = bits.Add64(x[3], 0, c)
	return c
}

// normalize sets z to the integer in [0, p) that x stands for.
func normalize(z, x *limbs.Int) {
	var c uint64
	m := -aboveP(x) & fold
	z[0], c = bits.Add64(x[0], m, 0)
	z[1], c = bits.Add64(x[1], 0, c)
	z[2], c = bits.Add64(x[2], 0, c)
	z[3], _ = bits.Add64(x[3], 0, c)
}

func putBytes(b *[32]byte, x *limbs.Int) {
	var t limbs.Int
	normalize(&t, x)
	limbs.Store(b, &t)
}

func isOdd(x *limbs.Int) uint64 { return (x[0] ^ aboveP(x)) & 1 }

// Element is a public number, four little-endian limbs. Methods whose time
// depends on the value end in Vartime. With == elements are compared as loose
// integers.
type Element [4]uint64

// SetOne sets z = 1.
func (z *Element) SetOne() { *z = Element{1} }

// SetBytes sets z from 32 bytes, big-endian. ok tells whether they encode an
// integer below p.
func (z *Element) SetBytes(b *[32]byte) (ok bool) {
	limbs.Load((*limbs.Int)(z), b)
	return aboveP((*limbs.Int)(z)) == 0
}

// PutBytes writes the value in [0, p) as 32 bytes, big-endian.
func (x *Element) PutBytes(b *[32]byte) { putBytes(b, (*limbs.Int)(x)) }

// Normalize replaces z by the same value in [0, p).
func (z *Element) Normalize() { normalize((*limbs.Int)(z), (*limbs.Int)(z)) }

// IsZeroVartime tells whether x = 0.
func (x *Element) IsZeroVartime() bool {
	if x[0]|x[1]|x[2]|x[3] == 0 {
		return true
	}
	return x[0] == p0 && x[1]&x[2]&x[3] == ones
}

// IsOdd is 1 when the value in [0, p) is odd, else 0.
func (x *Element) IsOdd() int { return int(isOdd((*limbs.Int)(x))) }

// EqualVartime tells whether x = y.
func (x *Element) EqualVartime(y *Element) bool {
	var d Element
	d.Sub(x, y)
	return d.IsZeroVartime()
}

// Add sets z = x + y.
func (z *Element) Add(x, y *Element) { add((*limbs.Int)(z), (*limbs.Int)(x), (*limbs.Int)(y)) }

// Sub sets z = x - y.
func (z *Element) Sub(x, y *Element) { sub((*limbs.Int)(z), (*limbs.Int)(x), (*limbs.Int)(y)) }

// Negate sets z = -x.
func (z *Element) Negate(x *Element) { negate((*limbs.Int)(z), (*limbs.Int)(x)) }

// Half sets z = x / 2.
func (z *Element) Half(x *Element) { limbs.Half((*limbs.Int)(z), (*limbs.Int)(x), &primeLimbs) }

// Mul sets z = x y.
func (z *Element) Mul(x, y *Element) { mul((*limbs.Int)(z), (*limbs.Int)(x), (*limbs.Int)(y)) }

// Square sets z = x^2.
func (z *Element) Square(x *Element) { square((*limbs.Int)(z), (*limbs.Int)(x)) }

// MulSub sets z = a b - c d.
func (z *Element) MulSub(a, b, c, d *Element) {
	mulSub((*limbs.Int)(z), (*limbs.Int)(a), (*limbs.Int)(b), (*limbs.Int)(c), (*limbs.Int)(d))
}

// InvertVartime sets z = 1 / x, 0 for 0, in [0, p).
func (z *Element) InvertVartime(x *Element) {
	t := *x
	t.Normalize()
	modinv.InvertVartime((*limbs.Int)(z), (*limbs.Int)(&t), &modulus)
}
