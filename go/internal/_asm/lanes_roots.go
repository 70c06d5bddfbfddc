package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// What square roots in lanes are made of, and the way of numbers into lanes and out.

// lanesRoots writes these routines.
func (g *generator) lanesRoots() {
	g.lanesSquareN()
	g.lanesPowerStep()
	g.lanesRightSide()
	g.lanesFromWords()
	g.lanesToWords()
}

// A squaring has the registers of one of two elements that are squared in turns: the
// columns, and the limbs, of which those that have been multiplied are memory for the
// reduction.
type squaring struct {
	columns [10]reg.VecPhysical
	limbs   [5]reg.VecPhysical
}

var squarings = [2]squaring{
	{
		[10]reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9},
		[5]reg.VecPhysical{reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14},
	},
	{
		[10]reg.VecPhysical{reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z24, reg.Z25, reg.Z26, reg.Z27, reg.Z28},
		[5]reg.VecPhysical{reg.Z29, reg.Z30, reg.Z31, reg.Z22, reg.Z23},
	},
}

// square sets the limbs to those of the square, as squareColumns does.
func (s *squaring) square(c *constants) {
	g, columns, limbs := c.g, s.columns, s.limbs
	for _, r := range columns {
		g.VPXORQ(r, r, r)
	}
	for i := range 5 {
		for j := i + 1; j < 5; j++ {
			g.VPMADD52LUQ(limbs[j], limbs[i], columns[i+j])
			g.VPMADD52HUQ(limbs[j], limbs[i], columns[i+j+1])
		}
	}
	for _, r := range columns[1:9] {
		g.VPADDQ(r, r, r)
	}
	for i, r := range limbs {
		g.VPMADD52LUQ(r, r, columns[2*i])
		g.VPMADD52HUQ(r, r, columns[2*i+1])
	}
	s.reduce(c)
}

// times sets the limbs to those of the product with y, as accumulate does.
func (s *squaring) times(c *constants, y wide, factor [5]reg.VecPhysical) {
	g := c.g
	g.loadLanes(y, factor)
	for _, r := range s.columns {
		g.VPXORQ(r, r, r)
	}
	for i := range 5 {
		for j := range 5 {
			g.VPMADD52LUQ(factor[j], s.limbs[i], s.columns[i+j])
			g.VPMADD52HUQ(factor[j], s.limbs[i], s.columns[i+j+1])
		}
	}
	s.reduce(c)
}

// reduce brings the columns to limbs of magnitude 1, as reduceLanes does. mask52 and
// fold260 stay in their registers; what else begin loads is in memory here.
func (s *squaring) reduce(c *constants) {
	g, columns, limbs := c.g, s.columns, s.limbs
	over, high := limbs[4], limbs[3]
	for i := 5; i < 9; i++ {
		g.VPSRLQ(operand.U8(52), columns[i], over)
		g.VPADDQ(over, columns[i+1], columns[i+1])
	}
	g.VPXORQ(high, high, high)
	g.VPMADD52HUQ(fold260, columns[9], high)
	for i := range 5 {
		g.VPMADD52LUQ(fold260, columns[i+5], columns[i])
		if i < 4 {
			g.VPMADD52HUQ(fold260, columns[i+5], columns[i+1])
		}
	}
	g.VPSRLQ(operand.U8(48), columns[4], over)
	g.VPSLLQ(operand.U8(4), high, high)
	g.VPADDQ(over, high, high)
	g.VPANDQ_BCST(c.place(laneTopMask), columns[4], columns[4])
	g.VPMADD52LUQ_BCST(c.place(fold), high, columns[0])
	g.VPMADD52HUQ_BCST(c.place(fold), high, columns[1])
	for i := range 4 {
		g.VPSRLQ(operand.U8(52), columns[i], over)
		g.VPADDQ(over, columns[i+1], columns[i+1])
		g.VPANDQ(mask52, columns[i], limbs[i])
	}
	g.VMOVDQA64(columns[4], limbs[4])
}

// lanesSquareN squares one element and then the other: the processor is still at the
// reduction of the one, whose steps wait for one another, when it has the products of the
// other.
func (g *generator) lanesSquareN() {
	c := g.begin("squareNAsm", "func(z *[80]uint64, n int)", []uint64{fold, laneTopMask},
		"squareNAsm squares two elements n times, n at least 1, in every lane: a chain of",
		"squares waits for itself. Constant time but for n.", laneRanges)
	g.argument("z", reg.RSI)
	g.squares(c, reg.RSI)
	g.storeSquares(reg.RSI)
	g.leave()
}

// squares squares two elements as often as the argument n says.
func (g *generator) squares(c *constants, from reg.GPPhysical) {
	n := reg.R9
	g.argument("n", n)
	for i, s := range squarings {
		g.loadLanes(of(from, i, 1), s.limbs)
	}
	g.Label("loop")
	for i := range squarings {
		squarings[i].square(c)
	}
	g.DECQ(n)
	g.JNZ(operand.LabelRef("loop"))
}

