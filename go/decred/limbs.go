package secp256k1

import (
	"encoding/binary"
	"math/bits"
)

// Sums, negatives and encodings of numbers modulo both primes, in constant time:
// a few nanoseconds, which carrying the operands to package group and back would
// double. Products, inverses and roots are that package's.

// limbs is an integer below 2^256, least significant limb first. Arguments may
// alias each other and the result.
type limbs = [4]uint64

func load(z *limbs, b *[32]byte) {
	z[3] = binary.BigEndian.Uint64(b[0:8])
	z[2] = binary.BigEndian.Uint64(b[8:16])
	z[1] = binary.BigEndian.Uint64(b[16:24])
	z[0] = binary.BigEndian.Uint64(b[24:32])
}

func store(b *[32]byte, x0, x1, x2, x3 uint64) {
	binary.BigEndian.PutUint64(b[0:8], x3)
	binary.BigEndian.PutUint64(b[8:16], x2)
	binary.BigEndian.PutUint64(b[16:24], x1)
	binary.BigEndian.PutUint64(b[24:32], x0)
}

// isZero is 1 if x = 0, else 0.
func isZero(x uint64) uint64 { return (x|-x)>>63 ^ 1 }

// The prime of the field is p = 2^256 - fold. A number modulo p is any integer
// that is congruent to it.
const fold = 1<<32 + 977

// canonical returns x mod p, and 1 if x is p or more, which is when x + fold
// carries.
func canonical(x *limbs) (r0, r1, r2, r3, above uint64) {
	_, above = bits.Add64(x[0], fold, 0)
	above &= isZero(^(x[1] & x[2] & x[3]))
	r0, c := bits.Add64(x[0], -above&fold, 0)
	r1, c = bits.Add64(x[1], 0, c)
	r2, c = bits.Add64(x[2], 0, c)
	r3, _ = bits.Add64(x[3], 0, c)
	return
}

// addP sets z = x + y. The sum is at most 2^257 - 2. Folding its carry leaves at
// most 2^256 - 2 + fold, which may carry once more and then leaves at most fold - 2.
func addP(z, x, y *limbs) {
	r0, c := bits.Add64(x[0], y[0], 0)
	r1, c := bits.Add64(x[1], y[1], c)
	r2, c := bits.Add64(x[2], y[2], c)
	r3, c := bits.Add64(x[3], y[3], c)
	r0, c = bits.Add64(r0, -c&fold, 0)
	r1, c = bits.Add64(r1, 0, c)
	r2, c = bits.Add64(r2, 0, c)
	r3, c = bits.Add64(r3, 0, c)
	z[0], z[1], z[2], z[3] = r0+-c&fold, r1, r2, r3
}

// mulIntP sets z = k x. What is above 2^256 is h < 2^8. Adding h fold carries at
// most once, and then leaves less than 2^41.
func mulIntP(z, x *limbs, k uint8) {
	h0, r0 := bits.Mul64(x[0], uint64(k))
	h1, r1 := bits.Mul64(x[1], uint64(k))
	h2, r2 := bits.Mul64(x[2], uint64(k))
	h3, r3 := bits.Mul64(x[3], uint64(k))
	r1, c := bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	r0, c = bits.Add64(r0, (h3+c)*fold, 0)
	r1, c = bits.Add64(r1, 0, c)
	r2, c = bits.Add64(r2, 0, c)
	r3, c = bits.Add64(r3, 0, c)
	z[0], z[1], z[2], z[3] = r0+-c&fold, r1, r2, r3
}

// oneIsZero has a clear top bit if x or y is 0, and a set one else.
func oneIsZero(x, y uint64) int64 { return int64((x | -x) & (y | -y)) }

// isZeroP is not negative if x is 0 or p.
func isZeroP(x *limbs) int64 {
	return oneIsZero(x[0]|x[1]|x[2]|x[3], (x[0]+fold)|^(x[1]&x[2]&x[3]))
}

// equalP reports whether x - y is 0, p or -p.
func equalP(x, y *limbs) bool {
	r0, c := bits.Sub64(x[0], y[0], 0)
	r1, c := bits.Sub64(x[1], y[1], c)
	r2, c := bits.Sub64(x[2], y[2], c)
	r3, c := bits.Sub64(x[3], y[3], c)
	// -p is fold with a borrow; p with a borrow is -fold, which is not 0 mod p.
	m := -c
	return oneIsZero((r0^m&fold)|r1|r2|r3, (r0+fold)|^(r1&r2&r3)|m) >= 0
}

// negateP sets z = p - x. If that borrows, x is p + d, d < fold, and the result
// 2^256 - d is fold too high.
func negateP(z, x *limbs) {
	const low, ones = 1<<64 - fold, 1<<64 - 1
	r0, c := bits.Sub64(low, x[0], 0)
	r1, c := bits.Sub64(ones, x[1], c)
	r2, c := bits.Sub64(ones, x[2], c)
	r3, c := bits.Sub64(ones, x[3], c)
	z[0], z[1], z[2], z[3] = r0-(-c&fold), r1, r2, r3
}

// The order of the group is n = 2^256 - (c0 + c1 2^64 + 2^128). Numbers modulo n
// are below it.
const (
	n0, n1, n2, n3 = 0xbfd25e8cd0364141, 0xbaaedce6af48a03b, 0xfffffffffffffffe, 0xffffffffffffffff
	c0, c1         = 0x402da1732fc9bebf, 0x4551231950b75fc4
)

// reduceN sets z = carry 2^256 + x mod n, for a value below 2n, and returns 1 if
// that was n or more.
func reduceN(z *limbs, x0, x1, x2, x3, carry uint64) uint64 {
	t0, c := bits.Add64(x0, c0, 0)
	t1, c := bits.Add64(x1, c1, c)
	t2, c := bits.Add64(x2, 1, c)
	t3, c := bits.Add64(x3, 0, c)
	c |= carry
	m := -c
	z[0], z[1], z[2], z[3] = x0^m&(x0^t0), x1^m&(x1^t1), x2^m&(x2^t2), x3^m&(x3^t3)
	return c
}

// addN sets z = x + y.
func addN(z, x, y *limbs) {
	r0, c := bits.Add64(x[0], y[0], 0)
	r1, c := bits.Add64(x[1], y[1], c)
	r2, c := bits.Add64(x[2], y[2], c)
	r3, c := bits.Add64(x[3], y[3], c)
	reduceN(z, r0, r1, r2, r3, c)
}

// negateN sets z = -x.
func negateN(z, x *limbs) {
	m := isZero(x[0]|x[1]|x[2]|x[3]) - 1
	r0, c := bits.Sub64(n0, x[0], 0)
	r1, c := bits.Sub64(n1, x[1], c)
	r2, c := bits.Sub64(n2, x[2], c)
	r3, _ := bits.Sub64(n3, x[3], c)
	z[0], z[1], z[2], z[3] = r0&m, r1&m, r2&m, r3&m
}

// isHighN is 1 if x is above (n - 1) / 2, else 0.
func isHighN(x *limbs) uint64 {
	_, c := bits.Sub64(0xdfe92f46681b20a0, x[0], 0)
	_, c = bits.Sub64(0x5d576e7357a4501d, x[1], c)
	_, c = bits.Sub64(n3, x[2], c)
	_, c = bits.Sub64(n3>>1, x[3], c)
	return c
}
