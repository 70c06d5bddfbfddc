package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// row adds k times a to x[0..3], with the top in x[4], which holds nothing yet:
// the row in five limbs, then its sum. Each chain begins with a plain addition,
// which any port of an Intel core takes; ADC has two. No carry leaves x[4]: the
// partial product is below 2^(64 (row + 5)).
func (g *generator) row(a element, x []reg.GPPhysical) {
	g.folds = false
	g.MULXQ(a.limb(0), t0, t1)
	g.MULXQ(a.limb(1), t3, t2)
	g.ADDQ(t3, t1)
	g.MULXQ(a.limb(2), x[4], t3)
	g.ADCQ(x[4], t2)
	g.MULXQ(a.limb(3), k, x[4])
	g.ADCQ(k, t3)
	g.ADCQ(zero, x[4])
	g.ADDQ(t0, x[0])
	g.ADCQ(t1, x[1])
	g.ADCQ(t2, x[2])
	g.ADCQ(t3, x[3])
	g.ADCQ(zero, x[4])
}

// product sets d = a b.
func (g *generator) product(a, b element) {
	g.Comment("a b")
	a = g.reach(a, ap)
	b = g.reach(b, bp)
	g.other(b.limb(0))
	g.MULXQ(a.limb(0), d[0], d[1])
	g.MULXQ(a.limb(1), t0, d[2])
	g.MULXQ(a.limb(2), t1, d[3])
	g.ADDQ(t0, d[1])
	g.MULXQ(a.limb(3), t0, d[4])
	g.ADCQ(t1, d[2])
	g.ADCQ(t0, d[3])
	g.ADCQ(zero, d[4])
	for i := 1; i < 4; i++ {
		g.other(b.limb(i))
		g.row(a, d[i:i+5])
	}
}

// square sets d = a^2: the products of different limbs once, then twice those,
// then the squares are added. Every chain begins with a plain addition.
func (g *generator) square(a element) {
	g.Comment("a^2")
	a = g.reach(a, ap)
	g.other(a.limb(0))
	g.MULXQ(a.limb(1), d[1], d[2])
	g.MULXQ(a.limb(2), t0, d[3])
	g.MULXQ(a.limb(3), t1, d[4])
	g.ADDQ(t0, d[2])
	g.other(a.limb(1))
	g.ADCQ(t1, d[3])
	g.ADCQ(zero, d[4])
	g.MULXQ(a.limb(2), t0, t1)
	g.MULXQ(a.limb(3), d[7], d[0])
	g.other(a.limb(2))
	g.ADDQ(d[7], t1)
	g.ADCQ(zero, d[0])
	g.MULXQ(a.limb(3), d[5], d[6])
	g.ADDQ(t0, d[3])
	g.ADCQ(t1, d[4])
	g.ADCQ(d[0], d[5])
	g.ADCQ(zero, d[6])
	g.clear(d[7])
	g.other(a.limb(0))
	g.ADDQ(d[1], d[1])
	for i := 2; i < 8; i++ {
		g.ADCQ(d[i], d[i])
	}
	g.MULXQ(k, d[0], t1)
	g.other(a.limb(1))
	g.ADDQ(t1, d[1])
	for i := 1; i < 4; i++ {
		g.MULXQ(k, t0, t1)
		if i < 3 {
			g.other(a.limb(i + 1))
		}
		g.ADCQ(t0, d[2*i])
		g.ADCQ(t1, d[2*i+1])
	}
}

