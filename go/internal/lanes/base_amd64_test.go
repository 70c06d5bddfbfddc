//go:build amd64 && !purego

package lanes

import (
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
)

var (
	selectRowTested    = selectRowAsm
	selectColumnTested = selectColumnAsm
	unpackTested       = unpackAsm
	signedTested       = signedAsm
)

// baseOperands are what routines for multiples of G compute on.
type baseOperands struct {
	blocks  [RowBlocks * BaseEntries][8]uint64
	indices [RowBlocks]uint64 // as selectRowAsm has them
	bits    uint64            // as selectColumnAsm has them
	row     Element           // of which limbs are words
	words   [8][Width]uint64
}

// randomBase has words below 2^52, so that a row's are limbs.
func randomBase() (o baseOperands) {
	for i := range o.blocks {
		for j := range o.blocks[i] {
			o.blocks[i][j] = source.Uint64N(1 << 52)
		}
	}
	for i := range o.indices {
		o.indices[i] = source.Uint64N(1<<40) & 0x0101010101 * 0xff
	}
	o.bits = source.Uint64N(1 << 40)
	for i := range o.words {
		for lane := range o.words[i] {
			o.words[i][lane] = source.Uint64()
		}
	}
	return o
}

// indexAt takes bit at of the bytes of masks.
func indexAt(masks uint64, at int) (index int) {
	for bit := range 5 {
		index |= int(masks>>(8*bit+at)&1) << bit
	}
	return index
}

func init() {
	comparisons = append(comparisons, []comparison{
		{"selectRowAsm", func(o *operands) {
			selectRowTested((*[RowBlocks][8]uint64)(o.base.row[:]), &o.base.blocks, &o.base.indices)
		}, func(in, out *operands) []result {
			return []result{{&out.base.row, 1, func(lane int) field.Element {
				want := in.base.row
				for block, masks := range in.base.indices {
					want[block] = in.base.blocks[BaseEntries*block+indexAt(masks, 0)]
				}
				return want.Get(lane)
			}}}
		}},
		{"selectColumnAsm", func(o *operands) {
			var words [8][Width]uint64
			selectColumnTested(&words, (*[BaseEntries][8]uint64)(o.base.blocks[:]), &o.base.bits)
			*(*[4][Width]uint64)(o.b[0][:]) = [4][Width]uint64(words[:4])
			*(*[4][Width]uint64)(o.b[1][:]) = [4][Width]uint64(words[4:])
		}, func(in, out *operands) []result {
			at := func(i int) func(lane int) field.Element {
				return func(lane int) field.Element {
					want := in.b[i]
					for j, word := range in.base.blocks[indexAt(in.base.bits, lane)][4*i:][:4] {
						want[j][lane] = word
					}
					return want.Get(lane)
				}
			}
			return []result{{&out.b[0], 1, at(0)}, {&out.b[1], 1, at(1)}}
		}},
		{"signedAsm", func(o *operands) { signedTested(&o.b[0], &o.b[1], o.negative) },
			func(in, out *operands) []result {
				return []result{{&out.b[0], 1, func(lane int) field.Element {
					return signed(in.b[1].Get(lane), in.negative>>lane)
				}}}
			}},
		{"signedAsm", func(o *operands) { signedTested(&o.b[1], &o.b[1], o.negative) },
			func(in, out *operands) []result {
				return []result{{&out.b[1], 1, func(lane int) field.Element {
					return signed(in.b[1].Get(lane), in.negative>>lane)
				}}}
			}},
		{"unpackAsm", func(o *operands) { unpackTested(&o.b[0], &o.b[1], &o.base.words) },
			func(in, out *operands) []result {
				at := func(i int) func(lane int) field.Element {
					return func(lane int) (e field.Element) {
						for j := range e {
							e[j] = in.base.words[4*i+j][lane]
						}
						return e
					}
				}
				return []result{{&out.b[0], 1, at(0)}, {&out.b[1], 1, at(1)}}
			}},
	}...)
}

// TestDigits takes every digit of six bits to its entry, in every lane, by rows and
// columns of words of any size, and the same digit in all lanes.
func TestDigits(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED digits in lanes: a processor with AVX-512 IFMA")
	}
	var entries [Width * BaseEntries][8]uint64
	var work SumWork
	var table []byte
	for i := range entries {
		for j := range entries[i] {
			entries[i][j] = source.Uint64()
			for k := range 8 {
				table = append(table, byte(entries[i][j]>>(8*k)))
			}
		}
	}
	for v := range uint64(64) {
		var row digit.Row
		var column digit.Column
		var columns digit.Columns
		var index, negative [Width]int
		digits := uint64(0xffff) << 48 // which are none
		for i := range index {
			bits := (v + uint64(9*i)) % 64
			digits |= bits << (6 * i)
			columns.Set(i, ^(uint64(63)<<30)|bits<<30)
			number := 2*int(bits) + 1 - 64
			index[i], negative[i] = max(number, -number)/2, 0
			if number < 0 {
				negative[i] = 1
			}
		}
		row.SetSix(digits)
		column.SetColumn(&columns, 30, 6)
		var all digit.Column
		all.SetAll(digit.New(v, 6))
		var fromRow, fromColumn, fromAll SecretEntry
		fromRow.SetRow(string(table), Width, &row, &work)
		fromColumn.SetColumn(string(table), &column, &work)
		fromAll.SetColumn(string(table), &all, &work)
		for lane := range Width {
			for _, c := range []struct {
				name            string
				got             *SecretEntry
				entry, negative int
			}{
				{"row", &fromRow, BaseEntries*lane + index[lane], negative[lane]},
				{"column", &fromColumn, index[lane], negative[lane]},
				{"the same in all", &fromAll, index[0], negative[0]},
			} {
				x, y := field.Element(entries[c.entry][:4]), field.Element(entries[c.entry][4:])
				y = signed(y, uint64(c.negative))
				gotX, gotY := c.got.e[0].Get(lane), c.got.e[1].Get(lane)
				if !gotX.EqualVartime(&x) || !gotY.EqualVartime(&y) || c.got.negative != 0 {
					t.Errorf("%s, digit %d, lane %d", c.name, v, lane)
				}
			}
		}
	}
}
