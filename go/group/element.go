package group

import "koblitz.dev/secp256k1/internal/field"

// An Element is a public integer modulo p, the prime of the field. == does not
// compile: one value has more than one form inside.
type Element struct {
	noText
	_ [0]func()
	e field.Element
}

// SetLimbs sets z to the four 64-bit limbs x, least significant first, mod p.
func (z *Element) SetLimbs(x *[4]uint64) { z.e = *x }

// PutLimbs writes x mod p as four 64-bit limbs, least significant first: below p
// after Normalize, and otherwise perhaps not.
func (x *Element) PutLimbs(l *[4]uint64) { *l = x.e }

// Normalize makes PutLimbs write a number below p. It changes nothing else.
func (z *Element) Normalize() { z.e.Normalize() }

// SetBytes sets z to b mod p. ok reports whether b is below p.
func (z *Element) SetBytes(b *[32]byte) (ok bool) { return z.e.SetBytes(b) }

// SetUint64 sets z = x.
func (z *Element) SetUint64(x uint64) { z.e = field.Element{x} }

// SetScalar sets z = r.
func (z *Element) SetScalar(r *Scalar) { z.e = field.Element(r.s) }

// SetScalarPlusOrderVartime sets z = r + n. ok reports whether that is below p,
// as it has to be where it is an x.
func (z *Element) SetScalarPlusOrderVartime(r *Scalar) (ok bool) {
	z.e = field.Element(r.s)
	z.e.Add(&z.e, &order)
	return r.s.IsBelowPMinusNVartime()
}

// order is n.
var order = field.Element{0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff}

// PutBytes writes x, which is below p.
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

// InvertVartime sets z = 1 / x, 0 for 0.
func (z *Element) InvertVartime(x *Element) { z.e.InvertVartime(&x.e) }

// SqrtVartime sets z to a square root of x and reports whether there is one;
// otherwise z is a root of -x.
func (z *Element) SqrtVartime(x *Element) bool { return z.e.SqrtVartime(&x.e) }

// IsZeroVartime reports whether x = 0.
func (x *Element) IsZeroVartime() bool { return x.e.IsZeroVartime() }

// IsOdd is 1 if the value below p is odd, else 0.
func (x *Element) IsOdd() int { return x.e.IsOdd() }

// EqualVartime reports whether x = y.
func (x *Element) EqualVartime(y *Element) bool { return x.e.EqualVartime(&y.e) }

// A SecretElement is a secret integer modulo p.
type SecretElement struct {
	noText
	e field.Secret
}

// SetLimbs sets z to the four 64-bit limbs x, least significant first, mod p.
func (z *SecretElement) SetLimbs(x *[4]uint64) { z.e.SetLimbs(x) }

// PutLimbs writes x mod p as four 64-bit limbs, least significant first: below p
// after Normalize, and otherwise perhaps not. They are as secret
// as x is.
func (x *SecretElement) PutLimbs(l *[4]uint64) { x.e.PutLimbs(l) }

// Normalize makes PutLimbs write a number below p. It changes nothing else.
func (z *SecretElement) Normalize() { z.e.Normalize() }

// SetBytes sets z to b mod p. ok is set if b is below p.
func (z *SecretElement) SetBytes(b *[32]byte) (ok Choice) { return z.e.SetBytes(b) }

// SetPublic sets z to a number that is public.
func (z *SecretElement) SetPublic(x *Element) { z.e.SetPublic(&x.e) }

// Declassify returns the value, which the caller asserts may be known.
func (x *SecretElement) Declassify() Element { return Element{e: x.e.Declassify()} }

// PutBytes writes x, which is below p.
func (x *SecretElement) PutBytes(b *[32]byte) { x.e.PutBytes(b) }

// Wipe sets z = 0; it is not optimized away.
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

// Invert sets z = 1 / x, 0 for 0.
func (z *SecretElement) Invert(x *SecretElement) { z.e.Invert(&x.e) }

// Sqrt sets z to a square root of x. square is set if there is one;
// otherwise z is a root of -x.
func (z *SecretElement) Sqrt(x *SecretElement) (square Choice) { return z.e.Sqrt(&x.e) }

// IsZero is set if x = 0.
func (x *SecretElement) IsZero() Choice { return x.e.IsZero() }

// IsOdd is set if the value below p is odd.
func (x *SecretElement) IsOdd() Choice { return x.e.IsOdd() }
