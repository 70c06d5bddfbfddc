// Package modinv inverts modulo primes close to 2^256, in constant time by division
// steps: Bernstein and Yang, "Fast constant-time gcd computation and modular
// inversion" (ePrint 2019/266), in the half-delta variant (delta starts at
// 1/2), in which 590 steps suffice for any 256-bit modulus and input. Steps are
// taken in batches on the low words; a batch is a 2x2 matrix, which is then
// applied to the full numbers. Public numbers take steps of the binary algorithm,
// about 181 in six batches.
package modinv

import "math/bits"

// signed62 is the sum of v[i] 2^(62 i), limbs 0 to 3 in [0, 2^62), limb 4
// with the sign.
type signed62 [5]int64

const mask62 = 1<<62 - 1

// Modulus is an odd m = 2^256 - c with c below 2^186.
type Modulus struct {
	m       signed62
	c       [3]uint64 // 62 bits each
	inverse uint64    // of m, mod 2^62
}

// NewModulus returns the modulus of these little-endian limbs.
func NewModulus(m [4]uint64) Modulus {
	// Newton's iteration doubles the number of correct low bits: 3, then 96.
	x := m[0]
	for range 5 {
		x *= 2 - m[0]*x
	}
	var c [4]uint64
	var b uint64
	for i := range c {
		c[i], b = bits.Sub64(0, m[i], b)
	}
	s := fromLimbs(&c)
	return Modulus{fromLimbs(&m), [3]uint64{uint64(s[0]), uint64(s[1]), uint64(s[2])}, x & mask62}
}

func fromLimbs(a *[4]uint64) signed62 {
	return signed62{int64(a[0] & mask62), int64((a[0]>>62 | a[1]<<2) & mask62), int64((a[1]>>60 | a[2]<<4) & mask62),
		int64((a[2]>>58 | a[3]<<6) & mask62), int64(a[3] >> 56)}
}

// limbs of a in [0, 2^256).
func (a *signed62) limbs(r *[4]uint64) {
	r[0] = uint64(a[0]) | uint64(a[1])<<62
	r[1] = uint64(a[1])>>2 | uint64(a[2])<<60
	r[2] = uint64(a[2])>>4 | uint64(a[3])<<58
	r[3] = uint64(a[3])>>6 | uint64(a[4])<<56
}

// low is a mod 2^64.
func (a *signed62) low() uint64 { return uint64(a[0]) | uint64(a[1])<<62 }

// matrix is 2^62 times the transition matrix of a batch: |u| + |v| <= 2^62 and
// |q| + |r| <= 2^62.
type matrix struct{ u, v, q, r int64 }

// wide is a signed 128-bit integer.
type wide struct{ hi, lo uint64 }

// plus returns a + x y, y not negative.
func (a wide) plus(x, y int64) wide {
	hi, lo := bits.Mul64(uint64(x), uint64(y))
	hi -= uint64(x>>63) & uint64(y)
	lo, c := bits.Add64(a.lo, lo, 0)
	hi, _ = bits.Add64(a.hi, hi, c)
	return wide{hi, lo}
}

// minus returns a - x y, y not negative.
func (a wide) minus(x int64, y uint64) wide {
	hi, lo := bits.Mul64(uint64(x), y)
	hi -= uint64(x>>63) & y
	lo, c := bits.Sub64(a.lo, lo, 0)
	hi, _ = bits.Sub64(a.hi, hi, c)
	return wide{hi, lo}
}

// plusSigned returns a + x y.
func (a wide) plusSigned(x, y int64) wide {
	a = a.plus(x, y)
	a.hi -= uint64(y>>63) & uint64(x)
	return a
}

// plusShifted returns a + x 2^8.
func (a wide) plusShifted(x int64) wide {
	lo, c := bits.Add64(a.lo, uint64(x)<<8, 0)
	hi, _ := bits.Add64(a.hi, uint64(x>>56), c)
	return wide{hi, lo}
}

// shifted returns a / 2^62, rounded down.
func (a wide) shifted() wide { return wide{uint64(int64(a.hi) >> 62), a.hi<<2 | a.lo>>62} }

