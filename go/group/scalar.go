package group

import "koblitz.dev/secp256k1/internal/scalar"

// A Scalar is a public integer modulo n, the order of the group. Two scalars are the same
// number exactly if they are equal with ==.
type Scalar struct {
	noText
	s scalar.Scalar
}

// SetBytes sets z to the number b, 32 bytes, big-endian, reduced mod n. ok reports whether b was
// below n: check it for input from outside.
func (z *Scalar) SetBytes(b *[32]byte) (ok bool) { return z.s.SetBytes(b) }

// SetWide sets z to the number b, 64 bytes, big-endian, reduced mod n. The result is uniform
// if b is, for example an output of SHA-512.
func (z *Scalar) SetWide(b *[64]byte) { z.s.SetWide(b) }

// SetUint64 sets z = x.
func (z *Scalar) SetUint64(x uint64) { z.s = scalar.Scalar{x} }

// PutBytes writes x to b, big-endian.
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

// InvertVartime sets z = 1 / x, or 0 if x = 0.
func (z *Scalar) InvertVartime(x *Scalar) { z.s.InvertVartime(&x.s) }

// IsZeroVartime reports whether x = 0.
func (x *Scalar) IsZeroVartime() bool { return x.s.IsZeroVartime() }

// IsOddVartime reports whether x is odd.
func (x *Scalar) IsOddVartime() bool { return x.s.IsOddVartime() }

// IsHighVartime reports whether x > (n - 1) / 2.
func (x *Scalar) IsHighVartime() bool { return x.s.IsHighVartime() }

// A SecretScalar is a secret integer modulo n, for keys and nonces. Its methods take constant
// time.
type SecretScalar struct {
	noText
	s scalar.Secret
}

// SetBytes sets z to the number b, 32 bytes, big-endian, reduced mod n. ok is set if b was
// below n.
func (z *SecretScalar) SetBytes(b *[32]byte) (ok Choice) { return z.s.SetBytes(b) }

// SetWide sets z to the number b, 64 bytes, big-endian, reduced mod n. The result is uniform
// if b is: this is how to make a random scalar.
func (z *SecretScalar) SetWide(b *[64]byte) { z.s.SetWide(b) }

// SetLimbs sets z to the four 64-bit limbs x, least significant first, reduced mod n.
func (z *SecretScalar) SetLimbs(x *[4]uint64) { z.s.SetLimbs(x) }

// PutLimbs writes x as four 64-bit limbs, least significant first. They are as secret as x.
func (x *SecretScalar) PutLimbs(l *[4]uint64) { x.s.PutLimbs(l) }

// SetPublic sets z to the public number x.
func (z *SecretScalar) SetPublic(x *Scalar) { z.s.SetPublic(&x.s) }

// Declassify returns x as a public number. The caller asserts that it may be known.
func (x *SecretScalar) Declassify() Scalar { return Scalar{s: x.s.Declassify()} }

// PutBytes writes x to b, big-endian. b is as secret as x.
func (x *SecretScalar) PutBytes(b *[32]byte) { x.s.PutBytes(b) }

// Wipe overwrites z with zeros.
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

// Invert sets z = 1 / x, or 0 if x = 0.
func (z *SecretScalar) Invert(x *SecretScalar) { z.s.Invert(&x.s) }

// IsZero is set if x = 0.
func (x *SecretScalar) IsZero() Choice { return x.s.IsZero() }

// IsOdd is set if x is odd.
func (x *SecretScalar) IsOdd() Choice { return x.s.IsOdd() }

// IsHigh is set if x > (n - 1) / 2.
func (x *SecretScalar) IsHigh() Choice { return x.s.IsHigh() }

// Equal is set if x = y.
func (x *SecretScalar) Equal(y *SecretScalar) Choice { return x.s.Equal(&y.s) }
