package point

import (
	"testing"

	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// interesting returns points whose coordinates are small or near p, multiples
// of G near 0 and n, lambda times these, and infinity.
func interesting() []*bigPoint {
	out := []*bigPoint{nil}
	for x := uint64(1); len(out) < 5; x++ {
		var p Affine
		if p.SetXVartime(&field.Element{x}, 0) {
			out = append(out, bigAffine(&p), bigAffine(&p).neg())
		}
	}
	q := bigG
	for range 4 {
		lambdaQ := q.affine()
		lambdaQ.X.Mul(&lambdaQ.X, &beta)
		out = append(out, q, q.neg(), bigAffine(&lambdaQ))
		q = q.add(bigG)
	}
	return out
}

// TestAdditions compares every formula with the textbook on secp256k1.
func TestAdditions(t *testing.T) {
	points := interesting()
	eachBackend(t, func(t *testing.T) {
		r := newSource(3)
		for range 4 {
			for _, i := range points {
				for _, j := range points {
					a := r.jacobian(i)
					want := i.add(j)
					var z Jacobian
					check := func(name string) {
						t.Helper()
						if !bigJacobian(&z).equal(want) {
							t.Fatalf("%s: %v and %v", name, i, j)
						}
					}
					if i.equal(j) {
						z = a
						doubleNVartime(&z, 1)
						check("doubleNVartime")
						s := a.hide()
						doubleN(s, 1)
						z = s.reveal()
						check("doubleN")
					}
					if j == nil {
						continue
					}
					p := r.loose(j)
					z.AddMixedVartime(&a, &p)
					check("AddMixedVartime")
					z = a
					z.AddMixedVartime(&z, &p)
					check("AddMixedVartime, z = a")
					s := a.hide()
					addComplete(s, p.hide())
					z = s.reveal()
					check("addComplete")
					h := r.projective(i)
					addProjective(&h, p.hide(), secp256k1.b3)
					z = h.reveal()
					check("addProjective")
				}
			}
		}
	})
}

// TestIncomplete: an addition that meets its own x leaves z and says so.
func TestIncomplete(t *testing.T) {
	eachBackend(t, func(t *testing.T) {
		r := newSource(4)
		for range 50 {
			p := bigBase(r.bigScalar())
			if p == nil {
				continue
			}
			a := r.jacobian(p)
			for _, c := range []struct {
				b    *bigPoint
				want int
			}{{p, metSame}, {p.neg(), metOpposite}, {p.add(p), metDistinct}} {
				z, b := a, r.loose(c.b)
				if got := addMixedVartime(&z, &b); got != c.want {
					t.Fatalf("met %d, not %d", got, c.want)
				}
				if (z == a) != (c.want != metDistinct) {
					t.Fatalf("met %d: z", c.want)
				}
			}
		}
	})
}

func TestAffine(t *testing.T) {
	r := newSource(5)
	var a []Jacobian
	var want []*bigPoint
	for _, p := range interesting()[1:] {
		a, want = append(a, r.jacobian(p)), append(want, p)
	}
	for i := range a {
		var z, p Affine
		if !z.SetJacobianVartime(&a[i]) || z != want[i].affine() {
			t.Errorf("SetJacobianVartime: %d", i)
		}
		var s SecretAffine
		h := r.projective(want[i])
		s.SetProjective(&h)
		s.declassify(&p)
		if p != z {
			t.Errorf("SecretAffine.SetProjective: %d", i)
		}
		h.setJacobian(a[i].hide())
		s.SetProjective(&h)
		s.declassify(&p)
		if p != z {
			t.Errorf("Projective.setJacobian: %d", i)
		}
		var c, wantC [33]byte
		s.PutCompressed(&c)
		wantC[0] = byte(2 + want[i].y.Bit(0))
		want[i].x.FillBytes(wantC[1:])
		if c != wantC {
			t.Errorf("SecretAffine: bytes of %d", i)
		}
		if !z.OnCurveVartime() || !a[i].XEqualsVartime(&z.X) {
			t.Errorf("%d is not on the curve, or its x is another", i)
		}
		for odd := range 2 {
			if !p.SetXVartime(&z.X, odd) || p.Y.IsOdd() != odd || p.X != z.X || !p.OnCurveVartime() {
				t.Errorf("SetXVartime: %d", i)
			}
		}
		p.Negate(&z)
		if !bigAffine(&p).equal(want[i].neg()) {
			t.Errorf("Negate: %d", i)
		}
		wrong := z.X
		wrong.Add(&wrong, &field.Element{1})
		if a[i].XEqualsVartime(&wrong) {
			t.Errorf("XEqualsVartime: %d", i)
		}
		p = Affine{wrong, z.Y}
		if p.OnCurveVartime() {
			t.Errorf("OnCurveVartime: %d", i)
		}
	}
	var z Affine
	for _, zero := range zeros {
		if z.SetJacobianVartime(&Jacobian{r.nonzero(), r.nonzero(), zero}) {
			t.Error("SetJacobianVartime of infinity")
		}
		var s SecretAffine
		var h Projective
		h.setJacobian((&Jacobian{r.nonzero(), r.nonzero(), zero}).hide())
		if s.SetProjective(&h); s.reveal() != nil {
			t.Error("SecretAffine.SetProjective of infinity is not (0, 0)")
		}
		j := Jacobian{Z: zero}
		if !j.IsInfinityVartime() || j.XEqualsVartime(&field.Element{}) {
			t.Error("infinity")
		}
	}
	// 5 is no x coordinate.
	if z.SetXVartime(&field.Element{5}, 0) {
		t.Error("SetXVartime: a point with x = 5")
	}
}

func TestAllocations(t *testing.T) {
	k := bigScalar(bigLambda)
	x := secret(k)
	var z, a Jacobian
	var p Affine
	var s Projective
	g := generator.jacobian()
	one := scalar.Scalar{1}
	eachBackend(t, func(t *testing.T) {
		for name, f := range map[string]func(){
			"DoubleBaseVartime":  func() { DoubleBaseVartime(&z, &k, &one, g) },
			"AddBaseVartime":     func() { AddBaseVartime(&z, g, &k) },
			"PublicBaseMul":      func() { PublicBaseMul(&p, x) },
			"SecretMul":          func() { SecretMul(&s, x, g) },
			"AddMixedVartime":    func() { a.AddMixedVartime(&a, &generator) },
			"SetJacobianVartime": func() { p.SetJacobianVartime(&z) },
			"SetXVartime":        func() { p.SetXVartime(&generator.X, 1) },
		} {
			if n := testing.AllocsPerRun(5, f); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	})
}
