package field

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/limbs"
)

// Products on any processor. One product is one function with its reduction: limbs
// handed from one to the other by a call cost a tenth of the time, less than the
// reduction that a difference of two products saves. A last carry is taken in by
// Add64 with 0, not by +, for which the compiler would first make a number of the
// processor's flag.
//
// With T = H 2^256 + L < 2^512 a product:
//
//	U = L + K H <= (2^256 - 1)(K + 1), so its fifth limb u4 is at most K;
//	V = (U mod 2^256) + K u4 < 2^256 + K^2, K^2 < 2^65, so it carries at most
//	once, leaving less than 2^65, and adding K then changes two limbs only.

func mulGeneric(z, x, y *limbs.Int) {
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
	t4, _ := bits.Add64(h3, 0, c)

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
	t5, _ := bits.Add64(h3, 0, c)

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
	t6, _ := bits.Add64(h3, 0, c)

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
	t7, _ := bits.Add64(h3, 0, c)

	h0, l0 = bits.Mul64(t4, fold)
	h1, l1 = bits.Mul64(t5, fold)
	h2, l2 = bits.Mul64(t6, fold)
	h3, l3 = bits.Mul64(t7, fold)
	l1, c = bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	t0, c = bits.Add64(t0, l0, 0)
	t1, c = bits.Add64(t1, l1, c)
	t2, c = bits.Add64(t2, l2, c)
	t3, c = bits.Add64(t3, l3, c)
	h3, _ = bits.Add64(h3, 0, c)
	h0, l0 = bits.Mul64(h3, fold)
	t0, c = bits.Add64(t0, l0, 0)
	t1, c = bits.Add64(t1, h0, c)
	t2, c = bits.Add64(t2, 0, c)
	t3, c = bits.Add64(t3, 0, c)
	t0, c = bits.Add64(t0, -c&fold, 0)
	t1, _ = bits.Add64(t1, 0, c)
	z[0], z[1], z[2], z[3] = t0, t1, t2, t3
}

