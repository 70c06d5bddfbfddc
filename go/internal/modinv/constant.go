package modinv

// Invert sets z = 1 / x mod m, 0 for 0. x is in [0, m). Constant time in x.
func Invert(z, x *[4]uint64, m *Modulus) {
	d, e, f, g := signed62{}, signed62{1}, m.m, fromLimbs(x)
	var t, b, c matrix
	p := progress{zeta: -1}
	for range 10 { // batches of 59 steps
		p.begin(f.low(), g.low())
		p.fives(4)
		p.next(&t)
		p.fives(4)
		p.next(&b)
		p.fives(3)
		p.four()
		p.matrix(&c)
		t.join(&b, &c)
		updateFG(&f, &g, &t)
		updateDE(&d, &e, &t, m)
	}
	normalize(&d, f[4], m)
	d.limbs(z)
}

// InvertTwo is Invert of two numbers. A step waits for the one before, so that a
// processor takes some of one number while it takes those of the other.
func InvertTwo(z1, x1 *[4]uint64, m1 *Modulus, z2, x2 *[4]uint64, m2 *Modulus) {
	var t1, b1, c1, t2, b2, c2 matrix
	d1, e1, f1, g1 := signed62{}, signed62{1}, m1.m, fromLimbs(x1)
	d2, e2, f2, g2 := signed62{}, signed62{1}, m2.m, fromLimbs(x2)
	p, q := progress{zeta: -1}, progress{zeta: -1}
	for range 10 {
		p.begin(f1.low(), g1.low())
		q.begin(f2.low(), g2.low())
		fivesOfBoth(4, &p, &q)
		p.next(&t1)
		q.next(&t2)
		fivesOfBoth(4, &p, &q)
		p.next(&b1)
		q.next(&b2)
		fivesOfBoth(3, &p, &q)
		p.four()
		q.four()
		p.matrix(&c1)
		q.matrix(&c2)
		t1.join(&b1, &c1)
		t2.join(&b2, &c2)
		updateFG(&f1, &g1, &t1)
		updateFG(&f2, &g2, &t2)
		updateDE(&d1, &e1, &t1, m1)
		updateDE(&d2, &e2, &t2, m2)
	}
	normalize(&d1, f1[4], m1)
	d1.limbs(z1)
	normalize(&d2, f2[4], m2)
	d2.limbs(z2)
}

// join sets t to -4 c b t. Each of these is -2^20 times the matrix of its steps; t becomes
// 2^62 times that of all, so that the updates shift by whole limbs.
func (t *matrix) join(b, c *matrix) {
	u, v := b.u*t.u+b.v*t.q, b.u*t.v+b.v*t.r
	q, r := b.q*t.u+b.r*t.q, b.q*t.v+b.r*t.r
	*t = matrix{-4 * (c.u*u + c.v*q), -4 * (c.u*v + c.v*r), -4 * (c.q*u + c.r*q), -4 * (c.q*v + c.r*r)}
}

// progress is zeta, which is -(delta + 1/2), and what up to 20 steps have made of two
// numbers and of the rows of the steps' matrix: f is that of the first number, and 2^21
// u + 2^42 v with its row, and g the same of the second number. What a step does to the
// numbers, a sum or a difference and a halving, it does to the rows with them. These
// begin as (-2^20, 0) and (0, -2^20), so that they can be halved 20 times. The first
// number is odd, so f is, and kept as h, f = 2 h + 1.
//
// The numbers, of which 20 bits are taken, stay in (-2^20, 2^20), and |u| + |v| at most
// 2^20. No entry becomes 2^20: half the sum of two rows of that size is as large only if
// both are the same up to the sign, which the determinant rules out. So the three parts
// are digits of base 2^21, in [-2^20, 2^20), and come apart again.
type progress struct {
	zeta int64
	h, g int64
	low  [2]uint64 // the numbers before these steps: 64 low bits, or 44, or 24
}

// begin begins with these low words.
func (p *progress) begin(f, g uint64) {
	p.low = [2]uint64{f, g}
	p.h = (int64(f&(1<<20-1)) - 1<<41) >> 1
	p.g = int64(g&(1<<20-1)) - 1<<62
}

// matrix sets m to -2^20 times the matrix of the steps.
func (p *progress) matrix(m *matrix) {
	m.u, m.v = unpack(p.h<<1 | 1)
	m.q, m.r = unpack(p.g)
}

// next is matrix after 20 steps, and begins with the numbers that these lead to, of
// which 20 bits fewer are known.
func (p *progress) next(m *matrix) {
	p.matrix(m)
	f, g := p.low[0], p.low[1]
	p.begin(-((uint64(m.u)*f + uint64(m.v)*g) >> 20), -((uint64(m.q)*f + uint64(m.r)*g) >> 20))
}

// fives takes five steps n times.
func (p *progress) fives(n int) {
	zeta, h, g := p.zeta, p.h, p.g
	for range n {
		zeta, h, g = step(step(step(step(step(zeta, h, g)))))
	}
	p.zeta, p.h, p.g = zeta, h, g
}

// four takes four steps.
func (p *progress) four() {
	p.zeta, p.h, p.g = step(step(step(step(p.zeta, p.h, p.g))))
}

// fivesOfBoth is fives of both in turns.
func fivesOfBoth(n int, p, q *progress) {
	zeta1, h1, g1 := p.zeta, p.h, p.g
	zeta2, h2, g2 := q.zeta, q.h, q.g
	for range n {
		zeta1, h1, g1 = step(zeta1, h1, g1)
		zeta2, h2, g2 = step(zeta2, h2, g2)
		zeta1, h1, g1 = step(zeta1, h1, g1)
		zeta2, h2, g2 = step(zeta2, h2, g2)
		zeta1, h1, g1 = step(zeta1, h1, g1)
		zeta2, h2, g2 = step(zeta2, h2, g2)
		zeta1, h1, g1 = step(zeta1, h1, g1)
		zeta2, h2, g2 = step(zeta2, h2, g2)
		zeta1, h1, g1 = step(zeta1, h1, g1)
		zeta2, h2, g2 = step(zeta2, h2, g2)
	}
	p.zeta, p.h, p.g = zeta1, h1, g1
	q.zeta, q.h, q.g = zeta2, h2, g2
}

func step(zeta, h, g int64) (int64, int64, int64) {
	// m1: delta > 0; m2: g odd, and then f, negated under m1, is added before g is
	// halved. Of two odd numbers half the sum is 1 more than the sum of their halves,
	// rounded down; so rounded, half of f is h, of g half, of -f ^h. Under both, the old
	// g becomes f.
	m1, m2 := zeta>>63, -(g & 1)
	both, half := m1&m2, g>>1
	return zeta ^ both - 1, h ^ (h^half)&both, half - m2 + (h^m1)&m2
}

// unpack returns the entries of a row.
func unpack(a int64) (u, v int64) {
	a += 1 << 20
	return a << 22 >> 43, (a + 1<<41) >> 42
}
