package scalar

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/limbs"
)

// Integers are in [0, n) unless said otherwise. Everything in this file takes
// constant time.

// The order of the group, and 2^256 - n = c0 + c1 2^64 + 2^128.
const (
	n0 = 0xBFD25E8CD0364141
	n1 = 0xBAAEDCE6AF48A03B
	n2 = 0xFFFFFFFFFFFFFFFE
	n3 = 0xFFFFFFFFFFFFFFFF

	c0 = 0x402DA1732FC9BEBF
	c1 = 0x4551231950B75FC4
)

// reduce sets z = x mod n for x in [0, 2^256) and returns 1 when x >= n, that
// is, when x + 2^256 - n carries.
func reduce(z, x *limbs.Int) uint64 {
	return reduceCarry(z, x[0], x[1], x[2], x[3], 0)
}

// reduceCarry sets z = carry 2^256 + (x0..x3) mod n, for a value below 2n, and
// returns 1 when n was subtracted.
func reduceCarry(z *limbs.Int, x0, x1, x2, x3, carry uint64) uint64 {
	t0, c := bits.Add64(x0, c0, 0)
	t1, c := bits.Add64(x1, c1, c)
	t2, c := bits.Add64(x2, 1, c)
	t3, c := bits.Add64(x3, 0, c)
	c |= carry
	m := -c
	z[0] = x0 ^ m&(x0^t0)
	z[1] = x1 ^ m&(x1^t1)
	z[2] = x2 ^ m&(x2^t2)
	z[3] = x3 ^ m&(x3^t3)
	return c
}

func add(z, x, y *limbs.Int) {
	t0, c := bits.Add64(x[0], y[0], 0)
	t1, c := bits.Add64(x[1], y[1], c)
	t2, c := bits.Add64(x[2], y[2], c)
	t3, c := bits.Add64(x[3], y[3], c)
	reduceCarry(z, t0, t1, t2, t3, c)
}

func negate(z, x *limbs.Int) {
	m := isZero(x) - 1
	t0, c := bits.Sub64(n0, x[0], 0)
	t1, c := bits.Sub64(n1, x[1], c)
	t2, c := bits.Sub64(n2, x[2], c)
	t3, _ := bits.Sub64(n3, x[3], c)
	z[0], z[1], z[2], z[3] = t0&m, t1&m, t2&m, t3&m
}

// isZero is 1 when x = 0, else 0.
func isZero(x *limbs.Int) uint64 {
	v := x[0] | x[1] | x[2] | x[3]
	return (v|-v)>>63 ^ 1
}

// isHigh is 1 when x > (n - 1) / 2, else 0.
func isHigh(x *limbs.Int) uint64 {
	_, c := bits.Sub64(0xDFE92F46681B20A0, x[0], 0)
	_, c = bits.Sub64(0x5D576E7357A4501D, x[1], c)
	_, c = bits.Sub64(n3, x[2], c)
	_, c = bits.Sub64(n3>>1, x[3], c)
	return c
}

