//go:build amd64 && !purego

package lanes

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/limbs"
)

// An Entry of a table is a point in each lane and the x of lambda times that, all
// public.
type Entry struct{ X, Y, LambdaX Element }

// A SecretEntry is a point in each lane that a digit chose, and its sign. It is as
// secret as the digit; == does not compile.
type SecretEntry struct {
	_        [0]func()
	e        [2]Element
	negative uint64 // a bit for each lane
}

// TableSize is how many entries a table of odd multiples 1, 3, 5, ... has.
const TableSize = 16

// Set sets z to the points that digits of up to five bits, a lane each, have in a
// table.
func (z *SecretEntry) Set(t *[TableSize]Entry, d *digit.Column) { z.choose(&t[0].X, d) }

// SetLambda is Set for lambda times the points.
func (z *SecretEntry) SetLambda(t *[TableSize]Entry, d *digit.Column) {
	z.choose(&t[0].Y, d)
	z.e[0], z.e[1] = z.e[1], z.e[0]
}

// choose sets z to two elements of an entry; first is the one that an entry of the
// table begins with for this.
func (z *SecretEntry) choose(first *Element, d *digit.Column) {
	c := (*columnDigits)(unsafe.Pointer(d))
	selectAsm(&z.e, (*[2]Element)(unsafe.Pointer(first)), c.bits, c.bits>>8, c.bits>>16, c.bits>>24)
	z.negative = c.negative
}

// FewSize is how many entries a table of odd multiples 1, 3, 5, 7 has.
const FewSize = 4

// SetFew is Set for digits of up to three bits.
func (z *SecretEntry) SetFew(t *[FewSize]Entry, d *digit.Column) { z.chooseFew(&t[0].X, d) }

// SetFewLambda is SetFew for lambda times the points.
func (z *SecretEntry) SetFewLambda(t *[FewSize]Entry, d *digit.Column) {
	z.chooseFew(&t[0].Y, d)
	z.e[0], z.e[1] = z.e[1], z.e[0]
}

func (z *SecretEntry) chooseFew(first *Element, d *digit.Column) {
	c := (*columnDigits)(unsafe.Pointer(d))
	selectFewAsm(&z.e, (*[2]Element)(unsafe.Pointer(first)), c.bits, c.bits>>8)
	z.negative = c.negative
}

// These do not compile where an entry is not as selectAsm has it.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(Entry{})-3*unsafe.Sizeof(Element{})]
	_ = [1]struct{}{}[unsafe.Offsetof(Entry{}.Y)-unsafe.Sizeof(Element{})]
	_ = [1]struct{}{}[unsafe.Offsetof(Entry{}.LambdaX)-2*unsafe.Sizeof(Element{})]
)

// A SecretPoint is a point in each lane that must not leak, in Jacobian coordinates
// after SetEntry, in homogeneous ones after SetBase and SetHomogeneous. Its methods
// take constant time; == does not compile.
type SecretPoint struct {
	_ [0]func()
	p Jacobian
}

// SetEntry sets z = e.
func (z *SecretPoint) SetEntry(e *SecretEntry) {
	z.p.X = e.e[0]
	z.p.Z.SetOne()
	signedAsm(&z.p.Y, &e.e[1], e.negative)
}

// DoubleN sets z = 2^n z, n at least 1.
func (z *SecretPoint) DoubleN(n int, w *Work) { z.p.DoubleN(n, w) }

// Add adds e to z, any point of y^2 = x^3 + b that has e, for any b.
func (z *SecretPoint) Add(e *SecretEntry, w *Work) {
	addCompleteAsm(&z.p, &e.e[0], &e.e[1], e.negative, w)
}

// MulZ multiplies the Z of z, in Jacobian coordinates: from a curve on which points
// have Z = s, to that of Z = 1.
func (z *SecretPoint) MulZ(s *Element) { z.p.Z.Mul(&z.p.Z, s) }

// SetHomogeneous brings z from Jacobian coordinates to homogeneous ones: (X / Z^2,
// Y / Z^3) is (X Z / Z^3, Y / Z^3). Infinity comes as (n^2, n^3, 0), n not 0, which is
// what sums and doublings leave of it, and becomes (0, n^3, 0).
func (z *SecretPoint) SetHomogeneous(w *Work) {
	p, t := &z.p, &w[0]
	t.Mul(&p.Z, &p.Z)
	p.X.Mul(&p.Z, &p.X)
	p.Z.Mul(&p.Z, t)
	t.SetOne()
	p.Y.Mul(t, &p.Y)
}

// Get returns the homogeneous coordinates of a lane.
func (z *SecretPoint) Get(lane int, x, y, zz *field.Secret) {
	l := limbs.Int(z.p.X.Get(lane))
	x.SetLimbs(&l)
	l = limbs.Int(z.p.Y.Get(lane))
	y.SetLimbs(&l)
	l = limbs.Int(z.p.Z.Get(lane))
	zz.SetLimbs(&l)
}
