package point

import (
	_ "embed"

	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
)

//go:generate go run ./gen tables

// table is a sequence of points, each x then y, 32 bytes each, least
// significant byte first: read-only data of the program.
type table string

// The multiples of G, written by gen. The indices of g and g128 are those of
// the odd multiples G, 3G, 5G, ... and 2^128 times these; fixed_base has a
// block of 32 for each of 43 windows of 6 bits, block b the odd multiples of
// 2^(6b) G / 2.
var (
	//go:embed tables/g.bin
	tableG table
	//go:embed tables/g128.bin
	tableG128 table
	//go:embed tables/fixed_base.bin
	tableFixedBase table
)

// load sets z to entry i, which is public.
func (t table) load(z *Affine, i int) {
	e := string(t[i*digit.EntrySize:][:digit.EntrySize])
	z.X = field.Element{digit.Word(e, 0), digit.Word(e, 1), digit.Word(e, 2), digit.Word(e, 3)}
	z.Y = field.Element{digit.Word(e, 4), digit.Word(e, 5), digit.Word(e, 6), digit.Word(e, 7)}
}
