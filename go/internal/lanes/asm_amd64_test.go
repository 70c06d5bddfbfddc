//go:build amd64 && !purego

package lanes

import (
	"fmt"
	"testing"
	"unsafe"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
)

// The routines under test, variables for the mutation test.
var (
	mulTested     = mulAsm
	squareNTested = squareNAsm
	doubleNTested = doubleNAsm
	addTested     = addAsm
	coZAddTested  = coZAddAsm

	addCompleteTested = addCompleteAsm
	selectTested      = selectAsm
	selectFewTested   = selectFewAsm

	addTermTested = addTermAsm
	addSumTested  = addSumAsm

	powerStepTested = powerStepAsm
	rightSideTested = rightSideAsm
	fromWordsTested = fromWordsAsm
	toWordsTested   = toWordsAsm
)

// operands are what the routines compute on. The formulas are polynomials, so any
// elements will do, not only points.
type operands struct {
	x, y, z  Element // of magnitudes 1, 6 and any
	p        Jacobian
	b        [2]Element
	az       Element
	negative uint64
	pair     Pair
	squares  [2]Element
	c        Jacobian // that meets b
	table    [TableSize]Entry
	index    [4]uint64 // a bit for each lane
	entry    [2]Element
	n        int
	base     baseOperands
	work     Work
	sum, of  Homogeneous
	sumWork  SumWork
	words    Words
}

func randomOperands() operands {
	o := operands{
		x: random(1), y: random(6), z: random(31),
		p: Jacobian{random(6), random(3), random(1)}, b: [2]Element{random(1), random(1)}, az: random(1),
		negative: uint64(uint8(source.Uint32())),
		pair:     Pair{random(4), random(3), random(1), random(1)},
		squares:  [2]Element{random(1), random(1)},
		c:        Jacobian{random(6), random(3), random(1)},
		n:        1 + source.IntN(3), base: randomBase(),
		sum: Homogeneous{random(1), random(1), random(1)}, of: Homogeneous{random(1), random(1), random(1)},
	}
	for lane := range Width {
		x := o.y.Get(lane)
		o.words.Set(lane, &x)
	}
	for i := range o.table {
		o.table[i] = Entry{random(1), random(1), random(1)}
	}
	o.meet()
	for i := range o.index {
		o.index[i] = uint64(uint8(source.Uint32()))
	}
	return o
}

// meet makes c in some lanes infinity, or of the x of b, or of the y of its negative,
// or all but that: another number in one bit.
func (o *operands) meet() {
	zeros := [2]field.Element{{}, {^uint64(fold - 1), ^uint64(0), ^uint64(0), ^uint64(0)}}
	for lane := range Width {
		var x, y field.Element
		zero, bit := zeros[source.IntN(2)], source.IntN(256)
		almost := zero
		almost[bit/64] ^= 1 << (bit % 64)
		how := source.IntN(16)
		switch how {
		case 0:
			o.c.Z.Set(lane, &zero)
		case 4:
			o.c.Z.Set(lane, &almost)
		}
		b, z := [2]field.Element{o.b[0].Get(lane), o.b[1].Get(lane)}, o.c.Z.Get(lane)
		y.Square(&z)
		x.Mul(&b[0], &y)
		y.Mul(&y, &z)
		y.Mul(&y, &b[1])
		if how&1 == 1 {
			o.c.X.Set(lane, &x)
		}
		if how&2 == 2 {
			y = signed(y, ^(o.negative >> lane))
			if how&12 == 4 {
				y.Add(&y, &almost)
			}
			o.c.Y.Set(lane, &y)
		}
	}
}

// result is an element that a routine sets, of what magnitude, and the value that
// a lane of it has.
type result struct {
	z         *Element
	magnitude int
	want      func(lane int) field.Element
}

// comparison is a routine of the assembly beside the arithmetic of one number.
// results tells of what the routine sets when it is given in.
type comparison struct {
	name    string
	asm     func(o *operands)
	results func(in, out *operands) []result
}

func product(x, y *Element) func(lane int) field.Element {
	return func(lane int) (z field.Element) {
		a, b := x.Get(lane), y.Get(lane)
		z.Mul(&a, &b)
		return z
	}
}

// coordinates are the results of a formula on a point.
func coordinates(in, out *Jacobian, formula func(p *point, lane int)) []result {
	at := func(lane int) *point {
		p := &point{in.X.Get(lane), in.Y.Get(lane), in.Z.Get(lane)}
		formula(p, lane)
		return p
	}
	return []result{
		{&out.X, 6, func(lane int) field.Element { return at(lane).x }},
		{&out.Y, 3, func(lane int) field.Element { return at(lane).y }},
		{&out.Z, 1, func(lane int) field.Element { return at(lane).z }},
	}
}

func powers(in, out *operands) []result {
	of := func(x *Element) func(lane int) field.Element {
		return func(lane int) field.Element {
			z := x.Get(lane)
			for range in.n {
				z.Square(&z)
			}
			return z
		}
	}
	return []result{{&out.squares[0], 1, of(&in.squares[0])}, {&out.squares[1], 1, of(&in.squares[1])}}
}

