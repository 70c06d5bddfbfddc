package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Multiples of G in lanes: entries of the table that secret digits choose, and
// complete additions on y^2 = x^3 + 7.

// lanesBase writes these routines.
func (g *generator) lanesBase() {
	g.lanesSelectRow()
	g.lanesSelectColumn()
	g.lanesUnpack()
	g.lanesSigned()
	g.lanesAddBase()
	g.lanesAddComplete()
}

const (
	entrySize    = 64 // x and y, 32 bytes each
	baseBits     = 5  // of an index
	baseEntries  = 1 << baseBits
	rowBlocks    = 4 // of a call of selectRowAsm
	curveTripleB = 21
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

// times21 sets z = 21 x of magnitude 1, limbs of x below 2^55: 4 (4 x + x) + x.
func (g *generator) times21(z, x wide) wide {
	g.loadLanes(x, factorA)
	for i, r := range factorA {
		g.VPSLLQ(operand.U8(2), r, spare[i])
		g.VPADDQ(r, spare[i], spare[i])
		g.VPSLLQ(operand.U8(2), spare[i], spare[i])
		g.VPADDQ(r, spare[i], spare[i])
	}
	g.carry(spare, true)
	for i, r := range spare {
		g.VMOVDQU64(r, z.limb(i))
	}
	return wide{z.at, 1}
}

// terms are what both complete additions end with: in the names of
// addProjectiveGeneric A, 3 A, B and b3 F, D and E of magnitude 1, and C of any.
type terms struct{ a3, b, f, c, d, e wide }

// lastProducts sets the point p by the terms, whose memory it uses:
// X3 = C T - D E, Y3 = T S + 3A E, Z3 = S D + 3A C for S = B + F, T = B - F.
func (c *constants) lastProducts(x, y, z wide, t *terms, s, u wide) {
	g := c.g
	s = g.addLanes(s, t.b, t.f)
	c.sub(u, t.b, 1, []wide{t.f}, nil)
	s, u = g.carried(s, s), g.carried(wide{u.at, 3}, u)
	t.c = g.carried(t.c, t.c)

	g.clearColumns()
	g.accumulate(t.d, t.e)
	c.subtracted()
	g.accumulate(t.c, u)
	g.reduceLanes(true)
	g.result(x)
	g.clearColumns()
	g.accumulate(u, s)
	g.accumulate(t.e, t.a3)
	g.reduceLanes(true)
	g.result(y)
	g.clearColumns()
	g.accumulate(s, t.d)
	g.accumulate(t.a3, t.c)
	g.reduceLanes(true)
	g.result(z)
}

// triple sets z = 3 x of magnitude 1, x of magnitude 1.
func (g *generator) triple(z, x wide) wide {
	g.loadLanes(x, factorA)
	for i, r := range factorA {
		g.VPADDQ(r, r, spare[i])
		g.VPADDQ(r, spare[i], spare[i])
	}
	g.carry(spare, true)
	for i, r := range spare {
		g.VMOVDQU64(r, z.limb(i))
	}
	return wide{z.at, 1}
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

// lanesAddBase is addProjective in lanes.
func (g *generator) lanesAddBase() {
	c := g.begin("addBaseAsm", "func(z *[120]uint64, x, y *[40]uint64, negative uint64, w *[320]uint64)",
		join(multiple(4), multiple(6), lift[:]),
		"addBaseAsm adds (x, y), or (x, -y) in the lanes of negative, to the point z of",
		"y^2 = x^3 + 7, in homogeneous coordinates of magnitude 1. Complete. w is memory to",
		"work in. Constant time.", laneRanges)
	g.argument("negative", reg.RAX)
	g.KMOVB(reg.EAX, negative)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	x, y, z := of(reg.RSI, 0, 1), of(reg.RSI, 1, 1), of(reg.RSI, 2, 1)
	x2, y2 := of(reg.RCX, 0, 1), of(reg.RDX, 0, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }

	y2 = c.signed(w(0), y2, true)
	var t terms
	g.lanesProduct(w(1), x2, z)
	t.e = g.times21(w(1), g.addLanes(w(1), w(1), x))
	g.lanesProduct(w(2), y, y2)
	t.b = w(2)
	t.f = g.times21(w(3), z)
	g.lanesProduct(w(5), y2, z)
	t.d = g.carried(g.addLanes(w(5), w(5), y), w(5))
	g.lanesProduct(w(6), x, x2)
	u, v := g.addLanes(w(7), x, y), g.addLanes(w(0), x2, y2)
	g.lanesProduct(w(7), u, v)
	c.sub(w(7), w(7), 2, []wide{w(6), w(2)}, nil)
	t.c = wide{w(7).at, 4}
	t.a3 = g.triple(w(6), w(6))
	c.lastProducts(x, y, z, &t, w(4), w(0))
	g.leave()
}

// lanesAddComplete adds two points in homogeneous coordinates, ePrint 2015/1060,
// algorithm 7, in the names of addProjectiveGeneric with D = Y1 Z2 + Y2 Z1,
// E = b3 (X1 Z2 + X2 Z1) and F = b3 Z1 Z2.
func (g *generator) lanesAddComplete() {
	c := g.begin("addCompleteAsm", "func(z, a *[120]uint64, w *[320]uint64)",
		join(multiple(6), multiple(4), lift[:]),
		"addCompleteAsm adds the point a to the point z, both of y^2 = x^3 + 7 in homogeneous",
		"coordinates of magnitude 1. Complete. w is memory to work in. Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("a", reg.RCX)
	g.argument("w", reg.RDI)
	x, y, z := of(reg.RSI, 0, 1), of(reg.RSI, 1, 1), of(reg.RSI, 2, 1)
	x2, y2, z2 := of(reg.RCX, 0, 1), of(reg.RCX, 1, 1), of(reg.RCX, 2, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }

	a, b, f := w(1), w(2), w(3)
	g.lanesProduct(a, x, x2)
	g.lanesProduct(b, y, y2)
	g.lanesProduct(f, z, z2)
	// (u + v) (u2 + v2) less both products
	cross := func(r, u, v, u2, v2, p, q wide) wide {
		s, t := g.addLanes(r, u, v), g.addLanes(w(0), u2, v2)
		g.lanesProduct(r, s, t)
		c.sub(r, r, 2, []wide{p, q}, nil)
		return wide{r.at, 4}
	}
	var t terms
	t.c = cross(w(7), x, y, x2, y2, a, b)
	t.d = cross(w(5), y, z, y2, z2, b, f)
	t.d = g.carried(t.d, t.d)
	t.e = cross(w(4), x, z, x2, z2, a, f)
	t.e = g.times21(w(4), t.e)
	t.f = g.times21(f, f)
	t.b = b
	t.a3 = g.triple(w(1), a)
	c.lastProducts(x, y, z, &t, w(6), w(0))
	g.leave()
}
