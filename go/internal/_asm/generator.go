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
	d                  = [8]reg.GPPhysical{reg.R8, reg.R9, reg.R10, reg.R11, reg.RAX, reg.R12, reg.R13, reg.R14}
	t0, t1, t2, t3, t4 = reg.R15, reg.RBX, reg.RCX, reg.RDI, reg.RBP
	k                  = reg.RDX
	// Addresses of arguments: of whatever is in memory, and of a product's second
	// factor, which is read for the last time before d[7] is first written.
	ap, bp = reg.RSI, d[7]
)

// element is a field element, or wider, in memory: at an offset from the stack
// pointer or a register, or behind the argument of that name.
type element struct {
	at       operand.Mem
	argument string
}

func (e element) limb(i int) operand.Mem { return e.at.Offset(8 * i) }

// generator emits the routines of one package. A routine is either for secrets,
// with neither a branch nor an address that depends on data, or for public
// numbers. The latter takes a branch at a carry that random numbers meet with a
// probability below 2^-29.
type generator struct {
	*build.Context
	secret bool
	folds  bool   // k holds K
	held   string // the argument whose address ap holds
	blocks []func()
	labels int
	live   [3]live
}

// function begins a routine. frame is how many bytes of local memory it has.
// doc says what it does, in which ranges, and what may alias.
func (g *generator) function(name, signature string, frame int, secret bool, doc ...string) (local func(size int) element) {
	g.secret, g.folds, g.held, g.blocks, g.labels = secret, false, "", nil, 0
	g.Function(name)
	g.Doc(doc...)
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
		e := element{at: memory.Offset(used)}
		if used += size; used > frame {
			panic(name + ": frame too small")
		}
		return e
	}
}

// end returns, and writes what stands out of line behind that.
func (g *generator) end() {
	g.RET()
	for _, block := range g.blocks {
		block()
	}
}

// rare goes out of line when the carry is set; after fix, which may go back
// itself, the routine goes on.
func (g *generator) rare(fix func(back operand.LabelRef)) {
	g.labels++
	away, back := fmt.Sprint("rare", g.labels), fmt.Sprint("back", g.labels)
	g.JC(operand.LabelRef(away))
	g.Label(back)
	g.blocks = append(g.blocks, func() {
		g.Label(away)
		fix(operand.LabelRef(back))
		g.JMP(operand.LabelRef(back))
	})
}

func (g *generator) argument(name string, r reg.Register) { g.Load(g.Param(name), r) }

// behind is the element at an offset from where an argument points to.
func behind(argument string, offset int) element {
	return element{operand.Mem{Disp: offset}, argument}
}

// reach returns e as it can be addressed, by base if it is behind an argument.
func (g *generator) reach(e element, base reg.GPPhysical) element {
	if e.argument == "" {
		return e
	}
	if base != ap || g.held != e.argument {
		g.argument(e.argument, base)
	}
	if base == ap {
		g.held = e.argument
	}
	e.at.Base = base
	return element{at: e.at}
}

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
