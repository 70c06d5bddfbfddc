//go:build amd64 && !purego

package lanes

import (
	"koblitz.dev/go/internal/ct"
	"koblitz.dev/go/internal/field"
	"koblitz.dev/go/internal/limbs"
)

// The formulas of the routines on one lane, for tests of these, and in their place
// where valgrind runs, which knows no AVX-512. Constant time.

type point struct{ x, y, z field.Element }

// signed returns y, or -y where negative is odd.
func signed(y field.Element, negative uint64) field.Element {
	ct.Bit(negative).Negate((*limbs.Int)(&y), (*limbs.Int)(&y), fold)
	return y
}

// double is doubleN of package point, once.
func (p *point) double() {
	var s, t, u, l, d field.Element
	s.Square(&p.y)
	u.Square(&p.x)
	t.Mul(&p.x, &s)
	p.z.Mul(&p.y, &p.z)
	l.Half(&u)
	l.Add(&l, &u)
	u.Square(&l)
	u.Sub(&u, &t)
	p.x.Sub(&u, &t)
	d.Sub(&t, &p.x)
	p.y.MulSub(&l, &d, &s, &s)
}

// add is the mixed addition there.
func (p *point) add(x, y field.Element, negative uint64, az field.Element) {
	var u, s, t, h, hh, hhh, i field.Element
	y = signed(y, negative)
	u.Square(&az)
	s.Mul(&az, &u)
	u.Mul(&x, &u)
	s.Mul(&y, &s)
	h.Sub(&u, &p.x)
	i.Sub(&s, &p.y)
	hh.Square(&h)
	p.z.Mul(&p.z, &h)
	hhh.Mul(&h, &hh)
	t.Mul(&p.x, &hh)
	u.Square(&i)
	u.Sub(&u, &hhh)
	u.Sub(&u, &t)
	p.x.Sub(&u, &t)
	t.Sub(&t, &p.x)
	p.y.MulSub(&i, &t, &p.y, &hhh)
}

// addProjective is the complete addition there.
func (p *point) addProjective(x, y field.Element, negative uint64, b3 field.Element) {
	var a, b, c, d, e, f, s, t, u field.Element
	y = signed(y, negative)
	a.Mul(&p.x, &x)
	b.Mul(&p.y, &y)
	c.Mul(&p.x, &y)
	u.Mul(&x, &p.y)
	c.Add(&c, &u)
	d.Mul(&y, &p.z)
	d.Add(&d, &p.y)
	e.Mul(&x, &p.z)
	e.Add(&e, &p.x)
	e.Mul(&e, &b3)
	f.Mul(&b3, &p.z)
	s.Add(&b, &f)
	t.Sub(&b, &f)
	u.Add(&a, &a)
	a.Add(&a, &u)
	p.x.MulSub(&c, &t, &d, &e)
	d.Mul(&s, &d)
	c.Mul(&a, &c)
	p.z.Add(&d, &c)
	s.Mul(&t, &s)
	e.Mul(&e, &a)
	p.y.Add(&s, &e)
}

// addHomogeneous adds a point of y^2 = x^3 + 7: Renes, Costello and Batina, ePrint
// 2015/1060, algorithm 7.
func (p *point) addHomogeneous(q *point) {
	var a, c, d, e, f, s, t, u field.Element
	sum := func(z *field.Element, a, b, c, d *field.Element) {
		z.Mul(a, b)
		u.Mul(c, d)
		z.Add(z, &u)
	}
	times := func(z *field.Element, n uint64) { z.Mul(z, &field.Element{n}) }
	a.Mul(&p.x, &q.x)
	times(&a, 3)
	sum(&c, &p.x, &q.y, &q.x, &p.y)
	sum(&d, &p.y, &q.z, &q.y, &p.z)
	sum(&e, &p.x, &q.z, &q.x, &p.z)
	times(&e, 21)
	f.Mul(&p.z, &q.z)
	times(&f, 21)
	t.Mul(&p.y, &q.y)
	s.Add(&t, &f)
	t.Sub(&t, &f)
	p.x.MulSub(&c, &t, &d, &e)
	sum(&p.y, &t, &s, &e, &a)
	sum(&p.z, &s, &d, &a, &c)
}

// rightSide is x^3 + 7.
func rightSide(x field.Element) (z field.Element) {
	z.Square(&x)
	z.Mul(&z, &x)
	z.Add(&z, &field.Element{7})
	return z
}

// coZ are both points and the ratio of Pair.Add.
func coZ(x1, y1, x2, y2 field.Element) [5]field.Element {
	var dx, dy, c, w1, w2, x3, y3 field.Element
	dx.Sub(&x2, &x1)
	dy.Sub(&y2, &y1)
	c.Square(&dx)
	w1.Mul(&x2, &c)
	w2.Mul(&x1, &c)
	x3.Square(&dy)
	x3.Sub(&x3, &w1)
	x3.Sub(&x3, &w2)
	c.Sub(&w1, &w2)
	y2.Mul(&y2, &c)
	c.Sub(&w1, &x3)
	y3.Mul(&dy, &c)
	y3.Sub(&y3, &y2)
	return [5]field.Element{x3, y3, w1, y2, dx}
}