// times multiplies results.
func times(results []result, by [2]Element) []result {
	for i := range results {
		want := results[i].want
		results[i].want = func(lane int) field.Element {
			z, y := want(lane), by[i].Get(lane)
			z.Mul(&z, &y)
			return z
		}
	}
	return results
}

// elements are those of an entry.
func (e *Entry) elements() *[3]Element { return (*[3]Element)(unsafe.Pointer(e)) }

// selectXY chooses elements first and first + 1 of an entry.
func selectXY(first int) func(o *operands) {
	return func(o *operands) {
		t := (*[2]Element)(unsafe.Pointer(&o.table[0].elements()[first]))
		selectTested(&o.entry, t, o.index[0], o.index[1], o.index[2], o.index[3])
	}
}

// selectFewXY does among fewer entries.
func selectFewXY(first int) func(o *operands) {
	return func(o *operands) {
		t := (*[2]Element)(unsafe.Pointer(&o.table[0].elements()[first]))
		selectFewTested(&o.entry, t, o.index[0], o.index[1])
	}
}

// chosen are the results of a choice by this many bits.
func chosen(in, out *operands, first, bits int) []result {
	at := func(i int) func(lane int) field.Element {
		return func(lane int) field.Element {
			index := 0
			for bit, lanes := range in.index[:bits] {
				index |= int(lanes>>lane&1) << bit
			}
			return in.table[index].elements()[first+i].Get(lane)
		}
	}
	return []result{{&out.entry[0], 1, at(0)}, {&out.entry[1], 1, at(1)}}
}

// homogeneous are the results of adding q to the sum, but in the lanes of keep.
func homogeneous(in, out *operands, keep uint64, q func(lane int) point) []result {
	at := func(lane int) point {
		p := point{in.sum.X.Get(lane), in.sum.Y.Get(lane), in.sum.Z.Get(lane)}
		if keep>>lane&1 == 0 {
			other := q(lane)
			p.addHomogeneous(&other)
		}
		return p
	}
	return []result{
		{&out.sum.X, 1, func(lane int) field.Element { return at(lane).x }},
		{&out.sum.Y, 1, func(lane int) field.Element { return at(lane).y }},
		{&out.sum.Z, 1, func(lane int) field.Element { return at(lane).z }},
	}
}

// place is the point in a lane.
func (z *Homogeneous) place(lane int) (p point) {
	p.x, p.y, p.z = z.Get(lane)
	return p
}

func rightSides(in, out *operands) []result {
	return []result{{&out.z, 1, func(lane int) field.Element { return rightSide(in.x.Get(lane)) }}}
}

func normalized(x field.Element) field.Element {
	x.Normalize()
	return x
}

