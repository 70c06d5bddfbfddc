package field

import "koblitz.dev/go/internal/limbs"

// SqrtVartime sets z to a root of x, x^((p + 1) / 4), and tells whether there is
// one; otherwise z is a root of -x. 253 squarings and 13 multiplications, one
// squaring more for the check. The exponent in binary is 223 ones, a zero, 22
// ones, four zeros, two ones, two zeros; xN is x^(2^N - 1).
func (z *Element) SqrtVartime(x *Element) bool {
	var x2, x3, x6, x9, x11, x22, x44, x88, x176, x220, x223, t Element
	for _, s := range [...]struct {
		z, from *Element
		n       int
		times   *Element
	}{
		{&x2, x, 1, x},
		{&x3, &x2, 1, x},
		{&x6, &x3, 3, &x3},
		{&x9, &x6, 3, &x3},
		{&x11, &x9, 2, &x2},
		{&x22, &x11, 11, &x11},
		{&x44, &x22, 22, &x22},
		{&x88, &x44, 44, &x44},
		{&x176, &x88, 88, &x88},
		{&x220, &x176, 44, &x44},
		{&x223, &x220, 3, &x3},
		{&t, &x223, 23, &x22},
		{&t, &t, 6, &x2},
	} {
		squareNVartime((*limbs.Int)(&t), (*limbs.Int)(s.from), s.n)
		s.z.Mul(&t, s.times)
	}
	root := *x
	squareNVartime((*limbs.Int)(z), (*limbs.Int)(&t), 2)
	t.Square(z)
	return t.EqualVartime(&root)
}
