package group

import "koblitz.dev/secp256k1/internal/field"

// An Element is a public integer modulo p, the prime of the field. Compare elements with
// [Element.EqualVartime]; == does not compile.
type Element struct {
	noText
	_ [0]func()
	e field.Element
}

// SetLimbs sets z to the four 64-bit limbs x, least significant first, reduced mod p.
func (z *Element) SetLimbs(x *[4]uint64) { z.e = *x }

// PutLimbs writes x as four 64-bit limbs, least significant first. The number is below p after
// Normalize; otherwise it may be p or more.
func (x *Element) PutLimbs(l *[4]uint64) { *l = x.e }

// Normalize makes PutLimbs write a number below p. Nothing else depends on it.
func (z *Element) Normalize() { z.e.Normalize() }

// SetBytes sets z to the number b, 32 bytes, big-endian, reduced mod p. ok reports whether b was
// below p: check it for input from outside.
func (z *Element) SetBytes(b *[32]byte) (ok bool) { return z.e.SetBytes(b) }

// SetUint64 sets z = x.
func (z *Element) SetUint64(x uint64) { z.e = field.Element{x} }

// SetScalar sets z = r, a number below n.
func (z *Element) SetScalar(r *Scalar) { z.e = field.Element(r.s) }

// SetScalarPlusOrderVartime sets z = r + n. ok reports whether r + n is below p, and so can be
// an x coordinate.
func (z *Element) SetScalarPlusOrderVartime(r *Scalar) (ok bool) {
	z.e = field.Element(r.s)
	z.e.Add(&z.e, &order)
	return r.s.IsBelowPMinusNVartime()
}

// order is n.
var order = field.Element{0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff}

// PutBytes writes x to b, big-endian, as a number below p.
func (x *Element) PutBytes(b *[32]byte) { x.e.PutBytes(b) }

// Add sets z = x + y.
func (z *Element) Add(x, y *Element) { z.e.Add(&x.e, &y.e) }

// Sub sets z = x - y.
func (z *Element) Sub(x, y *Element) { z.e.Sub(&x.e, &y.e) }

// Negate sets z = -x.
func (z *Element) Negate(x *Element) { z.e.Negate(&x.e) }

// Mul sets z = x y.
func (z *Element) Mul(x, y *Element) { z.e.Mul(&x.e, &y.e) }

// Square sets z = x^2.
func (z *Element) Square(x *Element) { z.e.Square(&x.e) }

// InvertVartime sets z = 1 / x, or 0 if x = 0.
func (z *Element) InvertVartime(x *Element) { z.e.InvertVartime(&x.e) }

// SqrtVartime sets z to a square root of x and reports true, or, if there is none, to a square
// root of -x and reports false.
func (z *Element) SqrtVartime(x *Element) bool { return z.e.SqrtVartime(&x.e) }

// IsZeroVartime reports whether x = 0.
func (x *Element) IsZeroVartime() bool { return x.e.IsZeroVartime() }

// IsOdd returns 1 if x is odd, otherwise 0.
func (x *Element) IsOdd() int { return x.e.IsOdd() }

// EqualVartime reports whether x = y.
func (x *Element) EqualVartime(y *Element) bool { return x.e.EqualVartime(&y.e) }

// A SecretElement is a secret integer modulo p. Its methods take constant time.
type SecretElement struct {
	noText
	e field.Secret
}

// SetLimbs sets z to the four 64-bit limbs x, least significant first, reduced mod p.
func (z *SecretElement) SetLimbs(x *[4]uint64) { z.e.SetLimbs(x) }

// PutLimbs writes x as four 64-bit limbs, least significant first. The number is below p after
// Normalize; otherwise it may be p or more. The limbs are as secret as x.
func (x *SecretElement) PutLimbs(l *[4]uint64) { x.e.PutLimbs(l) }

// Normalize makes PutLimbs write a number below p. Nothing else depends on it.
func (z *SecretElement) Normalize() { z.e.Normalize() }

// SetBytes sets z to the number b, 32 bytes, big-endian, reduced mod p. ok is set if b was
// below p.
func (z *SecretElement) SetBytes(b *[32]byte) (ok Choice) { return z.e.SetBytes(b) }

// SetPublic sets z to the public number x.
func (z *SecretElement) SetPublic(x *Element) { z.e.SetPublic(&x.e) }

// Declassify returns x as a public number. The caller asserts that it may be known.
func (x *SecretElement) Declassify() Element { return Element{e: x.e.Declassify()} }

// PutBytes writes x to b, big-endian, as a number below p. b is as secret as x.
func (x *SecretElement) PutBytes(b *[32]byte) { x.e.PutBytes(b) }

// Wipe overwrites z with zeros.
func (z *SecretElement) Wipe() { z.e.Wipe() }

// Add sets z = x + y.
func (z *SecretElement) Add(x, y *SecretElement) { z.e.Add(&x.e, &y.e) }

// Sub sets z = x - y.
func (z *SecretElement) Sub(x, y *SecretElement) { z.e.Sub(&x.e, &y.e) }

// Negate sets z = -x.
func (z *SecretElement) Negate(x *SecretElement) { z.e.Negate(&x.e) }

// Select sets z = a if cond is set and z = b if it is clear.
func (z *SecretElement) Select(a, b *SecretElement, cond Choice) { z.e.Select(&a.e, &b.e, cond) }

// Mul sets z = x y.
func (z *SecretElement) Mul(x, y *SecretElement) { z.e.Mul(&x.e, &y.e) }

// MulSmall sets z = k x for a public k.
func (z *SecretElement) MulSmall(x *SecretElement, k uint32) { z.e.MulSmall(&x.e, k) }

// Square sets z = x^2.
func (z *SecretElement) Square(x *SecretElement) { z.e.Square(&x.e) }

// Invert sets z = 1 / x, or 0 if x = 0.
func (z *SecretElement) Invert(x *SecretElement) { z.e.Invert(&x.e) }

// Sqrt sets z to a square root of x, and square is set; or, if there is none, to a square root
// of -x, and square is clear.
func (z *SecretElement) Sqrt(x *SecretElement) (square Choice) { return z.e.Sqrt(&x.e) }

// IsZero is set if x = 0.
func (x *SecretElement) IsZero() Choice { return x.e.IsZero() }

// IsOdd is set if x is odd.
func (x *SecretElement) IsOdd() Choice { return x.e.IsOdd() }
