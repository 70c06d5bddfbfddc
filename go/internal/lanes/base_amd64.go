//go:build amd64 && !purego

package lanes

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/digit"
)

// Multiples of G, whose summands are entries of a table of constants.

const (
	// BaseEntries is how many entries, each of digit.EntrySize bytes, a block of
	// the table has: those of the odd digits 1, 3, 5, ..., 63.
	BaseEntries = 32
	// RowBlocks is how many blocks are read at a time.
	RowBlocks = 4
)

// rowDigits and columnDigits are digit.Row and digit.Column.
type (
	rowDigits struct {
		masks    [Width]uint64
		negative uint64
	}
	columnDigits struct{ bits, negative uint64 }
)

// These do not compile where they differ in size.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(digit.Row{})-unsafe.Sizeof(rowDigits{})]
	_ = [1]struct{}{}[unsafe.Sizeof(digit.Column{})-unsafe.Sizeof(columnDigits{})]
)

// Entries are public entries of tables, a lane each.
type Entries [8][Width]uint64

// Set sets a lane to an entry.
func (z *Entries) Set(lane int, e string) {
	lane &= Width - 1
	e = e[:digit.EntrySize]
	z[0][lane], z[1][lane], z[2][lane], z[3][lane] = digit.Word(e, 0), digit.Word(e, 1), digit.Word(e, 2), digit.Word(e, 3)
	z[4][lane], z[5][lane], z[6][lane], z[7][lane] = digit.Word(e, 4), digit.Word(e, 5), digit.Word(e, 6), digit.Word(e, 7)
}

// Put sets x and y to those of the entries.
func (z *Entries) Put(x, y *Element) { unpackAsm(x, y, (*[8][Width]uint64)(z)) }

// Signed sets z to y, or to -y in the lanes whose bit is set in negative.
func (z *Element) Signed(y *Element, negative uint8) { signedAsm(z, y, uint64(negative)) }

// rowWork is what SetRow and SetColumn work in.
type rowWork struct {
	entries [Width][8]uint64
	words   [8][Width]uint64
}

var _ = [1]struct{}{}[max(unsafe.Sizeof(rowWork{}), unsafe.Sizeof(SumWork{}))-unsafe.Sizeof(SumWork{})]

// SetRow sets lanes 0 to n - 1 of z, n a multiple of RowBlocks, to the entries that
// these digits have in as many blocks that follow one another. All are read.
func (z *SecretEntry) SetRow(blocks string, n int, d *digit.Row, w *SumWork) {
	m, r := (*rowWork)(unsafe.Pointer(w)), (*rowDigits)(unsafe.Pointer(d))
	for i := 0; i < n; i += RowBlocks {
		const size = RowBlocks * BaseEntries * digit.EntrySize
		t := blocks[:size]
		blocks = blocks[size:]
		selectRowAsm((*[RowBlocks][8]uint64)(m.entries[i:]),
			(*[RowBlocks * BaseEntries][8]uint64)(unsafe.Pointer(unsafe.StringData(t))), (*[RowBlocks]uint64)(r.masks[i:]))
	}
	m.transpose()
	z.put(&m.words, r.negative)
}

// put sets z to entries, negated where asked.
func (z *SecretEntry) put(words *[8][Width]uint64, negative uint64) {
	unpackAsm(&z.e[0], &z.e[1], words)
	signedAsm(&z.e[1], &z.e[1], negative)
	z.negative = 0
}

// transpose sets words to the transpose of entries. It has no branches, as those of
// short loops are guessed wrong after a pause.
func (m *rowWork) transpose() {
	column(&m.words, &m.entries[0], 0)
	column(&m.words, &m.entries[1], 1)
	column(&m.words, &m.entries[2], 2)
	column(&m.words, &m.entries[3], 3)
	column(&m.words, &m.entries[4], 4)
	column(&m.words, &m.entries[5], 5)
	column(&m.words, &m.entries[6], 6)
	column(&m.words, &m.entries[7], 7)
}

func column(w *[8][Width]uint64, e *[8]uint64, lane int) {
	w[0][lane], w[1][lane], w[2][lane], w[3][lane] = e[0], e[1], e[2], e[3]
	w[4][lane], w[5][lane], w[6][lane], w[7][lane] = e[4], e[5], e[6], e[7]
}

