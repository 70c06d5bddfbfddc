package scalar

import (
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/limbs"
	"koblitz.dev/secp256k1/internal/modinv"
)

// Secret is a secret integer in [0, n). Every method takes constant time, and
// predicates are a ct.Choice; == does not compile.
type Secret struct {
	_ [0]func()
	d limbs.Int
}

// SetBytes sets z from 32 bytes, big-endian, mod n. ok is set when they encode an
// integer below n.
func (z *Secret) SetBytes(b *[32]byte) (ok ct.Choice) {
	limbs.Load(&z.d, b)
	return ct.Bit(1 - reduce(&z.d, &z.d))
}

// SetWide sets z to 64 bytes, big-endian, mod n.
func (z *Secret) SetWide(b *[64]byte) { setWide(&z.d, b) }

// PutBytes writes x as 32 bytes, big-endian.
func (x *Secret) PutBytes(b *[32]byte) { limbs.Store(b, &x.d) }

// SetLimbs sets z to the integer of these little-endian limbs, mod n.
func (z *Secret) SetLimbs(x *limbs.Int) { reduce(&z.d, x) }

// PutLimbs writes x as little-endian limbs.
func (x *Secret) PutLimbs(l *limbs.Int) { *l = x.d }

// SetPublic sets z to a number that is public.
func (z *Secret) SetPublic(x *Scalar) { z.d = *x }

// Declassify returns the value, which the caller asserts may be known.
func (x *Secret) Declassify() Scalar {
	s := x.d
	ct.Public(&s)
	return s
}

// Wipe sets z = 0. It is not inlined, so that the compiler cannot see the stores
// to be dead.
//
//go:noinline
func (z *Secret) Wipe() { z.d = limbs.Int{} }

// Add sets z = x + y.
func (z *Secret) Add(x, y *Secret) { add(&z.d, &x.d, &y.d) }

// Mul sets z = x y.
func (z *Secret) Mul(x, y *Secret) { mul(&z.d, &x.d, &y.d) }

// Negate sets z = -x.
func (z *Secret) Negate(x *Secret) { negate(&z.d, &x.d) }

// Invert sets z = 1 / x, 0 for 0.
func (z *Secret) Invert(x *Secret) { modinv.Invert(&z.d, &x.d, &modulus) }

// InvertBeside is Invert, with e = 1 / f mod p at the same time, in five sixths of
// the time of both.
func (z *Secret) InvertBeside(x *Secret, e, f *field.Secret) {
	e.InvertBeside(f, &z.d, &x.d, &modulus)
}

// CondNegate sets z = -x when cond is set and z = x when it is clear.
func (z *Secret) CondNegate(x *Secret, cond ct.Choice) {
	var t limbs.Int
	negate(&t, &x.d)
	ct.Select(cond, &z.d, &t, &x.d)
}

// Select sets z = a when cond is set and z = b when it is clear.
func (z *Secret) Select(a, b *Secret, cond ct.Choice) { ct.Select(cond, &z.d, &a.d, &b.d) }

// IsOdd is set when x is odd.
func (x *Secret) IsOdd() ct.Choice { return ct.Bit(x.d[0]) }

// IsZero is set when x = 0.
func (x *Secret) IsZero() ct.Choice { return ct.Bit(isZero(&x.d)) }

// IsHigh is set when x > (n - 1) / 2.
func (x *Secret) IsHigh() ct.Choice { return ct.Bit(isHigh(&x.d)) }

// Equal is set when x = y.
func (x *Secret) Equal(y *Secret) ct.Choice {
	t := limbs.Int{x.d[0] ^ y.d[0], x.d[1] ^ y.d[1], x.d[2] ^ y.d[2], x.d[3] ^ y.d[3]}
	return ct.Bit(isZero(&t))
}

// Digit returns bits [at, at + w) of x as signed ones (see digit.New), w in
// [1, 63]; those from 256 on are clear. at and w are public.
func (x *Secret) Digit(at, w uint) digit.Digit { return digit.New(bitsAt(x.d[:], at, w), w) }

// Row returns eight digits of six signed bits each, from bit at on, which is public.
func (x *Secret) Row(z *digit.Row, at uint) { z.SetSix(bitsAt(x.d[:], at, 48)) }

// Columns sets number i of z to the 48 signed bits from bit at on, which is public.
func (x *Secret) Columns(z *digit.Columns, i int, at uint) { z.Set(i, bitsAt(x.d[:], at, 48)) }

// SignedBits is a secret integer v in (0, 2^130) read as 130 signed bits: bit i
// means 2^i when set and -2^i when clear, 2v + 1 - 2^130 in all; of SplitSections,
// 136. == does not compile.
type SignedBits struct {
	_ [0]func()
	v [3]uint64
}

// SetPublic sets v to an integer that is public.
func (v *SignedBits) SetPublic(x uint64) { v.v = [3]uint64{x} }

// Digit returns bits [at, at + w) of v, w in [1, 63]; those from 192 on are
// clear. at and w are public.
func (v *SignedBits) Digit(at, w uint) digit.Digit { return digit.New(bitsAt(v.v[:], at, w), w) }

// bitsAt returns bits [at, at + n) of d, n in [1, 63], 0 past its end.
func bitsAt(d []uint64, at, n uint) uint64 {
	limb, shift := at/64, at%64
	if limb >= uint(len(d)) {
		return 0
	}
	v := d[limb] >> shift
	if shift+n > 64 && limb+1 < uint(len(d)) {
		v |= d[limb+1] << (64 - shift)
	}
	return v & (1<<n - 1)
}

// SplitSigned sets v1, v2 such that x is the sum of v1's signed bits and lambda
// times the sum of v2's. With (x - 1 - lambda) / 2 = s1 + s2 lambda, v is
// s + 2^129. After Hamburg, ePrint 2012/309, on the halves of the endomorphism.
func (x *Secret) SplitSigned(v1, v2 *SignedBits) {
	splitSigned(&v1.v, &v2.v, &x.d, 129)
}

// SplitSections is SplitSigned with 136 signed bits, eight times Section, in each
// number.
func (x *Secret) SplitSections(v1, v2 *SignedBits) {
	splitSigned(&v1.v, &v2.v, &x.d, 8*Section-1)
}

// Section is how many bits Sections takes for each lane.
const Section = 17

// Sections sets number i of z to Section bits of v, from bit Section i on.
func (v *SignedBits) Sections(z *digit.Columns) {
	for i := range uint(8) {
		z.Set(int(i), bitsAt(v.v[:], Section*i, Section))
	}
}

// splitSigned sets v to s + 2^top, top at least 128: top + 1 signed bits.
func splitSigned(v1, v2 *[3]uint64, x *limbs.Int, top uint) {
	var t limbs.Int
	limbs.Half(&t, x, &orderLimbs)
	add(&t, &t, &minusHalfOnePlusLambda)
	split(v1, v2, &t)
	v1[2] += 1 << (top - 128)
	v2[2] += 1 << (top - 128)
}
