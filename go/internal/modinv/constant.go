package modinv

// Invert sets z = 1 / x mod m, 0 for 0. x is in [0, m). Constant time in x.
func Invert(z, x *[4]uint64, m *Modulus) {
	d, e, f, g := signed62{}, signed62{1}, m.m, fromLimbs(x)
	var t matrix
	zeta := int64(-1)
	for range 10 {
		zeta = t.steps59(zeta, f.low(), g.low())
		updateDE(&d, &e, &t, m)
		updateFG(&f, &g, &t)
	}
	normalize(&d, f[4], m)
	d.limbs(z)
}

// InvertTwo is Invert of two numbers. A step waits for the one before, so that a
// processor takes ten of one number while it takes ten of the other.
func InvertTwo(z1, x1 *[4]uint64, m1 *Modulus, z2, x2 *[4]uint64, m2 *Modulus) {
	var t1, t2 matrix
	d1, e1, f1, g1 := signed62{}, signed62{1}, m1.m, fromLimbs(x1)
	d2, e2, f2, g2 := signed62{}, signed62{1}, m2.m, fromLimbs(x2)
	p, q := progress{zeta: -1}, progress{zeta: -1}
	for range 10 {
		p.begin(f1.low(), g1.low())
		q.begin(f2.low(), g2.low())
		p.ten()
		q.ten()
		p.ten()
		q.ten()
		p.ten()
		q.ten()
		uv1, qr1 := p.matrix()
		uv2, qr2 := q.matrix()
		p.ten()
		q.ten()
		p.ten()
		q.ten()
		p.nine()
		q.nine()
		t1.join(uv1, qr1, p.uv, p.qr)
		t2.join(uv2, qr2, q.uv, q.qr)
		updateDE(&d1, &e1, &t1, m1)
		updateDE(&d2, &e2, &t2, m2)
		updateFG(&f1, &g1, &t1)
		updateFG(&f2, &g2, &t2)
	}
	normalize(&d1, f1[4], m1)
	d1.limbs(z1)
	normalize(&d2, f2[4], m2)
	d2.limbs(z2)
}

// steps59 takes 59 steps in constant time. zeta is -(delta + 1/2); the new one
// is returned. The two halves' matrices have entries that fit half a word; their
// product is scaled by 8, so that it comes out as 2^62 times the transition and
// the updates shift by whole limbs.
func (t *matrix) steps59(zeta int64, f, g uint64) int64 {
	p := progress{zeta: zeta}
	p.begin(f, g)
	p.ten()
	p.ten()
	p.ten()
	uv, qr := p.matrix()
	p.ten()
	p.ten()
	p.nine()
	t.join(uv, qr, p.uv, p.qr)
	return p.zeta
}

// join sets t to the product of the matrix of 29 steps and that of the 30 before,
// both packed.
func (t *matrix) join(uv, qr, uv2, qr2 uint64) {
	u, v := unpack(uv)
	q, r := unpack(qr)
	u2, v2 := unpack(uv2)
	q2, r2 := unpack(qr2)
	*t = matrix{8 * (u2*u + v2*q), 8 * (u2*v + v2*r), 8 * (q2*u + r2*q), 8 * (q2*v + r2*r)}
}

// progress is what up to 30 steps have made. The rows of their matrix, scaled by a
// factor 2 for each, are packed: sums and differences of packed pairs are those of
// their entries.
type progress struct {
	zeta         int64
	f, g, uv, qr uint64
}

// begin begins with these low words.
func (p *progress) begin(f, g uint64) {
	p.f, p.g = f, g
	p.matrix()
}

// matrix returns the rows, and begins with others.
func (p *progress) matrix() (uv, qr uint64) {
	uv, qr = p.uv, p.qr
	p.uv, p.qr = 1, 1<<32
	return uv, qr
}

// ten takes ten steps.
func (p *progress) ten() {
	zeta, f, g, uv, qr := step(step(step(step(step(p.zeta, p.f, p.g, p.uv, p.qr)))))
	p.zeta, p.f, p.g, p.uv, p.qr = step(step(step(step(step(zeta, f, g, uv, qr)))))
}

// nine takes nine.
func (p *progress) nine() {
	zeta, f, g, uv, qr := step(step(step(step(step(p.zeta, p.f, p.g, p.uv, p.qr)))))
	p.zeta, p.f, p.g, p.uv, p.qr = step(step(step(step(zeta, f, g, uv, qr))))
}

func step(zeta int64, f, g, uv, qr uint64) (int64, uint64, uint64, uint64, uint64) {
	// m1: delta > 0; m2: g odd. f and (u, v) are negated and added under both.
	m1 := uint64(zeta >> 63)
	m2 := -(g & 1)
	both := m1 & m2
	g += (f^m1)&m2 - both
	qr += (uv^m1)&m2 - both
	return zeta ^ int64(both) - 1, f + g&both, g >> 1, (uv + qr&both) << 1, qr
}

// unpack returns x and y of the word x + 2^32 y, both in [-2^30, 2^30].
func unpack(a uint64) (x, y int64) {
	x = int64(int32(a))
	return x, int64(a-uint64(x)) >> 32
}
