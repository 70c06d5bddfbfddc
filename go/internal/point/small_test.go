package point

import (
	"flag"
	"fmt"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

var exhaustive = flag.Bool("exhaustive", false, "order 199 through u1 G + u2 Q for every u1")

// smallCurve is a subgroup of y^2 = x^3 + b over the field of secp256k1.
// (beta x, y) is a multiple, by lambda, there too. Windows are so small that
// no entry of a table is infinity.
type smallCurve struct {
	order, lambda int
	b             uint64
	p             params
	offset        int         // of secretBase: (2^bits - 1) / 2 mod order
	multiples     []*bigPoint // 0, G, 2G, ...
}

var smallCurves = []*smallCurve{
	newSmallCurve(7, 2, 6, "976b34c28be19dbb836d83a6ff2fec4a0df28ba73fbef210a42fee9ec9a0966f",
		"e19f1768583ff383d20ac14967d8b00b9bdad0bd735bb1e8c4dabe7200b54b60",
		params{window: 3, qWindow: 3, fixedBaseWindow: 2, fixedBaseBlocks: 3, secretWindow: 2, secretGroups: 4}),
	newSmallCurve(13, 9, 2, "79ee1c36aebd658afa2e3b40491d77e7962476b87ca04bcdc151f97c12902b8a",
		"6bdac9345c1b6b6dc58fe33c11c1bbc020e7d556ea475595e992c4e5457b4bea",
		params{window: 4, qWindow: 4, fixedBaseWindow: 3, fixedBaseBlocks: 2, secretWindow: 3, secretGroups: 3}),
	newSmallCurve(199, 92, 4, "fa7cc9a70737f2dba749dd392b4fb0693b017a7da808c2f1fb12940c9ea66c18",
		"8753edc5a127510c78cd436ee0c5d797b720db937f72518d301ada8c80fafa42",
		params{window: 6, qWindow: 5, fixedBaseWindow: 6, fixedBaseBlocks: 2, secretWindow: 5, secretGroups: 3}),
}

func newSmallCurve(order, lambda int, b uint64, gx, gy string, p params) *smallCurve {
	c := &smallCurve{order: order, lambda: lambda, b: b, p: p}
	x, _ := new(big.Int).SetString(gx, 16)
	y, _ := new(big.Int).SetString(gy, 16)
	g := &bigPoint{x, y}
	c.multiples = []*bigPoint{nil}
	for range order - 1 {
		c.multiples = append(c.multiples, c.multiples[len(c.multiples)-1].add(g))
	}
	odd := func(unit, count int) []byte {
		var out []byte
		for i := range count {
			out = c.multiples[(2*i+1)*unit%order].appendEntry(out)
		}
		return out
	}
	power := func(n uint) int {
		v := 1
		for range n {
			v = v * 2 % order
		}
		return v
	}
	half := (order + 1) / 2
	var fixedBase []byte
	for i := range p.fixedBaseBlocks {
		fixedBase = append(fixedBase, odd(half*power(i*p.fixedBaseWindow)%order, 1<<(p.fixedBaseWindow-1))...)
	}
	g1, g128 := table(odd(1, 1<<(p.window-2))), table(odd(power(128), 1<<(p.window-2)))
	t := table(fixedBase)
	c.p.g, c.p.g128, c.p.fixedBase = &g1, &g128, &t
	c.p.b3 = uint32(3 * b)
	c.offset = (power(p.fixedBaseWindow*p.fixedBaseBlocks) + order - 1) * half % order
	return c
}

// is tells whether a = k G.
func (c *smallCurve) is(a *Jacobian, k int) bool {
	want := c.multiples[k%c.order]
	if want == nil || a.IsInfinityVartime() {
		return want == nil && a.IsInfinityVartime()
	}
	w := want.affine()
	var t field.Element
	t.Square(&a.Z)
	w.X.Mul(&w.X, &t)
	t.Mul(&t, &a.Z)
	w.Y.Mul(&w.Y, &t)
	return w.X.EqualVartime(&a.X) && w.Y.EqualVartime(&a.Y)
}

// scale sets a = (s^2 x, s^3 y).
func (a *Affine) scale(s *field.Element) {
	var s2, s3 field.Element
	s2.Square(s)
	s3.Mul(&s2, s)
	a.X.Mul(&a.X, &s2)
	a.Y.Mul(&a.Y, &s3)
}

// split returns halves that recombine to k, of both signs.
func (c *smallCurve) split(k int) (a, b int) {
	b = k*5%c.order - c.order/2
	return (k - b*c.lambda) % c.order, b
}

func half(v int) scalar.Half {
	if v < 0 {
		return scalar.Half{Lo: uint64(-v), Negative: true}
	}
	return scalar.Half{Lo: uint64(v)}
}

func eachSmallCurve(t *testing.T, f func(t *testing.T, c *smallCurve)) {
	eachBackend(t, func(t *testing.T) {
		for _, c := range smallCurves {
			t.Run(fmt.Sprint(c.order), func(t *testing.T) { f(t, c) })
		}
	})
}

// TestSmallAdditions takes every pair of points through every formula.
func TestSmallAdditions(t *testing.T) {
	eachSmallCurve(t, func(t *testing.T, c *smallCurve) {
		r := newSource(uint64(c.order))
		check := func(name string, got *Jacobian, i, j int) {
			if !c.is(got, i+j) {
				t.Fatalf("%s: %d G and %d G", name, i, j)
			}
		}
		var z Jacobian
		for i := range c.order {
			a := r.jacobian(c.multiples[i])
			z = a
			doubleNVartime(&z, 1)
			check("doubleNVartime 1", &z, i, i)
			s := a.hide()
			doubleN(s, 1)
			z = s.reveal()
			check("doubleN", &z, i, i)
			s = a.hide()
			doubleN(s, 5)
			z = s.reveal()
			check("doubleN 5", &z, i, 31*i)
			z = a
			doubleNVartime(&z, 4)
			check("doubleNVartime 4", &z, i, 15*i)
			for j := range c.order {
				if j == 0 {
					continue
				}
				p := r.loose(c.multiples[j])
				z.AddMixedVartime(&a, &p)
				check("AddMixedVartime", &z, i, j)
				s := a.hide()
				addComplete(s, p.hide())
				z = s.reveal()
				check("addComplete", &z, i, j)
				h := r.projective(c.multiples[i])
				addProjective(&h, p.hide(), c.p.b3)
				z = h.reveal()
				check("addProjective", &z, i, j)

				// p from the curve that scale takes to this one.
				scale, zi := r.nonzero(), field.Element{}
				zi.InvertVartime(&scale)
				p.scale(&zi)
				z = a
				z.addScaledVartime(&p, &scale)
				check("addScaledVartime", &z, i, j)
			}
		}
	})
}

// TestSmallMultiplications takes every scalar through every multiplication.
func TestSmallMultiplications(t *testing.T) {
	eachSmallCurve(t, func(t *testing.T, c *smallCurve) {
		n := c.order
		strideQ, strideU := 1, 1
		if n > 100 && !*exhaustive {
			strideU = 53
			if testing.Short() {
				strideQ = 17
			}
		}
		var z Jacobian
		for k := range n {
			d := scalar.Scalar{uint64((k + c.offset) % n)}
			for _, lone := range []bool{false, true} {
				var sum projective
				c.p.secretBase(&sum, secret(d), lone)
				z = sum.reveal()
				if !c.is(&z, k) {
					t.Fatalf("secretBase: %d", k)
				}
			}
			a, b := c.split(k)
			ha, hb := half(a), half(b)

			// k = (1 + lambda) + 2 (s1 + s2 lambda)
			s1, s2 := c.split(((k-1-c.lambda)*(n+1)/2%n + n) % n)
			top := 1 << (c.p.secretWindow*c.p.secretGroups - 1)
			var v1, v2 scalar.SignedBits
			v1.SetPublic(uint64(s1 + top))
			v2.SetPublic(uint64(s2 + top))
			for q := 1 + k%strideQ; q < n; q += strideQ {
				p := c.multiples[q].affine()
				var s secretJacobian
				c.p.secretMul(&s, &v1, &v2, p.jacobian())
				z = s.reveal()
				if !c.is(&z, k*q) {
					t.Fatalf("secretMul: %d * %d G", k, q)
				}
				z.SetAffine(&p)
				c.p.addBaseVartime(&z, &d)
				if !c.is(&z, k+q) {
					t.Fatalf("addBaseVartime: %d G + %d G", q, k)
				}
				for u := (k + q) % strideU; u < n; u += strideU {
					// u = (u - 5 * 2^128) + 2^128 * 5
					power := 1
					for range 128 {
						power = power * 2 % n
					}
					lo, hi := half(((u-5*power)%n+n)%n), half(5)
					c.p.doubleBaseVartime(&z, &lo, &hi, &ha, &hb, p.jacobian())
					if !c.is(&z, u+k*q) {
						t.Fatalf("doubleBaseVartime: %d G + %d * %d G", u, k, q)
					}
				}
			}
		}
	})
}

// TestSmallOddMultiples checks the tables of every point.
func TestSmallOddMultiples(t *testing.T) {
	eachSmallCurve(t, func(t *testing.T, c *smallCurve) {
		for q := 1; q < c.order; q++ {
			p := c.multiples[q].affine()
			for count := 2; count <= maxOdd && 2*count+1 < c.order; count++ {
				var m [maxOdd]Affine
				var ratio [maxOdd]field.Element
				var scale field.Element
				oddMultiplesVartime(m[:count], &scale, &p, ratio[:])
				for i := range count {
					z := Jacobian{m[i].X, m[i].Y, scale}
					if !c.is(&z, (2*i+1)*q) {
						t.Fatalf("%d of %d odd multiples of %d G", i, count, q)
					}
				}
			}
		}
	})
}
