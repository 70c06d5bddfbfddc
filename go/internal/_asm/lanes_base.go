package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Multiples of G in lanes: entries of the table that secret digits choose.

// lanesBase writes these routines.
func (g *generator) lanesBase() {
	g.lanesSelectRow()
	g.lanesSelectColumn()
	g.lanesUnpack()
	g.lanesSigned()
}

const (
	entrySize   = 64 // x and y, 32 bytes each
	baseBits    = 5  // of an index
	baseEntries = 1 << baseBits
	rowBlocks   = 4 // of a call of selectRowAsm
)

// indexBits loads the masks of the bits of an index.
func (g *generator) indexBits(masks reg.GPPhysical, offset int) {
	for j, k := range indexMasks {
		g.KMOVB(operand.Mem{Base: masks, Disp: offset + j}, k)
	}
}

var indexMasks = [baseBits]reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4, reg.K5}

// choose sets register free to what the masks select of 2^level entries, which load
// loads from entry first on. It uses level registers behind.
func (g *generator) choose(level, first, free int, load func(entry int, r reg.VecPhysical)) {
	if level == 0 {
		load(first, allVectors[free])
		return
	}
	g.choose(level-1, first, free, load)
	g.choose(level-1, first+1<<(level-1), free+1, load)
	g.VMOVDQA64(allVectors[free+1], indexMasks[level-1], allVectors[free])
}

// lanesSelectRow reads the 32 entries of each of four blocks and halves them five
// times by the masks of an index. Loads are without masks, so that all are made.
func (g *generator) lanesSelectRow() {
	g.function("selectRowAsm", "func(z *[32]uint64, t *[1024]uint64, masks *[4]uint64)", 0, true,
		"selectRowAsm sets z to an entry, of eight words, of each of four blocks of 32 that",
		"follow one another: byte j of a block's masks is all of bit j of the entry's index.",
		"It reads them all. Constant time.")
	g.argument("t", reg.RSI)
	g.argument("z", reg.RDI)
	g.argument("masks", reg.RCX)
	for block := range rowBlocks {
		g.indexBits(reg.RCX, 8*block)
		free := (baseBits + 1) * block
		g.choose(baseBits, baseEntries*block, free, func(entry int, r reg.VecPhysical) {
			g.VMOVDQU64(operand.Mem{Base: reg.RSI, Disp: entrySize * entry}, r)
		})
		g.VMOVDQU64(allVectors[free], operand.Mem{Base: reg.RDI, Disp: entrySize * block})
	}
	g.leave()
}

// lanesSelectColumn does the same with a block for all lanes, whose words are
// broadcast.
func (g *generator) lanesSelectColumn() {
	g.function("selectColumnAsm", "func(z *[64]uint64, t *[256]uint64, masks *uint64)", 0, true,
		"selectColumnAsm sets every lane of z to an entry, of eight words, of a block of 32:",
		"byte j of masks has bit j of the index of every lane. It reads them all. Constant",
		"time.")
	g.argument("t", reg.RSI)
	g.argument("z", reg.RDI)
	g.argument("masks", reg.RCX)
	g.indexBits(reg.RCX, 0)
	for i := range entrySize / 8 {
		free := (baseBits + 1) * (i % 4)
		g.choose(baseBits, 0, free, func(entry int, r reg.VecPhysical) {
			g.VPBROADCASTQ(operand.Mem{Base: reg.RSI, Disp: entrySize*entry + 8*i}, r)
		})
		g.VMOVDQU64(allVectors[free], operand.Mem{Base: reg.RDI, Disp: 64 * i})
	}
	g.leave()
}

// lanesUnpack brings numbers from limbs of 64 bits to those of 52. Limb i, bits 52 i
// to 52 i + 51, begins in word i - 1, with its 12 i highest.
func (g *generator) lanesUnpack() {
	g.function("unpackAsm", "func(x, y *[40]uint64, words *[64]uint64)", 0, true,
		"unpackAsm sets x and y to numbers of four words. Constant time.", laneRanges)
	g.argument("words", reg.RSI)
	g.argument("x", reg.RDI)
	g.argument("y", reg.RDX)
	g.MOVQ(operand.U64(laneMask), reg.RAX)
	g.VPBROADCASTQ(reg.RAX, mask52)
	for k, base := range []reg.GPPhysical{reg.RDI, reg.RDX} {
		for i := range 4 {
			g.VMOVDQU64(operand.Mem{Base: reg.RSI, Disp: 64 * (4*k + i)}, columns[i])
		}
		for i, r := range spare {
			switch i {
			case 0:
				g.VPANDQ(mask52, columns[0], r)
			case 4:
				g.VPSRLQ(operand.U8(16), columns[3], r)
			default:
				g.VPSRLQ(operand.U8(64-12*i), columns[i-1], r)
				g.VPSLLQ(operand.U8(12*i), columns[i], over)
				g.VPORQ(over, r, r)
				g.VPANDQ(mask52, r, r)
			}
			g.VMOVDQU64(r, operand.Mem{Base: base, Disp: 64 * i})
		}
	}
	g.leave()
}

// allVectors are the registers of 512 bits but the last.
var allVectors = [...]reg.VecPhysical{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14,
	reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23, reg.Z24, reg.Z25, reg.Z26, reg.Z27,
	reg.Z28, reg.Z29, reg.Z30,
}

func (g *generator) lanesSigned() {
	c := g.begin("signedAsm", "func(z, y *[40]uint64, negative uint64)", multiple(4),
		"signedAsm sets z to y, or to -y in the lanes of negative. z may be y. Constant time.", laneRanges)
	g.argument("negative", reg.RAX)
	g.KMOVB(reg.EAX, negative)
	g.argument("z", reg.RDI)
	g.argument("y", reg.RSI)
	c.signed(of(reg.RDI, 0, 1), of(reg.RSI, 0, 1), true)
	g.leave()
}
