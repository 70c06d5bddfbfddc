package field

// power223 sets z = x^(2^223 - 1), which opens both chains below, and
// x2, x22 to x^(2^2 - 1), x^(2^22 - 1). 222 squarings, 11 multiplications.
func power223(z, x2, x22, x *Element) {
	var x3, x6, x9, x11, x44, x88, x176, x220, t Element
	t.Square(x)
	x2.Mul(&t, x)
	t.Square(x2)
	x3.Mul(&t, x)
	t.SquareN(&x3, 3)
	x6.Mul(&t, &x3)
	t.SquareN(&x6, 3)
	x9.Mul(&t, &x3)
	t.SquareN(&x9, 2)
	x11.Mul(&t, x2)
	t.SquareN(&x11, 11)
	x22.Mul(&t, &x11)
	t.SquareN(x22, 22)
	x44.Mul(&t, x22)
	t.SquareN(&x44, 44)
	x88.Mul(&t, &x44)
	t.SquareN(&x88, 88)
	x176.Mul(&t, &x88)
	t.SquareN(&x176, 44)
	x220.Mul(&t, &x44)
	t.SquareN(&x220, 3)
	z.Mul(&t, &x3)
}

// Sqrt sets z to a root of x, x^((p + 1) / 4), and returns 1 when there is one;
// otherwise z is a root of -x and the result 0. 253 squarings and 13
// multiplications, one squaring more for the check.
func (z *Element) Sqrt(x *Element) (ok int) {
	var x2, x22, t, r Element
	power223(&t, &x2, &x22, x)
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

// Invert sets z = 1 / x, 0 for 0: x^(p - 2).
func (z *Element) Invert(x *Element) {
	var x2, x22, t, a Element
	a = *x
	power223(&t, &x2, &x22, &a)
	t.SquareN(&t, 23)
	t.Mul(&t, &x22)
	t.SquareN(&t, 5)
	t.Mul(&t, &a)
	t.SquareN(&t, 3)
	t.Mul(&t, &x2)
	t.SquareN(&t, 2)
	z.Mul(&t, &a)
}

// InvertVartime sets z = 1 / x, 0 for 0.
func (z *Element) InvertVartime(x *Element) { z.Invert(x) }
