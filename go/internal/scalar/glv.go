package scalar

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/limbs"
)

// Half is a signed integer below 2^128 in magnitude, one of the two parts that
// a public scalar is split into.
type Half struct {
	Lo, Hi   uint64
	Negative bool
}

// SplitVartime sets a, b such that x = a + b lambda mod n, where lambda (X, Y)
// = (beta X, Y): Gallant, Lambert and Vanstone, CRYPTO 2001.
func (x *Scalar) SplitVartime(a, b *Half) {
	var k1, k2 [3]uint64
	split(&k1, &k2, (*limbs.Int)(x))
	a.set(&k1)
	b.set(&k2)
}

// SplitVartime3 is SplitVartime to two's complement of 192 bits.
func (x *Scalar) SplitVartime3(a, b *[3]uint64) { split(a, b, (*limbs.Int)(x)) }

// SplitSigned is that of Secret for a public number.
func (x *Scalar) SplitSigned(v1, v2 *[3]uint64) { splitSigned(v1, v2, (*limbs.Int)(x), 129) }

// SetSigned sets z such that its bits 0 to 259, of which the last four are clear,
// are the signed bits of x mod n: 2 z + 1 - 2^260 = x.
func (z *Scalar) SetSigned(x *Scalar) {
	limbs.Half((*limbs.Int)(z), (*limbs.Int)(x), &orderLimbs)
	add((*limbs.Int)(z), (*limbs.Int)(z), &signedOffset)
}

// Split128 sets a, b such that x = a + 2^128 b; neither is negative.
func (x *Scalar) Split128(a, b *Half) {
	*a = Half{Lo: x[0], Hi: x[1]}
	*b = Half{Lo: x[2], Hi: x[3]}
}

func (h *Half) set(k *[3]uint64) {
	*h = Half{Lo: k[0], Hi: k[1], Negative: k[2]>>63 == 1}
	if h.Negative {
		var c uint64
		h.Lo, c = bits.Sub64(0, h.Lo, 0)
		h.Hi, _ = bits.Sub64(0, h.Hi, c)
	}
}

// Positions is the number of digits of a half's non-adjacent form: 128, and one
// that takes a carry.
const Positions = 129

// WNAFVartime writes the non-zero digits of the window-w non-adjacent form of h
// into digits, which is zero before, and returns one more than the last
// position written, 0 for 0. h is the sum of digits[i] 2^i; digits are odd,
// below 2^(w-1) in magnitude and at least w positions apart. 2 <= w <= 16.
func (h *Half) WNAFVartime(digits *[Positions]int16, w uint) (end int) {
	lo, hi := h.Lo, h.Hi
	at := uint(0)
	mask := uint64(1)<<w - 1
	for lo|hi != 0 {
		if lo == 0 {
			lo, hi = hi, 0
			at += 64
		}
		skip := uint(bits.TrailingZeros64(lo))
		lo = lo>>(skip&63) | hi<<1<<(63-skip&63)
		hi >>= skip & 63
		at += skip
		low := lo & mask
		carry := low >> ((w - 1) & 63)
		digit := int16(low - carry<<(w&63))
		lo = lo>>(w&63) | hi<<(-w&63)
		hi >>= w & 63
		lo, carry = bits.Add64(lo, carry, 0)
		hi += carry
		if h.Negative {
			digit = -digit
		}
		if at >= Positions {
			break // not reached: a half is below 2^128
		}
		digits[at] = digit
		end = int(at) + 1
		at += w
	}
	return end
}

// The lattice of all (a, b) with a + b lambda = 0 mod n has the short basis
// (a1, b1), (a2, b2), b2 = a1. g1, g2 are 2^384 b2 / n and 2^384 (-b1) / n,
// rounded.
var (
	g1      = limbs.Int{0xE893209A45DBB031, 0x3DAA8A1471E8CA7F, 0xE86C90E49284EB15, 0x3086D221A7D46BCD}
	g2      = limbs.Int{0x1571B4AE8AC47F71, 0x221208AC9DF506C6, 0x6F547FA90ABFE4C4, 0xE4437ED6010E8828}
	minusB1 = [3]uint64{0x6F547FA90ABFE4C3, 0xE4437ED6010E8828, 0}
	minusA1 = [3]uint64{-0xE86C90E49284EB15 & n3, ^uint64(0x3086D221A7D46BCD), n3}
	minusA2 = [3]uint64{-0x57C1108D9D44CFD8 & n3, ^uint64(0x14CA50F7A8E2F3F6), n3 - 1}

	// (2^260 - 1) / 2
	signedOffset = limbs.Int{0xE1563ADFE6691698, 0x87E0873DDD5F4E3F, 0x0000000000000009, 0x8000000000000000}

	// -(1 + lambda) / 2
	minusHalfOnePlusLambda = limbs.Int{0x7067E4085A8941E7, 0x54405CFE47639CE1, 0xAD6CF1FEBBF6CDD2, 0x564E29599FD1E78F}
)

// split sets k1, k2 in (-2^128, 2^128), in two's complement, such that k = k1 +
// k2 lambda mod n: (k, 0) less the nearest lattice point. Constant time.
func split(k1, k2 *[3]uint64, k *limbs.Int) {
	p0, p1 := mulShift384(k, &g1)
	q0, q1 := mulShift384(k, &g2)
	x := [3]uint64{k[0], k[1], k[2]}
	mulAdd192(&x, p0, p1, &minusA1)
	mulAdd192(&x, q0, q1, &minusA2)
	var y [3]uint64
	mulAdd192(&y, p0, p1, &minusB1)
	mulAdd192(&y, q0, q1, &minusA1)
	*k1, *k2 = x, y
}

// mulShift384 is k g / 2^384, rounded, below 2^128.
func mulShift384(k, g *limbs.Int) (lo, hi uint64) {
	_, _, _, _, _, t5, t6, t7 := limbs.Product(k, g)
	lo, c := bits.Add64(t6, t5>>63, 0)
	return lo, t7 + c
}

// mulAdd192 sets z += (c0 + c1 2^64) m mod 2^192.
func mulAdd192(z *[3]uint64, c0, c1 uint64, m *[3]uint64) {
	h0, l0 := bits.Mul64(c0, m[0])
	h1, l1 := bits.Mul64(c0, m[1])
	h2, l2 := bits.Mul64(c1, m[0])
	z0, c := bits.Add64(z[0], l0, 0)
	z1, c := bits.Add64(z[1], h0, c)
	z2 := z[2] + c + h1 + h2 + c0*m[2] + c1*m[1]
	z1, c = bits.Add64(z1, l1, 0)
	z2 += c
	z1, c = bits.Add64(z1, l2, 0)
	z[0], z[1], z[2] = z0, z1, z2+c
}
