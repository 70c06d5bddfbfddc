package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Additions of sums of many points, eight at a time, on y^2 = x^3 + 7 in homogeneous
// coordinates of magnitude 1; complete, so that points may be equal or opposite:
// Renes, Costello and Batina, ePrint 2015/1060, algorithms 7 and 8. With A = X1 X2,
// C = X1 Y2 + X2 Y1, D = Y1 Z2 + Y2 Z1, E = 21 (X1 Z2 + X2 Z1), F = 21 Z1 Z2,
// S = Y1 Y2 + F, T = S - 2 F: X3 = C T - D E, Y3 = T S + 3A E, Z3 = S D + 3A C.
// Sums of products share a reduction.

// lanesSums writes these routines.
func (g *generator) lanesSums() {
	g.lanesAddTerm()
	g.lanesAddSum()
}

// twentyOne sets r to the limbs of 21 x, x of magnitude 1: 4 (4 x + x) + x.
func (g *generator) twentyOne(x wide, r [5]reg.VecPhysical) {
	g.written(r)
	for i := range r {
		g.VMOVDQU64(x.limb(i), over)
		g.VPSLLQ(operand.U8(2), over, r[i])
		g.VPADDQ(over, r[i], r[i])
		g.VPSLLQ(operand.U8(2), r[i], r[i])
		g.VPADDQ(over, r[i], r[i])
	}
}

// twentyOneTimes sets z = 21 x, both of magnitude 1.
func (g *generator) twentyOneTimes(z, x wide) wide {
	g.twentyOne(x, factorA)
	g.carry(factorA, true)
	g.storeLanes(z, factorA)
	return z
}

// startColumns sets the columns to the limbs of x.
func (g *generator) startColumns(x wide) {
	g.written([5]reg.VecPhysical(columns[:5]))
	for i, c := range columns {
		if i < 5 {
			g.VMOVDQU64(x.limb(i), c)
		} else {
			g.VPXORQ(c, c, c)
		}
	}
}

// tripleColumns triples columns below 2^56.
func (g *generator) tripleColumns() {
	for _, c := range columns {
		g.VPADDQ(c, c, over)
		g.VPADDQ(over, c, c)
	}
}

// summands are those of the last products; c, d, e and a3 only for products.
type summands struct{ c, d, e, a3, s, f wide }

// finish sets the point to what they give, but not in the lanes of keep where it is
// given. t is memory.
func (c *constants) finish(x, y, z wide, m summands, t wide, keep *reg.OpmaskPhysical) {
	g := c.g
	c.sub(t, m.s, 2, nil, []wide{m.f})
	t = g.carried(wide{t.at, 4}, t)
	store := func(to wide) {
		g.reduceLanes(true)
		if keep != nil {
			for i := range 5 {
				g.VMOVDQU64(to.limb(i), *keep, columns[i])
			}
		}
		g.result(to)
	}
	g.multiply(m.d, m.e)
	c.subtracted()
	g.accumulate(m.c, t)
	store(x)
	g.multiply(t, m.s)
	g.accumulate(m.e, m.a3)
	store(y)
	g.multiply(m.s, m.d)
	g.accumulate(m.a3, m.c)
	store(z)
}

// factorOf stores the columns, reduced, as a factor of products.
func (g *generator) factorOf(z wide) wide {
	g.reduceLanes(false)
	g.result(z)
	return z
}

// lanesAddTerm adds affine points.
func (g *generator) lanesAddTerm() {
	c := g.begin("addTermAsm", "func(z *[120]uint64, x, y *[40]uint64, keep uint64, w *[280]uint64)",
		join(multiple(6), lift[:]),
		"addTermAsm adds (x, y) to the point z of y^2 = x^3 + 7, in homogeneous coordinates",
		"of magnitude 1, but not in the lanes of keep. Complete. w is memory to work in.",
		"Constant time.", laneRanges)
	keep := reg.K1
	g.argument("keep", reg.RAX)
	g.KMOVB(reg.EAX, keep)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	x, y, z := of(reg.RSI, 0, 1), of(reg.RSI, 1, 1), of(reg.RSI, 2, 1)
	x2, y2 := of(reg.RCX, 0, 1), of(reg.RDX, 0, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }

	var m summands
	m.f = g.twentyOneTimes(w(0), z)
	g.startColumns(m.f)
	g.accumulate(y, y2)
	g.reduceLanes(true)
	g.result(w(1))
	m.s = w(1)
	g.clearColumns()
	g.twentyOne(x, [5]reg.VecPhysical(columns[:5]))
	g.accumulate(x2, m.f)
	m.e = g.factorOf(w(2))
	g.startColumns(y)
	g.accumulate(y2, z)
	m.d = g.factorOf(w(3))
	g.multiply(x, x2)
	g.tripleColumns()
	m.a3 = g.factorOf(w(4))
	g.multiply(x, y2)
	g.accumulate(x2, y)
	m.c = g.factorOf(w(5))
	c.finish(x, y, z, m, w(6), &keep)
	g.leave()
}

// lanesAddSum adds points of any Z.
func (g *generator) lanesAddSum() {
	c := g.begin("addSumAsm", "func(z, p *[120]uint64, w *[360]uint64)",
		join(multiple(6), lift[:]),
		"addSumAsm adds the point p to z, both of y^2 = x^3 + 7, in homogeneous coordinates",
		"of magnitude 1. Complete. w is memory to work in. Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("p", reg.RCX)
	g.argument("w", reg.RDI)
	x, y, z := of(reg.RSI, 0, 1), of(reg.RSI, 1, 1), of(reg.RSI, 2, 1)
	x2, y2, z2 := of(reg.RCX, 0, 1), of(reg.RCX, 1, 1), of(reg.RCX, 2, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }

	var m summands
	g.twentyOneTimes(w(7), z2)
	g.twentyOneTimes(w(8), z)
	g.lanesProduct(w(0), z, w(7))
	m.f = w(0)
	g.startColumns(m.f)
	g.accumulate(y, y2)
	g.reduceLanes(true)
	g.result(w(1))
	m.s = w(1)
	g.multiply(x, w(7))
	g.accumulate(x2, w(8))
	m.e = g.factorOf(w(2))
	g.multiply(y, z2)
	g.accumulate(y2, z)
	m.d = g.factorOf(w(3))
	g.multiply(x, x2)
	g.tripleColumns()
	m.a3 = g.factorOf(w(4))
	g.multiply(x, y2)
	g.accumulate(x2, y)
	m.c = g.factorOf(w(5))
	c.finish(x, y, z, m, w(6), nil)
	g.leave()
}
