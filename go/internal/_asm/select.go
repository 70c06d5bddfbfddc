package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// digit writes the routines of package digit.
func (g *generator) digit() {
	g.selectEntry("selectConstantAsm", "func(z *[8]uint64, t string, index uint64)",
		"entries of t, of 64 bytes each")
	g.selectEntry("selectMemoryAsm", "func(z *[8]uint64, t [][8]uint64, index uint64)", "entries of t")
}

// selectEntry reads the whole table, 64 bytes an entry, and keeps the entry of
// a secret index. VEX encodings throughout: an older one while an upper half is
// in use costs more than the scan.
func (g *generator) selectEntry(name, signature, entries string) {
	g.function(name, signature, 0, true,
		name+" sets z to entry index of the "+entries+", or to 0 where there is none.",
		"It reads them all. Constant time but for their number.")
	count, index, one, entry, mask, part, lo, hi :=
		reg.RCX, reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6
	rp, xp := reg.RDI, reg.RSI
	g.argument("z", rp)
	g.Load(g.Param("t").Base(), xp)
	g.Load(g.Param("t").Len(), count)
	if name == "selectConstantAsm" {
		g.SHRQ(operand.U8(6), count)
	}
	g.Load(g.Param("index"), t0)
	g.VMOVQ(t0, reg.X0)
	g.VPBROADCASTQ(reg.X0, index)
	g.MOVQ(operand.U32(1), t0)
	g.VMOVQ(t0, reg.X1)
	g.VPBROADCASTQ(reg.X1, one)
	for _, r := range []reg.VecPhysical{entry, lo, hi} {
		g.VPXOR(r, r, r)
	}
	g.TESTQ(count, count)
	g.JZ(operand.LabelRef("done"))

	g.Label("loop")
	g.VPCMPEQQ(index, entry, mask)
	g.VPADDQ(one, entry, entry)
	g.VPAND(operand.Mem{Base: xp}, mask, part)
	g.VPOR(part, lo, lo)
	g.VPAND(operand.Mem{Base: xp, Disp: 32}, mask, part)
	g.VPOR(part, hi, hi)
	g.ADDQ(operand.U32(64), xp)
	g.DECQ(count)
	g.JNZ(operand.LabelRef("loop"))
	g.Label("done")
	g.VMOVDQU(lo, operand.Mem{Base: rp})
	g.VMOVDQU(hi, operand.Mem{Base: rp, Disp: 32})
	g.VZEROUPPER()
	g.RET()
}
