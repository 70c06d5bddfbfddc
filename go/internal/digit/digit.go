// Package digit has the digits of secret numbers and what may be done with
// them: look a point up in a table that is read whole, and ask for the sign.
package digit

import (
	"unsafe"

	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/internal/field"
)

// A Digit is a secret odd number between -(2^w - 1) and 2^w - 1 for a public
// width w. Every method takes constant time; == does not compile.
type Digit struct {
	_        [0]func()
	index    uint64 // (magnitude - 1) / 2
	negative uint64 // 1 or 0
}

// New returns the sum of w signed bits: bit i of v means 2^i when set and -2^i
// when clear. 1 <= w < 64, v < 2^w.
func New(v uint64, w uint) Digit {
	// The top bit gives the sign. Where it is set the others are the index,
	// elsewhere their complement is.
	negative := v>>(w-1) ^ 1
	return Digit{index: (v ^ -negative) & (1<<(w-1) - 1), negative: negative}
}

// Negative is set when d < 0.
func (d Digit) Negative() ct.Choice { return ct.Bit(d.negative) }

// Bit is bit i of (|d| - 1) / 2, by which code for lanes looks up an entry.
func (d Digit) Bit(i uint) ct.Choice { return ct.Bit(d.index >> i) }

// An Entry of a table that a digit chose is as secret as the digit.
type Entry struct{ X, Y field.Secret }

// words is e as the scans write it.
func (e *Entry) words() *[8]uint64 { return (*[8]uint64)(unsafe.Pointer(e)) }

// This does not compile where the two differ in size.
var _ = [1]struct{}{}[unsafe.Sizeof(Entry{})-EntrySize]

// EntrySize is the size of an entry of a table in bytes: eight words, least
// significant byte first.
const EntrySize = 64

// FromConstants sets e to the entry of d's magnitude: t has the entries of
// 1, 3, 5, ... as 64 bytes each.
func (d Digit) FromConstants(e *Entry, t string) { selectConstant(e.words(), t, d.index) }

// FromMemory sets e to the entry of d's magnitude: t has the entries of
// 1, 3, 5, ...
func (d Digit) FromMemory(e *Entry, t [][8]uint64) { selectMemory(e.words(), t, d.index) }

// Word returns word i of the entry that e begins with, one load where the byte
// order is the processor's.
func Word(e string, i int) uint64 {
	w := e[8*i:][:8]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}

func selectConstantGeneric(z *[8]uint64, t string, index uint64) {
	var r [8]uint64
	for i := range uint64(len(t) / EntrySize) {
		m := equalMask(i, index)
		e := t[i*EntrySize:][:EntrySize]
		for j := range r {
			r[j] |= m & Word(e, j)
		}
	}
	*z = r
}

func selectMemoryGeneric(z *[8]uint64, t [][8]uint64, index uint64) {
	var r [8]uint64
	for i := range t {
		m := equalMask(uint64(i), index)
		e := &t[i]
		for j := range r {
			r[j] |= m & e[j]
		}
	}
	*z = r
}

// equalMask is all ones when a = b, both below 2^63, and 0 otherwise.
func equalMask(a, b uint64) uint64 {
	d := a ^ b
	return -((d - 1) & ^d >> 63)
}
