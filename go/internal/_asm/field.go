package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const loose = "Elements are loose: any integers below 2^256, four limbs."

// field writes the routines of package field, for secrets, and a chain of
// squarings for public numbers.
func (g *generator) field() {
	g.function("mulAsm", "func(z, x, y *[4]uint64)", 0, true,
		"mulAsm sets z = x y mod p. "+loose, "Arguments may alias. Constant time.")
	g.mul(behind("x", 0), behind("y", 0))
	g.store(behind("z", 0))
	g.end()

	g.function("squareAsm", "func(z, x *[4]uint64)", 0, true,
		"squareAsm sets z = x^2 mod p. "+loose, "Arguments may alias. Constant time.")
	g.sqr(behind("x", 0))
	g.store(behind("z", 0))
	g.end()

	g.squareN()

	local := g.function("mulSubAsm", "func(z, a, b, c, d *[4]uint64)", 64, true,
		"mulSubAsm sets z = a b - c d mod p. "+loose, "Arguments may alias. Constant time.")
	w := local(64)
	g.mulWide(w, behind("c", 0), behind("d", 0))
	g.mulSub(behind("a", 0), behind("b", 0), w)
	g.store(behind("z", 0))
	g.end()
}

// squareN keeps the value in registers and counts n down in memory.
func (g *generator) squareN() {
	g.function("squareNVartimeAsm", "func(z, x *[4]uint64, n int)", 8, false,
		"squareNVartimeAsm sets z = x^(2^n) mod p for n >= 1. "+loose,
		"z may be x. The time depends on n and on the value.")
	n, err := g.Param("n").Resolve()
	if err != nil {
		panic(err)
	}
	g.load(behind("x", 0))
	x := [4]reg.GPPhysical{ap, t2, t3, t4}
	g.Label("loop")
	for i := range 4 {
		g.MOVQ(d[i], x[i])
	}
	g.reduceChain(g.squareChain(x))
	g.DECQ(n.Addr)
	g.JNZ(operand.LabelRef("loop"))
	g.held = ""
	g.store(behind("z", 0))
	g.end()
}
