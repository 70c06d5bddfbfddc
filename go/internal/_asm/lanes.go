package main

import (
	"math/big"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// Eight field elements at a time, a lane of 64 bits each, in five limbs of 52 bits,
// as VPMADD52LUQ and VPMADD52HUQ multiply. The routines are those of the engine's
// field in lanes, engine/src/simd/fe_lanes.h, whose magnitudes these are too:
// of magnitude 1, limbs 0 to 3 are below 2^52 and limb 4 is below 2^48 + 2^8; of
// magnitude M above, limbs are at most 2M (2^52 - 1) and 2M (2^48 - 1).

const (
	laneSize    = 5 * 64
	laneMask    = 1<<52 - 1
	laneTopMask = 1<<48 - 1
)

// The registers: a product's ten columns, of which the first five are also the
// limbs of every result; its factors; constants; and what is left.
var (
	columns  = [10]reg.VecPhysical{reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9}
	factorA  = [5]reg.VecPhysical{reg.Z10, reg.Z11, reg.Z12, reg.Z13, reg.Z14}
	factorB  = [5]reg.VecPhysical{reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19}
	mask52   = reg.Z20
	fold260  = reg.Z21
	fold256  = reg.Z22
	mask48   = reg.Z23
	over     = reg.Z24
	high     = reg.Z25
	spare    = [5]reg.VecPhysical{reg.Z26, reg.Z27, reg.Z28, reg.Z29, reg.Z30}
	negative = reg.K1
	odd      = reg.K2
)

// lanes writes the routines of package lanes.
func (g *generator) lanes() {
	g.lanesMul()
	g.lanesDoubleN()
	g.lanesAdd()
	g.lanesCoZAdd()
	g.lanesAddComplete()
	g.lanesSelect("selectAsm", "b0", "b1", "b2", "b3")
	g.lanesSelect("selectFewAsm", "b0", "b1")
}

// A lane element in memory, of a magnitude.
type wide struct {
	at        operand.Mem
	magnitude int
}

func (e wide) limb(i int) operand.Mem { return e.at.Offset(64 * i) }

// A live element is one whose limbs are in registers as they are in memory: those of
// spare, columns or factorA. Who reads them there need not wait for the memory.
type live struct {
	at    operand.Mem
	limbs [5]reg.VecPhysical
	there bool
}

// slot is the place of registers among those that live elements are in, -1 for none.
func slot(limbs [5]reg.VecPhysical) int {
	switch limbs[0] {
	case spare[0]:
		return 0
	case columns[0]:
		return 1
	case factorA[0]:
		return 2
	}
	return -1
}

// written notes that registers have something else.
func (g *generator) written(limbs [5]reg.VecPhysical) {
	if i := slot(limbs); i >= 0 {
		g.live[i].there = false
	}
}

// same notes that registers have what is in memory.
func (g *generator) same(e wide, limbs [5]reg.VecPhysical) {
	if i := slot(limbs); i >= 0 {
		g.live[i] = live{e.at, limbs, true}
	}
}

// forget begins with nothing but what is in memory.
func (g *generator) forget() { g.live = [3]live{} }

// limb is where limb i of e is read.
func (g *generator) limb(e wide, i int) operand.Op {
	for _, l := range g.live {
		if l.there && l.at == e.at {
			return l.limbs[i]
		}
	}
	return e.limb(i)
}

// of is element i behind a register.
func of(base reg.GPPhysical, i, magnitude int) wide {
	return wide{operand.Mem{Base: base, Disp: laneSize * i}, magnitude}
}

// constants of one routine, in its frame, of which they are broadcast.
type constants struct {
	g     *generator
	at    operand.Mem
	slots map[uint64]int
}

// begin begins a routine: arguments are loaded by the caller.
func (g *generator) begin(name, signature string, values []uint64, doc ...string) *constants {
	g.forget()
	c := &constants{g: g, slots: map[uint64]int{}}
	var each []uint64
	for _, v := range values {
		if _, ok := c.slots[v]; !ok {
			c.slots[v] = len(each)
			each = append(each, v)
		}
	}
	g.Function(name)
	g.Doc(doc...)
	g.Attributes(attr.NOSPLIT)
	g.SignatureExpr(signature)
	if len(each) > 0 {
		c.at = g.AllocLocal(8 * len(each))
	}
	for i, v := range each {
		g.MOVQ(operand.U64(v), reg.RAX)
		g.MOVQ(reg.RAX, c.at.Offset(8*i))
	}
	for _, r := range []struct {
		to    reg.VecPhysical
		value uint64
	}{{mask52, laneMask}, {fold260, fold << 4}, {fold256, fold}, {mask48, laneTopMask}} {
		g.MOVQ(operand.U64(r.value), reg.RAX)
		g.VPBROADCASTQ(reg.RAX, r.to)
	}
	return c
}

// place is where a constant is.
func (c *constants) place(value uint64) operand.Mem {
	at, ok := c.slots[value]
	if !ok {
		panic("a constant that the routine does not have")
	}
	return c.at.Offset(8 * at)
}

// splat sets r to a constant in every lane.
func (c *constants) splat(value uint64, r reg.VecPhysical) {
	c.g.VPBROADCASTQ(c.place(value), r)
}

func primeLimb(i int) uint64 {
	switch i {
	case 0:
		return laneMask - fold + 1
	case 4:
		return laneTopMask
	}
	return laneMask
}

// multiple are the limbs of n p: each is at least that of any element of
// magnitude n / 2 - 1.
func multiple(n int) (limbs []uint64) {
	for i := range 5 {
		limbs = append(limbs, uint64(n)*primeLimb(i))
	}
	return limbs
}

// lift are the columns of a multiple of p that exceed those of any product: 2^57
// in each, 2^48 in the highest, less what that leaves modulo p.
var lift = func() (columns [10]uint64) {
	p := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(fold))
	sum := new(big.Int)
	for i := range columns {
		columns[i] = 1 << 57
		if i == 9 {
			columns[i] = 1 << 48
		}
		sum.Add(sum, new(big.Int).Lsh(new(big.Int).SetUint64(columns[i]), uint(52*i)))
	}
	sum.Mod(sum, p)
	for i := range 5 {
		limb := new(big.Int).Rsh(sum, uint(52*i))
		if i < 4 {
			limb.And(limb, big.NewInt(laneMask))
		}
		columns[i] -= limb.Uint64()
	}
	return columns
}()

