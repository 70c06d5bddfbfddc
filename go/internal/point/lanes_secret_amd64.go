//go:build amd64 && !purego

package point

import (
	"unsafe"

	"koblitz.dev/go/internal/field"
	"koblitz.dev/go/internal/lanes"
	"koblitz.dev/go/internal/scalar"
)

// Eight public points at a time by one secret number. A sum is c1 + c2 lambda times
// the point of its lane. Before the last digits of both halves |c1| and |c2| are below
// 2^125 with every multiple of these points that is added, and not both 0, while the
// shortest (c1, c2) but (0, 0) for which c1 + c2 lambda = 0 mod n is longer than
// 2^127: there no addition meets infinity, equal or opposite points, whatever the
// number, and incomplete ones will do. The last two additions are complete.

// secretTable are the multiples of eight points, on one Z.
type secretTable struct {
	odd     [lanes.TableSize]lanes.Entry
	z, cube lanes.Element // Z and Z^3
	b3      lanes.Element // 3 b of the curve that these points are on: 21 Z^6
}

// laneMultiples are the points of Multiples that lanes are worth.
type laneMultiples struct {
	n      int
	skew   uintptr // brings the tables to a multiple of 64 bytes, where they were filled
	memory [unsafe.Sizeof([BaseMuls / lanes.Width]secretTable{}) + 64]byte
}

func (m *laneMultiples) tables() *[BaseMuls / lanes.Width]secretTable {
	return (*[BaseMuls / lanes.Width]secretTable)(unsafe.Pointer(&m.memory[m.skew&63]))
}

func (m *laneMultiples) setVartime(p []Jacobian) {
	m.n = 0
	if rest(len(p), fewestLanes, 1) == 0 {
		return
	}
	m.skew = -uintptr(unsafe.Pointer(&m.memory)) & 63
	var memory laneMemory
	s := memory.state()
	s.beta.SetAll(&beta)
	var b3 lanes.Element
	b3.SetAll(&field.Element{3 * curveB})
	for m.n < len(p) {
		n := rest(len(p)-m.n, fewestLanes, lanes.Width)
		if n == 0 {
			break
		}
		for lane := range lanes.Width {
			// Of any Z: x and y are those of a point on another curve.
			q := &p[m.n+lane%n]
			s.x.Set(lane, &q.X)
			s.y.Set(lane, &q.Y)
			s.az.Set(lane, &q.Z)
		}
		s.oddMultiples()
		t := &m.tables()[m.n/lanes.Width]
		for i := range t.odd {
			t.odd[i] = lanes.Entry{X: s.t.x[i], Y: s.t.y[i], LambdaX: s.t.lambdaX[i]}
		}
		t.z.Mul(&s.t.z, &s.az)
		t.cube.Mul(&t.z, &t.z)
		t.cube.Mul(&t.cube, &t.z)
		t.b3.Mul(&t.cube, &t.cube)
		t.b3.Mul(&t.b3, &b3)
		m.n += n
	}
}

// secretState is what secretMul works on.
type secretState struct {
	sum   lanes.SecretPoint
	entry lanes.SecretEntry
	work  lanes.Work
}

// secretMul sets as many z as lanes are worth to k times the points, and returns how
// many. 125 doublings and 51 additions for eight.
func (m *laneMultiples) secretMul(z []projective, k *scalar.Secret) (done int) {
	if m.n == 0 {
		return 0
	}
	var memory [unsafe.Sizeof(secretState{}) + 64]byte
	s := (*secretState)(unsafe.Add(unsafe.Pointer(&memory), -uintptr(unsafe.Pointer(&memory))&63))
	var v1, v2 scalar.SignedBits
	k.SplitSigned(&v1, &v2)
	for ; done < m.n; done += lanes.Width {
		t := &m.tables()[done/lanes.Width]
		for at := uint(laneTop); at > 0; at -= laneWindow {
			s.entry.Set(&t.odd, v1.Digit(at, laneWindow))
			if at == laneTop {
				s.sum.SetEntry(&s.entry)
			} else {
				s.sum.AddIncomplete(&s.entry, &s.work)
			}
			s.entry.SetLambda(&t.odd, v2.Digit(at, laneWindow))
			s.sum.AddIncomplete(&s.entry, &s.work)
			s.sum.DoubleN(laneWindow, &s.work)
		}
		s.sum.SetHomogeneous(&s.work)
		s.entry.Set(&t.odd, v1.Digit(0, laneWindow))
		s.sum.Add(&s.entry, &t.b3, &s.work)
		s.entry.SetLambda(&t.odd, v2.Digit(0, laneWindow))
		s.sum.Add(&s.entry, &t.b3, &s.work)
		s.sum.Scale(&t.z, &t.cube)
		for lane := range min(lanes.Width, m.n-done) {
			p := &z[done+lane]
			s.sum.Get(lane, &p.x, &p.y, &p.z)
		}
	}
	return m.n
}
