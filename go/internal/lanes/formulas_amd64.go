//go:build amd64 && !purego

package lanes

import (
	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/limbs"
)

// The formulas of the routines on one lane, for tests of these, and in their place
// where valgrind runs, which knows no AVX-512. Constant time.

type point struct{ x, y, z field.Element }

// signed returns y, or -y where negative is odd.
func signed(y field.Element, negative uint64) field.Element {
	ct.Negate(ct.Bit(negative), (*limbs.Int)(&y), (*limbs.Int)(&y), fold)
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

// zero returns all ones where x is 0 mod p, else 0.
func zero(x field.Element) uint64 {
	none := x[0] | x[1] | x[2] | x[3]
	prime := ^x[0] ^ (fold - 1) | ^x[1] | ^x[2] | ^x[3]
	return ((none|-none)>>63 - 1) | ((prime|-prime)>>63 - 1)
}

// pick returns a where mask is all ones, b where it is 0.
func pick(mask uint64, a, b field.Element) (z field.Element) {
	for i := range z {
		z[i] = a[i]&mask | b[i]&^mask
	}
	return z
}

// addComplete is the complete addition there.
func (p *point) addComplete(x, y field.Element, negative uint64) {
	var u, s, t, m, mm, n, r, q, e, x3, y3, z3 field.Element
	y = signed(y, negative)
	infinity := zero(p.z)
	u.Square(&p.z)
	s.Mul(&u, &p.z)
	u.Mul(&u, &x)
	s.Mul(&s, &y)
	t.Add(&p.x, &u)
	m.Add(&p.y, &s)
	chord := zero(m)
	n.Sub(&p.x, &u)
	m = pick(chord, n, m)
	n.Sub(&s, &p.y)
	r.MulSub(&p.x, &u, &t, &t)
	n = pick(chord, n, r)
	mm.Square(&m)
	q.Mul(&t, &mm)
	mm = pick(chord, field.Element{}, mm)
	x3.Square(&n)
	x3.Sub(&x3, &q)
	e.Add(&x3, &x3)
	e.Sub(&e, &q)
	y3.MulSub(&n, &e, &mm, &mm)
	y3.Half(&y3)
	z3.Mul(&m, &p.z)
	p.x, p.y, p.z = pick(infinity, x, x3), pick(infinity, y, y3), pick(infinity, field.Element{1}, z3)
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
