package main

import (
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

// generator emits the routines of one package. A routine is either for secrets,
// with neither a branch nor an address that depends on data, or for public
// numbers. The latter gives up, having changed nothing, at a carry that random
// numbers meet with a probability below 2^-29: it returns that something is
// left to do, and its caller lets the generic code do it.
type generator struct {
	*build.Context
	secret bool
	folds  bool // k holds K
}

// function begins a routine. frame is how many bytes of local memory it has.
func (g *generator) function(name, signature string, frame int, secret bool) (local func(size int) element) {
	g.secret, g.folds = secret, false
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

// done returns 1 from a public routine; behind it stands the place to give up
// at, with 0.
func (g *generator) done() {
	g.MOVQ(operand.U32(1), t0)
	g.Store(t0, g.ReturnIndex(0))
	g.RET()
	g.Label("giveUp")
	g.clear(t0)
	g.Store(t0, g.ReturnIndex(0))
	g.RET()
}

// rare gives up when the carry is set.
func (g *generator) rare() { g.JC(operand.LabelRef("giveUp")) }

func (g *generator) clear(r reg.GPPhysical) { g.XORL(r.As32(), r.As32()) }

// constant sets k = K.
func (g *generator) constant() {
	if !g.folds {
		g.MOVQ(operand.U64(fold), k)
	}
	g.folds = true
}

// other sets k to something else.
func (g *generator) other(value operand.Op) {
	g.MOVQ(value, k)
	g.folds = false
}

// mask sets t0 = K when the carry is set, else 0.
func (g *generator) mask() {
	g.SBBQ(t0, t0)
	g.ANDQ(k, t0)
}

var zero = operand.U8(0)
