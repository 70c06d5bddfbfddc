//go:build amd64 && !purego

package point

import (
	"fmt"
	"testing"

	"koblitz.dev/go/internal/cpu"
	"koblitz.dev/go/internal/digit"
	"koblitz.dev/go/internal/lanes"
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
		var memory baseMemory
		s := memory.state()
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
