//go:build amd64 && !purego

package field

import "koblitz.dev/go/internal/cpu"

// Mul sets z = x y.
func (z *Element) Mul(x, y *Element) {
	if cpu.Accelerated() {
		mulAsm(z, x, y)
	} else {
		mulGeneric(z, x, y)
	}
}

// Square sets z = x^2.
func (z *Element) Square(x *Element) {
	if cpu.Accelerated() {
		squareAsm(z, x)
	} else {
		squareGeneric(z, x)
	}
}

// SquareN sets z = x^(2^n), n >= 0: n squarings. n is public.
func (z *Element) SquareN(x *Element, n int) {
	if cpu.Accelerated() && n > 0 {
		squareNAsm(z, x, n)
	} else {
		squareNGeneric(z, x, n)
	}
}

// squareNVartime is SquareN of a public x.
func (z *Element) squareNVartime(x *Element, n int) {
	for cpu.Accelerated() && n > 0 {
		if n = squareNVartimeAsm(z, x, n); n == 0 {
			return
		}
		squareGeneric(z, z)
		x = z
		n--
	}
	squareNGeneric(z, x, n)
}

// MulSub sets z = a b - c d.
func (z *Element) MulSub(a, b, c, d *Element) {
	if cpu.Accelerated() {
		mulSubAsm(z, a, b, c, d)
	} else {
		mulSubGeneric(z, a, b, c, d)
	}
}

//go:noescape
func mulAsm(z, x, y *Element)

//go:noescape
func squareAsm(z, x *Element)

// squareNAsm squares n >= 1 times.
//
//go:noescape
func squareNAsm(z, x *Element, n int)

// squareNVartimeAsm squares n >= 1 times. It gives up, rarely, where the
// arithmetic carries past what it handles; left is then how many squarings of z
// are still to be done.
//
//go:noescape
func squareNVartimeAsm(z, x *Element, n int) (left int)

//go:noescape
func mulSubAsm(z, a, b, c, d *Element)
