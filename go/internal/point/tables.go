package point

import (
	_ "embed"

	"koblitz.dev/go/internal/field"
)

//go:generate go run ./gen tables

// table is a sequence of points, each x then y, 32 bytes each, least
// significant byte first: read-only data of the program.
type table string

// The multiples of G, written by gen. The indices of g and g128 are those of
// the odd multiples G, 3G, 5G, ... and 2^128 times these; comb has a block of
// 32 for each of 43 groups of 6 bits, block b the odd multiples of
// 2^(6b) G / 2.
var (
	//go:embed tables/g.bin
	tableG table
	//go:embed tables/g128.bin
	tableG128 table
	//go:embed tables/comb.bin
	tableComb table
)

const entrySize = 64

// load sets z to entry i, which is public.
func (t table) load(z *Affine, i int) {
	e := t[i*entrySize:][:entrySize]
	z.X = field.Element{e.word(0), e.word(1), e.word(2), e.word(3)}
	z.Y = field.Element{e.word(4), e.word(5), e.word(6), e.word(7)}
}

// word returns 8 bytes as an integer, one load where the byte order is the
// processor's.
func (t table) word(i int) uint64 {
	w := t[8*i:][:8]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}

// selectEntryGeneric sets z to entry index of t, which is secret: it reads all
// entries.
func selectEntryGeneric(z *Affine, t table, index uint64) {
	var acc Affine
	for i := range uint64(len(t) / entrySize) {
		m := equalMask(i, index)
		e := t[i*entrySize:][:entrySize]
		for j := range 4 {
			acc.X[j] |= m & e.word(j)
			acc.Y[j] |= m & e.word(4+j)
		}
	}
	*z = acc
	acc.wipe()
}

// selectPointGeneric is selectEntryGeneric for points in memory.
func selectPointGeneric(z *Affine, t []Affine, index uint64) {
	var acc Affine
	for i := range t {
		m := equalMask(uint64(i), index)
		e := &t[i]
		for j := range 4 {
			acc.X[j] |= m & e.X[j]
			acc.Y[j] |= m & e.Y[j]
		}
	}
	*z = acc
	acc.wipe()
}

// equalMask is all ones when a = b, both below 2^63, and 0 otherwise.
func equalMask(a, b uint64) uint64 {
	d := a ^ b
	return -((d - 1) & ^d >> 63)
}
