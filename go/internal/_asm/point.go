package main

import "github.com/mmcloughlin/avo/operand"

// point writes the routines of package point. The formulas are those of the
// functions of the same name there, ...Generic.
func (g *generator) point() {
	g.doubleN("doubleNAsm", true)
	g.doubleN("doubleNVartimeAsm", false)
	g.addMixed()
	g.coZAdd()
	g.addComplete()
	g.addProjective()
	g.prefetch()
}

// prefetch asks for the lines of cache on which a table's entry is: two where
// the table is not aligned.
func (g *generator) prefetch() {
	g.function("prefetchAsm", "func(entry *[64]byte)", 0, false,
		"prefetchAsm begins to load an entry of a table of constants, and does not wait.")
	g.argument("entry", ap)
	g.PREFETCHT0(operand.Mem{Base: ap})
	g.PREFETCHT0(operand.Mem{Base: ap, Disp: 63})
	g.end()
}

const (
	size     = 32
	wideSize = 64
)

// doubleN doubles n >= 1 times.
func (g *generator) doubleN(name string, secret bool) {
	time := "The time depends on n, and rarely on the value."
	if secret {
		time = "Constant time but for n."
	}
	local := g.function(name, "func(z *[12]uint64, n int)", 4*size+wideSize, secret,
		name+" sets z = 2^n z for a Jacobian point z = (X, Y, Z) and n >= 1; Z = 0 stays 0.", loose, time)
	s, t, u, l, w := local(size), local(size), local(size), local(size), local(wideSize)
	x, y, z := behind("z", 0), behind("z", size), behind("z", 2*size)
	n, err := g.Param("n").Resolve()
	if err != nil {
		panic(err)
	}
	g.argument("z", ap)
	g.held = "z"

	g.Label("loop")
	g.sqr(x)
	g.store(u)
	g.half3(u)
	g.store(l)
	g.sqr(y)
	g.store(s)
	g.sqr(l)
	g.store(u)
	g.mul(x, s)
	g.store(t)
	g.mul(z, y)
	g.store(z)
	g.load(u)
	g.subAll(t, t)
	g.store(x)
	g.sqrWide(w, s)
	g.load(t)
	g.sub(x)
	g.store(u)
	g.mulSub(l, u, w)
	g.store(y)
	g.DECQ(n.Addr)
	g.JNZ(operand.LabelRef("loop"))
	g.end()
}

// addMixed leaves z as it is when H is 0, or like p from 2^64 on.
func (g *generator) addMixed() {
	local := g.function("addMixedVartimeAsm", "func(z *[12]uint64, b *[8]uint64, az *[4]uint64) (done int)",
		6*size+wideSize, false,
		"addMixedVartimeAsm adds the affine point (s^2 b.X, s^3 b.Y) to the Jacobian point z, finite,",
		"for az = s z.Z. Where their x coordinates agree, and for one difference in 2^192 more, it",
		"changes nothing and returns 0, elsewhere 1. "+loose,
		"az may be z.Z; otherwise arguments do not alias. The time depends on the points.")
	u, s, h, i, t, hhh, w := local(size), local(size), local(size), local(size), local(size), local(size), local(wideSize)
	x, y, z := behind("z", 0), behind("z", size), behind("z", 2*size)
	bx, by, az := behind("b", 0), behind("b", size), behind("az", 0)

	g.sqr(az)
	g.store(u)
	g.mul(bx, u)
	g.sub(x)
	g.store(h)
	g.MOVQ(d[0], t0)
	g.MOVQ(d[1], t1)
	for j := 1; j < 4; j++ {
		g.ORQ(d[j], t0)
	}
	g.JZ(operand.LabelRef("same"))
	g.ANDQ(d[2], t1)
	g.ANDQ(d[3], t1)
	g.CMPQ(t1, operand.I8(-1))
	g.JEQ(operand.LabelRef("same"))
	g.mul(az, u)
	g.store(s)
	g.sqr(h)
	g.store(u)
	g.mul(by, s)
	g.sub(y)
	g.store(i)
	g.mul(x, u)
	g.store(t)
	g.mul(h, u)
	g.store(hhh)
	g.sqr(i)
	g.subAll(hhh, t, t)
	g.store(x)
	g.mul(z, h)
	g.store(z)
	g.mulWide(w, y, hhh)
	g.load(t)
	g.sub(x)
	g.store(u)
	g.mulSub(i, u, w)
	g.store(y)
	g.MOVQ(operand.U32(1), t0)
	g.Store(t0, g.ReturnIndex(0))
	g.end()
	g.Label("same")
	g.clear(t0)
	g.Store(t0, g.ReturnIndex(0))
	g.RET()
}

