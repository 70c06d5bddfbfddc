package field

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/limbs"
)

// add sets z = x + y. The sum is at most 2^257 - 2. Folding its carry leaves at
// most 2^256 - 2 + K, which may carry once more and then leaves at most K - 2.
func add(z, x, y *limbs.Int) {
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

// sub sets z = x - y. The difference is at least 1 - 2^256. Folding its borrow
// leaves at least 1 - K, which may borrow once more and then leaves at least
// 2^256 - K + 1.
func sub(z, x, y *limbs.Int) {
	r0, c := bits.Sub64(x[0], y[0], 0)
	r1, c := bits.Sub64(x[1], y[1], c)
	r2, c := bits.Sub64(x[2], y[2], c)
	r3, c := bits.Sub64(x[3], y[3], c)
	r0, c = bits.Sub64(r0, -c&fold, 0)
	r1, c = bits.Sub64(r1, 0, c)
	r2, c = bits.Sub64(r2, 0, c)
	r3, c = bits.Sub64(r3, 0, c)
	z[0], z[1], z[2], z[3] = r0-(-c&fold), r1, r2, r3
}

// negate sets z = -x.
func negate(z, x *limbs.Int) {
	r0, c := bits.Sub64(p0, x[0], 0)
	r1, c := bits.Sub64(ones, x[1], c)
	r2, c := bits.Sub64(ones, x[2], c)
	r3, c := bits.Sub64(ones, x[3], c)
	// A borrow: x is p + d, d < K, and the result -d + 2^256 is K too high.
	z[0], z[1], z[2], z[3] = r0-(-c&fold), r1, r2, r3
}

// mulSmall sets z = k x. The fifth limb h of the product is below 2^32 and
// h K below 2^65, so folding it carries at most once and then leaves less than
// 2^65.
func mulSmall(z, x *limbs.Int, k uint32) {
	var c uint64
	h0, r0 := bits.Mul64(x[0], uint64(k))
	h1, r1 := bits.Mul64(x[1], uint64(k))
	h2, r2 := bits.Mul64(x[2], uint64(k))
	h3, r3 := bits.Mul64(x[3], uint64(k))
	r1, c = bits.Add64(r1, h0, 0)
	r2, c = bits.Add64(r2, h1, c)
	r3, c = bits.Add64(r3, h2, c)
	h3, _ = bits.Add64(h3, 0, c)
	h, l := bits.Mul64(h3, fold)
	r0, c = bits.Add64(r0, l, 0)
	r1, c = bits.Add64(r1, h, c)
	r2, c = bits.Add64(r2, 0, c)
	r3, c = bits.Add64(r3, 0, c)
	r0, c = bits.Add64(r0, -c&fold, 0)
	r1, _ = bits.Add64(r1, 0, c)
	z[0], z[1], z[2], z[3] = r0, r1, r2, r3
}
