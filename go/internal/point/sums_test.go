package point

import (
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// TestSums takes every pair of points of interest, on random Z, infinity among
// them, and results that alias an argument.
func TestSums(t *testing.T) {
	r := newSource(11)
	points := append(interesting(), nil)
	eachBackend(t, func(t *testing.T) {
		for i, a := range points {
			for j, b := range points {
				ja, jb := r.jacobian(a), r.jacobian(b)
				if (i+j)%3 == 0 && b != nil {
					p := b.affine()
					jb = *p.jacobian()
				}
				if (i+j)%3 == 1 && a != nil && b != nil { // one Z
					scale, t := r.nonzero(), field.Element{}
					t.Square(&scale)
					for _, p := range []struct {
						j *Jacobian
						a *bigPoint
					}{{&ja, a}, {&jb, b}} {
						c := p.a.affine()
						p.j.X.Mul(&c.X, &t)
						p.j.Y.Mul(&c.Y, &t)
						p.j.Y.Mul(&p.j.Y, &scale)
						p.j.Z = scale
					}
				}
				want := a.add(b)
				check := func(name string, got *Jacobian) {
					t.Helper()
					if !bigJacobian(got).equal(want) {
						t.Errorf("%s: %d + %d", name, i, j)
					}
				}
				var z Jacobian
				z.AddVartime(&ja, &jb)
				check("AddVartime", &z)
				z = ja
				z.AddVartime(&z, &jb)
				check("AddVartime, z = a", &z)
				z = jb
				z.AddVartime(&ja, &z)
				check("AddVartime, z = b", &z)

				pa, pb := r.projective(a), r.projective(b)
				var s projective
				s.Add(&pa, &pb)
				s.PutPublic(&z)
				check("projective.Add", &z)
				s = pa
				s.Add(&s, &pb)
				s.PutPublic(&z)
				check("projective.Add, z = a", &z)
				s = pb
				s.Add(&pa, &s)
				s.PutPublic(&z)
				check("projective.Add, z = b", &z)
				if ja.EqualVartime(&jb) != a.equal(b) {
					t.Errorf("EqualVartime: %d, %d", i, j)
				}
			}
		}
	})
}

// TestSingles takes what has one argument.
func TestSingles(t *testing.T) {
	r := newSource(12)
	points := append(interesting(), nil)
	all, want := []Jacobian{}, points
	for i, a := range points {
		j, p := r.jacobian(a), r.projective(a)
		all = append(all, j)
		var z Jacobian
		check := func(name string, got *Jacobian, want *bigPoint) {
			t.Helper()
			if !bigJacobian(got).equal(want) {
				t.Errorf("%s: %d", name, i)
			}
		}
		z.DoubleVartime(&j)
		check("DoubleVartime", &z, a.add(a))
		z.Negate(&j)
		check("Negate", &z, a.neg())
		p.PutPublic(&z)
		check("PutPublic", &z, a)
		var s projective
		s.SetPublic(&j)
		s.PutPublic(&z)
		check("SetPublic", &z, a)
		s.Negate(&p)
		s.PutPublic(&z)
		check("projective.Negate", &z, a.neg())
		if p.IsInfinity().Declassify() != (a == nil) {
			t.Errorf("IsInfinity: %d", i)
		}
		other := r.projective(bigG)
		s.Select(&p, &other, ct.Bit(1))
		s.PutPublic(&z)
		check("Select 1", &z, a)
		s.Select(&other, &p, ct.Bit(0))
		s.PutPublic(&z)
		check("Select 0", &z, a)
		if a != nil {
			if !j.OnCurveVartime() {
				t.Errorf("OnCurveVartime: %d", i)
			}
			j.X.Add(&j.X, &field.Element{1})
			if j.OnCurveVartime() {
				t.Errorf("OnCurveVartime: %d, x + 1", i)
			}
		}
	}
	work := make([]field.Element, len(all))
	BatchNormalizeVartime(all, work)
	for i := range all {
		if !bigJacobian(&all[i]).equal(want[i]) || want[i] != nil && all[i].Z != (field.Element{1}) {
			t.Errorf("BatchNormalizeVartime: %d", i)
		}
	}
	var z projective
	z.SetInfinity()
	if !z.IsInfinity().Declassify() {
		t.Error("SetInfinity")
	}
}

// TestBatchNormalizeVartime takes points whose coordinates, for Z = 1, are products
// in [p, 2^256) before they are normalized.
func TestBatchNormalizeVartime(t *testing.T) {
	onePlusP := field.Element{0xFFFFFFFEFFFFFC30, 1<<64 - 1, 1<<64 - 1, 1<<64 - 1}
	x := field.Element{0xB24BCBCFAAAFF507, 0xE80D68167653F6B2, 0x35AB7741333CE5A6, 0x1FE1E5EF3FCEB5C1}
	y := field.Element{0xBC750D587E76A7EE, 0x264CA8D2587FDD6F, 0x63DB68605822FB14, 0x4218F20AE6C646B3}
	eachBackend(t, func(t *testing.T) {
		for _, c := range []struct {
			name string
			in   Jacobian
			want Affine
		}{
			{"X", Jacobian{onePlusP, y, field.Element{1}}, Affine{field.Element{1}, y}},
			{"Y", Jacobian{x, onePlusP, field.Element{1}}, Affine{x, field.Element{1}}},
		} {
			all := []Jacobian{c.in}
			BatchNormalizeVartime(all, make([]field.Element, 1))
			if all[0] != (Jacobian{c.want.X, c.want.Y, field.Element{1}}) {
				t.Errorf("%s: %x", c.name, all[0])
			}
		}
	})
}

// TestMultiMul takes sums of up to 40 products, with infinity among the points,
// 0 among the scalars, points that meet, and sums that are infinity.
func TestMultiMul(t *testing.T) {
	r := newSource(13)
	eachBackend(t, func(t *testing.T) {
		for _, n := range []int{0, 1, 2, 3, 5, 40} {
			for round := range 6 {
				sum := new(big.Int)
				var scalars []scalar.Scalar
				var points []Jacobian
				for i := range n {
					k, q := r.bigScalar(), r.bigScalar()
					switch {
					case round == 1 && i%2 == 1:
						k.SetUint64(0)
					case round == 2 && i%2 == 1:
						q.SetUint64(0)
					case round == 3:
						q.SetUint64(1)
					case round == 4 && i == n-1 && q.Sign() != 0: // infinity in all
						k.Mul(sum, new(big.Int).ModInverse(q, bigN))
						k.Mod(k.Neg(k), bigN)
					}
					sum.Mod(sum.Add(sum, new(big.Int).Mul(k, q)), bigN)
					var p *bigPoint
					if q.Sign() != 0 {
						p = bigBase(q)
					}
					scalars, points = append(scalars, bigScalar(k)), append(points, r.jacobian(p))
				}
				var z Jacobian
				MultiMulVartime(&z, scalars, points)
				if !bigJacobian(&z).equal(bigBase(sum)) {
					t.Errorf("%d terms, round %d", n, round)
				}
			}
		}
	})
}
