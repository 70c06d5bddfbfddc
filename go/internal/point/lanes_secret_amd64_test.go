//go:build amd64 && !purego

package point

import (
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/lanes"
)

// secretAdder adds points to those of eight lanes.
type secretAdder struct {
	sum   lanes.SecretPoint
	entry lanes.SecretEntry
	work  lanes.Work
}

// choose sets s.entry to a point for each lane: of odd lanes the table has the negative.
func (s *secretAdder) choose(points *[lanes.Width]*bigPoint) {
	var table [lanes.FewSize]lanes.Entry
	var columns digit.Columns
	var digits digit.Column
	for lane, p := range points {
		bits := uint64(4) // 1
		if lane%2 == 1 {
			p, bits = p.neg(), 3 // -1
		}
		a := p.affine()
		table[0].X.Set(lane, &a.X)
		table[0].Y.Set(lane, &a.Y)
		columns.Set(lane, bits)
	}
	digits.SetColumn(&columns, 0, 3)
	s.entry.SetFew(&table, &digits)
}

// TestSecretMeetings adds points that are equal, opposite, infinity, or of the same or
// the opposite y, in each lane.
func TestSecretMeetings(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED secret points in lanes that meet: a processor with AVX-512 IFMA")
	}
	p := bigBase(shl(5, 7))
	q := bigBase(bigLambda)
	a := p.affine()
	a.X.Mul(&a.X, &beta)
	same := bigAffine(&a)
	twice := p.add(p)
	cases := []struct {
		name  string
		steps [4]*bigPoint // the first point, and what is added, before and after it is doubled
	}{
		{"ordinary", [4]*bigPoint{p, q, bigG, q}},
		{"equal", [4]*bigPoint{p, p, twice.add(twice), p}},
		{"opposite", [4]*bigPoint{p, p.neg(), p, p.neg()}},
		{"opposite after doubling", [4]*bigPoint{p, q, p.add(q).add(p.add(q)).neg(), p}},
		{"infinity met again", [4]*bigPoint{q, q.neg(), q, q}},
		{"of the same y", [4]*bigPoint{p, same, q, same}},
		{"of the opposite y", [4]*bigPoint{p, same.neg(), q, same}},
		{"of the opposite y after doubling", [4]*bigPoint{same, q, q, same.neg()}},
	}
	for first := range lanes.Width {
		var s secretAdder
		var want, next [lanes.Width]*bigPoint
		for step := range 4 {
			for lane := range next {
				next[lane] = cases[(first+lane)%len(cases)].steps[step]
			}
			s.choose(&next)
			if step == 2 {
				s.sum.DoubleN(1, &s.work)
				for lane, w := range want {
					want[lane] = w.add(w)
				}
			}
			if step == 0 {
				s.sum.SetEntry(&s.entry)
			} else {
				s.sum.Add(&s.entry, &s.work)
			}
			// Homogeneous coordinates of a copy, as sums are given.
			sum := s.sum
			sum.SetHomogeneous(&s.work)
			for lane, w := range want {
				want[lane] = w.add(next[lane])
				var z projective
				sum.Get(lane, &z.x, &z.y, &z.z)
				j := z.reveal()
				if !bigJacobian(&j).equal(want[lane]) {
					t.Errorf("%s: lane %d, step %d", cases[(first+lane)%len(cases)].name, lane, step)
				}
			}
		}
	}
}

// TestSmallMultiples multiplies points of order 199, whose sums meet infinity, equal and
// opposite points, and those of the same y, in many steps.
func TestSmallMultiples(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED small orders in lanes: a processor with AVX-512 IFMA")
	}
	c := smallCurves[2]
	n, r := big.NewInt(int64(c.order)), newSource(199)
	scalars := edgeScalars()
	for range 100 {
		scalars = append(scalars, r.bigScalar())
	}
	for first := 1; first < c.order; first += BaseMuls {
		var m laneMultiples
		var points [BaseMuls]Jacobian
		for i := range points {
			points[i] = r.jacobian(c.multiples[1+(first+i)%(c.order-1)])
		}
		m.setVartime(points[:])
		for _, k := range scalars {
			s := bigScalar(k)
			// The halves, by which the point is multiplied here.
			var v [2][3]uint64
			s.SplitSigned(&v[0], &v[1])
			var by [2]int
			for i := range v {
				h := new(big.Int)
				for limb := 2; limb >= 0; limb-- {
					h.Add(h.Lsh(h, 64), new(big.Int).SetUint64(v[i][limb]))
				}
				h.Sub(h.Lsh(h, 1), shl(1, 130))
				h.Mod(h.Add(h, big.NewInt(1)), n)
				by[i] = int(h.Int64())
			}
			var z [BaseMuls]projective
			if done := m.secretMul(z[:], secret(s)); done != BaseMuls {
				t.Fatalf("%d products", done)
			}
			for i := range z {
				q := 1 + (first+i)%(c.order-1)
				if j := z[i].reveal(); !c.is(&j, (by[0]+by[1]*c.lambda)*q) {
					t.Fatalf("%x times %d G, in lane %d", k, q, i%lanes.Width)
				}
			}
		}
	}
}
