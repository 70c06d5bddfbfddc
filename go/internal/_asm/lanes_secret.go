package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// add sets z = a + b.
func (g *generator) addLanes(z, a, b wide) wide {
	g.written(spare)
	for i, r := range spare {
		g.VMOVDQU64(g.limb(a, i), r)
		g.VPADDQ(g.limb(b, i), r, r)
	}
	g.storeLanes(z, spare)
	return wide{z.at, a.magnitude + b.magnitude}
}

// lanesAddProjective is addProjective in lanes, for any b.
func (g *generator) lanesAddProjective() {
	c := g.begin("addProjectiveAsm", "func(z *[120]uint64, x, y *[40]uint64, negative uint64, b3 *[40]uint64, w *[320]uint64)",
		join(multiple(4), multiple(6), lift[:]),
		"addProjectiveAsm adds (x, y), or (x, -y) in the lanes of negative, to the point z,",
		"both on y^2 = x^3 + b3 / 3; z is in homogeneous coordinates of magnitude 1.",
		"Complete where no two points differ by one of order 2. w is memory to work in.",
		"Constant time.", laneRanges)
	g.argument("negative", reg.RAX)
	g.KMOVB(reg.EAX, negative)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	g.argument("b3", reg.R8)
	x, y, z := of(reg.RSI, 0, 1), of(reg.RSI, 1, 1), of(reg.RSI, 2, 1)
	x2, y2, b3 := of(reg.RCX, 0, 1), of(reg.RDX, 0, 1), of(reg.R8, 0, 1)
	w := func(i int) wide { return of(reg.RDI, i, 1) }

	y2 = c.signed(w(0), y2, true)
	// A, B, C, D, E, S and T of addProjectiveGeneric; 3A for what is -3A there.
	g.lanesProduct(w(1), x2, z)
	e := g.addLanes(w(1), w(1), x)
	g.lanesProduct(w(1), b3, e)
	e = w(1)
	g.lanesProduct(w(2), y, y2)
	g.lanesProduct(w(3), b3, z)
	s := g.addLanes(w(4), w(2), w(3))
	c.sub(w(3), w(2), 1, []wide{w(3)}, nil)
	s, t := g.carried(s, w(4)), g.carried(wide{w(3).at, 3}, w(3))
	g.lanesProduct(w(5), y2, z)
	d := g.addLanes(w(5), w(5), y)
	d = g.carried(d, w(5))
	g.lanesProduct(w(6), x, x2)
	u, v := g.addLanes(w(7), x, y), g.addLanes(w(0), x2, y2)
	g.lanesProduct(w(7), u, v)
	c.sub(w(7), w(7), 2, []wide{w(6), w(2)}, nil)
	cc := g.carried(wide{w(7).at, 4}, w(7))
	a2 := g.addLanes(w(2), w(6), w(6))
	a3 := g.carried(g.addLanes(w(6), a2, w(6)), w(6))

	g.multiply(d, e)
	c.subtracted()
	g.accumulate(cc, t)
	g.reduceLanes(true)
	g.result(x)
	g.multiply(t, s)
	g.accumulate(e, a3)
	g.reduceLanes(true)
	g.result(y)
	g.multiply(s, d)
	g.accumulate(a3, cc)
	g.reduceLanes(true)
	g.result(z)
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
