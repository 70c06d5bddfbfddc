package field

import "koblitz.dev/go/internal/modinv"

// Sqrt sets z to a root of x, x^((p + 1) / 4), and returns 1 when there is one;
// otherwise z is a root of -x and the result 0. 253 squarings and 13
// multiplications, one squaring more for the check.
func (z *Element) Sqrt(x *Element) (ok int) {
	t := *x
	z.root(x, false)
	return z.isRoot(&t)
}

// SqrtVartime is Sqrt of a public x.
func (z *Element) SqrtVartime(x *Element) bool {
	t := *x
	z.root(x, true)
	return z.isRoot(&t) == 1
}

func (z *Element) isRoot(x *Element) int {
	var t Element
	t.Square(z)
	return t.Equal(x)
}

// root sets z = x^((p + 1) / 4). The exponent in binary is 223 ones, a zero, 22
// ones, four zeros, two ones, two zeros; xN is x^(2^N - 1).
// The chain may take variable time when x is public.
func (z *Element) root(x *Element, public bool) {
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
		t.squareRun(s.from, s.n, public)
		s.z.Mul(&t, s.times)
	}
	z.squareRun(&t, 2, public)
}

func (z *Element) squareRun(x *Element, n int, public bool) {
	if public {
		z.squareNVartime(x, n)
	} else {
		z.SquareN(x, n)
	}
}

var modulus = modinv.NewModulus([4]uint64{p0, ones, ones, ones})

// Invert sets z = 1 / x, 0 for 0, in [0, p).
func (z *Element) Invert(x *Element) {
	t := *x
	t.Normalize()
	modinv.Invert((*[4]uint64)(z), (*[4]uint64)(&t), &modulus)
}

// InvertVartime sets z = 1 / x, 0 for 0, in [0, p).
func (z *Element) InvertVartime(x *Element) {
	t := *x
	t.Normalize()
	modinv.InvertVartime((*[4]uint64)(z), (*[4]uint64)(&t), &modulus)
}
