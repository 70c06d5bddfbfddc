package point

import (
	"math/bits"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// Products are products of public scalars and points, many of them, to be added up by
// buckets: Pippenger; Bernstein, Doumen, Lange and Oosterwijk, "Faster batch forgery
// identification", INDOCRYPT 2012. A scalar is one term of 128 bits, or, where it is
// longer, two by the endomorphism. The windows of a term are signed digits of c bits;
// for each window, the terms with digits d and -d are in bucket |d|. The memory stays
// for the next sum.
type Products struct {
	lanes  bool         // whether coordinates are as lanes have them
	points []coordinate // x, y, -y and the x of lambda times it for each point
	terms  []term128
	signs  []slots // of each term, for a digit above 0

	// Of one window: the digit of each term, the terms by the magnitude of these, where
	// those of each magnitude end, and the magnitudes by how many terms there are.
	digits  []int16
	entries []slots
	ends    []uint32
	order   []uint32

	bucketMemory
}

// A coordinate is a number mod p, of four limbs of 64 bits or five of 52.
type coordinate [5]uint64

// slots are where a point's x and y are among the coordinates. Behind y is -y.
type slots struct{ x, y uint32 }

// A term128 is a number in two's complement, or with the offset of its digits: v[3] is
// not looked at but together with bits of v[2] that are looked at.
type term128 [4]uint64

// grow returns a slice of n elements, s if it has room.
func grow[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// Reset makes z n products, of which points and scalars are to be set, and room for their
// sum. n is below 2^29.
func (z *Products) Reset(n int) {
	z.lanes = cpu.Lanes()
	z.points = grow(z.points, 4*n+1)[:4*n] // one behind them, for prefetch
	z.terms, z.signs = grow(z.terms, 2*n)[:0], grow(z.signs, 2*n)[:0]
	z.reserve(bestPlan(2*n), 2*n)
}

// reserve makes room for the sum of terms.
func (z *Products) reserve(c bucketPlan, terms int) {
	z.digits, z.entries = grow(z.digits, terms), grow(z.entries, terms)
	z.ends, z.order = grow(z.ends, c.buckets()+1), grow(z.order, c.buckets())
	z.reserveLanes(c)
}

// SetPoint sets the point of product i, of coordinates in [0, p), or (0, 0) for infinity.
func (z *Products) SetPoint(i int, a *Affine) {
	c := z.points[4*i:][:4]
	var minus, lambdaX field.Element
	minus.Negate(&a.Y)
	lambdaX.Mul(&a.X, &beta)
	for j, e := range [4]*field.Element{&a.X, &a.Y, &minus, &lambdaX} {
		c[j].set(e, z.lanes)
	}
}

// SetScalarVartime sets the scalar of product i, whose point has been set; once.
func (z *Products) SetScalarVartime(i int, k *scalar.Scalar) {
	at := uint32(4 * i)
	if z.points[at+1] == (coordinate{}) { // infinity; no point has y = 0
		return
	}
	if k[2]|k[3] == 0 {
		z.add(&[3]uint64{k[0], k[1]}, slots{at, at + 1})
		return
	}
	var k1, k2 [3]uint64
	k.SplitVartime3(&k1, &k2)
	z.add(&k1, slots{at, at + 1})
	z.add(&k2, slots{at + 3, at + 1})
}

func (z *Products) add(k *[3]uint64, s slots) {
	z.terms = append(z.terms, term128{k[0], k[1], k[2]})
	z.signs = append(z.signs, s)
}

// A bucketPlan is how many bits a window has.
type bucketPlan uint

const (
	leastWindow, mostWindow = 4, 13
	// A term is below 2^128 in magnitude, what the digits' offset adds below 8/15 of
	// 2 to the bits of all windows.
	windowedBits = 130
)

func (c bucketPlan) windows() int { return int((windowedBits + c - 1) / c) }

// buckets is the largest magnitude of a digit.
func (c bucketPlan) buckets() int { return 1 << (c - 1) }

// bestPlan has the least additions: of a term, of a bucket, and what does not depend on
// either.
func bestPlan(terms int) (best bucketPlan) {
	const each, fixed = 3, 128 // of a bucket, in halves of an addition, and of a window
	least := -1
	for c := bucketPlan(leastWindow); c <= mostWindow; c++ {
		if cost := c.windows() * (2*terms + each*c.buckets() + fixed); least < 0 || cost < least {
			least, best = cost, c
		}
	}
	return best
}

// SumVartime sets z to the sum of the products, whose points and scalars have been set.
// It leaves p without any.
func (p *Products) SumVartime(z *Jacobian) {
	p.sum(z, bestPlan(len(p.terms)))
	p.Reset(0)
}

func (p *Products) sum(z *Jacobian, c bucketPlan) {
	z.SetInfinity()
	if len(p.terms) == 0 {
		return
	}
	p.reserve(c, len(p.terms))
	p.offset(c)
	if p.lanes {
		p.sumLanes(z, c)
		return
	}
	for w := c.windows() - 1; w >= 0; w-- {
		p.sort(c, w)
		if !z.IsInfinityVartime() {
			doubleNVartime(z, int(c))
		}
		p.addWindow(z, c)
	}
}

// offset adds 2^(c-1) (1 + 2^c + ...) to all terms: each field of c bits is a digit then,
// and 2^(c-1) more.
func (p *Products) offset(c bucketPlan) {
	var by [3]uint64
	for at := c - 1; at < c*bucketPlan(c.windows()); at += c {
		by[at/64] |= 1 << (at % 64)
	}
	for i := range p.terms {
		t := &p.terms[i]
		var carry uint64
		t[0], carry = bits.Add64(t[0], by[0], 0)
		t[1], carry = bits.Add64(t[1], by[1], carry)
		t[2], _ = bits.Add64(t[2], by[2], carry)
	}
}

// sort puts the terms in the order of the magnitude of their digits in window w: those
// of magnitude m are entries[ends[m-1]:ends[m]], for m above 0.
func (p *Products) sort(c bucketPlan, w int) {
	at := uint(w) * uint(c)
	limb, shift := at/64, at%64
	half := c.buckets()
	clear(p.ends)
	digits, ends := p.digits, p.ends
	for i := range p.terms {
		t := &p.terms[i]
		field := t[limb&3]>>shift | t[(limb+1)&3]<<1<<(63-shift)
		d := int(field&uint64(2*half-1)) - half
		digits[i] = int16(d)
		sign := d >> 31 // -1 or 0, where an int has 32 bits too
		ends[(d^sign)-sign]++
	}
	before := uint32(0)
	for m, n := range ends {
		ends[m] = before
		before += n
	}
	signs, entries := p.signs[:len(digits)], p.entries
	for i, digit := range digits {
		d := int(digit)
		sign := d >> 31
		s := signs[i]
		s.y += uint32(sign & 1)
		end := &ends[(d^sign)-sign]
		entries[*end] = s
		*end++
	}
}

// bucket is the list of the terms whose digits are of magnitude m, at least 1.
func (p *Products) bucket(m int) []slots { return p.entries[p.ends[m-1]:p.ends[m]] }

// addWindow adds 1 S_1 + 2 S_2 + ... for the sums S of the buckets to z. The sum of all
// buckets from one on upwards takes their terms as they come.
func (p *Products) addWindow(z *Jacobian, c bucketPlan) {
	var running Jacobian
	for m := c.buckets(); m > 0; m-- {
		for _, s := range p.bucket(m) {
			x, y := &p.points[s.x], &p.points[s.y]
			running.addAffineVartime(&Affine{field.Element(x[:4]), field.Element(y[:4])})
		}
		z.AddVartime(z, &running)
	}
}