// SetColumn sets z to the entries that digits have in one block, a lane each. All
// are read.
func (z *SecretEntry) SetColumn(block string, d *digit.Column, w *SumWork) {
	m, c := (*rowWork)(unsafe.Pointer(w)), (*columnDigits)(unsafe.Pointer(d))
	t := block[:BaseEntries*digit.EntrySize]
	selectColumnAsm(&m.words, (*[BaseEntries][8]uint64)(unsafe.Pointer(unsafe.StringData(t))), &c.bits)
	z.put(&m.words, c.negative)
}

// SetBase sets lanes 0 to n - 1 of z to entries that SetRow or SetColumn has set, and
// the others to infinity.
func (z *SecretPoint) SetBase(e *SecretEntry, n int) {
	z.p.X, z.p.Y = e.e[0], e.e[1]
	z.p.Z.SetOne()
	for lane := n; lane < Width; lane++ {
		z.p.X.SetLimbs(lane, 0, 0, 0, 0)
		z.p.Y.SetLimbs(lane, 1, 0, 0, 0)
		z.p.Z.SetLimbs(lane, 0, 0, 0, 0)
	}
}

// AddBase adds e, which SetRow or SetColumn has set, to z, any point in homogeneous
// coordinates of y^2 = x^3 + 7.
func (z *SecretPoint) AddBase(e *SecretEntry, w *SumWork) {
	addTermAsm((*Homogeneous)(&z.p), &e.e[0], &e.e[1], 0, w)
}

// Fold4 adds lanes 4 to 7 of z, in homogeneous coordinates of y^2 = x^3 + 7, to lanes
// 0 to 3. The others become any points. t is memory to work in.
func (z *SecretPoint) Fold4(t *SecretPoint, w *SumWork) {
	(*Homogeneous)(&z.p).Fold4((*Homogeneous)(&t.p), w)
}

// Fold2 is Fold4 for lanes 2 and 3 to lanes 0 and 1.
func (z *SecretPoint) Fold2(t *SecretPoint, w *SumWork) {
	(*Homogeneous)(&z.p).Fold2((*Homogeneous)(&t.p), w)
}

// Fold1 is Fold4 for lane 1 to lane 0.
func (z *SecretPoint) Fold1(t *SecretPoint, w *SumWork) {
	(*Homogeneous)(&z.p).Fold1((*Homogeneous)(&t.p), w)
}

// Fold4 is that of SecretPoint.
func (z *Homogeneous) Fold4(t *Homogeneous, w *SumWork) {
	fold4(&t.X, &z.X)
	fold4(&t.Y, &z.Y)
	fold4(&t.Z, &z.Z)
	addSumAsm(z, t, w)
}

// Fold2 is that of SecretPoint.
func (z *Homogeneous) Fold2(t *Homogeneous, w *SumWork) {
	fold2(&t.X, &z.X)
	fold2(&t.Y, &z.Y)
	fold2(&t.Z, &z.Z)
	addSumAsm(z, t, w)
}

// Fold1 is that of SecretPoint.
func (z *Homogeneous) Fold1(t *Homogeneous, w *SumWork) {
	fold1(&t.X, &z.X)
	fold1(&t.Y, &z.Y)
	fold1(&t.Z, &z.Z)
	addSumAsm(z, t, w)
}

// fold4 sets lanes 0 to 3 of z to lanes 4 to 7 of x.
func fold4(z, x *Element) {
	*(*[4]uint64)(z[0][:]) = *(*[4]uint64)(x[0][4:])
	*(*[4]uint64)(z[1][:]) = *(*[4]uint64)(x[1][4:])
	*(*[4]uint64)(z[2][:]) = *(*[4]uint64)(x[2][4:])
	*(*[4]uint64)(z[3][:]) = *(*[4]uint64)(x[3][4:])
	*(*[4]uint64)(z[4][:]) = *(*[4]uint64)(x[4][4:])
}

func fold2(z, x *Element) {
	*(*[2]uint64)(z[0][:]) = *(*[2]uint64)(x[0][2:])
	*(*[2]uint64)(z[1][:]) = *(*[2]uint64)(x[1][2:])
	*(*[2]uint64)(z[2][:]) = *(*[2]uint64)(x[2][2:])
	*(*[2]uint64)(z[3][:]) = *(*[2]uint64)(x[3][2:])
	*(*[2]uint64)(z[4][:]) = *(*[2]uint64)(x[4][2:])
}

func fold1(z, x *Element) {
	z[0][0], z[1][0], z[2][0], z[3][0], z[4][0] = x[0][1], x[1][1], x[2][1], x[3][1], x[4][1]
}
