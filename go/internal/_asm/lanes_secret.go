package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// sumLanes sets z = a + b, limb by limb.
func (g *generator) sumLanes(z, a, b wide) wide {
	g.written(spare)
	for i, r := range spare {
		g.VMOVDQU64(g.limb(a, i), r)
		g.VPADDQ(g.limb(b, i), r, r)
	}
	g.storeLanes(z, spare)
	return wide{z.at, a.magnitude + b.magnitude}
}

// zeroLanes sets flag in the lanes where r, of magnitude 1, is 0 or p, the numbers
// below 2^256 + 2^216 that are 0 mod p. It uses t.
func (c *constants) zeroLanes(r [5]reg.VecPhysical, flag, t reg.OpmaskPhysical) {
	const (
		or    = 0xfe // a | b | c
		orXor = 0xf6 // a | b ^ c
	)
	g := c.g
	c.splat(primeLimb(0), high)
	g.VPORQ(r[0], r[1], over)
	g.VPXORQ(r[0], high, high)
	g.VPTERNLOGQ(operand.U8(or), r[2], r[3], over)
	for _, limb := range r[1:4] {
		g.VPTERNLOGQ(operand.U8(orXor), mask52, limb, high)
	}
	g.VPORQ(r[4], over, over)
	g.VPTERNLOGQ(operand.U8(orXor), mask48, r[4], high)
	g.VPTESTNMQ(over, over, flag)
	g.VPTESTNMQ(high, high, t)
	g.KORB(t, flag, flag)
}

// chooseLanes sets r to e in the lanes of flag. What is chosen is loaded in all.
func (g *generator) chooseLanes(r [5]reg.VecPhysical, e wide, flag reg.OpmaskPhysical) {
	g.written(r)
	for i := range r {
		g.VMOVDQU64(e.limb(i), over)
		g.VMOVDQA64(over, flag, r[i])
	}
}

// chooseOne sets the first five columns to 1 in the lanes of flag.
func (c *constants) chooseOne(flag reg.OpmaskPhysical) {
	c.splat(1, over)
	c.g.VMOVDQA64(over, flag, columns[0])
	c.g.VPXORQ(over, over, over)
	for _, r := range columns[1:5] {
		c.g.VMOVDQA64(over, flag, r)
	}
}

// lanesAddComplete is addComplete in lanes. With U = x2 Z^2, S = y2 Z^3, T = X + U and
// M = Y + S, n is r = X U - T^2, and m is M; or n is S - Y and m is X - U where M is 0.
func (g *generator) lanesAddComplete() {
	c := g.begin("addCompleteAsm", "func(z *[120]uint64, x, y *[40]uint64, negative uint64, w *[320]uint64)",
		join(multiple(4), multiple(8), multiple(14), halves, lift[:]),
		"addCompleteAsm adds (x, y), or (x, -y) in the lanes of negative, to the point z,",
		"which may be infinity, equal or opposite. w is memory to work in. Constant time.", laneRanges)
	infinity, chord, t := reg.K3, reg.K4, reg.K5
	g.argument("negative", reg.RAX)
	g.KMOVB(reg.EAX, negative)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	x, y, z := of(reg.RSI, 0, 6), of(reg.RSI, 1, 3), of(reg.RSI, 2, 1)
	x2, y2 := of(reg.RCX, 0, 1), of(reg.RDX, 0, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }
	u, s, n, m, mm, sum := w(1), w(2), w(3), w(4), w(5), w(6)
	zz, q, nn := n, u, s // where others are done
	difference := wide{w(7).at, 8}

	g.loadLanes(z, factorA)
	c.zeroLanes(factorA, infinity, t)
	g.squareFactor(zz, z)
	g.lanesProduct(u, x2, zz)
	g.productFactor(s, z, zz)
	c.sub(difference, x, 1, []wide{u}, nil)
	sum = g.sumLanes(sum, x, u)
	y2 = c.signed(w(0), y2, true)
	g.lanesProduct(s, y2, s)
	sum = g.carried(sum, sum)
	xc := g.carried(x, x)
	g.squareColumns(sum)
	c.subtracted()
	g.accumulate(xc, u)
	g.reduceLanes(true)
	g.result(n)

	g.loadLanes(y, factorA)
	g.written(factorA)
	for i, r := range factorA {
		g.VPADDQ(s.limb(i), r, r)
	}
	g.carry(factorA, true)
	c.zeroLanes(factorA, chord, t)
	g.chooseLanes(factorA, difference, chord)
	g.carry(factorA, false)
	g.storeLanes(m, factorA)
	g.lanesSquare(mm, m)
	difference.magnitude = 5
	c.sub(difference, s, 3, []wide{y}, nil)
	g.loadLanes(n, factorA)
	g.chooseLanes(factorA, difference, chord)
	g.carry(factorA, false)
	g.storeLanes(n, factorA)
	g.lanesSquare(nn, n)
	g.lanesProduct(q, sum, mm)
	c.sub(x, nn, 1, []wide{q}, nil)
	e := wide{difference.at, 8}
	c.sub(e, q, 6, nil, []wide{x}) // q - 2 X3
	g.multiply(m, z)
	g.reduceLanes(true)
	c.chooseOne(infinity)
	g.result(z)

	// n e + m^4, or without m^4 in the lanes of chord, is -2 Y3.
	g.loadLanes(mm, factorA)
	g.written(factorA)
	g.VPXORQ(over, over, over)
	for _, r := range factorA {
		g.VMOVDQA64(over, chord, r)
	}
	g.ownProducts()
	g.accumulate(n, e)
	c.subtracted()
	g.reduceLanes(true)
	limbs := [5]reg.VecPhysical(columns[:5])
	c.halve(limbs)
	g.chooseLanes(limbs, y2, infinity)
	g.result(y)
	g.loadLanes(x, limbs)
	g.chooseLanes(limbs, x2, infinity)
	g.result(x)
	g.leave()
}

// lanesSelect reads entries of two elements, which are three elements apart, and
// halves them by each bit of an index in each lane. Loads are without masks, so that
// all are made.
func (g *generator) lanesSelect(name string, names ...string) {
	g.function(name, "func(z, t *[80]uint64, "+strings.Join(names, ", ")+" uint64)", 0, true,
		fmt.Sprintf("%s sets z to the entry of %d that the bits %s to %s choose in each lane:", name, 1<<len(names), names[0], names[len(names)-1]),
		"each is a bit for every lane. Entries, of two elements, are three elements apart.",
		"It reads them all. Constant time.")
	bits := [4]reg.OpmaskPhysical{reg.K1, reg.K2, reg.K3, reg.K4}
	for i, name := range names {
		g.argument(name, reg.RAX)
		g.KMOVB(reg.EAX, bits[i])
	}
	g.argument("t", reg.RSI)
	g.argument("z", reg.RDI)
	var choose func(limb, level, first, free int)
	choose = func(limb, level, first, free int) {
		if level == 0 {
			g.VMOVDQU64(operand.Mem{Base: reg.RSI, Disp: 3*laneSize*first + 64*limb}, columns[free])
			return
		}
		choose(limb, level-1, first, free)
		choose(limb, level-1, first+1<<(level-1), free+1)
		g.VMOVDQA64(columns[free+1], bits[level-1], columns[free])
	}
	for limb := range 10 {
		choose(limb, len(names), 0, 5*(limb%2))
		g.VMOVDQU64(columns[5*(limb%2)], operand.Mem{Base: reg.RDI, Disp: 64 * limb})
	}
	g.leave()
}
