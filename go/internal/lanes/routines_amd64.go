//go:build amd64 && !purego

package lanes

// Mul sets z = x y, y of magnitude up to 6.
func (z *Element) Mul(x, y *Element) { mulAsm(z, x, y) }

// SquareN squares two elements n times, n at least 1.
func SquareN(z *[2]Element, n int) { squareNAsm(z, n) }

// Work is memory for a routine.
type Work [6]Element

// DoubleN sets z = 2^n z, n at least 1.
func (z *Jacobian) DoubleN(n int, w *Work) { doubleNAsm(z, n, w) }

// Add adds (az^2 x, az^3 y) over Z to z, finite, with -y in the lanes whose bit is
// set in negative: the point (x, y) itself with Z for az.
func (z *Jacobian) Add(x, y *Element, negative uint8, az *Element, w *Work) {
	addAsm(z, x, y, uint64(negative), az, w)
}

// Add sets the first point to the sum of both, and brings the second to the same
// new Z, ratio times that before.
func (z *Pair) Add(ratio *Element, w *Work) { coZAddAsm(z, ratio, w) }

//go:noescape
func mulAsm(z, x, y *Element)

//go:noescape
func squareNAsm(z *[2]Element, n int)

//go:noescape
func doubleNAsm(z *Jacobian, n int, w *Work)

//go:noescape
func addAsm(z *Jacobian, x, y *Element, negative uint64, az *Element, w *Work)

//go:noescape
func coZAddAsm(z *Pair, ratio *Element, w *Work)
