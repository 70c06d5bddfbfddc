package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// selectEntry reads the whole table, 64 bytes an entry, and keeps the entry of
// a secret index.
func (g *generator) selectEntry(name, signature string) {
	g.function(name, signature, 0, true)
	count, wanted, lo, hi := reg.RCX, reg.X0, reg.Y4, reg.Y5
	g.argument("z", rp)
	g.Load(g.Param("t").Base(), xp)
	g.Load(g.Param("t").Len(), count)
	if name == "selectEntryAsm" {
		g.SHRQ(operand.U8(6), count)
	}
	g.Load(g.Param("index"), t0)
	g.MOVQ(t0, wanted)
	g.VPBROADCASTQ(wanted, reg.Y0)
	g.MOVQ(operand.U32(1), t0)
	g.MOVQ(t0, reg.X1)
	g.VPBROADCASTQ(reg.X1, reg.Y1)
	g.VPXOR(reg.Y2, reg.Y2, reg.Y2)
	g.VPXOR(lo, lo, lo)
	g.VPXOR(hi, hi, hi)
	g.TESTQ(count, count)
	g.JZ(operand.LabelRef("done"))

	g.Comment("Y0: the index, Y2: that of the entry")
	g.Label("loop")
	g.VPCMPEQQ(reg.Y0, reg.Y2, reg.Y3)
	g.VPAND(operand.Mem{Base: xp}, reg.Y3, reg.Y6)
	g.VPAND(operand.Mem{Base: xp, Disp: 32}, reg.Y3, reg.Y7)
	g.VPOR(reg.Y6, lo, lo)
	g.VPOR(reg.Y7, hi, hi)
	g.VPADDQ(reg.Y1, reg.Y2, reg.Y2)
	g.ADDQ(operand.U32(64), xp)
	g.DECQ(count)
	g.JNZ(operand.LabelRef("loop"))
	g.Label("done")
	g.VMOVDQU(lo, operand.Mem{Base: rp})
	g.VMOVDQU(hi, operand.Mem{Base: rp, Disp: 32})
	g.VZEROALL()
	g.end()
}