func (a wide) low62() int64 { return int64(a.lo & mask62) }

// updateDE sets (d, e) = t (d, e) / 2^62 mod m. Both stay in (-2m, m): negative
// inputs are lifted by m, then multiples of m clear the low 62 bits.
func updateDE(d, e *signed62, t *matrix, mod *Modulus) {
	u, v, q, r := t.u, t.v, t.q, t.r
	sd, se := d[4]>>63, e[4]>>63
	md := u&sd + v&se
	me := q&sd + r&se
	var cd, ce wide
	cd = cd.plus(u, d[0]).plus(v, e[0])
	ce = ce.plus(q, d[0]).plus(r, e[0])
	md -= int64((mod.inverse*cd.lo + uint64(md)) & mask62)
	me -= int64((mod.inverse*ce.lo + uint64(me)) & mask62)

	cd = cd.minus(md, mod.c[0]).shifted().plus(u, d[1]).plus(v, e[1])
	ce = ce.minus(me, mod.c[0]).shifted().plus(q, d[1]).plus(r, e[1])
	if mod.c[1] != 0 {
		cd = cd.minus(md, mod.c[1])
		ce = ce.minus(me, mod.c[1])
	}
	d[0], e[0] = cd.low62(), ce.low62()
	cd = cd.shifted().plus(u, d[2]).plus(v, e[2])
	ce = ce.shifted().plus(q, d[2]).plus(r, e[2])
	if mod.c[2] != 0 {
		cd = cd.minus(md, mod.c[2])
		ce = ce.minus(me, mod.c[2])
	}
	d[1], e[1] = cd.low62(), ce.low62()
	cd = cd.shifted().plus(u, d[3]).plus(v, e[3])
	ce = ce.shifted().plus(q, d[3]).plus(r, e[3])
	d[2], e[2] = cd.low62(), ce.low62()
	cd = cd.shifted().plusSigned(u, d[4]).plusSigned(v, e[4]).plusShifted(md)
	ce = ce.shifted().plusSigned(q, d[4]).plusSigned(r, e[4]).plusShifted(me)
	d[3], e[3] = cd.low62(), ce.low62()
	d[4], e[4] = int64(cd.shifted().lo), int64(ce.shifted().lo)
}

// updateFG sets (f, g) = t (f, g) / 2^62, exact.
func updateFG(f, g *signed62, t *matrix) {
	u, v, q, r := t.u, t.v, t.q, t.r
	var cf, cg wide
	cf = cf.plus(u, f[0]).plus(v, g[0]).shifted().plus(u, f[1]).plus(v, g[1])
	cg = cg.plus(q, f[0]).plus(r, g[0]).shifted().plus(q, f[1]).plus(r, g[1])
	f[0], g[0] = cf.low62(), cg.low62()
	cf = cf.shifted().plus(u, f[2]).plus(v, g[2])
	cg = cg.shifted().plus(q, f[2]).plus(r, g[2])
	f[1], g[1] = cf.low62(), cg.low62()
	cf = cf.shifted().plus(u, f[3]).plus(v, g[3])
	cg = cg.shifted().plus(q, f[3]).plus(r, g[3])
	f[2], g[2] = cf.low62(), cg.low62()
	cf = cf.shifted().plusSigned(u, f[4]).plusSigned(v, g[4])
	cg = cg.shifted().plusSigned(q, f[4]).plusSigned(r, g[4])
	f[3], g[3] = cf.low62(), cg.low62()
	f[4], g[4] = int64(cf.shifted().lo), int64(cg.shifted().lo)
}

// normalize brings a in (-2m, m), negated when sign is negative, to [0, m).
// Constant time.
func normalize(a *signed62, sign int64, mod *Modulus) {
	lift, neg := a[4]>>63, sign>>63
	for i := range a {
		a[i] = (a[i] + mod.m[i]&lift) ^ neg - neg
	}
	a.carry()
	again := a[4] >> 63
	for i := range a {
		a[i] += mod.m[i] & again
	}
	a.carry()
}

func (a *signed62) carry() {
	for i := range 4 {
		a[i+1] += a[i] >> 62
		a[i] &= mask62
	}
}