// squareChain is square of x in registers, for chains of squarings, where
// latency counts: x[2] and x[3] are ready first, so their product comes first.
// Carries out of limb 3 are counted in c, which takes the register of x[0], so
// that the upper half does not wait for the lower one:
// x^2 = d[0..3] + 2^256 (c + d[4..7]), c at most 6. Both flags end clear.
func (g *generator) squareChain(x [4]reg.GPPhysical) (c reg.GPPhysical) {
	g.Comment("x^2")
	c = x[0]
	g.other(x[2])
	g.MULXQ(x[3], d[5], d[6])
	g.other(x[0])
	g.MULXQ(x[1], d[1], d[2])
	g.MULXQ(x[2], t0, d[3])
	g.MULXQ(x[3], t1, d[4])
	g.other(x[1])
	g.clear(d[7])
	g.ADCXQ(t0, d[2])
	g.ADCXQ(t1, d[3])
	g.MULXQ(x[2], t0, t1)
	g.ADOXQ(t0, d[3])
	g.MOVQ(d[7], t0)
	g.ADCXQ(t0, d[7])
	g.ADOXQ(t0, d[7])
	g.clear(t0) // the flags too: what follows does not wait for them
	g.ADCXQ(t1, d[4])
	g.MULXQ(x[3], t0, t1)
	g.other(x[0])
	g.ADOXQ(t0, d[4])
	g.ADCXQ(t1, d[5])
	g.MOVQ(operand.U32(0), t0)
	g.ADOXQ(t0, d[5])
	g.ADCXQ(t0, d[6])
	g.ADOXQ(t0, d[6])
	g.LEAQ(operand.Mem{Base: d[7], Index: d[7], Scale: 1}, c)
	g.MULXQ(k, d[0], t1)
	g.other(x[1])
	g.clear(d[7])
	g.ADCXQ(d[1], d[1])
	g.ADOXQ(t1, d[1])
	g.MULXQ(k, t0, t1)
	g.other(x[2])
	g.ADCXQ(d[2], d[2])
	g.ADOXQ(t0, d[2])
	g.ADCXQ(d[3], d[3])
	g.ADOXQ(t1, d[3])
	g.ADCXQ(d[7], c)
	g.ADOXQ(d[7], c)
	g.MULXQ(k, t0, t1)
	g.other(x[3])
	g.clear(d[7])
	g.ADCXQ(d[4], d[4])
	g.ADOXQ(t0, d[4])
	g.ADCXQ(d[5], d[5])
	g.ADOXQ(t1, d[5])
	g.MULXQ(k, t0, t1)
	g.ADCXQ(d[6], d[6])
	g.ADOXQ(t0, d[6])
	g.ADCXQ(d[7], d[7])
	g.ADOXQ(t1, d[7])
	return c
}

// reduce sets d[0..3] = d mod p and k = K. With T = H 2^256 + L in d:
// U = L + K H <= (2^256 - 1)(K + 1), so its fifth limb u4 is at most K.
// V = (U mod 2^256) + K u4 < 2^256 + K^2, K^2 < 2^65: it wraps at most once,
// and then less than 2^65 remains and adding K changes the two low limbs only.
func (g *generator) reduce() {
	g.Comment("mod p")
	g.constant()
	g.MULXQ(d[4], t0, d[4])
	g.MULXQ(d[5], t1, d[5])
	g.ADDQ(t1, d[4])
	g.MULXQ(d[6], t1, d[6])
	g.ADCQ(t1, d[5])
	g.MULXQ(d[7], t1, d[7])
	g.ADCQ(t1, d[6])
	g.ADCQ(zero, d[7])
	g.ADDQ(t0, d[0])
	for i := 1; i < 4; i++ {
		g.ADCQ(d[i+3], d[i])
	}
	g.ADCQ(zero, d[7])
	g.fold(d[7])
}

// reduceChain is reduce of c 2^256 more, after squareChain, which leaves both
// flags clear: two shorter chains at once. With c at most 6, u4 is at most K + 6:
// V stays below 2^256 + 2^66, and the argument above holds.
func (g *generator) reduceChain(c reg.GPPhysical) {
	g.Comment("mod p")
	g.constant()
	g.MULXQ(d[4], t0, t1)
	g.MOVQ(c, d[4])
	g.ADCXQ(t0, d[0])
	g.ADOXQ(t1, d[1])
	for i := 1; i < 4; i++ {
		g.MULXQ(d[i+4], t0, t1)
		g.ADCXQ(t0, d[i])
		g.ADOXQ(t1, d[i+1])
	}
	g.ADCQ(zero, d[4])
	g.fold(d[4])
}

// fold adds K u4 to d[0..3], and K for the carry of that.
func (g *generator) fold(u4 reg.GPPhysical) {
	g.MULXQ(u4, t0, t1)
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
	g.rare(func(back operand.LabelRef) {
		g.ADDQ(operand.U32(1), d[2])
		g.ADCQ(zero, d[3])
		g.JNC(back)
		g.ADDQ(k, d[0])
		g.ADCQ(zero, d[1])
	})
}

// subtractWide subtracts w of eight limbs, at most (2^256 - 1)^2. What is
// congruent to the difference mod p and not negative remains: a borrow adds
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
	g.subtract(d[4:])
}

// The arithmetic of elements in memory, the result in d[0..3].

func (g *generator) mul(a, b element) {
	g.product(a, b)
	g.reduce()
}

func (g *generator) sqr(a element) {
	g.square(a)
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
	g.square(a)
	g.storeWide(w)
}

func (g *generator) storeWide(w element) {
	for i := range 8 {
		g.MOVQ(d[i], w.limb(i))
	}
}
