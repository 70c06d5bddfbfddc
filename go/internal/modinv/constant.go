package modinv

// Invert sets z = 1 / x mod m, 0 for 0. x is in [0, m). Constant time in x.
func Invert(z, x *[4]uint64, m *Modulus) {
	d, e, f, g := signed62{}, signed62{1}, m.m, fromLimbs(x)
	var t matrix
	zeta := int64(-1)
	for range 10 {
		zeta = t.steps59(zeta, f.low(), g.low())
		updateDE(&d, &e, &t, m)
		updateFG(&f, &g, &t, 5)
	}
	normalize(&d, f[4], m)
	d.limbs(z)
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
	u2, v2 := unpack(uv)
	q2, r2 := unpack(qr)
	*t = matrix{8 * (u2*u + v2*q), 8 * (u2*v + v2*r), 8 * (q2*u + r2*q), 8 * (q2*v + r2*r)}
	return zeta
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
