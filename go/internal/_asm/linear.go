package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Linear operations on the value in d[0..3]; t0, t1, k and d[4] are scratch.
// Each ends in a correction by a small multiple of K, which moves a carry past
// the lowest limb with a probability below 2^-29 on random numbers.

func (g *generator) load(a element) {
	a = g.reach(a, ap)
	for i := range 4 {
		g.MOVQ(a.limb(i), d[i])
	}
}

func (g *generator) store(a element) {
	a = g.reach(a, ap)
	for i := range 4 {
		g.MOVQ(d[i], a.limb(i))
	}
}

func (g *generator) addLimbs(a element) {
	a = g.reach(a, ap)
	g.ADDQ(a.limb(0), d[0])
	for i := 1; i < 4; i++ {
		g.ADCQ(a.limb(i), d[i])
	}
}

func (g *generator) subLimbs(a element) {
	a = g.reach(a, ap)
	g.SUBQ(a.limb(0), d[0])
	for i := 1; i < 4; i++ {
		g.SBBQ(a.limb(i), d[i])
	}
}

// add: the sum is at most 2^257 - 2. One wrap leaves at most 2^256 - 2, and
// + K may wrap again; then at most K - 2 is left.
func (g *generator) add(a element) {
	g.constant()
	g.addLimbs(a)
	g.mask()
	g.ADDQ(t0, d[0])
	if g.secret {
		for i := 1; i < 4; i++ {
			g.ADCQ(zero, d[i])
		}
		g.mask()
		g.ADDQ(t0, d[0])
		return
	}
	g.rare(func(back operand.LabelRef) {
		g.ADDQ(operand.U32(1), d[1])
		g.ADCQ(zero, d[2])
		g.ADCQ(zero, d[3])
		g.JNC(back)
		g.ADDQ(k, d[0])
	})
}

// sub: the difference is above -2^256. One borrow leaves at least 1, and - K
// may borrow again; then at least 2^256 - K + 1 is left.
func (g *generator) sub(a element) {
	g.constant()
	g.subLimbs(a)
	g.mask()
	g.subtract(d[:4])
}

// subtract takes t0 off the four limbs x, and K for a borrow of that.
func (g *generator) subtract(x []reg.GPPhysical) {
	g.SUBQ(t0, x[0])
	if g.secret {
		for i := 1; i < 4; i++ {
			g.SBBQ(zero, x[i])
		}
		g.mask()
		g.SUBQ(t0, x[0])
		return
	}
	g.rare(func(back operand.LabelRef) {
		g.SUBQ(operand.U32(1), x[1])
		g.SBBQ(zero, x[2])
		g.SBBQ(zero, x[3])
		g.JNC(back)
		g.SUBQ(k, x[0])
	})
}

// subAll subtracts up to three elements: borrows are counted, K times the
// count is taken off, and one more borrow leaves at least 2^256 - 3K.
func (g *generator) subAll(list ...element) {
	g.constant()
	for i, a := range list {
		g.subLimbs(a)
		if i == 0 {
			g.SBBQ(t0, t0)
		} else {
			g.SBBQ(zero, t0)
		}
	}
	g.NEGQ(t0)
	g.IMULQ(k, t0)
	g.subtract(d[:4])
}

// shift halves c 2^256 + d for the carry limb c, or for c = 0 without one.
func (g *generator) shift(c reg.Register) {
	for i := range 3 {
		g.SHRQ(operand.U8(1), d[i+1], d[i])
	}
	if c == nil {
		g.SHRQ(operand.U8(1), d[3])
	} else {
		g.SHRQ(operand.U8(1), c, d[3])
	}
}

// half sets d = d / 2: d, plus p where it is odd (below 2^257), shifted.
func (g *generator) half() {
	g.MOVQ(d[0], t0)
	g.ANDQ(operand.U32(1), t0)
	g.NEGQ(t0)
	g.other(operand.U64(1<<64 - fold))
	g.ANDQ(t0, k)
	g.clear(t1)
	g.ADDQ(k, d[0])
	for i := 1; i < 4; i++ {
		g.ADCQ(t0, d[i])
	}
	g.ADCQ(zero, t1)
	g.shift(t1)
}

// half3 sets d = 3a / 2 where d holds a: a + ((a >> 1) + (a odd ? (p + 1) / 2 :
// 0)). The bracket is below 2^256 - 2^31, so the sum wraps as in add.
// (p + 1) / 2 = 2^255 - 2^31 - 488: a low limb, two of ones, ones >> 1.
func (g *generator) half3(a element) {
	g.MOVQ(d[0], t0)
	g.ANDQ(operand.U32(1), t0)
	g.NEGQ(t0)
	g.shift(nil)
	g.MOVQ(t0, t1)
	g.SHRQ(operand.U8(1), t1)
	g.other(operand.U64(0xFFFFFFFF7FFFFE18))
	g.ANDQ(t0, k)
	g.ADDQ(k, d[0])
	g.ADCQ(t0, d[1])
	g.ADCQ(t0, d[2])
	g.ADCQ(t1, d[3])
	g.add(a)
}

// mulSmall sets d = a times the 32-bit argument of that name. The fifth limb h of
// the product is below 2^32 and h K below 2^65, so adding it wraps at most once
// and then leaves less than 2^65.
func (g *generator) mulSmall(a element, number string) {
	a = g.reach(a, ap)
	g.argument(number, k)
	g.folds = false
	g.MULXQ(a.limb(0), d[0], d[1])
	g.MULXQ(a.limb(1), t0, d[2])
	g.ADDQ(t0, d[1])
	g.MULXQ(a.limb(2), t0, d[3])
	g.ADCQ(t0, d[2])
	g.MULXQ(a.limb(3), t0, d[4])
	g.ADCQ(t0, d[3])
	g.ADCQ(zero, d[4])
	g.constant()
	g.fold(d[4])
}

// isZero sets t1 = 1 when the value is 0 or p, else 0.
func (g *generator) isZero() {
	g.Comment("t1 = 1 for 0 or p")
	g.MOVQ(d[0], t0)
	g.MOVQ(d[1], t1)
	for i := 1; i < 4; i++ {
		g.ORQ(d[i], t0)
	}
	g.ANDQ(d[2], t1)
	g.ANDQ(d[3], t1)
	g.NOTQ(t1)
	g.other(operand.U64(1<<64 - fold))
	g.XORQ(d[0], k)
	g.ORQ(k, t1)
	// One of the two is 0: a borrow by - 1, in either.
	g.SUBQ(operand.U32(1), t1)
	g.SBBQ(k, k)
	g.SUBQ(operand.U32(1), t0)
	g.SBBQ(t1, t1)
	g.ORQ(k, t1)
	g.NEGQ(t1)
}

// selectIf replaces the value by a when the register is not 0.
func (g *generator) selectIf(condition reg.GPPhysical, a element) {
	a = g.reach(a, ap)
	g.TESTQ(condition, condition)
	for i := range 4 {
		g.CMOVQNE(a.limb(i), d[i])
	}
}
