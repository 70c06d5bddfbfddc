package main

import "github.com/mmcloughlin/avo/operand"

// field writes the routines of package field, for secrets, and a chain of
// squarings for public numbers.
func (g *generator) field() {
	g.function("mulAsm", "func(z, x, y *[4]uint64)", 0, true)
	g.argument("x", xp)
	g.argument("y", yp)
	g.argument("z", rp)
	g.mul(at(xp, 0), at(yp, 0))
	g.store(at(rp, 0))
	g.RET()

	g.function("squareAsm", "func(z, x *[4]uint64)", 0, true)
	g.argument("x", xp)
	g.argument("z", rp)
	g.sqr(at(xp, 0))
	g.store(at(rp, 0))
	g.RET()

	g.squareN("squareNAsm", "func(z, x *[4]uint64, n int)", true)
	g.squareN("squareNVartimeAsm", "func(z, x *[4]uint64, n int) (left int)", false)

	local := g.function("mulSubAsm", "func(z, a, b, c, d *[4]uint64)", 64, true)
	w := local(64)
	g.argument("c", xp)
	g.argument("d", yp)
	g.mulWide(w, at(xp, 0), at(yp, 0))
	g.argument("a", xp)
	g.argument("b", yp)
	g.argument("z", rp)
	g.mulSub(at(xp, 0), at(yp, 0), w)
	g.store(at(rp, 0))
	g.RET()
}

// squareN squares n >= 1 times with the value in registers; n is counted down
// in memory. The public one returns how many squarings are left when it gives
// up, with the value before them in z.
func (g *generator) squareN(name, signature string, secret bool) {
	local := g.function(name, signature, 8, secret)
	n := local(8).at
	g.argument("n", t0)
	g.MOVQ(t0, n)
	g.argument("x", xp)
	g.load(at(xp, 0))
	x := [4]operand.Op{xp, yp, rp, ep}
	g.Label("loop")
	for i := range 4 {
		g.MOVQ(d[i], x[i])
	}
	g.square(x)
	g.reduce()
	g.DECQ(n)
	g.JNZ(operand.LabelRef("loop"))
	g.argument("z", k)
	g.store(at(k, 0))
	if secret {
		g.RET()
		return
	}
	g.clear(t0)
	g.Store(t0, g.ReturnIndex(0))
	g.RET()
	g.Label("giveUp")
	g.argument("z", k)
	for i := range 4 {
		g.MOVQ(x[i], at(k, 0).limb(i))
	}
	g.MOVQ(n, t0)
	g.Store(t0, g.ReturnIndex(0))
	g.RET()
}
