// Package digit has the digits of secret numbers and what may be done with
// them: look a point up in a table that is read whole, and ask for the sign.
package digit

import (
	"math/bits"
	"unsafe"

	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/field"
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

// A Row is eight digits of one number, of up to six bits, by which code for lanes
// looks up entries. It is as secret as the digits; == does not compile.
type Row struct {
	_        [0]func()
	masks    [8]uint64 // byte j of a digit's: all of bit j of (|d| - 1) / 2
	negative uint64    // a bit for each digit
}

// SetSix sets the digits to those of six bits each in the lower 48 bits of v, the
// lowest first: see New.
func (z *Row) SetSix(v uint64) {
	var n [8]uint64
	z.masks[0], n[0] = six(v)
	z.masks[1], n[1] = six(v >> 6)
	z.masks[2], n[2] = six(v >> 12)
	z.masks[3], n[3] = six(v >> 18)
	z.masks[4], n[4] = six(v >> 24)
	z.masks[5], n[5] = six(v >> 30)
	z.masks[6], n[6] = six(v >> 36)
	z.masks[7], n[7] = six(v >> 42)
	z.negative = n[0] | n[1]<<1 | n[2]<<2 | n[3]<<3 | n[4]<<4 | n[5]<<5 | n[6]<<6 | n[7]<<7
}

// six returns the masks and the sign of the digit of the lower six bits of v.
func six(v uint64) (masks, negative uint64) {
	d := New(v&63, 6)
	return d.bytes() * 0xff, d.negative
}

// Columns are 48 signed bits of eight numbers, or eight digits of each. They are
// secret; == does not compile.
type Columns struct {
	_ [0]func()
	v [8]uint64
}

// Set sets the bits of number i to the lower 48 of v.
func (z *Columns) Set(i int, v uint64) { z.v[i&7] = v }

// A Column is a digit of up to six bits of eight numbers, by which code for lanes looks
// up entries. It is as secret as the digits; == does not compile.
type Column struct {
	_        [0]func()
	bits     uint64 // byte j: bit j of every (|d| - 1) / 2
	negative uint64 // a bit for each digit
}

// SetColumn sets z to the digit of every number that has w bits, at most six, from bit
// at on: see New. at and w are public.
func (z *Column) SetColumn(c *Columns, at, w uint) {
	const ones = 0x0101010101010101
	at, w = at&63, w&7
	v, m := &c.v, uint64(1)<<w-1
	// A byte for each number.
	d := v[0]>>at&m | v[1]>>at&m<<8 | v[2]>>at&m<<16 | v[3]>>at&m<<24 |
		v[4]>>at&m<<32 | v[5]>>at&m<<40 | v[6]>>at&m<<48 | v[7]>>at&m<<56
	negative := ^d >> (w - 1) & ones
	index := (d ^ negative*m) & (ones * (m >> 1))
	z.negative = gathered(negative)
	z.bits = gathered(index&ones) | gathered(index>>1&ones)<<8 | gathered(index>>2&ones)<<16 |
		gathered(index>>3&ones)<<24 | gathered(index>>4&ones)<<32
}

// SetAll sets every digit of z to d, of up to six bits.
func (z *Column) SetAll(d Digit) { z.bits, z.negative = d.bytes()*0xff, d.negative*0xff }

// gathered has bit i where byte i of v, which is 0 or 1, is 1: the product has bit 8 i
// of v at 8 i + 7 j for j in [1, 8], of which no two are the same, and those from 56
// on are 56 + i.
func gathered(v uint64) uint64 { return v * 0x0102040810204080 >> 56 }

// bytes has bit j of (|d| - 1) / 2, below 32, in byte j: the product has bit i at
// i + 7 j for every j, of which no two are the same, and i + 7 j = 8 k for i = j = k
// alone.
func (d Digit) bytes() uint64 { return d.index * 0x10204081 & 0x0101010101 }

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

// The words of the entry found so far have a variable each: the compiler keeps an
// array in memory, which takes three times as long.

func selectConstantGeneric(z *[8]uint64, t string, index uint64) {
	if bits.UintSize == 32 {
		selectConstantHalves(z, t, uint32(index))
		return
	}
	var r0, r1, r2, r3, r4, r5, r6, r7 uint64
	for i := range uint64(len(t) / EntrySize) {
		m := equalMask(i, index)
		e := t[i*EntrySize:][:EntrySize]
		r0 |= m & Word(e, 0)
		r1 |= m & Word(e, 1)
		r2 |= m & Word(e, 2)
		r3 |= m & Word(e, 3)
		r4 |= m & Word(e, 4)
		r5 |= m & Word(e, 5)
		r6 |= m & Word(e, 6)
		r7 |= m & Word(e, 7)
	}
	*z = [8]uint64{r0, r1, r2, r3, r4, r5, r6, r7}
}

// selectConstantHalves is selectConstantGeneric on 32-bit halves of words. For 386 the
// compiler loads a half by one instruction: a fifth of the instructions.
func selectConstantHalves(z *[8]uint64, t string, index uint32) {
	var r [16]uint32
	for i := range uint32(len(t) / EntrySize) {
		d := i ^ index
		m := -((d - 1) & ^d >> 31)
		e := t[i*EntrySize:][:EntrySize]
		r[0] |= m & half(e, 0)
		r[1] |= m & half(e, 1)
		r[2] |= m & half(e, 2)
		r[3] |= m & half(e, 3)
		r[4] |= m & half(e, 4)
		r[5] |= m & half(e, 5)
		r[6] |= m & half(e, 6)
		r[7] |= m & half(e, 7)
		r[8] |= m & half(e, 8)
		r[9] |= m & half(e, 9)
		r[10] |= m & half(e, 10)
		r[11] |= m & half(e, 11)
		r[12] |= m & half(e, 12)
		r[13] |= m & half(e, 13)
		r[14] |= m & half(e, 14)
		r[15] |= m & half(e, 15)
	}
	for i := range z {
		z[i] = uint64(r[2*i]) | uint64(r[2*i+1])<<32
	}
}

// half returns the 32-bit half i of the entry at the start of e: the low half of word
// i/2 for an even i, the high half for an odd one.
func half(e string, i int) uint32 {
	w := e[4*i:][:4]
	return uint32(w[0]) | uint32(w[1])<<8 | uint32(w[2])<<16 | uint32(w[3])<<24
}

func selectMemoryGeneric(z *[8]uint64, t [][8]uint64, index uint64) {
	var r0, r1, r2, r3, r4, r5, r6, r7 uint64
	for i := range t {
		m := equalMask(uint64(i), index)
		e := &t[i]
		r0 |= m & e[0]
		r1 |= m & e[1]
		r2 |= m & e[2]
		r3 |= m & e[3]
		r4 |= m & e[4]
		r5 |= m & e[5]
		r6 |= m & e[6]
		r7 |= m & e[7]
	}
	*z = [8]uint64{r0, r1, r2, r3, r4, r5, r6, r7}
}

// equalMask is all ones when a = b, both below 2^63, and 0 otherwise.
func equalMask(a, b uint64) uint64 {
	d := a ^ b
	return -((d - 1) & ^d >> 63)
}
