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

// InvertTwo is Invert of two numbers, whose steps, each of which waits for the one
// before, are taken side by side.
func InvertTwo(z1, x1 *[4]uint64, m1 *Modulus, z2, x2 *[4]uint64, m2 *Modulus) {
	var t [2]matrix
	d1, e1, f1, g1 := signed62{}, signed62{1}, m1.m, fromLimbs(x1)
	d2, e2, f2, g2 := signed62{}, signed62{1}, m2.m, fromLimbs(x2)
	zeta := [2]int64{-1, -1}
	for range 10 {
		p := [2]progress{{zeta: zeta[0], f: f1.low(), g: g1.low()}, {zeta: zeta[1], f: f2.low(), g: g2.low()}}
		stepsTwo(30, &p)
		first := p
		stepsTwo(29, &p)
		for i := range t {
			u, v := unpack(first[i].uv)
			q, r := unpack(first[i].qr)
			t[i].join(u, v, q, r, p[i].uv, p[i].qr)
			zeta[i] = p[i].zeta
		}
		updateDE(&d1, &e1, &t[0], m1)
		updateFG(&f1, &g1, &t[0])
		updateDE(&d2, &e2, &t[1], m2)
		updateFG(&f2, &g2, &t[1])
	}
	normalize(&d1, f1[4], m1)
	d1.limbs(z1)
	normalize(&d2, f2[4], m2)
	d2.limbs(z2)
}

// progress is what steps take and return.
type progress struct {
	zeta         int64
	f, g, uv, qr uint64
}

// stepsTwo is steps for two numbers.
func stepsTwo(n int, p *[2]progress) {
	a, b := p[0].zeta, p[1].zeta
	f, g, uv, qr := p[0].f, p[0].g, uint64(1), uint64(1)<<32
	f2, g2, uv2, qr2 := p[1].f, p[1].g, uint64(1), uint64(1)<<32
	for range n {
		m2 := -(g & 1)
		m1 := uint64(a >> 63)
		both := m1 & m2
		g += (f^m1)&m2 - both
		qr += (uv^m1)&m2 - both
		a = a ^ int64(both) - 1
		f += g & both
		uv += qr & both
		g >>= 1
		uv <<= 1

		m2 = -(g2 & 1)
		m1 = uint64(b >> 63)
		both = m1 & m2
		g2 += (f2^m1)&m2 - both
		qr2 += (uv2^m1)&m2 - both
		b = b ^ int64(both) - 1
		f2 += g2 & both
		uv2 += qr2 & both
		g2 >>= 1
		uv2 <<= 1
	}
	p[0] = progress{a, f, g, uv, qr}
	p[1] = progress{b, f2, g2, uv2, qr2}
}

// steps59 takes 59 steps in constant time. zeta is -(delta + 1/2); the new one
// is returned. The two halves' matrices have entries that fit half a word; their
// product is scaled by 8, so that it comes out as 2^62 times the transition and
// the updates shift by whole limbs.
func (t *matrix) steps59(zeta int64, f, g uint64) int64 {
	zeta, f, g, uv, qr := steps(30, zeta, f, g)
	u, v := unpack(uv)
	q, r := unpack(qr)
	zeta, _, _, uv, qr = steps(29, zeta, f, g)
	t.join(u, v, q, r, uv, qr)
	return zeta
}

// join sets t to the product of the matrix of 29 steps, packed, and that of the 30
// before.
func (t *matrix) join(u, v, q, r int64, uv, qr uint64) {
	u2, v2 := unpack(uv)
	q2, r2 := unpack(qr)
	*t = matrix{8 * (u2*u + v2*q), 8 * (u2*v + v2*r), 8 * (q2*u + r2*q), 8 * (q2*v + r2*r)}
}

// steps takes n <= 30 steps. The rows of their matrix, scaled by 2^n, come out
// packed: sums and differences of packed pairs are those of their entries.
func steps(n int, zeta int64, f, g uint64) (int64, uint64, uint64, uint64, uint64) {
	uv, qr := uint64(1), uint64(1)<<32
	for range n {
		// m1: delta > 0; m2: g odd. f and (u, v) are negated and added under both.
		m1 := uint64(zeta >> 63)
		m2 := -(g & 1)
		both := m1 & m2
		g += (f^m1)&m2 - both
		qr += (uv^m1)&m2 - both
		zeta = zeta ^ int64(both) - 1
		f += g & both
		uv += qr & both
		g >>= 1
		uv <<= 1
	}
	return zeta, f, g, uv, qr
}

// unpack returns x and y of the word x + 2^32 y, both in [-2^30, 2^30].
func unpack(a uint64) (x, y int64) {
	x = int64(int32(a))
	return x, int64(a-uint64(x)) >> 32
}
