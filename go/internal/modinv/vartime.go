package modinv

import "math/bits"

// InvertVartime sets z = 1 / x mod m, 0 for 0. x is in [0, m).
func InvertVartime(z, x *[4]uint64, m *Modulus) {
	d, e, f, g := signed62{}, signed62{1}, m.m, fromLimbs(x)
	var t matrix
	eta := int64(-1)
	n := 5
	for {
		eta = t.steps62Vartime(eta, f.low(), g.low())
		updateDE(&d, &e, &t, m)
		updateFG(&f, &g, &t, n)
		if g[0]|g[1]|g[2]|g[3]|g[4] == 0 {
			break
		}
		// Drop a top limb that is only sign in both.
		if n > 1 {
			top := uint(n-1) % 5
			fn, gn := f[top], g[top]
			if uint64(fn+1) <= 1 && uint64(gn+1) <= 1 {
				f[top-1] |= fn << 62
				g[top-1] |= gn << 62
				f[top], g[top] = 0, 0
				n--
			}
		}
	}
	normalize(&d, f[uint(n-1)%5], m)
	d.limbs(z)
}

// steps62Vartime takes 62 steps; eta is -delta, rounded. Runs of even g are
// skipped at once, and up to six bits of g are cancelled by one multiple of f.
func (t *matrix) steps62Vartime(eta int64, f, g uint64) int64 {
	u, v, q, r := uint64(1), uint64(0), uint64(0), uint64(1)
	left := int64(62)
	for {
		zeros := bits.TrailingZeros64(g | ^uint64(0)<<(uint64(left)&63))
		g >>= uint(zeros) & 63
		u <<= uint(zeros) & 63
		v <<= uint(zeros) & 63
		eta -= int64(zeros)
		left -= int64(zeros)
		if left == 0 {
			break
		}
		var w uint64
		if eta < 0 {
			eta = -eta
			f, g = g, -f
			u, q = q, -u
			v, r = r, -v
			// f (f^2 - 2) = -1/f mod 2^6
			w = f * g * (f*f - 2) & 63
		} else {
			// f + ((f + 1) & 4) << 1 = 1/f mod 2^4
			w = -(f + (f+1)&4<<1) * g & 15
		}
		w &= ^uint64(0) >> (uint64(64-min(eta+1, left)) & 63)
		g += f * w
		q += u * w
		r += v * w
	}
	*t = matrix{int64(u), int64(v), int64(q), int64(r)}
	return eta
}
