package field

import (
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/limbs"
)

// SqrtVartime sets z to a root of x, x^((p + 1) / 4), and tells whether there is
// one; otherwise z is a root of -x. 253 squarings and 13 multiplications, one
// squaring more for the check.
func (z *Element) SqrtVartime(x *Element) bool {
	var t Element
	root := *x
	power((*limbs.Int)(z), (*limbs.Int)(x), true)
	t.Square(z)
	return t.EqualVartime(&root)
}

// Sqrt is SqrtVartime in constant time: square is set when there is a root.
func (z *Secret) Sqrt(x *Secret) (square ct.Choice) {
	var t Secret
	root := *x
	power(&z.e, &x.e, false)
	t.Square(z)
	t.Sub(&t, &root)
	return t.IsZero()
}

// squareN sets z = x^(2^n), n >= 1.
func squareN(z, x *limbs.Int, n int, vartime bool) {
	if vartime {
		squareNVartime(z, x, n)
		return
	}
	square(z, x)
	for range n - 1 {
		square(z, z)
	}
}

// A RootStep sets value To to value From squared Squares times and then times
// value Times.
type RootStep struct{ To, From, Squares, Times int }

// The values of RootChain; xN is x^(2^N - 1).
const (
	x1 = iota
	x2
	x3
	x6
	x9
	x11
	x22
	x44
	x88
	x176
	x220
	x223
	last
	// RootValues is how many there are.
	RootValues
)

// RootChain are the steps that bring value 0, x, to value RootValues - 1, whose
// square squared is x^((p + 1) / 4). That exponent in binary is 223 ones, a zero,
// 22 ones, four zeros, two ones, two zeros.
var RootChain = [...]RootStep{
	{x2, x1, 1, x1},
	{x3, x2, 1, x1},
	{x6, x3, 3, x3},
	{x9, x6, 3, x3},
	{x11, x9, 2, x2},
	{x22, x11, 11, x11},
	{x44, x22, 22, x22},
	{x88, x44, 44, x44},
	{x176, x88, 88, x88},
	{x220, x176, 44, x44},
	{x223, x220, 3, x3},
	{last, x223, 23, x22},
	{last, last, 6, x2},
}

// power sets z = x^((p + 1) / 4).
func power(z, x *limbs.Int, vartime bool) {
	var v [RootValues]limbs.Int
	var t limbs.Int
	v[0] = *x
	for i := range RootChain {
		s := &RootChain[i]
		squareN(&t, &v[s.From], s.Squares, vartime)
		mul(&v[s.To], &t, &v[s.Times])
	}
	squareN(z, &v[last], 2, vartime)
}
