package scalar

import "math/bits"

// limbs is an integer of four little-endian limbs, in [0, n) unless said
// otherwise. Everything in this file takes constant time.
type limbs = [4]uint64

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
func reduce(z, x *limbs) uint64 {
	return reduceCarry(z, x[0], x[1], x[2], x[3], 0)
}

// reduceCarry sets z = carry 2^256 + (x0..x3) mod n, for a value below 2n, and
// returns 1 when n was subtracted.
func reduceCarry(z *limbs, x0, x1, x2, x3, carry uint64) uint64 {
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

func add(z, x, y *limbs) {
	t0, c := bits.Add64(x[0], y[0], 0)
	t1, c := bits.Add64(x[1], y[1], c)
	t2, c := bits.Add64(x[2], y[2], c)
	t3, c := bits.Add64(x[3], y[3], c)
	reduceCarry(z, t0, t1, t2, t3, c)
}

func negate(z, x *limbs) {
	m := isZero(x) - 1
	t0, c := bits.Sub64(n0, x[0], 0)
	t1, c := bits.Sub64(n1, x[1], c)
	t2, c := bits.Sub64(n2, x[2], c)
	t3, _ := bits.Sub64(n3, x[3], c)
	z[0], z[1], z[2], z[3] = t0&m, t1&m, t2&m, t3&m
}

// half sets z = x / 2: x or x + n, whichever is even, shifted.
func half(z, x *limbs) {
	m := -(x[0] & 1)
	t0, c := bits.Add64(x[0], m&n0, 0)
	t1, c := bits.Add64(x[1], m&n1, c)
	t2, c := bits.Add64(x[2], m&n2, c)
	t3, c := bits.Add64(x[3], m&n3, c)
	z[0], z[1], z[2], z[3] = t0>>1|t1<<63, t1>>1|t2<<63, t2>>1|t3<<63, t3>>1|c<<63
}

// isZero is 1 when x = 0, else 0.
func isZero(x *limbs) uint64 {
	v := x[0] | x[1] | x[2] | x[3]
	return (v|-v)>>63 ^ 1
}

// isHigh is 1 when x > (n - 1) / 2, else 0.
func isHigh(x *limbs) uint64 {
	_, c := bits.Sub64(0xDFE92F46681B20A0, x[0], 0)
	_, c = bits.Sub64(0x5D576E7357A4501D, x[1], c)
	_, c = bits.Sub64(n3, x[2], c)
	_, c = bits.Sub64(n3>>1, x[3], c)
	return c
}

// choose sets z = a when cond is 1 and z = b when it is 0.
func choose(z, a, b *limbs, cond uint64) {
	m := -cond
	for i := range z {
		z[i] = b[i] ^ m&(a[i]^b[i])
	}
}

// mulWide sets t = x y for any x and y below 2^256.
func mulWide(t *[8]uint64, x, y *limbs) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	h0, t0 := bits.Mul64(x0, y[0])
	h1, t1 := bits.Mul64(x1, y[0])
	h2, t2 := bits.Mul64(x2, y[0])
	h3, t3 := bits.Mul64(x3, y[0])
	t1, c := bits.Add64(t1, h0, 0)
	t2, c = bits.Add64(t2, h1, c)
	t3, c = bits.Add64(t3, h2, c)
	t4, _ := bits.Add64(h3, 0, c)
	t[0] = t0
	for i := 1; i < 4; i++ {
		b := y[i]
		h0, l0 := bits.Mul64(x0, b)
		h1, l1 := bits.Mul64(x1, b)
		h2, l2 := bits.Mul64(x2, b)
		h3, l3 := bits.Mul64(x3, b)
		l1, c = bits.Add64(l1, h0, 0)
		l2, c = bits.Add64(l2, h1, c)
		l3, c = bits.Add64(l3, h2, c)
		h3, _ = bits.Add64(h3, 0, c)
		t[i], c = bits.Add64(t1, l0, 0)
		t1, c = bits.Add64(t2, l1, c)
		t2, c = bits.Add64(t3, l2, c)
		t3, c = bits.Add64(t4, l3, c)
		t4, _ = bits.Add64(h3, 0, c)
	}
	t[4], t[5], t[6], t[7] = t1, t2, t3, t4
}

// reduceWide sets z = t mod n. 512 bits fold to below 2^385, then below
// 2^258, then below 2^256 + 2^131; a carry out of that leaves so little that
// adding 2^256 - n ends below n.
func reduceWide(z *limbs, t *[8]uint64) {
	// u = t0..t3 + (t4..t7) (2^256 - n), 7 limbs
	h0, l0 := bits.Mul64(t[4], c0)
	h1, l1 := bits.Mul64(t[5], c0)
	h2, l2 := bits.Mul64(t[6], c0)
	h3, l3 := bits.Mul64(t[7], c0)
	u0, c := bits.Add64(t[0], l0, 0)
	u1, c := bits.Add64(t[1], l1, c)
	u2, c := bits.Add64(t[2], l2, c)
	u3, c := bits.Add64(t[3], l3, c)
	u4, c := bits.Add64(h3, 0, c)
	u5, _ := bits.Add64(0, 0, c)
	u1, c = bits.Add64(u1, h0, 0)
	u2, c = bits.Add64(u2, h1, c)
	u3, c = bits.Add64(u3, h2, c)
	u4, c = bits.Add64(u4, 0, c)
	u5, _ = bits.Add64(u5, 0, c)
	h0, l0 = bits.Mul64(t[4], c1)
	h1, l1 = bits.Mul64(t[5], c1)
	h2, l2 = bits.Mul64(t[6], c1)
	h3, l3 = bits.Mul64(t[7], c1)
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
	u2, c = bits.Add64(u2, t[4], 0)
	u3, c = bits.Add64(u3, t[5], c)
	u4, c = bits.Add64(u4, t[6], c)
	u5, c = bits.Add64(u5, t[7], c)
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

func mul(z, x, y *limbs) {
	var t [8]uint64
	mulWide(&t, x, y)
	reduceWide(z, &t)
}
