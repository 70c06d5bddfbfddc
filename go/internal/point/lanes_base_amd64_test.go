//go:build amd64 && !purego

package point

import (
	"fmt"
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/scalar"
)

// TestLaneMeetings adds points that are equal, opposite, infinity or ordinary, in
// each step of laneBase.
func TestLaneMeetings(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED points in lanes that meet: a processor with AVX-512 IFMA")
	}
	p, q := bigG.add(bigG), bigG.neg()
	// The first points, of eight lanes and fewer, and what is added to each.
	tests := []struct {
		name   string
		points []*bigPoint
		added  []*bigPoint
	}{
		{"ordinary", []*bigPoint{bigG, p, p.add(bigG), q, q, p, bigG, p}, []*bigPoint{p, bigG, bigG, p, p.neg(), bigG, p, q}},
		{"equal", []*bigPoint{bigG, p, q, bigG, p, q, p, p}, []*bigPoint{bigG, p, q, bigG, p, q, p, p}},
		{"opposite", []*bigPoint{bigG, p, q, bigG, p, q, p, p}, []*bigPoint{q, p.neg(), bigG, q, p.neg(), bigG, p.neg(), p.neg()}},
		{"infinity", []*bigPoint{bigG}, []*bigPoint{q, p, p, q, p, bigG, p, bigG}},
		{"infinity meets itself", []*bigPoint{bigG, p, q}, []*bigPoint{q, p.neg(), bigG, p, p, p, p, p}},
		{"equal halves", []*bigPoint{bigG, p, q, p, bigG, p, q, p}, []*bigPoint{p, p, p, p, p, p, p, p}},
		{"opposite halves", []*bigPoint{bigG, p, q, p, q, p.neg(), bigG, p.neg()}, []*bigPoint{p, p, bigG, p, p.neg(), p.neg(), q, p.neg()}},
	}
	for _, c := range tests {
		var memory room[baseState]
		s := memory.aligned()
		s.entries(c.points)
		s.sum.SetBase(&s.entry, len(c.points))
		want := make([]*bigPoint, lanes.Width)
		copy(want, c.points)
		check := func(step string, n int) {
			t.Helper()
			for lane, w := range want[:n] {
				var z projective
				s.sum.Get(lane, &z.x, &z.y, &z.z)
				j := z.reveal()
				if !bigJacobian(&j).equal(w) {
					t.Errorf("%s, %s: lane %d", c.name, step, lane)
				}
			}
		}
		check("SetBase", lanes.Width)
		s.entries(c.added)
		s.sum.AddBase(&s.entry, &s.work)
		for i, a := range c.added {
			want[i] = want[i].add(a)
		}
		check("AddBase", lanes.Width)
		for _, fold := range []struct {
			n int
			f func(t *lanes.SecretPoint, w *lanes.SumWork)
		}{{4, s.sum.Fold4}, {2, s.sum.Fold2}, {1, s.sum.Fold1}} {
			fold.f(&s.other, &s.work)
			for i := range fold.n {
				want[i] = want[i].add(want[fold.n+i])
			}
			check(fmt.Sprint("Fold ", fold.n), fold.n)
		}
	}
}

// entries sets s.entry to points, of which those in odd lanes are the negatives of
// what the table has.
func (s *baseState) entries(points []*bigPoint) {
	var table []byte
	var digits uint64
	for i := range lanes.Width {
		a := points[i%len(points)]
		bits := uint64(32) // 1
		if i%2 == 1 {
			a, bits = a.neg(), 31 // -1
		}
		digits |= bits << (6 * i)
		table = a.appendEntry(table)
		table = append(table, make([]byte, (lanes.BaseEntries-1)*digit.EntrySize)...)
	}
	s.digits.SetSix(digits)
	s.entry.SetRow(string(table), lanes.Width, &s.digits, &s.work)
}

// TestTableInLanes keeps the numbers that laneBase has in those of the table.
func TestTableInLanes(t *testing.T) {
	c := &secp256k1
	if c.fixedBaseWindow != baseWindow || c.fixedBaseBlocks != baseBlocks || len(*c.fixedBase) != baseBlocks*blockSize ||
		(baseLast-baseFirst)%lanes.Width != 0 || lanes.BaseEntries != 1<<(baseWindow-1) {
		t.Error("the table is another one")
	}
}

// TestAddBaseMeetings adds t G to points that are equal or opposite to what they meet in
// the lanes, or infinity, and compares with the textbook.
func TestAddBaseMeetings(t *testing.T) {
	if !cpu.Lanes() {
		t.Skip("SKIPPED a multiple of G in lanes that meets a point: a processor with AVX-512 IFMA")
	}
	r := newSource(11)
	for range 4 {
		k := r.bigScalar()
		s := bigScalar(k)
		var d scalar.Scalar
		d.Add(&s, &fixedBaseOffset)
		// The sums of four lanes, as multiples of G. The point joins lane 3.
		half := new(big.Int).ModInverse(big.NewInt(2), bigN)
		var sums [4]big.Int
		for b := range uint(baseBlocks) {
			v := int64(d.Bits(b*baseWindow, baseWindow))
			digit := shl(2*v+1-1<<baseWindow, b*baseWindow)
			sums[b%4].Add(&sums[b%4], digit.Mul(digit, half))
		}
		add := func(a, b *big.Int) *big.Int { return new(big.Int).Add(a, b) }
		for name, step := range map[string]struct{ met, beside *big.Int }{
			"lane 3":       {&sums[3], new(big.Int)},
			"lane 1":       {&sums[1], &sums[3]},
			"lanes 0 to 2": {add(&sums[0], &sums[2]), add(&sums[1], &sums[3])},
		} {
			for _, sign := range []int64{1, 0, -1} {
				q := new(big.Int).Mul(big.NewInt(sign), step.met)
				q.Mod(q.Sub(q, step.beside), bigN)
				want, b := bigBase(add(q, k)), bigBase(q)
				points := []Jacobian{r.jacobian(b)}
				if b != nil {
					a := b.affine()
					points = append(points, *a.jacobian())
				}
				for _, p := range points {
					var z Jacobian
					AddBaseVartime(&z, &p, &s)
					if !bigJacobian(&z).equal(want) {
						t.Errorf("%x G + %x G, which meets %s", q, k, name)
					}
				}
			}
		}
	}
}
