//go:build amd64 && !purego

package lanes

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/field"
)

const (
	fold   = 1<<32 + 977 // 2^256 mod p
	mask52 = 1<<52 - 1
	mask48 = 1<<48 - 1
)

// Set sets a lane to x.
func (z *Element) Set(lane int, x *field.Element) { z.SetLimbs(lane, x[0], x[1], x[2], x[3]) }

// SetLimbs sets a lane to a number of four limbs of 64 bits.
func (z *Element) SetLimbs(lane int, x0, x1, x2, x3 uint64) {
	lane &= Width - 1
	z[0][lane], z[1][lane], z[2][lane], z[3][lane], z[4][lane] = packed(x0, x1, x2, x3)
}

// packed returns the five limbs of 52 bits of a number of four of 64.
func packed(x0, x1, x2, x3 uint64) (_, _, _, _, _ uint64) {
	return x0 & mask52, (x0>>52 | x1<<12) & mask52, (x1>>40 | x2<<24) & mask52, (x2>>28 | x3<<36) & mask52, x3 >> 16
}

// SetOne sets every lane to 1.
func (z *Element) SetOne() { *z = Element{0: {1, 1, 1, 1, 1, 1, 1, 1}} }

// SetAll sets every lane to x.
func (z *Element) SetAll(x *field.Element) {
	for lane := range Width {
		z.Set(lane, x)
	}
}

// carried returns the limbs of a lane of any magnitude up to 31, each in its range
// but the last, which has what is above 2^256 too.
func (z *Element) carried(lane int) (x0, x1, x2, x3, x4 uint64) {
	lane &= Width - 1
	x0 = z[0][lane]
	x1 = z[1][lane] + x0>>52
	x2 = z[2][lane] + x1>>52
	x3 = z[3][lane] + x2>>52
	x4 = z[4][lane] + x3>>52
	return x0 & mask52, x1 & mask52, x2 & mask52, x3 & mask52, x4
}

// Get returns a lane of any magnitude up to 31.
func (z *Element) Get(lane int) field.Element {
	x0, x1, x2, x3, x4 := z.carried(lane)
	above := x4 >> 48 * fold
	x4 &= mask48
	r0, c := bits.Add64(x0|x1<<52, above, 0)
	r1, c := bits.Add64(x1>>12|x2<<40, 0, c)
	r2, c := bits.Add64(x2>>24|x3<<28, 0, c)
	r3, c := bits.Add64(x3>>36|x4<<16, 0, c)
	// A carry leaves less than 2^42.
	return field.Element{r0 + -c&fold, r1, r2, r3}
}

// Carry brings z from any magnitude up to 31 to magnitude 1.
func (z *Element) Carry() {
	for lane := range Width {
		x := z.Get(lane)
		z.Set(lane, &x)
	}
}

// Mul sets z = x y, y of magnitude up to 6.
func (z *Element) Mul(x, y *Element) { mulAsm(z, x, y) }

// SquareN squares two elements n times, n at least 1.
func SquareN(z *[2]Element, n int) { squareNAsm(z, n) }

// Work is memory for a routine.
type Work [8]Element

// DoubleN sets z = 2^n z, n at least 1.
func (z *Jacobian) DoubleN(n int, w *Work) { doubleNAsm(z, n, w) }

// Add adds (az^2 x, az^3 y) over Z to z, finite, with -y in the lanes whose bit is
// set in negative: the point (x, y) itself with Z for az.
func (z *Jacobian) Add(x, y *Element, negative uint8, az *Element, w *Work) {
	addAsm(z, x, y, uint64(negative), az, w)
}

// Add sets the first point to the sum of both, and brings the second to the same
// new Z, ratio times that before.
func (z *Pair) Add(ratio *Element, w *Work) { coZAddAsm(z, ratio, w) }
