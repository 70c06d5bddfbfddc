package main

import (
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// selectEntry reads the whole table, 64 bytes an entry, and keeps the entry of
// a secret index. Vectors of 128 bits only: those of 256 are several times as
// slow until the processor has powered the upper lanes, and this is too short
// to wait for that.
func (g *generator) selectEntry(name, signature string) {
	g.function(name, signature, 0, true)
	count, index, entry, one, mask := reg.RCX, reg.X0, reg.X1, reg.X2, reg.X3
	sum := [4]reg.VecPhysical{reg.X4, reg.X5, reg.X6, reg.X7}
	part := [4]reg.VecPhysical{reg.X8, reg.X9, reg.X10, reg.X11}
	g.argument("z", rp)
	g.Load(g.Param("t").Base(), xp)
	g.Load(g.Param("t").Len(), count)
	if name == "selectEntryAsm" {
		g.SHRQ(operand.U8(6), count)
	}
	g.Load(g.Param("index"), t0)
	g.VMOVQ(t0, index)
	g.VPBROADCASTQ(index, index)
	g.MOVQ(operand.U32(1), t0)
	g.VMOVQ(t0, one)
	g.VPBROADCASTQ(one, one)
	for _, r := range append(sum[:], entry) {
		g.VPXOR(r, r, r)
	}
	g.TESTQ(count, count)
	g.JZ(operand.LabelRef("done"))

	g.Label("loop")
	g.VPCMPEQQ(index, entry, mask)
	g.VPADDQ(one, entry, entry)
	for i := range 4 {
		g.VPAND(operand.Mem{Base: xp, Disp: 16 * i}, mask, part[i])
	}
	for i := range 4 {
		g.VPOR(part[i], sum[i], sum[i])
	}
	g.ADDQ(operand.U32(64), xp)
	g.DECQ(count)
	g.JNZ(operand.LabelRef("loop"))
	g.Label("done")
	for i := range 4 {
		g.VMOVDQU(sum[i], operand.Mem{Base: rp, Disp: 16 * i})
	}
	g.RET()
}