// reduceWide sets z = t mod n. 512 bits fold to below 2^385, then below
// 2^258, then below 2^256 + 2^131; a carry out of that leaves so little that
// adding 2^256 - n ends below n.
func reduceWide(z *limbs.Int, t0, t1, t2, t3, t4, t5, t6, t7 uint64) {
	// u = t0..t3 + (t4..t7) (2^256 - n), 7 limbs
	h0, l0 := bits.Mul64(t4, c0)
	h1, l1 := bits.Mul64(t5, c0)
	h2, l2 := bits.Mul64(t6, c0)
	h3, l3 := bits.Mul64(t7, c0)
	u0, c := bits.Add64(t0, l0, 0)
	u1, c := bits.Add64(t1, l1, c)
	u2, c := bits.Add64(t2, l2, c)
	u3, c := bits.Add64(t3, l3, c)
	u4, c := bits.Add64(h3, 0, c)
	u5, _ := bits.Add64(0, 0, c)
	u1, c = bits.Add64(u1, h0, 0)
	u2, c = bits.Add64(u2, h1, c)
	u3, c = bits.Add64(u3, h2, c)
	u4, c = bits.Add64(u4, 0, c)
	u5, _ = bits.Add64(u5, 0, c)
	h0, l0 = bits.Mul64(t4, c1)
	h1, l1 = bits.Mul64(t5, c1)
	h2, l2 = bits.Mul64(t6, c1)
	h3, l3 = bits.Mul64(t7, c1)
	u1, c = bits.Add64(u1, l0, 0)
	u2, c = bits.Add64(u2, l1, c)
	u3, c = bits.Add64(u3, l2, c)
	u4, c = bits.Add64(u4, l3, c)
	u5, c = bits.Add64(u5, h3, c)
	u6, _ := bits.Add64(0, 0, c)
	u2, c = bits.Add64(u2, h0, 0)
	u3, c = bits.Add64(u3, h1, c)
	u4, c = bits.Add64(u4, h2, c)
	u5, c = bits.Add64(u5, 0, c)
	u6, _ = bits.Add64(u6, 0, c)
	u2, c = bits.Add64(u2, t4, 0)
	u3, c = bits.Add64(u3, t5, c)
	u4, c = bits.Add64(u4, t6, c)
	u5, c = bits.Add64(u5, t7, c)
	u6, _ = bits.Add64(u6, 0, c)

	// v = u0..u3 + (u4..u6) (2^256 - n), 5 limbs; u6 < 2
	h0, l0 = bits.Mul64(u4, c0)
	h1, l1 = bits.Mul64(u5, c0)
	h2, l2 = bits.Mul64(u6, c0)
	u0, c = bits.Add64(u0, l0, 0)
	u1, c = bits.Add64(u1, l1, c)
	u2, c = bits.Add64(u2, l2, c)
	u3, c = bits.Add64(u3, h2, c)
	v4, _ := bits.Add64(0, 0, c)
	u1, c = bits.Add64(u1, h0, 0)
	u2, c = bits.Add64(u2, h1, c)
	u3, c = bits.Add64(u3, 0, c)
	v4, _ = bits.Add64(v4, 0, c)
	h0, l0 = bits.Mul64(u4, c1)
	h1, l1 = bits.Mul64(u5, c1)
	h2, l2 = bits.Mul64(u6, c1)
	u1, c = bits.Add64(u1, l0, 0)
	u2, c = bits.Add64(u2, l1, c)
	u3, c = bits.Add64(u3, l2, c)
	v4, _ = bits.Add64(v4, h2, c)
	u2, c = bits.Add64(u2, h0, 0)
	u3, c = bits.Add64(u3, h1, c)
	v4, _ = bits.Add64(v4, 0, c)
	u2, c = bits.Add64(u2, u4, 0)
	u3, c = bits.Add64(u3, u5, c)
	v4, _ = bits.Add64(v4, u6, c)

	// w = u0..u3 + v4 (2^256 - n); v4 < 4
	h0, l0 = bits.Mul64(v4, c0)
	h1, l1 = bits.Mul64(v4, c1)
	l1, c = bits.Add64(l1, h0, 0)
	l2, _ = bits.Add64(v4, h1, c)
	u0, c = bits.Add64(u0, l0, 0)
	u1, c = bits.Add64(u1, l1, c)
	u2, c = bits.Add64(u2, l2, c)
	u3, c = bits.Add64(u3, 0, c)
	reduceCarry(z, u0, u1, u2, u3, c)
}

func mul(z, x, y *limbs.Int) {
	t0, t1, t2, t3, t4, t5, t6, t7 := limbs.Product(x, y)
	reduceWide(z, t0, t1, t2, t3, t4, t5, t6, t7)
}

// setWide sets z to 64 bytes, big-endian, mod n.
func setWide(z *limbs.Int, b *[64]byte) {
	var lo, hi limbs.Int
	limbs.Load(&hi, (*[32]byte)(b[:32]))
	limbs.Load(&lo, (*[32]byte)(b[32:]))
	reduceWide(z, lo[0], lo[1], lo[2], lo[3], hi[0], hi[1], hi[2], hi[3])
}
