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
// is returned. The matrix starts at 8, so that it comes out scaled by 2^62 and
// the updates shift by whole limbs.
func (t *matrix) steps59(zeta int64, f, g uint64) int64 {
	u, v, q, r := uint64(8), uint64(0), uint64(0), uint64(8)
	for range 59 {
		// m1: delta > 0; m2: g odd. f, u and v are negated and added under both.
		m1 := uint64(zeta >> 63)
		m2 := -(g & 1)
		g += (f ^ m1 - m1) & m2
		q += (u ^ m1 - m1) & m2
		r += (v ^ m1 - m1) & m2
		m1 &= m2
		zeta = zeta ^ int64(m1) - 1
		f += g & m1
		u += q & m1
		v += r & m1
		g >>= 1
		u <<= 1
		v <<= 1
	}
	*t = matrix{int64(u), int64(v), int64(q), int64(r)}
	return zeta
}
