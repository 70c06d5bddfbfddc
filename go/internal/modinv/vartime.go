package modinv

import "math/bits"

// InvertVartime sets z = 1 / x mod m, 0 for 0. x is in [0, m).
//
// It takes the binary greatest common divisor of m and x. Steps are chosen on two words
// of each number, the 64 leading bits and the 64 lowest, and collected in a matrix
// (after Pornin, ePrint 2020/972). The lowest bits are exact, so each step is one that
// keeps the divisor, whatever the leading bits made of the comparison; a wrong one
// costs progress, never the result.
func InvertVartime(z, x *[4]uint64, m *Modulus) {
	// a = d x and b = e x mod m.
	d, e := signed62{}, signed62{1}
	var a [4]uint64
	b := *x
	m.m.limbs(&a)
	var t matrix
	for b[0]|b[1]|b[2]|b[3] != 0 {
		t.halvingsVartime(&a, &b)
		t.applyVartime(&a, &b)
		updateDE(&d, &e, &t, m)
	}
	normalize(&d, 0, m)
	d.limbs(z)
}

// endsVartime returns the leading bits of the numbers, 64 of the longer one.
func endsVartime(a, b *[4]uint64) (uint64, uint64) {
	i := 3
	for i > 0 && a[i]|b[i] == 0 {
		i--
	}
	zeros := uint(bits.LeadingZeros64(a[i]|b[i])) & 63
	if i == 0 {
		return a[0] << zeros, b[0] << zeros
	}
	return a[i]<<zeros | a[i-1]>>1>>(63-zeros), b[i]<<zeros | b[i-1]>>1>>(63-zeros)
}

// halvingsVartime sets t to 2^62 times 62 halvings of b, before which a, odd, is
// subtracted where b is odd; of both the smaller becomes a. Without a branch on which
// that is: it is a coin's toss. In each half of the batch the matrix's rows are packed.
func (t *matrix) halvingsVartime(a, b *[4]uint64) {
	ah, bh := endsVartime(a, b)
	al, bl := a[0], b[0]
	var first [2]uint64
	for half := range 2 {
		uv, qr := uint64(1), uint64(1)<<32
		left := 31
		for difference := bl; difference != 0; {
			zeros := bits.TrailingZeros64(difference)
			if zeros >= left {
				break
			}
			left -= zeros
			s := uint(zeros) & 63
			bl >>= s
			bh >>= s
			uv <<= s
			// b becomes b - a, or a - b where that is positive, and then a becomes b.
			high, c := bits.Sub64(bh, ah, 0)
			below := -c
			difference = bl - al
			row := qr - uv
			al += difference & below
			bl = (difference ^ below) - below
			ah += high & below
			bh = (high ^ below) - below
			uv += row & below
			qr = (row ^ below) - below
		}
		s := uint(left) & 63
		bl >>= s
		bh >>= s
		uv <<= s
		if half == 0 {
			first = [2]uint64{uv, qr}
			continue
		}
		u, v := unpackHalf(first[0])
		q, r := unpackHalf(first[1])
		u2, v2 := unpackHalf(uv)
		q2, r2 := unpackHalf(qr)
		*t = matrix{u2*u + v2*q, u2*v + v2*r, q2*u + r2*q, q2*v + r2*r}
	}
}

// unpackHalf returns x and y of the word x + 2^32 y, both in (-2^31, 2^31].
func unpackHalf(a uint64) (x, y int64) {
	x = int64(int32(a-1)) + 1
	return x, int64(a-uint64(x)-1<<32)>>32 + 1
}

// applyVartime sets (a, b) = |t (a, b)| / 2^62. Where a number was negative, so
// becomes its row of t. At most one is.
func (t *matrix) applyVartime(a, b *[4]uint64) {
	x, y := *a, *b
	if combineVartime(a, t.u, t.v, &x, &y) {
		t.u, t.v = -t.u, -t.v
	}
	if combineVartime(b, t.q, t.r, &x, &y) {
		t.q, t.r = -t.q, -t.r
	}
}

// combineVartime sets z = |u x + v y| / 2^62, exact, for u and v of different signs
// or 0, and tells whether the sum was negative.
func combineVartime(z *[4]uint64, u, v int64, x, y *[4]uint64) bool {
	if u < 0 || v > 0 {
		u, v, x, y = v, u, y, x
	}
	p, q := uint64(u), uint64(-v)
	h0, p0 := bits.Mul64(p, x[0])
	h1, p1 := bits.Mul64(p, x[1])
	h2, p2 := bits.Mul64(p, x[2])
	p4, p3 := bits.Mul64(p, x[3])
	p1, c := bits.Add64(p1, h0, 0)
	p2, c = bits.Add64(p2, h1, c)
	p3, c = bits.Add64(p3, h2, c)
	p4 += c
	h0, q0 := bits.Mul64(q, y[0])
	h1, q1 := bits.Mul64(q, y[1])
	h2, q2 := bits.Mul64(q, y[2])
	q4, q3 := bits.Mul64(q, y[3])
	q1, c = bits.Add64(q1, h0, 0)
	q2, c = bits.Add64(q2, h1, c)
	q3, c = bits.Add64(q3, h2, c)
	q4 += c
	p0, c = bits.Sub64(p0, q0, 0)
	p1, c = bits.Sub64(p1, q1, c)
	p2, c = bits.Sub64(p2, q2, c)
	p3, c = bits.Sub64(p3, q3, c)
	p4, c = bits.Sub64(p4, q4, c)
	p0 = p0>>62 | p1<<2
	p1 = p1>>62 | p2<<2
	p2 = p2>>62 | p3<<2
	p3 = p3>>62 | p4<<2
	if c != 0 {
		p0, c = bits.Sub64(0, p0, 0)
		p1, c = bits.Sub64(0, p1, c)
		p2, c = bits.Sub64(0, p2, c)
		p3, _ = bits.Sub64(0, p3, c)
		*z = [4]uint64{p0, p1, p2, p3}
		return true
	}
	*z = [4]uint64{p0, p1, p2, p3}
	return false
}