// halves are the constants of halve.
var halves = []uint64{primeLimb(0), 1, 1 << 51}

func join(parts ...[]uint64) (all []uint64) {
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// loadLanes loads an element, unless the registers have it.
func (g *generator) loadLanes(e wide, r [5]reg.VecPhysical) {
	for i := range r {
		if from := g.limb(e, i); from != operand.Op(r[i]) {
			g.VMOVDQU64(from, r[i])
		}
	}
	g.written(r)
	g.same(e, r)
}

// storeLanes stores an element.
func (g *generator) storeLanes(z wide, r [5]reg.VecPhysical) {
	for i := range r {
		g.VMOVDQU64(r[i], z.limb(i))
	}
	for i := range g.live {
		if g.live[i].at == z.at {
			g.live[i].there = false
		}
	}
	g.same(z, r)
}

// result stores the first five columns.
func (g *generator) result(z wide) { g.storeLanes(z, [5]reg.VecPhysical(columns[:5])) }

// ripple carries limbs 0 to 3 of c, below 2^63, into r: below 2^52, or, where no
// limbs are masked, right in their lower 52 bits, which is what products read.
func (g *generator) ripple(c [5]reg.VecPhysical, r [5]reg.VecPhysical, masked bool) {
	for i := range 4 {
		if i > 0 {
			g.VPADDQ(over, c[i], r[i])
		} else if c[i] != r[i] && !masked {
			g.VMOVDQA64(c[i], r[i])
		}
		from := r[i]
		if i == 0 {
			from = c[i]
		}
		g.VPSRLQ(operand.U8(52), from, over)
		if masked {
			g.VPANDQ(mask52, from, r[i])
		}
	}
	g.VPADDQ(over, c[4], r[4])
}

// carry brings limbs below 2^58 in r to magnitude 1.
func (g *generator) carry(r [5]reg.VecPhysical, masked bool) {
	g.written(r)
	g.VPSRLQ(operand.U8(48), r[4], over)
	g.VPANDQ(mask48, r[4], r[4])
	g.VPMADD52LUQ(fold256, over, r[0])
	g.ripple(r, r, masked)
}

// factor loads a factor of a product.
func (g *generator) factor(e wide, r [5]reg.VecPhysical) {
	g.loadLanes(e, r)
	if e.magnitude > 1 {
		g.carry(r, false)
	}
}

// carried stores a factor carried, for several products.
func (g *generator) carried(e, z wide) wide {
	g.factor(e, factorA)
	g.storeLanes(z, factorA)
	z.magnitude = 1
	return z
}

func (g *generator) clearColumns() {
	g.written([5]reg.VecPhysical(columns[:5]))
	for _, c := range columns {
		g.VPXORQ(c, c, c)
	}
}

// multiply sets the columns to a product's.
func (g *generator) multiply(a, b wide) {
	g.factor(a, factorA)
	g.factor(b, factorB)
	g.clearColumns()
	g.products()
}

// accumulate adds a product to the columns, each of which it changes by less than
// 2^56.
func (g *generator) accumulate(a, b wide) {
	g.factor(a, factorA)
	g.factor(b, factorB)
	g.products()
}

// products adds the product of the factors to the columns.
func (g *generator) products() {
	for i := range 5 {
		for j := range 5 {
			g.VPMADD52LUQ(factorB[j], factorA[i], columns[i+j])
			g.VPMADD52HUQ(factorB[j], factorA[i], columns[i+j+1])
		}
	}
}

// squareColumns sets the columns to a square's.
func (g *generator) squareColumns(a wide) {
	g.factor(a, factorA)
	g.ownProducts()
}

// ownProducts sets the columns to the square of factorA.
func (g *generator) ownProducts() {
	g.clearColumns()
	for i := range 5 {
		for j := i + 1; j < 5; j++ {
			g.VPMADD52LUQ(factorA[j], factorA[i], columns[i+j])
			g.VPMADD52HUQ(factorA[j], factorA[i], columns[i+j+1])
		}
	}
	for _, c := range columns[1:9] {
		g.VPADDQ(c, c, c)
	}
	for i, r := range factorA {
		g.VPMADD52LUQ(r, r, columns[2*i])
		g.VPMADD52HUQ(r, r, columns[2*i+1])
	}
}

// reduceLanes brings columns below 2^58, the highest below 2^49, to an element of
// magnitude 1 in the first five, or, where they are not masked, to one that only
// products may read. The upper five are carried, so that nothing is
// above column 9, and folded by 2^260 mod p; what that leaves above 2^260 goes
// down by 2^256 mod p with what is above 2^256, in all below 2^39.
func (g *generator) reduceLanes(masked bool) {
	c := columns
	for i := 5; i < 9; i++ {
		g.VPSRLQ(operand.U8(52), c[i], over)
		g.VPADDQ(over, c[i+1], c[i+1])
	}
	g.VPXORQ(high, high, high)
	g.VPMADD52HUQ(fold260, c[9], high)
	for i := range 5 {
		g.VPMADD52LUQ(fold260, c[i+5], c[i])
		if i < 4 {
			g.VPMADD52HUQ(fold260, c[i+5], c[i+1])
		}
	}
	g.VPSRLQ(operand.U8(48), c[4], over)
	g.VPSLLQ(operand.U8(4), high, high)
	g.VPADDQ(over, high, high)
	g.VPANDQ(mask48, c[4], c[4])
	g.VPMADD52LUQ(fold256, high, c[0])
	g.VPMADD52HUQ(fold256, high, c[1])
	r := [5]reg.VecPhysical(c[:5])
	g.ripple(r, r, masked)
}

// lanesProduct sets z = a b.
func (g *generator) lanesProduct(z, a, b wide) {
	g.multiply(a, b)
	g.reduceLanes(true)
	g.result(z)
}

// productFactor is lanesProduct for a z that only products read: limbs have bits
// above their 52.
func (g *generator) productFactor(z, a, b wide) {
	g.multiply(a, b)
	g.reduceLanes(false)
	g.result(z)
}

// lanesSquare sets z = a^2.
func (g *generator) lanesSquare(z, a wide) {
	g.squareColumns(a)
	g.reduceLanes(true)
	g.result(z)
}

// squareFactor is lanesSquare for a z that only products read.
func (g *generator) squareFactor(z, a wide) {
	g.squareColumns(a)
	g.reduceLanes(false)
	g.result(z)
}

// subtracted turns the columns of a product into those of its negative.
func (c *constants) subtracted() {
	for i, column := range columns {
		c.splat(lift[i], over)
		c.g.VPSUBQ(column, over, column)
	}
}

// sub sets z = a - b - 2 (sum of twice), a of any magnitude; the subtrahend is at
// most that of magnitude m.
func (c *constants) sub(z, a wide, m int, b []wide, twice []wide) {
	g, limbs := c.g, multiple(2*(m+1))
	g.written(spare)
	for i := range 5 {
		c.splat(limbs[i], spare[i])
		for _, e := range b {
			g.VPSUBQ(g.limb(e, i), spare[i], spare[i])
		}
		for _, e := range twice {
			g.VMOVDQU64(g.limb(e, i), over)
			g.VPADDQ(over, over, over)
			g.VPSUBQ(over, spare[i], spare[i])
		}
		g.VPADDQ(g.limb(a, i), spare[i], spare[i])
	}
	g.storeLanes(z, spare)
}

// negate sets z = -a, a of magnitude m.
func (c *constants) negate(z, a wide, m int) {
	c.g.written(spare)
	for i, limb := range multiple(2 * (m + 1)) {
		c.splat(limb, spare[i])
		c.g.VPSUBQ(c.g.limb(a, i), spare[i], spare[i])
	}
	c.g.storeLanes(z, spare)
}

const laneRanges = "Lanes are of the magnitudes of this package's documentation."

func (g *generator) lanesMul() {
	g.begin("mulAsm", "func(z, x, y *[40]uint64)", nil,
		"mulAsm sets z = x y in every lane, y of magnitude up to 6. Arguments may alias.",
		"Constant time.", laneRanges)
	g.argument("x", reg.RSI)
	g.argument("y", reg.RDI)
	g.argument("z", reg.RCX)
	g.lanesProduct(of(reg.RCX, 0, 1), of(reg.RSI, 0, 1), of(reg.RDI, 0, 6))
	g.leave()
}

func (g *generator) leave() {
	g.VZEROUPPER()
	g.RET()
}

// lanesDoubleN is doubleN in lanes.
func (g *generator) lanesDoubleN() {
	c := g.begin("doubleNAsm", "func(z *[120]uint64, n int, w *[160]uint64)",
		join(multiple(6), multiple(14), halves, lift[:]),
		"doubleNAsm sets z = 2^n z in every lane, n at least 1; Z = 0 stays 0. w is memory",
		"to work in. Constant time but for n.", laneRanges)
	n := reg.R9
	g.argument("n", n)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	x, y, z := of(reg.RSI, 0, 6), of(reg.RSI, 1, 3), of(reg.RSI, 2, 1)
	s, t, u, l := of(reg.RDI, 0, 1), of(reg.RDI, 1, 1), of(reg.RDI, 2, 1), of(reg.RDI, 3, 1)

	g.Label("loop")
	g.forget()
	xc := g.carried(x, x)
	g.lanesSquare(u, xc)
	yc := g.carried(y, y)
	g.squareFactor(s, yc)
	c.half3(l, u)
	l = g.carried(wide{l.at, 2}, l)
	g.lanesProduct(z, yc, z)
	g.lanesSquare(u, l)
	g.lanesProduct(t, xc, s)
	g.squareColumns(s)
	c.subtracted()
	c.sub(x, u, 2, nil, []wide{t})
	d := wide{u.at, 8}
	c.sub(d, t, 6, []wide{x}, nil)
	g.accumulate(l, d)
	g.reduceLanes(true)
	g.result(y)
	g.DECQ(n)
	g.JNZ(operand.LabelRef("loop"))
	g.leave()
}

// half3 sets z = 3 x / 2, of magnitude 2.
func (c *constants) half3(z, x wide) {
	g := c.g
	g.written(spare)
	for i, r := range spare {
		g.VMOVDQU64(g.limb(x, i), over)
		g.VPADDQ(over, over, r)
		g.VPADDQ(over, r, r)
	}
	c.halve(spare)
	g.storeLanes(z, spare)
}

// halve halves limbs below 2^54, of r, or of r + p where that is odd; of magnitude 1, r
// comes to 2, its limbs below 3 2^51. A product with 2^51 brings bit 0 of a limb to where
// the limb below has room for it: the lower 52 bits are just that bit. The routine has
// the constants of halves.
func (c *constants) halve(r [5]reg.VecPhysical) {
	g := c.g
	g.written(r)
	c.splat(1, over)
	g.VPTESTMQ(over, r[0], odd)
	c.splat(primeLimb(0), over)
	g.VPADDQ(over, r[0], odd, r[0])
	for _, limb := range r[1:4] {
		g.VPADDQ(mask52, limb, odd, limb)
	}
	g.VPADDQ(mask48, r[4], odd, r[4])
	c.splat(1<<51, high)
	for i, limb := range r {
		g.VPSRLQ(operand.U8(1), limb, over)
		if i < 4 {
			g.VPMADD52LUQ(high, r[i+1], over)
		}
		g.VMOVDQA64(over, limb)
	}
}

// signed sets z to y, of magnitude 1, or to -y in the lanes of negative; unless
// masked, only for products, as carry says. The routine has the constants of
// multiple(4).
func (c *constants) signed(z, y wide, masked bool) wide {
	g, limbs := c.g, multiple(4)
	g.loadLanes(y, factorA)
	for i, r := range factorA {
		c.splat(limbs[i], over)
		g.VPSUBQ(r, over, negative, r)
	}
	g.carry(factorA, masked)
	g.storeLanes(z, factorA)
	return wide{z.at, 1}
}

// lanesAdd is addMixed in lanes, which cannot give up: where the points are equal
// or opposite H is 0, and so is Z3.
func (g *generator) lanesAdd() {
	c := g.begin("addAsm", "func(z *[120]uint64, x, y *[40]uint64, negative uint64, az *[40]uint64, w *[240]uint64)",
		join(multiple(4), multiple(14), multiple(8)),
		"addAsm adds (az^2 x, az^3 y) over Z, or (az^2 x, -az^3 y) in the lanes of negative,",
		"to the point z, which is finite. az may be the Z of z, for (x, y) itself. Where",
		"both are equal or opposite, Z becomes 0. w is memory to work in. Constant time.", laneRanges)
	g.argument("negative", reg.RAX)
	g.KMOVB(reg.EAX, negative)
	g.argument("z", reg.RSI)
	g.argument("w", reg.RDI)
	g.argument("x", reg.RCX)
	g.argument("y", reg.RDX)
	g.argument("az", reg.R8)
	x, y, z := of(reg.RSI, 0, 6), of(reg.RSI, 1, 3), of(reg.RSI, 2, 1)
	x2, y2, az := of(reg.RCX, 0, 1), of(reg.RDX, 0, 1), of(reg.R8, 0, 1)
	h, i, t, hh, hhh, u := of(reg.RDI, 0, 8), of(reg.RDI, 1, 5), of(reg.RDI, 2, 1), of(reg.RDI, 3, 1), of(reg.RDI, 4, 1), of(reg.RDI, 5, 1)

	g.squareFactor(hh, az)
	g.lanesProduct(u, x2, hh)
	g.productFactor(t, az, hh)
	c.sub(h, u, 6, []wide{x}, nil)
	g.lanesProduct(t, c.signed(i, y2, false), t)
	c.sub(i, t, 3, []wide{y}, nil)
	h = g.carried(h, h)
	g.squareFactor(hh, h)
	g.lanesProduct(z, z, h)
	g.lanesProduct(hhh, h, hh)
	g.lanesProduct(t, x, hh)
	i = g.carried(i, i)
	g.lanesSquare(u, i)
	c.sub(x, u, 3, []wide{hhh}, []wide{t})
	d := wide{h.at, 8}
	c.sub(d, t, 6, []wide{x}, nil)
	c.negate(t, y, 3)
	g.multiply(wide{t.at, 4}, hhh)
	g.accumulate(i, d)
	g.reduceLanes(true)
	g.result(y)
	g.leave()
}

// lanesCoZAdd is coZAdd in lanes.
func (g *generator) lanesCoZAdd() {
	c := g.begin("coZAddAsm", "func(z *[160]uint64, ratio *[40]uint64, w *[120]uint64)",
		join(multiple(10), multiple(8), multiple(6), multiple(4)),
		"coZAddAsm sets (x1, y1) to (x1, y1) + (x2, y2), of z = (x1, y1, x2, y2), which",
		"are on one Z, and brings (x2, y2) to the same new Z, ratio times that. x1 and x2",
		"differ, or ratio is 0. w is memory to work in. Constant time.", laneRanges)
	g.argument("z", reg.RSI)
	g.argument("ratio", reg.RCX)
	g.argument("w", reg.RDI)
	x1, y1, x2, y2 := of(reg.RSI, 0, 4), of(reg.RSI, 1, 3), of(reg.RSI, 2, 1), of(reg.RSI, 3, 1)
	ratio, t, dy, w2 := of(reg.RCX, 0, 1), of(reg.RDI, 0, 6), of(reg.RDI, 1, 5), of(reg.RDI, 2, 1)

	c.sub(t, x2, 4, []wide{x1}, nil)
	g.loadLanes(t, factorA)
	g.carry(factorA, true)
	g.storeLanes(ratio, factorA)
	g.lanesSquare(wide{t.at, 1}, ratio)
	c.sub(dy, y2, 3, []wide{y1}, nil)
	g.lanesProduct(x2, x2, wide{t.at, 1})
	g.lanesProduct(w2, x1, wide{t.at, 1})
	dy = g.carried(dy, dy)
	g.lanesSquare(wide{t.at, 1}, dy)
	c.sub(x1, wide{t.at, 1}, 2, []wide{x2, w2}, nil)
	c.sub(wide{t.at, 3}, x2, 1, []wide{w2}, nil)
	g.lanesProduct(y2, y2, wide{t.at, 3})
	c.sub(t, x2, 4, []wide{x1}, nil)
	g.lanesProduct(w2, dy, t)
	c.sub(y1, w2, 1, []wide{y2}, nil)
	g.leave()
}
