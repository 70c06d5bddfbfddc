package secp256k1

import (
	"encoding/hex"
	"math/bits"

	"koblitz.dev/secp256k1/group"

	"github.com/decred/dcrd/dcrec/secp256k1/v4/internal/padded"
)

// A FieldVal is an integer modulo the prime of the field. Its methods take
// constant time.
type FieldVal struct {
	limbs limbs // any integer below 2^256
}

// element returns f for computations.
func (f *FieldVal) element() (e group.SecretElement) {
	e.SetLimbs(&f.limbs)
	return e
}

// public returns f, which may be known, for computations in variable time.
func (f *FieldVal) public() (e group.Element) {
	e.SetLimbs(&f.limbs)
	return e
}

// setPublic sets f = e, normalized.
func (f *FieldVal) setPublic(e *group.Element) *FieldVal {
	e.Normalize()
	e.PutLimbs(&f.limbs)
	return f
}

// String returns the value as 64 hexadecimal digits.
func (f FieldVal) String() string {
	b := f.Bytes()
	return hex.EncodeToString(b[:])
}

// Zero sets f = 0.
func (f *FieldVal) Zero() { f.limbs = limbs{} }

// Set sets f = val.
func (f *FieldVal) Set(val *FieldVal) *FieldVal {
	// Limb by limb: a method that is inlined behind this one finds them in
	// registers.
	x0, x1, x2, x3 := val.limbs[0], val.limbs[1], val.limbs[2], val.limbs[3]
	f.limbs[0], f.limbs[1], f.limbs[2], f.limbs[3] = x0, x1, x2, x3
	return f
}

// SetInt sets f = ui.
func (f *FieldVal) SetInt(ui uint16) *FieldVal {
	f.limbs = limbs{uint64(ui)}
	return f
}

// SetBytes sets f to b, big-endian. It returns 1 if b is the prime or more.
func (f *FieldVal) SetBytes(b *[32]byte) uint32 {
	load(&f.limbs, b)
	_, _, _, _, above := canonical(&f.limbs)
	return uint32(above)
}

// SetByteSlice sets f to the first 32 bytes of b, or to a shorter b. It returns
// whether that is the prime or more.
func (f *FieldVal) SetByteSlice(b []byte) bool {
	if len(b) >= 32 {
		return f.SetBytes((*[32]byte)(b)) == 1
	}
	var wide [32]byte
	padded.Put(&wide, b)
	defer wipe(&wide)
	return f.SetBytes(&wide) == 1
}

// wipe sets b to zeros; it is not optimized away.
//
//go:noinline
func wipe(b *[32]byte) { *b = [32]byte{} }

// Normalize makes f the integer below the prime, for ==.
func (f *FieldVal) Normalize() *FieldVal {
	r0, r1, r2, r3, _ := canonical(&f.limbs)
	f.limbs = limbs{r0, r1, r2, r3}
	return f
}

// PutBytesUnchecked writes 32 bytes, big-endian, and panics if b is shorter.
func (f *FieldVal) PutBytesUnchecked(b []byte) { f.PutBytes((*[32]byte)(b)) }

// PutBytes writes 32 bytes, big-endian.
func (f *FieldVal) PutBytes(b *[32]byte) {
	r0, r1, r2, r3, _ := canonical(&f.limbs)
	store(b, r0, r1, r2, r3)
}

// Bytes returns 32 bytes, big-endian.
func (f *FieldVal) Bytes() *[32]byte {
	b := new([32]byte)
	f.PutBytes(b)
	return b
}

// IsZeroBit is 1 if f = 0, else 0.
func (f *FieldVal) IsZeroBit() uint32 {
	return uint32(uint64(^isZeroP(&f.limbs)) >> 63)
}

// IsZero reports whether f = 0.
func (f *FieldVal) IsZero() bool { return isZeroP(&f.limbs) >= 0 }

// IsOneBit is 1 if f is normalized and 1, else 0.
func (f *FieldVal) IsOneBit() uint32 {
	return uint32(isZero(f.limbs[0] ^ 1 | f.limbs[1] | f.limbs[2] | f.limbs[3]))
}

