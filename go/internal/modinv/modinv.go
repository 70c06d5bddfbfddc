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
	before := *d
	d.combineMod(t.u, t.v, &before, e, mod)
	e.combineMod(t.q, t.r, &before, e, mod)
}

// combineMod sets z = (u d + v e) / 2^62 mod m. z may be d or e.
//
//go:noinline
func (z *signed62) combineMod(u, v int64, d, e *signed62, mod *Modulus) {
	m := u&(d[4]>>63) + v&(e[4]>>63)
	var c wide
	c = c.plus(u, d[0]).plus(v, e[0])
	m -= int64((mod.inverse*c.lo + uint64(m)) & mask62)
	c = c.minus(m, mod.c[0]).shifted().plus(u, d[1]).plus(v, e[1])
	if mod.c[1] != 0 {
		c = c.minus(m, mod.c[1])
	}
	z[0] = c.low62()
	c = c.shifted().plus(u, d[2]).plus(v, e[2])
	if mod.c[2] != 0 {
		c = c.minus(m, mod.c[2])
	}
	z[1] = c.low62()
	c = c.shifted().plus(u, d[3]).plus(v, e[3])
	z[2] = c.low62()
	c = c.shifted().plusSigned(u, d[4]).plusSigned(v, e[4]).plusShifted(m)
	z[3], z[4] = c.low62(), int64(c.shifted().lo)
}

// updateFG sets (f, g) = t (f, g) / 2^62, exact.
func updateFG(f, g *signed62, t *matrix) {
	before := *f
	f.combine(t.u, t.v, &before, g)
	g.combine(t.q, t.r, &before, g)
}

// combine sets z = (u f + v g) / 2^62, exact. z may be f or g.
//
//go:noinline
func (z *signed62) combine(u, v int64, f, g *signed62) {
	var c wide
	c = c.plus(u, f[0]).plus(v, g[0]).shifted().plus(u, f[1]).plus(v, g[1])
	z[0] = c.low62()
	c = c.shifted().plus(u, f[2]).plus(v, g[2])
	z[1] = c.low62()
	c = c.shifted().plus(u, f[3]).plus(v, g[3])
	z[2] = c.low62()
	c = c.shifted().plusSigned(u, f[4]).plusSigned(v, g[4])
	z[3], z[4] = c.low62(), int64(c.shifted().lo)
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
