//go:build !amd64 || purego

package field

// Mul sets z = x y.
func (z *Element) Mul(x, y *Element) { mulGeneric(z, x, y) }

// Square sets z = x^2.
func (z *Element) Square(x *Element) { squareGeneric(z, x) }

// SquareN sets z = x^(2^n), n >= 0: n squarings. n is public.
func (z *Element) SquareN(x *Element, n int) { squareNGeneric(z, x, n) }

// MulSub sets z = a b - c d.
func (z *Element) MulSub(a, b, c, d *Element) { mulSubGeneric(z, a, b, c, d) }

func (z *Element) squareNVartime(x *Element, n int) { squareNGeneric(z, x, n) }
