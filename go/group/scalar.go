package group

import "koblitz.dev/secp256k1/internal/scalar"

// A Scalar is a public integer modulo n, the order of the group. == compares
// values.
type Scalar struct {
	noText
	s scalar.Scalar
}

// SetBytes sets z to b mod n. ok reports whether b is below n.
func (z *Scalar) SetBytes(b *[32]byte) (ok bool) { return z.s.SetBytes(b) }

// SetWide sets z to b mod n: uniform, for 64 uniform bytes of a hash function.
func (z *Scalar) SetWide(b *[64]byte) { z.s.SetWide(b) }

// SetUint64 sets z = x.
func (z *Scalar) SetUint64(x uint64) { z.s = scalar.Scalar{x} }

// PutBytes writes x, which is below n.
func (x *Scalar) PutBytes(b *[32]byte) { x.s.PutBytes(b) }

// Add sets z = x + y.
func (z *Scalar) Add(x, y *Scalar) { z.s.Add(&x.s, &y.s) }

// Sub sets z = x - y.
func (z *Scalar) Sub(x, y *Scalar) {
	var t scalar.Scalar
	t.Negate(&y.s)
	z.s.Add(&x.s, &t)
}

// Negate sets z = -x.
func (z *Scalar) Negate(x *Scalar) { z.s.Negate(&x.s) }

// Mul sets z = x y.
func (z *Scalar) Mul(x, y *Scalar) { z.s.Mul(&x.s, &y.s) }

// InvertVartime sets z = 1 / x, 0 for 0.
func (z *Scalar) InvertVartime(x *Scalar) { z.s.InvertVartime(&x.s) }

// IsZeroVartime reports whether x = 0.
func (x *Scalar) IsZeroVartime() bool { return x.s.IsZeroVartime() }

// IsOddVartime reports whether x is odd.
func (x *Scalar) IsOddVartime() bool { return x.s.IsOddVartime() }

// IsHighVartime reports whether x > (n - 1) / 2.
func (x *Scalar) IsHighVartime() bool { return x.s.IsHighVartime() }

// A SecretScalar is a secret integer modulo n.
type SecretScalar struct {
	noText
	s scalar.Secret
}

// SetBytes sets z to b mod n. ok is set if b is below n.
func (z *SecretScalar) SetBytes(b *[32]byte) (ok Choice) { return z.s.SetBytes(b) }

// SetWide sets z to b mod n: uniform, for 64 uniform bytes.
func (z *SecretScalar) SetWide(b *[64]byte) { z.s.SetWide(b) }

// SetLimbs sets z to the four 64-bit limbs x, least significant first, mod n.
func (z *SecretScalar) SetLimbs(x *[4]uint64) { z.s.SetLimbs(x) }

// PutLimbs writes x, which is below n, as four 64-bit limbs, least significant
// first. They are as secret as x is.
func (x *SecretScalar) PutLimbs(l *[4]uint64) { x.s.PutLimbs(l) }

// SetPublic sets z to a number that is public.
func (z *SecretScalar) SetPublic(x *Scalar) { z.s.SetPublic(&x.s) }

// Declassify returns the value, which the caller asserts may be known.
func (x *SecretScalar) Declassify() Scalar { return Scalar{s: x.s.Declassify()} }

// PutBytes writes x, which is below n.
func (x *SecretScalar) PutBytes(b *[32]byte) { x.s.PutBytes(b) }

// Wipe sets z = 0; it is not optimized away.
func (z *SecretScalar) Wipe() { z.s.Wipe() }

// Add sets z = x + y.
func (z *SecretScalar) Add(x, y *SecretScalar) { z.s.Add(&x.s, &y.s) }

// Negate sets z = -x.
func (z *SecretScalar) Negate(x *SecretScalar) { z.s.Negate(&x.s) }

// CondNegate sets z = -x if cond is set and z = x if it is clear.
func (z *SecretScalar) CondNegate(x *SecretScalar, cond Choice) { z.s.CondNegate(&x.s, cond) }

// Select sets z = a if cond is set and z = b if it is clear.
func (z *SecretScalar) Select(a, b *SecretScalar, cond Choice) { z.s.Select(&a.s, &b.s, cond) }

// Mul sets z = x y.
func (z *SecretScalar) Mul(x, y *SecretScalar) { z.s.Mul(&x.s, &y.s) }

// Invert sets z = 1 / x, 0 for 0.
func (z *SecretScalar) Invert(x *SecretScalar) { z.s.Invert(&x.s) }

// IsZero is set if x = 0.
func (x *SecretScalar) IsZero() Choice { return x.s.IsZero() }

// IsOdd is set if x is odd.
func (x *SecretScalar) IsOdd() Choice { return x.s.IsOdd() }

// IsHigh is set if x > (n - 1) / 2.
func (x *SecretScalar) IsHigh() Choice { return x.s.IsHigh() }

// Equal is set if x = y.
func (x *SecretScalar) Equal(y *SecretScalar) Choice { return x.s.Equal(&y.s) }