var comparisons = []comparison{
	{"mulAsm", func(o *operands) { mulTested(&o.z, &o.x, &o.y) }, func(in, out *operands) []result {
		return []result{{&out.z, 1, product(&in.x, &in.y)}}
	}},
	{"mulAsm", func(o *operands) { mulTested(&o.x, &o.x, &o.y) }, func(in, out *operands) []result {
		return []result{{&out.x, 1, product(&in.x, &in.y)}}
	}},
	{"mulAsm", func(o *operands) { mulTested(&o.y, &o.x, &o.y) }, func(in, out *operands) []result {
		return []result{{&out.y, 1, product(&in.x, &in.y)}}
	}},
	{"squareNAsm", func(o *operands) { squareNTested(&o.squares, o.n) }, powers},
	{"squareNAsm", func(o *operands) { // of a copy, elsewhere
		z := o.squares
		squareNTested(&z, o.n)
		o.squares = z
	}, powers},
	{"doubleNAsm", func(o *operands) { doubleNTested(&o.p, o.n, &o.work) }, func(in, out *operands) []result {
		return coordinates(&in.p, &out.p, func(p *point, _ int) {
			for range in.n {
				p.double()
			}
		})
	}},
	{"addAsm", func(o *operands) { addTested(&o.p, &o.b[0], &o.b[1], o.negative, &o.az, &o.work) },
		func(in, out *operands) []result {
			return coordinates(&in.p, &out.p, func(p *point, lane int) {
				p.add(in.b[0].Get(lane), in.b[1].Get(lane), in.negative>>lane, in.az.Get(lane))
			})
		}},
	{"addAsm", func(o *operands) { addTested(&o.p, &o.b[0], &o.b[1], o.negative, &o.p.Z, &o.work) },
		func(in, out *operands) []result {
			return coordinates(&in.p, &out.p, func(p *point, lane int) {
				p.add(in.b[0].Get(lane), in.b[1].Get(lane), in.negative>>lane, p.z)
			})
		}},
	{"coZAddAsm", func(o *operands) { coZAddTested(&o.pair, &o.z, &o.work) }, func(in, out *operands) []result {
		at := func(i int) func(lane int) field.Element {
			return func(lane int) field.Element {
				r := coZ(in.pair.X1.Get(lane), in.pair.Y1.Get(lane), in.pair.X2.Get(lane), in.pair.Y2.Get(lane))
				return r[i]
			}
		}
		return []result{{&out.pair.X1, 4, at(0)}, {&out.pair.Y1, 3, at(1)}, {&out.pair.X2, 1, at(2)}, {&out.pair.Y2, 1, at(3)}, {&out.z, 1, at(4)}}
	}},
	{"addCompleteAsm", func(o *operands) { addCompleteTested(&o.c, &o.b[0], &o.b[1], o.negative, &o.work) },
		func(in, out *operands) []result {
			return coordinates(&in.c, &out.c, func(p *point, lane int) {
				p.addComplete(in.b[0].Get(lane), in.b[1].Get(lane), in.negative>>lane)
			})
		}},
	{"addTermAsm", func(o *operands) { addTermTested(&o.sum, &o.b[0], &o.b[1], o.negative, &o.sumWork) },
		func(in, out *operands) []result {
			return homogeneous(in, out, in.negative, func(lane int) point {
				return point{in.b[0].Get(lane), in.b[1].Get(lane), field.Element{1}}
			})
		}},
	{"addSumAsm", func(o *operands) { addSumTested(&o.sum, &o.of, &o.sumWork) }, func(in, out *operands) []result {
		return homogeneous(in, out, 0, in.of.place)
	}},
	{"addSumAsm", func(o *operands) { addSumTested(&o.sum, &o.sum, &o.sumWork) }, func(in, out *operands) []result {
		return homogeneous(in, out, 0, in.sum.place)
	}},
	{"powerStepAsm", func(o *operands) { powerStepTested(&o.squares, &o.squares, &o.b, o.n) }, func(in, out *operands) []result {
		return times(powers(in, out), in.b)
	}},
	{"powerStepAsm", func(o *operands) {
		z := o.b
		powerStepTested(&z, &o.squares, &z, o.n)
		o.squares = z
	}, func(in, out *operands) []result { return times(powers(in, out), in.b) }},
	{"rightSideAsm", func(o *operands) { rightSideTested(&o.z, &o.x) }, rightSides},
	{"rightSideAsm", func(o *operands) {
		o.z = o.x
		rightSideTested(&o.z, &o.z)
	}, rightSides},
	{"fromWordsAsm", func(o *operands) { fromWordsTested(&o.z, &o.words) }, func(in, out *operands) []result {
		return []result{{&out.z, 1, in.words.Get}}
	}},
	{"toWordsAsm", func(o *operands) {
		toWordsTested(&o.words, &o.x)
		for lane := range Width { // below p
			x := o.words.Get(lane)
			if y := x; y != normalized(x) {
				x[0]++
			}
			o.z.Set(lane, &x)
		}
		o.words = Words{}
	}, func(in, out *operands) []result {
		in.words = Words{}
		return []result{{&out.z, 1, in.x.Get}}
	}},
	{"selectAsm", selectXY(0), func(in, out *operands) []result { return chosen(in, out, 0, 4) }},
	{"selectAsm", selectXY(1), func(in, out *operands) []result { return chosen(in, out, 1, 4) }},
	{"selectFewAsm", selectFewXY(0), func(in, out *operands) []result { return chosen(in, out, 0, 2) }},
	{"selectFewAsm", selectFewXY(1), func(in, out *operands) []result { return chosen(in, out, 1, 2) }},
}

// one compares on one input. What is no result stays as it was, but for the
// memory to work in.
func (c *comparison) one(in *operands) error {
	out := *in
	c.asm(&out)
	for i, r := range c.results(in, &out) {
		for lane := range Width {
			want := r.want(lane)
			if got := r.z.Get(lane); !got.EqualVartime(&want) || !inRange(r.z, r.magnitude) {
				return fmt.Errorf("%s: result %d, lane %d: %x, want %x, of magnitude %d: %x", c.name, i, lane, got, want, r.magnitude, *r.z)
			}
		}
	}
	rest := out
	was := c.results(in, in)
	for i, r := range c.results(in, &rest) {
		*r.z = *was[i].z
	}
	rest.work, rest.sumWork = in.work, in.sumWork
	if rest != *in {
		return fmt.Errorf("%s: changes what is no result", c.name)
	}
	return nil
}

// check compares on count inputs.
func (c *comparison) check(count int) error {
	for range count {
		in := randomOperands()
		if err := c.one(&in); err != nil {
			return err
		}
	}
	return nil
}

const comparedInputs = 2000

// TestAssembly compares every routine with the arithmetic of one number.
func TestAssembly(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED the assembly of lanes: a processor with AVX-512 IFMA")
	}
	for _, c := range comparisons {
		if err := c.check(comparedInputs); err != nil {
			t.Error(err)
		}
	}
}