// IsOne reports whether f, normalized, is 1.
func (f *FieldVal) IsOne() bool { return f.IsOneBit() == 1 }

// IsOddBit is 1 if f, normalized, is odd, else 0.
func (f *FieldVal) IsOddBit() uint32 { return uint32(f.limbs[0] & 1) }

// IsOdd reports whether f, normalized, is odd.
func (f *FieldVal) IsOdd() bool { return f.IsOddBit() == 1 }

// Equals reports whether f = val.
func (f *FieldVal) Equals(val *FieldVal) bool { return equalP(&f.limbs, &val.limbs) }

// IsGtOrEqPrimeMinusOrder reports whether f is the prime less the order, or
// more.
func (f *FieldVal) IsGtOrEqPrimeMinusOrder() bool {
	const d0, d1, d2 = 0x402da1722fc9baee, 0x4551231950b75fc4, 1
	r0, r1, r2, r3, _ := canonical(&f.limbs)
	_, c := bits.Sub64(r0, d0, 0)
	_, c = bits.Sub64(r1, d1, c)
	_, c = bits.Sub64(r2, d2, c)
	_, c = bits.Sub64(r3, 0, c)
	return c == 0
}

// NegateVal sets f = -val.
func (f *FieldVal) NegateVal(val *FieldVal, _ uint32) *FieldVal {
	negateP(&f.limbs, &val.limbs)
	return f
}

// Negate sets f = -f.
func (f *FieldVal) Negate(magnitude uint32) *FieldVal { return f.NegateVal(f, magnitude) }

// AddInt sets f = f + ui.
func (f *FieldVal) AddInt(ui uint16) *FieldVal {
	// A sum that carries leaves less than 2^16, to which fold is added without a
	// carry. The compiler inlines this as it stands here.
	x := &f.limbs
	r0, c := bits.Add64(x[0], uint64(ui), 0)
	x[1], c = bits.Add64(x[1], 0, c)
	x[2], c = bits.Add64(x[2], 0, c)
	x[3], c = bits.Add64(x[3], 0, c)
	x[0] = r0 + -c&fold
	return f
}

// Add sets f = f + val.
func (f *FieldVal) Add(val *FieldVal) *FieldVal { return f.Add2(f, val) }

// Add2 sets f = val + val2.
func (f *FieldVal) Add2(val, val2 *FieldVal) *FieldVal {
	addP(&f.limbs, &val.limbs, &val2.limbs)
	return f
}

// MulInt sets f = val f.
func (f *FieldVal) MulInt(val uint8) *FieldVal {
	mulIntP(&f.limbs, &f.limbs, val)
	return f
}

// Mul sets f = f val.
func (f *FieldVal) Mul(val *FieldVal) *FieldVal { return f.Mul2(f, val) }

// Mul2 sets f = val val2.
func (f *FieldVal) Mul2(val, val2 *FieldVal) *FieldVal {
	x, y := val.element(), val2.element()
	x.Mul(&x, &y)
	x.PutLimbs(&f.limbs)
	return f
}

// SquareRootVal sets f to a square root of val and returns true, or to one of
// -val and returns false. It normalizes val.
func (f *FieldVal) SquareRootVal(val *FieldVal) bool {
	x := val.Normalize().element()
	square := x.Sqrt(&x)
	x.PutLimbs(&f.limbs)
	return square.Declassify()
}

// Square sets f = f^2.
func (f *FieldVal) Square() *FieldVal { return f.SquareVal(f) }

// SquareVal sets f = val^2.
func (f *FieldVal) SquareVal(val *FieldVal) *FieldVal {
	x := val.element()
	x.Square(&x)
	x.PutLimbs(&f.limbs)
	return f
}

// Inverse sets f = 1 / f, 0 for 0.
func (f *FieldVal) Inverse() *FieldVal {
	x := f.element()
	x.Invert(&x)
	x.PutLimbs(&f.limbs)
	return f
}