func (g *generator) storeSquares(to reg.GPPhysical) {
	for i, s := range squarings {
		for j, r := range s.limbs {
			g.VMOVDQU64(r, of(to, i, 1).limb(j))
		}
	}
}

func (g *generator) lanesPowerStep() {
	c := g.begin("powerStepAsm", "func(z, x, y *[80]uint64, n int)", []uint64{fold, laneTopMask},
		"powerStepAsm sets two elements z to x, squared n times, n at least 1, times y, in",
		"every lane. Arguments may alias. Constant time but for n.", laneRanges)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	g.argument("z", reg.RSI)
	g.squares(c, reg.RCX)
	for i := range squarings {
		squarings[i].times(c, of(reg.RDX, i, 1), [5]reg.VecPhysical(squarings[1-i].columns[:5]))
	}
	g.storeSquares(reg.RSI)
	g.leave()
}

func (g *generator) lanesRightSide() {
	c := g.begin("rightSideAsm", "func(z, x *[40]uint64)", []uint64{7},
		"rightSideAsm sets z = x^3 + 7 in every lane. z may be x. Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("x", reg.RCX)
	x := of(reg.RCX, 0, 1)
	g.squareColumns(x)
	g.reduceLanes(false)
	for i, r := range columns[:5] {
		g.VMOVDQA64(r, factorB[i])
	}
	g.clearColumns()
	c.splat(7, columns[0])
	g.products()
	g.reduceLanes(true)
	g.result(of(reg.RSI, 0, 1))
	g.leave()
}

// words are where limbs of 64 bits lie among those of 52: limb i has bits of words,
// shifted left or, where negative, right.
var words = [5][]struct{ word, shift int }{
	{{0, 0}},
	{{0, -52}, {1, 12}},
	{{1, -40}, {2, 24}},
	{{2, -28}, {3, 36}},
	{{3, -16}},
}

// shifted sets z to x shifted left, or right where negative.
func (g *generator) shifted(x reg.VecPhysical, by int, z reg.VecPhysical) {
	switch {
	case by > 0:
		g.VPSLLQ(operand.U8(by), x, z)
	case by < 0:
		g.VPSRLQ(operand.U8(-by), x, z)
	default:
		g.VMOVDQA64(x, z)
	}
}

func (g *generator) lanesFromWords() {
	g.begin("fromWordsAsm", "func(z *[40]uint64, x *[32]uint64)", nil,
		"fromWordsAsm sets z to the numbers x, of four words of 64 bits, in every lane.",
		"Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("x", reg.RCX)
	for i := range 4 {
		g.VMOVDQU64(operand.Mem{Base: reg.RCX, Disp: 64 * i}, factorA[i])
	}
	for i, parts := range words {
		r := columns[i]
		g.shifted(factorA[parts[0].word], parts[0].shift, r)
		for _, p := range parts[1:] {
			g.shifted(factorA[p.word], p.shift, over)
			g.VPORQ(over, r, r)
		}
		if i < 4 {
			g.VPANDQ(mask52, r, r)
		}
	}
	g.result(of(reg.RSI, 0, 1))
	g.leave()
}

// lanesToWords adds 2^256 - p to a number that is below 2p, and takes what is below
// 2^256 where that reaches 2^256.
func (g *generator) lanesToWords() {
	c := g.begin("toWordsAsm", "func(z *[32]uint64, x *[40]uint64)", []uint64{laneTopMask + 1},
		"toWordsAsm sets z to the numbers x mod p, below p and in four words of 64 bits, in",
		"every lane. Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("x", reg.RCX)
	g.loadLanes(of(reg.RCX, 0, 1), factorA)
	g.carry(factorA, true)
	g.VMOVDQA64(factorA[0], factorB[0])
	g.VPADDQ(fold256, factorB[0], factorB[0])
	for i := range 4 {
		g.VMOVDQA64(factorA[i+1], factorB[i+1])
	}
	g.ripple(factorB, factorB, true)
	c.splat(laneTopMask+1, over)
	g.VPTESTMQ(over, factorB[4], odd)
	g.VPANDQ(mask48, factorB[4], factorB[4])
	for i, r := range factorA {
		g.VMOVDQA64(factorB[i], odd, r)
	}
	for i := range 4 {
		// Words are where limbs' bits are the other way round.
		r := columns[i]
		g.shifted(factorA[i], -12*i, r)
		g.shifted(factorA[i+1], 52-12*i, over)
		g.VPORQ(over, r, r)
		g.VMOVDQU64(r, operand.Mem{Base: reg.RSI, Disp: 64 * i})
	}
	g.leave()
}
