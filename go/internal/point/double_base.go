package point

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// strauss is what one u1 G + u2 Q works on.
type strauss struct {
	// The digits of u2's halves and of u1's.
	q, lambdaQ, g, g128 [scalar.Positions]int16
	// -(2m-1)Q, ..., -Q, Q, ..., (2m-1)Q, and the same times lambda.
	qs, lambdaQs [maxOdd]Affine
	// What the digits of u1 select.
	gs, g128s stack
	ratio     [maxOdd / 2]field.Element
}

// aside is work for a lone call. Where its goroutine's stack is small, as after a
// collection of garbage, work on the stack would make that grow, which takes a third of the
// call's time. All of it is public; digits are 0 between calls.
var aside spare[strauss]

// stack holds points of a table of constants, by digits in ascending positions:
// at most 9 of a window of 15 fit in 129 positions.
type stack struct {
	digits [9]int16
	points [9]Affine
	n      int
}

// prepare takes the digits that are not 0 and begins to load their points, which
// are far away: in a cache that is shared, or not in one.
func (s *stack) prepare(t *table, digits []int16) {
	for _, d := range digits {
		if d != 0 {
			s.digits[s.n] = d
			s.n++
			prefetch(*t, max(int(d), -int(d))>>1)
		}
	}
}

// load sets the points, signs applied.
func (s *stack) load(t *table) {
	for i, d := range s.digits[:s.n] {
		p := &s.points[i]
		t.load(p, max(int(d), -int(d))>>1)
		if d < 0 {
			p.Y.Negate(&p.Y)
		}
	}
}

func (s *stack) pop() *Affine {
	s.n--
	return &s.points[s.n]
}

//go:noinline
func (s *strauss) clearDigits() {
	clear(s.q[:])
	clear(s.lambdaQ[:])
	clear(s.g[:])
	clear(s.g128[:])
}

// loadMultiples fills the 2m entries of the tables of Q, which is finite, and
// sets z to the Z they stand on.
func (s *strauss) loadMultiples(z *field.Element, q *Jacobian, m int) {
	oddMultiplesVartime(s.qs[m:2*m], z, &Affine{q.X, q.Y}, s.ratio[:])
	if !q.isAffineVartime() {
		z.Mul(z, &q.Z)
	}
	for i := range m {
		p, lp := &s.qs[m+i], &s.lambdaQs[m+i]
		lp.X.Mul(&p.X, &beta)
		lp.Y = p.Y
		s.qs[m-1-i].Negate(p)
		s.lambdaQs[m-1-i] = Affine{lp.X, s.qs[m-1-i].Y}
	}
}

// doubleBaseVartime sets z = (c + 2^128 d) G + (a + b lambda) Q by Strauss'
// trick over four streams of 128 bits: a and b in NAFs of window qWindow over
// the odd multiples of Q on one Z, c and d in wider ones over tables of
// constants. Q is finite or a and b are 0. About 128 doublings and 60 additions,
// on the curve scaled by that Z; the multiples of G, on the curve itself, pay one
// multiplication more.
func (p *params) doubleBaseVartime(z *Jacobian, c, d, a, b *scalar.Half, q *Jacobian) {
	if s := aside.take(); s != nil {
		p.doubleBaseIn(s, z, c, d, a, b, q)
		s.clearDigits()
		aside.give()
		return
	}
	p.doubleBaseOnStack(z, c, d, a, b, q)
}

//go:noinline
func (p *params) doubleBaseOnStack(z *Jacobian, c, d, a, b *scalar.Half, q *Jacobian) {
	var s strauss
	p.doubleBaseIn(&s, z, c, d, a, b, q)
}

// doubleBaseIn is doubleBaseVartime in s, whose digits are 0.
func (p *params) doubleBaseIn(s *strauss, z *Jacobian, c, d, a, b *scalar.Half, q *Jacobian) {
	endG, endG128 := c.WNAFVartime(&s.g, p.window), d.WNAFVartime(&s.g128, p.window)
	s.gs.prepare(p.g, s.g[:endG])
	s.g128s.prepare(p.g128, s.g128[:endG128])
	end := max(endG, endG128)

	m := 1 << (p.qWindow - 2)
	scale := field.Element{1}
	if a.Lo|a.Hi|b.Lo|b.Hi != 0 {
		end = max(end, a.WNAFVartime(&s.q, p.qWindow), b.WNAFVartime(&s.lambdaQ, p.qWindow))
		s.loadMultiples(&scale, q, m)
	}
	s.gs.load(p.g)
	s.g128s.load(p.g128)

	var r Jacobian
	doublings := 0
	for i := end - 1; i >= 0; i-- {
		doublings++
		dq, dl, dg, dh := int(s.q[i]), int(s.lambdaQ[i]), s.g[i], s.g128[i]
		if dq|dl == 0 && dg|dh == 0 {
			continue
		}
		if !r.IsInfinityVartime() {
			doubleNVartime(&r, doublings)
		}
		doublings = 0
		if dq != 0 {
			r.addAffineVartime(&s.qs[(dq+2*m)>>1])
		}
		if dl != 0 {
			r.addAffineVartime(&s.lambdaQs[(dl+2*m)>>1])
		}
		if dg != 0 {
			r.addScaledVartime(s.gs.pop(), &scale)
		}
		if dh != 0 {
			r.addScaledVartime(s.g128s.pop(), &scale)
		}
	}
	if doublings > 0 {
		doubleNVartime(&r, doublings)
	}
	z.X, z.Y = r.X, r.Y
	z.Z.Mul(&r.Z, &scale)
}

// DoubleBaseVartime sets z = u1 G + u2 Q. Either scalar may be 0.
func DoubleBaseVartime(z *Jacobian, u1, u2 *scalar.Scalar, q *Jacobian) {
	var a, b, c, d scalar.Half
	u1.Split128(&c, &d)
	if !q.IsInfinityVartime() {
		u2.SplitVartime(&a, &b)
	}
	secp256k1.doubleBaseVartime(z, &c, &d, &a, &b, q)
}