func squareGeneric(z, x *limbs.Int) {
	x0, x1, x2, x3 := x[0], x[1], x[2], x[3]
	var c uint64

	// The products of different limbs, in limbs 1 to 6.
	h1, t1 := bits.Mul64(x0, x1)
	h2, t2 := bits.Mul64(x0, x2)
	h3, t3 := bits.Mul64(x0, x3)
	h4, t4 := bits.Mul64(x1, x3)
	h5, t5 := bits.Mul64(x2, x3)
	h0, l0 := bits.Mul64(x1, x2)
	t2, c = bits.Add64(t2, h1, 0)
	t3, c = bits.Add64(t3, h2, c)
	t4, c = bits.Add64(t4, h3, c)
	t5, c = bits.Add64(t5, h4, c)
	t6, _ := bits.Add64(h5, 0, c)
	t3, c = bits.Add64(t3, l0, 0)
	t4, c = bits.Add64(t4, h0, c)
	t5, c = bits.Add64(t5, 0, c)
	t6, _ = bits.Add64(t6, 0, c)

	// Twice, and the squares.
	t1, c = bits.Add64(t1, t1, 0)
	t2, c = bits.Add64(t2, t2, c)
	t3, c = bits.Add64(t3, t3, c)
	t4, c = bits.Add64(t4, t4, c)
	t5, c = bits.Add64(t5, t5, c)
	t6, c = bits.Add64(t6, t6, c)
	t7, _ := bits.Add64(0, 0, c)
	h0, t0 := bits.Mul64(x0, x0)
	h1, l1 := bits.Mul64(x1, x1)
	h2, l2 := bits.Mul64(x2, x2)
	h3, l3 := bits.Mul64(x3, x3)
	t1, c = bits.Add64(t1, h0, 0)
	t2, c = bits.Add64(t2, l1, c)
	t3, c = bits.Add64(t3, h1, c)
	t4, c = bits.Add64(t4, l2, c)
	t5, c = bits.Add64(t5, h2, c)
	t6, c = bits.Add64(t6, l3, c)
	t7, _ = bits.Add64(t7, h3, c)

	h0, l0 = bits.Mul64(t4, fold)
	h1, l1 = bits.Mul64(t5, fold)
	h2, l2 = bits.Mul64(t6, fold)
	h3, l3 = bits.Mul64(t7, fold)
	l1, c = bits.Add64(l1, h0, 0)
	l2, c = bits.Add64(l2, h1, c)
	l3, c = bits.Add64(l3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	t0, c = bits.Add64(t0, l0, 0)
	t1, c = bits.Add64(t1, l1, c)
	t2, c = bits.Add64(t2, l2, c)
	t3, c = bits.Add64(t3, l3, c)
	h3, _ = bits.Add64(h3, 0, c)
	h0, l0 = bits.Mul64(h3, fold)
	t0, c = bits.Add64(t0, l0, 0)
	t1, c = bits.Add64(t1, h0, c)
	t2, c = bits.Add64(t2, 0, c)
	t3, c = bits.Add64(t3, 0, c)
	t0, c = bits.Add64(t0, -c&fold, 0)
	t1, _ = bits.Add64(t1, 0, c)
	z[0], z[1], z[2], z[3] = t0, t1, t2, t3
}

func squareNGeneric(z, x *limbs.Int, n int) {
	*z = *x
	for ; n > 0; n-- {
		squareGeneric(z, z)
	}
}

// mulSubGeneric sets z = a b - c d with one reduction. The difference is in
// (-2^512, 2^512). A borrow adds 2^512, K^2 too much, so K is taken from the high
// half. If that borrows, the half was below K and is above 2^256 - K now, from
// which the second K is taken without a borrow.
func mulSubGeneric(z, a, b, c, d *limbs.Int) {
	u0, u1, u2, u3, u4, u5, u6, u7 := limbs.Product(c, d)
	t0, t1, t2, t3, t4, t5, t6, t7 := limbs.Product(a, b)
	t0, k := bits.Sub64(t0, u0, 0)
	t1, k = bits.Sub64(t1, u1, k)
	t2, k = bits.Sub64(t2, u2, k)
	t3, k = bits.Sub64(t3, u3, k)
	t4, k = bits.Sub64(t4, u4, k)
	t5, k = bits.Sub64(t5, u5, k)
	t6, k = bits.Sub64(t6, u6, k)
	t7, k = bits.Sub64(t7, u7, k)
	t4, k = bits.Sub64(t4, -k&fold, 0)
	t5, k = bits.Sub64(t5, 0, k)
	t6, k = bits.Sub64(t6, 0, k)
	t7, k = bits.Sub64(t7, 0, k)
	t4 -= -k & fold

	h0, l0 := bits.Mul64(t4, fold)
	h1, l1 := bits.Mul64(t5, fold)
	h2, l2 := bits.Mul64(t6, fold)
	h3, l3 := bits.Mul64(t7, fold)
	l1, k = bits.Add64(l1, h0, 0)
	l2, k = bits.Add64(l2, h1, k)
	l3, k = bits.Add64(l3, h2, k)
	h3, _ = bits.Add64(h3, 0, k)
	t0, k = bits.Add64(t0, l0, 0)
	t1, k = bits.Add64(t1, l1, k)
	t2, k = bits.Add64(t2, l2, k)
	t3, k = bits.Add64(t3, l3, k)
	h3, _ = bits.Add64(h3, 0, k)
	h0, l0 = bits.Mul64(h3, fold)
	t0, k = bits.Add64(t0, l0, 0)
	t1, k = bits.Add64(t1, h0, k)
	t2, k = bits.Add64(t2, 0, k)
	t3, k = bits.Add64(t3, 0, k)
	t0, k = bits.Add64(t0, -k&fold, 0)
	t1, _ = bits.Add64(t1, 0, k)
	z[0], z[1], z[2], z[3] = t0, t1, t2, t3
}
