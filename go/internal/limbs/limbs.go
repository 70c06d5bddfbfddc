// Package limbs is what the arithmetic mod p and mod n have in common: integers
// below 2^256 in four little-endian limbs. Everything takes constant time, and
// arguments may alias.
package limbs

import (
	"encoding/binary"
	"math/bits"
)

// Int is an integer in [0, 2^256).
type Int = [4]uint64

// Load sets z from 32 bytes, big-endian.
func Load(z *Int, b *[32]byte) {
	z[3] = binary.BigEndian.Uint64(b[0:8])
	z[2] = binary.BigEndian.Uint64(b[8:16])
	z[1] = binary.BigEndian.Uint64(b[16:24])
	z[0] = binary.BigEndian.Uint64(b[24:32])
}

// Store writes x as 32 bytes, big-endian.
func Store(b *[32]byte, x *Int) {
	binary.BigEndian.PutUint64(b[0:8], x[3])
	binary.BigEndian.PutUint64(b[8:16], x[2])
	binary.BigEndian.PutUint64(b[16:24], x[1])
	binary.BigEndian.PutUint64(b[24:32], x[0])
}

// Half sets z = x / 2 mod the odd m: x or x + m, whichever is even, shifted.
func Half(z, x, m *Int) {
	odd := -(x[0] & 1)
	r0, c := bits.Add64(x[0], odd&m[0], 0)
	r1, c := bits.Add64(x[1], odd&m[1], c)
	r2, c := bits.Add64(x[2], odd&m[2], c)
	r3, c := bits.Add64(x[3], odd&m[3], c)
	z[0], z[1], z[2], z[3] = r0>>1|r1<<63, r1>>1|r2<<63, r2>>1|r3<<63, r3>>1|c<<63
}

// Product returns the eight limbs of x y.
func Product(x, y *Int) (t0, t1, t2, t3, t4, t5, t6, t7 uint64) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	var c uint64

	b := y[0]
	h0, t0 := bits.Mul64(x0, b)
	h1, t1 := bits.Mul64(x1, b)
	h2, t2 := bits.Mul64(x2, b)
	h3, t3 := bits.Mul64(x3, b)
	t1, c = bits.Add64(t1, h0, 0)
	t2, c = bits.Add64(t2, h1, c)
	t3, c = bits.Add64(t3, h2, c)
	t4, _ = bits.Add64(h3, 0, c)

	b = y[1]
	h0, l0 := bits.Mul64(x0, b)
	h1, l1 := bits.Mul64(x1, b)
	h2, l2 := bits.Mul64(x2, b)
	h3, l3 := bits.Mul64(x3, b)
	l1, c = bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	t1, c = bits.Add64(t1, l0, 0)
	t2, c = bits.Add64(t2, l1, c)
	t3, c = bits.Add64(t3, l2, c)
	t4, c = bits.Add64(t4, l3, c)
	t5, _ = bits.Add64(h3, 0, c)

	b = y[2]
	h0, l0 = bits.Mul64(x0, b)
	h1, l1 = bits.Mul64(x1, b)
	h2, l2 = bits.Mul64(x2, b)
	h3, l3 = bits.Mul64(x3, b)
	l1, c = bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	t2, c = bits.Add64(t2, l0, 0)
	t3, c = bits.Add64(t3, l1, c)
	t4, c = bits.Add64(t4, l2, c)
	t5, c = bits.Add64(t5, l3, c)
	t6, _ = bits.Add64(h3, 0, c)

	b = y[3]
	h0, l0 = bits.Mul64(x0, b)
	h1, l1 = bits.Mul64(x1, b)
	h2, l2 = bits.Mul64(x2, b)
	h3, l3 = bits.Mul64(x3, b)
	l1, c = bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	t3, c = bits.Add64(t3, l0, 0)
	t4, c = bits.Add64(t4, l1, c)
	t5, c = bits.Add64(t5, l2, c)
	t6, c = bits.Add64(t6, l3, c)
	t7, _ = bits.Add64(h3, 0, c)
	return
}
