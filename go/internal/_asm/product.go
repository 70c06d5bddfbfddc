package main

import "github.com/mmcloughlin/avo/operand"

// step is (lo, hi) = k times source; lo joins the carry chain at x, hi the
// overflow chain at y.
func (g *generator) step(source operand.Op, x, y operand.Op) {
	g.MULXQ(source, t0, t1)
	g.ADCXQ(t0, x)
	g.ADOXQ(t1, y)
}

// product sets d = a b.
func (g *generator) product(a, b element) {
	g.Comment("a b")
	g.other(b.limb(0))
	g.MULXQ(a.limb(0), d[0], d[1])
	g.MULXQ(a.limb(1), t0, d[2])
	g.ADDQ(t0, d[1])
	g.MULXQ(a.limb(2), t0, d[3])
	g.ADCQ(t0, d[2])
	g.MULXQ(a.limb(3), t0, d[4])
	g.ADCQ(t0, d[3])
	g.ADCQ(zero, d[4])
	// No carry leaves the top of a row: the partial product is below
	// 2^(64 (row + 5)).
	for row := 1; row < 4; row++ {
		g.other(b.limb(row))
		g.clear(d[row+4])
		for i := range 4 {
			g.step(a.limb(i), d[row+i], d[row+i+1])
		}
		g.ADCQ(zero, d[row+4])
	}
}

// square sets d = x^2 for the limbs x in registers or in memory: the products
// of different limbs in one pass of both carry chains, then twice those and
// the squares in another. x[2] x[3] comes first, for chains of squarings, in
// which these limbs are ready first. Sums stay below 2^447, so each pass ends
// with both flags clear.
func (g *generator) square(x [4]operand.Op) {
	g.Comment("x^2")
	g.other(x[2])
	g.MULXQ(x[3], d[5], d[6])
	g.other(x[0])
	g.MULXQ(x[1], d[1], d[2])
	g.MULXQ(x[2], t0, d[3])
	g.clear(d[7])
	g.ADCXQ(t0, d[2])
	g.MULXQ(x[3], t1, d[4])
	g.ADCXQ(t1, d[3])
	g.other(x[1])
	g.MULXQ(x[2], t0, t1)
	g.ADOXQ(t0, d[3])
	g.ADOXQ(t1, d[4])
	g.MULXQ(x[3], t0, t1)
	g.ADCXQ(t0, d[4])
	g.ADCXQ(t1, d[5])
	g.ADOXQ(d[7], d[5])
	g.ADCXQ(d[7], d[6])
	g.ADOXQ(d[7], d[6])
	for i := range 4 {
		g.other(x[i])
		if i == 0 {
			g.MULXQ(k, d[0], t1)
		} else {
			g.MULXQ(k, t0, t1)
			g.ADCXQ(d[2*i], d[2*i])
			g.ADOXQ(t0, d[2*i])
		}
		g.ADCXQ(d[2*i+1], d[2*i+1])
		g.ADOXQ(t1, d[2*i+1])
	}
}

// reduce sets d[0..3] = d mod p and k = K. With T = H 2^256 + L in d:
// U = L + K H <= (2^256 - 1)(K + 1), so its fifth limb u4 is at most K.
// V = (U mod 2^256) + K u4 < 2^256 + K^2, K^2 < 2^65: it wraps at most once,
// and then less than 2^65 remains and adding K changes the two low limbs only.
func (g *generator) reduce() {
	g.Comment("mod p")
	g.constant()
	g.MULXQ(d[4], t0, t1)
	g.clear(d[4])
	g.ADCXQ(t0, d[0])
	g.ADOXQ(t1, d[1])
	for i := 1; i < 4; i++ {
		high := d[i+1]
		g.step(d[i+4], d[i], high)
	}
	g.ADCQ(zero, d[4])
	g.MULXQ(d[4], t0, t1)
	g.ADDQ(t0, d[0])
	g.ADCQ(t1, d[1])
	if g.secret {
		g.ADCQ(zero, d[2])
		g.ADCQ(zero, d[3])
		g.mask()
		g.ADDQ(t0, d[0])
		g.ADCQ(zero, d[1])
		return
	}
	g.rare()
}

// subtractWide sets d -= w for w of eight limbs, at most (2^256 - 1)^2. What
// is congruent to the difference mod p and not negative remains: a borrow adds
// 2^512 = K^2, so K is subtracted from the high half H. If that borrows again,
// H was below K and is above 2^256 - K now, so that a second K leaves it
// without a borrow.
func (g *generator) subtractWide(w element) {
	g.Comment("- w")
	g.SUBQ(w.limb(0), d[0])
	for i := 1; i < 8; i++ {
		g.SBBQ(w.limb(i), d[i])
	}
	g.constant()
	g.mask()
	g.SUBQ(t0, d[4])
	if g.secret {
		for i := 5; i < 8; i++ {
			g.SBBQ(zero, d[i])
		}
		g.mask()
		g.SUBQ(t0, d[4])
		return
	}
	g.rare()
}

// The arithmetic of elements in memory, the result in d[0..3].

func (g *generator) mul(a, b element) {
	g.product(a, b)
	g.reduce()
}

func (g *generator) sqr(a element) {
	g.square([4]operand.Op{a.limb(0), a.limb(1), a.limb(2), a.limb(3)})
	g.reduce()
}

// mulSub is a b - w.
func (g *generator) mulSub(a, b, w element) {
	g.product(a, b)
	g.subtractWide(w)
	g.reduce()
}

// mulWide sets w = a b, not reduced.
func (g *generator) mulWide(w, a, b element) {
	g.product(a, b)
	g.storeWide(w)
}

func (g *generator) sqrWide(w, a element) {
	g.square([4]operand.Op{a.limb(0), a.limb(1), a.limb(2), a.limb(3)})
	g.storeWide(w)
}

func (g *generator) storeWide(w element) {
	for i := range 8 {
		g.MOVQ(d[i], w.limb(i))
	}
}
