// Package field is arithmetic modulo p = 2^256 - K, K = 2^32 + 977, the field
// of secp256k1.
//
// Every method takes constant time in its operands unless its name ends in
// Vartime. Any argument may alias any other and the receiver.
package field

import (
	"encoding/binary"
	"math/bits"
)

// Element is four little-endian limbs. Values are loose: any integer in
// [0, 2^256) stands for itself mod p, so 0 and p are both zero. The zero value
// is zero. Results of arithmetic are loose too; Normalize gives the one in
// [0, p).
type Element [4]uint64

// fold is K = 2^256 mod p.
const fold = 1<<32 + 977

// The limbs of p: one low, three of all ones.
const (
	p0   = ^uint64(fold - 1)
	ones = ^uint64(0)
)

// SetOne sets z = 1.
func (z *Element) SetOne() { *z = Element{1} }

// SetBytes sets z from 32 bytes, big-endian. ok is 1 when they encode an
// integer below p and 0 otherwise; z is that integer, loose, in either case.
func (z *Element) SetBytes(b *[32]byte) (ok int) {
	z[3] = binary.BigEndian.Uint64(b[0:8])
	z[2] = binary.BigEndian.Uint64(b[8:16])
	z[1] = binary.BigEndian.Uint64(b[16:24])
	z[0] = binary.BigEndian.Uint64(b[24:32])
	return int(1 - z.aboveP())
}

// PutBytes writes the value in [0, p) as 32 bytes, big-endian.
func (x *Element) PutBytes(b *[32]byte) {
	t := *x
	t.Normalize()
	binary.BigEndian.PutUint64(b[0:8], t[3])
	binary.BigEndian.PutUint64(b[8:16], t[2])
	binary.BigEndian.PutUint64(b[16:24], t[1])
	binary.BigEndian.PutUint64(b[24:32], t[0])
}

// aboveP is 1 when the integer z is at least p: when z + K carries.
func (x *Element) aboveP() uint64 {
	_, c := bits.Add64(x[0], fold, 0)
	_, c = bits.Add64(x[1], 0, c)
	_, c = bits.Add64(x[2], 0, c)
	_, c = bits.Add64(x[3], 0, c)
	return c
}

// Normalize replaces z by the same value in [0, p).
func (z *Element) Normalize() {
	var c uint64
	m := -z.aboveP() & fold
	z[0], c = bits.Add64(z[0], m, 0)
	z[1], c = bits.Add64(z[1], 0, c)
	z[2], c = bits.Add64(z[2], 0, c)
	z[3], _ = bits.Add64(z[3], 0, c)
}

// IsZero is 1 when x = 0, else 0.
func (x *Element) IsZero() int {
	zero := x[0] | x[1] | x[2] | x[3]
	p := (x[0] ^ p0) | ^(x[1] & x[2] & x[3])
	return int(((zero|-zero)&(p|-p))>>63 ^ 1)
}

// IsZeroVartime tells whether x = 0.
func (x *Element) IsZeroVartime() bool {
	if x[0]|x[1]|x[2]|x[3] == 0 {
		return true
	}
	return x[0] == p0 && x[1]&x[2]&x[3] == ones
}

// IsOdd is 1 when the value in [0, p) is odd, else 0.
func (x *Element) IsOdd() int { return int((x[0] ^ x.aboveP()) & 1) }

// Equal is 1 when x = y, else 0.
func (x *Element) Equal(y *Element) int {
	var d Element
	d.Sub(x, y)
	return d.IsZero()
}

// EqualVartime tells whether x = y.
func (x *Element) EqualVartime(y *Element) bool {
	var d Element
	d.Sub(x, y)
	return d.IsZeroVartime()
}

// Select sets z = a when cond is 1 and z = b when it is 0.
func (z *Element) Select(a, b *Element, cond int) {
	m := -uint64(cond)
	z[0] = b[0] ^ m&(a[0]^b[0])
	z[1] = b[1] ^ m&(a[1]^b[1])
	z[2] = b[2] ^ m&(a[2]^b[2])
	z[3] = b[3] ^ m&(a[3]^b[3])
}

// CondNegate sets z = -x when cond is 1 and z = x when it is 0.
func (z *Element) CondNegate(x *Element, cond int) {
	var t Element
	t.Negate(x)
	z.Select(&t, x, cond)
}
