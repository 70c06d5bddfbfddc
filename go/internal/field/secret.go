package field

import (
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/limbs"
	"koblitz.dev/secp256k1/internal/modinv"
)

// Secret is a number that must not leak. Every method takes constant time, and
// predicates are a ct.Choice; == does not compile.
type Secret struct {
	_ [0]func()
	e limbs.Int
}

// SetOne sets z = 1.
func (z *Secret) SetOne() { z.e = limbs.Int{1} }

// SetBytes sets z from 32 bytes, big-endian. ok is set when they encode an
// integer below p.
func (z *Secret) SetBytes(b *[32]byte) (ok ct.Choice) {
	limbs.Load(&z.e, b)
	return ct.Bit(1 - aboveP(&z.e))
}

// Wipe sets z = 0. It is not inlined, so that the compiler cannot see the stores
// to be dead.
//
//go:noinline
func (z *Secret) Wipe() { z.e = limbs.Int{} }

// SetPublic sets z to a number that is public.
func (z *Secret) SetPublic(x *Element) { z.e = *x }

// SetLimbs sets z to the integer of these little-endian limbs.
func (z *Secret) SetLimbs(x *limbs.Int) { z.e = *x }

// PutLimbs writes x as it stands, as little-endian limbs.
func (x *Secret) PutLimbs(l *limbs.Int) { *l = x.e }

// Declassify returns the value, which the caller asserts may be known.
func (x *Secret) Declassify() Element {
	e := x.e
	ct.Public(&e)
	return e
}

// PutBytes writes the value in [0, p) as 32 bytes, big-endian.
func (x *Secret) PutBytes(b *[32]byte) { putBytes(b, &x.e) }

// Normalize replaces z by the same value in [0, p).
func (z *Secret) Normalize() { normalize(&z.e, &z.e) }

// PutPrefix writes the first byte of the compressed encoding of a point whose y
// x is: 2 for an even one, 3 for an odd one.
func (x *Secret) PutPrefix(b *byte) { *b = byte(2 | isOdd(&x.e)) }

// IsZero is set when x = 0.
func (x *Secret) IsZero() ct.Choice {
	e := &x.e
	zero := e[0] | e[1] | e[2] | e[3]
	p := (e[0] ^ p0) | ^(e[1] & e[2] & e[3])
	return ct.Bit(((zero|-zero)&(p|-p))>>63 ^ 1)
}

// IsOdd is set when the value in [0, p) is odd.
func (x *Secret) IsOdd() ct.Choice { return ct.Bit(isOdd(&x.e)) }

// Select sets z = a when cond is set and z = b when it is clear.
func (z *Secret) Select(a, b *Secret, cond ct.Choice) { ct.Select(cond, &z.e, &a.e, &b.e) }

// Add sets z = x + y.
func (z *Secret) Add(x, y *Secret) { add(&z.e, &x.e, &y.e) }

// Sub sets z = x - y.
func (z *Secret) Sub(x, y *Secret) { sub(&z.e, &x.e, &y.e) }

// Negate sets z = -x.
func (z *Secret) Negate(x *Secret) { negate(&z.e, &x.e) }

// CondNegate sets z = -x when cond is set and z = x when it is clear.
func (z *Secret) CondNegate(x *Secret, cond ct.Choice) { ct.Negate(cond, &z.e, &x.e, fold) }

// Half sets z = x / 2.
func (z *Secret) Half(x *Secret) { limbs.Half(&z.e, &x.e, &primeLimbs) }

// MulSmall sets z = k x for a public k.
func (z *Secret) MulSmall(x *Secret, k uint32) { mulSmall(&z.e, &x.e, k) }

// Mul sets z = x y.
func (z *Secret) Mul(x, y *Secret) { mul(&z.e, &x.e, &y.e) }

// Square sets z = x^2.
func (z *Secret) Square(x *Secret) { square(&z.e, &x.e) }

// MulSub sets z = a b - c d.
func (z *Secret) MulSub(a, b, c, d *Secret) { mulSub(&z.e, &a.e, &b.e, &c.e, &d.e) }

// Invert sets z = 1 / x, 0 for 0, in [0, p).
func (z *Secret) Invert(x *Secret) {
	var t limbs.Int
	normalize(&t, &x.e)
	modinv.Invert(&z.e, &t, &modulus)
}

// InvertBeside is Invert, with z2 = 1 / x2 mod m2 at the same time.
func (z *Secret) InvertBeside(x *Secret, z2, x2 *limbs.Int, m2 *modinv.Modulus) {
	var t limbs.Int
	normalize(&t, &x.e)
	modinv.InvertTwo((*[4]uint64)(&z.e), &t, &modulus, z2, x2, m2)
}