func (g *generator) coZAdd() {
	local := g.function("coZAddVartimeAsm", "func(r *[8]uint64, ratio, x, y *[4]uint64, a *[8]uint64)",
		6*size, false,
		"coZAddVartimeAsm sets r = a + b for b = (x, y) on the same Z, and brings b to the Z of r, which is",
		"ratio times that of a and b. Their x coordinates differ. "+loose,
		"r may be a; otherwise arguments do not alias. The time depends, rarely, on the points.")
	c, dx, dy, w1, w2, x3 := local(size), local(size), local(size), local(size), local(size), local(size)
	x, y, ax, ay := behind("x", 0), behind("y", 0), behind("a", 0), behind("a", size)

	g.load(y)
	g.sub(ay)
	g.store(dy)
	g.load(x)
	g.sub(ax)
	g.store(dx)
	g.store(behind("ratio", 0))
	g.sqr(dx)
	g.store(c)
	g.mul(x, c)
	g.store(w1)
	g.store(x)
	g.mul(ax, c)
	g.store(w2)
	g.sqr(dy)
	g.subAll(w1, w2)
	g.store(x3)
	g.store(behind("r", 0))
	g.load(w1)
	g.sub(w2)
	g.store(c)
	g.mul(y, c)
	g.store(w2)
	g.store(y)
	g.load(w1)
	g.sub(x3)
	g.store(c)
	g.mul(dy, c)
	g.sub(w2)
	g.store(behind("r", size))
	g.end()
}

func (g *generator) addComplete() {
	local := g.function("addCompleteAsm", "func(z *[12]uint64, b *[8]uint64)", 9*size+wideSize+2*8, true,
		"addCompleteAsm adds the affine point b to the Jacobian point z, both of odd order; z may be",
		"infinity, b or its opposite. "+loose, "z and b do not alias. Constant time.")
	u, s, t, m, mm, n, q, v, z3, w := local(size), local(size), local(size), local(size), local(size), local(size),
		local(size), local(size), local(size), local(wideSize)
	infinity, chord := local(8).at, local(8).at
	x, y, z := behind("z", 0), behind("z", size), behind("z", 2*size)
	bx, by := behind("b", 0), behind("b", size)

	g.load(z)
	g.isZero()
	g.MOVQ(t1, infinity)
	g.sqr(z)
	g.store(v)
	g.mul(bx, v)
	g.store(u)
	g.mul(v, z)
	g.store(s)
	g.load(x)
	g.add(u)
	g.store(t)
	g.mul(by, s)
	g.store(s)
	g.sqrWide(w, t)
	g.load(x)
	g.sub(u)
	g.store(m)
	g.load(y)
	g.add(s)
	g.isZero()
	g.MOVQ(t1, chord)
	g.selectIf(t1, m)
	g.store(m)
	g.sqr(m)
	g.store(mm)
	g.mulSub(x, u, w)
	g.store(n)
	g.load(s)
	g.sub(y)
	g.MOVQ(chord, t1)
	g.XORQ(operand.U32(1), t1)
	g.selectIf(t1, n)
	g.store(n)
	g.mul(t, mm)
	g.store(q)
	g.load(mm)
	g.MOVQ(chord, t1)
	g.DECQ(t1)
	for i := range 4 {
		g.ANDQ(t1, d[i])
	}
	g.store(mm)
	g.sqr(n)
	g.sub(q)
	g.store(u)
	g.add(u)
	g.sub(q)
	g.store(v)
	g.mul(m, z)
	g.store(z3)
	g.sqrWide(w, mm)
	g.mulSub(n, v, w)
	g.half()
	g.MOVQ(infinity, t1)
	g.selectIf(t1, by)
	g.store(y)
	g.load(u)
	g.selectIf(t1, bx)
	g.store(x)
	g.load(z3)
	g.MOVQ(t1, t0)
	g.DECQ(t0)
	for i := range 4 {
		g.ANDQ(t0, d[i])
	}
	g.ORQ(t1, d[0])
	g.store(z)
	g.end()
}

func (g *generator) addProjective() {
	local := g.function("addProjectiveAsm", "func(z *[12]uint64, b *[8]uint64, b3 uint32)", 9*size+3*wideSize, true,
		"addProjectiveAsm adds the affine point b to the homogeneous point z, (0 : y : 0) for infinity, on",
		"y^2 = x^3 + b3 / 3, both of odd order: complete. "+loose, "z and b do not alias. Constant time.")
	a, bb, c, dd, e, s, t, u, v := local(size), local(size), local(size), local(size), local(size), local(size),
		local(size), local(size), local(size)
	w1, w2, w3 := local(wideSize), local(wideSize), local(wideSize)
	x, y, z := behind("z", 0), behind("z", size), behind("z", 2*size)
	bx, by := behind("b", 0), behind("b", size)

	g.mul(z, bx)
	g.add(x)
	g.store(u)
	g.mul(z, by)
	g.add(y)
	g.store(dd)
	g.mul(y, by)
	g.store(bb)
	g.mul(x, bx)
	g.store(a)
	g.mulSmall(u, "b3")
	g.store(e)
	g.mulSmall(z, "b3")
	g.store(t)
	g.add(bb)
	g.store(s)
	g.load(bb)
	g.sub(t)
	g.store(t)
	g.load(x)
	g.add(y)
	g.store(u)
	g.load(bx)
	g.add(by)
	g.store(v)
	g.mul(u, v)
	g.subAll(a, bb)
	g.store(c)
	g.mulWide(w1, dd, e)
	for i := range 4 {
		g.clear(d[i])
	}
	g.subAll(a, a, a)
	g.store(a)
	g.mulSub(c, t, w1)
	g.store(x)
	g.mulWide(w2, e, a)
	g.mulWide(w3, a, c)
	g.mulSub(t, s, w2)
	g.store(y)
	g.mulSub(s, dd, w3)
	g.store(z)
	g.end()
}
