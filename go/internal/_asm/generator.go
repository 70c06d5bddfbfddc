package main

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// fold is K = 2^256 mod p.
const fold = 1<<32 + 977

// The registers of every routine. Products come out in d; d[0] to d[3] are
// also the value that the linear operations work on. k holds K after a
// reduction, and limbs that are multiplied before it.
var (
	d      = [8]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11, reg.RAX, reg.R12, reg.R13, reg.R14}
	t0, t1 = reg.R15, reg.RBX
	k      = reg.RDX
	// Addresses of arguments. rp is the result's.
	rp, xp, yp = reg.RDI, reg.RSI, reg.RCX
	// More of them.
	ep = reg.RBP
)

// element is a field element, or wider, in memory.
type element struct{ at operand.Mem }

func (e element) limb(i int) operand.Mem { return e.at.Offset(8 * i) }

func at(base reg.Register, offset int) element {
	return element{operand.Mem{Base: base, Disp: offset}}
}

// generator emits the routines of one package. Every routine is either for
// public numbers, where carries that random numbers meet with a probability
// below 2^-30 are handled out of line, or for secrets, with neither a branch
// nor an address that depends on data.
type generator struct {
	*build.Context
	secret bool
	labels int
	rare   []func()
}

// function begins a routine. frame is how many bytes of local memory it has.
func (g *generator) function(name, signature string, frame int, secret bool) (local func(size int) element) {
	g.secret, g.labels = secret, 0
	g.Function(name)
	if frame < 256 {
		g.Attributes(attr.NOSPLIT)
	}
	g.SignatureExpr(signature)
	var memory operand.Mem
	if frame > 0 {
		memory = g.AllocLocal(frame)
	}
	used := 0
	return func(size int) element {
		e := element{memory.Offset(used)}
		if used += size; used > frame {
			panic(name + ": frame too small")
		}
		return e
	}
}

func (g *generator) argument(name string, r reg.Register) { g.Load(g.Param(name), r) }

// end returns, and lays what was put off behind.
func (g *generator) end() {
	g.RET()
	for len(g.rare) > 0 {
		f := g.rare[0]
		g.rare = g.rare[1:]
		f()
	}
}

func (g *generator) label() string {
	g.labels++
	return fmt.Sprintf("l%d", g.labels)
}

// outOfLine continues at a place behind the routine when the carry is set, and
// comes back from there.
func (g *generator) outOfLine(body func(back operand.LabelRef)) {
	away, back := g.label(), g.label()
	g.JC(operand.LabelRef(away))
	g.Label(back)
	g.rare = append(g.rare, func() {
		g.Label(away)
		body(operand.LabelRef(back))
		g.JMP(operand.LabelRef(back))
	})
}

func (g *generator) clear(r reg.GPPhysical) { g.XORL(r.As32(), r.As32()) }

func (g *generator) constant() { g.MOVQ(operand.U64(fold), k) }

// mask sets t0 = K when the carry is set, else 0.
func (g *generator) mask() {
	g.SBBQ(t0, t0)
	g.ANDQ(k, t0)
}

var zero = operand.U8(0)
