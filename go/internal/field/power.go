package field

import "koblitz.dev/go/internal/modinv"

// Sqrt sets z to a root of x, x^((p + 1) / 4), and returns 1 when there is one;
// otherwise z is a root of -x and the result 0. 253 squarings and 13
// multiplications, one squaring more for the check. (p + 1) / 4 in binary is
// 223 ones, a zero, 22 ones, four zeros, two ones, two zeros.
func (z *Element) Sqrt(x *Element) (ok int) {
	var x2, x22, x3, x6, x9, x11, x44, x88, x176, x220, t, r Element
	t.Square(x)
	x2.Mul(&t, x)
	t.Square(&x2)
	x3.Mul(&t, x)
	t.SquareN(&x3, 3)
	x6.Mul(&t, &x3)
	t.SquareN(&x6, 3)
	x9.Mul(&t, &x3)
	t.SquareN(&x9, 2)
	x11.Mul(&t, &x2)
	t.SquareN(&x11, 11)
	x22.Mul(&t, &x11)
	t.SquareN(&x22, 22)
	x44.Mul(&t, &x22)
	t.SquareN(&x44, 44)
	x88.Mul(&t, &x44)
	t.SquareN(&x88, 88)
	x176.Mul(&t, &x88)
	t.SquareN(&x176, 44)
	x220.Mul(&t, &x44)
	t.SquareN(&x220, 3)
	t.Mul(&t, &x3)
	t.SquareN(&t, 23)
	t.Mul(&t, &x22)
	t.SquareN(&t, 6)
	t.Mul(&t, &x2)
	r.SquareN(&t, 2)
	t.Square(&r)
	ok = t.Equal(x)
	*z = r
	return ok
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
