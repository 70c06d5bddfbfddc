package scalar

import "koblitz.dev/go/internal/modinv"

// Secret is a secret integer in [0, n). Every method takes constant time, and
// none returns a bool: predicates are 1 or 0, to be combined with masks.
type Secret struct{ d limbs }

// SetBytes sets z from 32 bytes, big-endian, mod n. ok is 1 when they encode a
// valid key, an integer in [1, n - 1], and 0 otherwise.
func (z *Secret) SetBytes(b *[32]byte) (ok int) {
	return (1 - z.SetBytesReduce(b)) & (1 - z.IsZero())
}

// SetBytesReduce sets z from 32 bytes, big-endian, mod n. overflow is 1 when
// they encoded n or more, else 0.
func (z *Secret) SetBytesReduce(b *[32]byte) (overflow int) {
	load(&z.d, b)
	return int(reduce(&z.d, &z.d))
}

// PutBytes writes x as 32 bytes, big-endian.
func (x *Secret) PutBytes(b *[32]byte) { store(b, &x.d) }

// SetPublic sets z to a number that is public.
func (z *Secret) SetPublic(x *Scalar) { z.d = *x }

// Declassify returns the value, which the caller asserts may be known.
func (x *Secret) Declassify() Scalar { return x.d }

// Wipe sets z = 0.
func (z *Secret) Wipe() { wipe(&z.d) }

// wipe is not inlined, so that the compiler cannot see the stores to be dead.
//
//go:noinline
func wipe(z *limbs) { *z = limbs{} }

// Add sets z = x + y.
func (z *Secret) Add(x, y *Secret) { add(&z.d, &x.d, &y.d) }

// Sub sets z = x - y.
func (z *Secret) Sub(x, y *Secret) {
	var t limbs
	negate(&t, &y.d)
	add(&z.d, &x.d, &t)
	wipe(&t)
}

// Mul sets z = x y.
func (z *Secret) Mul(x, y *Secret) { mul(&z.d, &x.d, &y.d) }

// Negate sets z = -x.
func (z *Secret) Negate(x *Secret) { negate(&z.d, &x.d) }

// Half sets z = x / 2.
func (z *Secret) Half(x *Secret) { half(&z.d, &x.d) }

// Invert sets z = 1 / x, 0 for 0.
func (z *Secret) Invert(x *Secret) { modinv.Invert(&z.d, &x.d, &modulus) }

// Select sets z = a when cond is 1 and z = b when it is 0.
func (z *Secret) Select(a, b *Secret, cond int) { choose(&z.d, &a.d, &b.d, uint64(cond)) }

// CondNegate sets z = -x when cond is 1 and z = x when it is 0.
func (z *Secret) CondNegate(x *Secret, cond int) {
	var t limbs
	negate(&t, &x.d)
	choose(&z.d, &t, &x.d, uint64(cond))
	wipe(&t)
}

// IsZero is 1 when x = 0, else 0.
func (x *Secret) IsZero() int { return int(isZero(&x.d)) }

// IsOdd is 1 when x is odd, else 0.
func (x *Secret) IsOdd() int { return int(x.d[0] & 1) }

// IsHigh is 1 when x > (n - 1) / 2, else 0.
func (x *Secret) IsHigh() int { return int(isHigh(&x.d)) }

// Equal is 1 when x = y, else 0.
func (x *Secret) Equal(y *Secret) int {
	t := limbs{x.d[0] ^ y.d[0], x.d[1] ^ y.d[1], x.d[2] ^ y.d[2], x.d[3] ^ y.d[3]}
	return int(isZero(&t))
}

// Bits returns bits [at, at + n) of x, n in [1, 63]; those from 256 on are 0.
// at and n are public.
func (x *Secret) Bits(at, n uint) uint64 { return bitsAt(x.d[:], at, n) }

// SignedBits is an integer v in (0, 2^130) read as 130 signed bits: bit i
// means 2^i when set and -2^i when clear, 2v + 1 - 2^130 in all.
type SignedBits [3]uint64

// Bits returns bits [at, at + n) of v, n in [1, 63]; those from 192 on are 0.
// at and n are public.
func (v *SignedBits) Bits(at, n uint) uint64 { return bitsAt(v[:], at, n) }

// Wipe sets v = 0.
//
//go:noinline
func (v *SignedBits) Wipe() { *v = SignedBits{} }

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
	var t limbs
	half(&t, &x.d)
	add(&t, &t, &minusHalfOnePlusLambda)
	split((*[3]uint64)(v1), (*[3]uint64)(v2), &t)
	v1[2] += 2
	v2[2] += 2
	wipe(&t)
}
