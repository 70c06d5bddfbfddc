//go:build amd64 && !purego

package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/scalar"
)

// Eight public points at a time by one secret number, by complete additions alone.

// secretTable are the multiples of eight points, on one Z.
type secretTable struct {
	odd [lanes.TableSize]lanes.Entry
	z   lanes.Element
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
	type state struct {
		laneWork
		x, y, z lanes.Element
	}
	var memory room[state]
	s := memory.aligned()
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
			s.z.Set(lane, &q.Z)
		}
		t := &m.tables()[m.n/lanes.Width]
		s.fill(t.odd[:], &t.z, &s.x, &s.y)
		t.z.Mul(&t.z, &s.z)
		m.n += n
	}
}

// secretState is what secretMul works on.
type secretState struct {
	sum   lanes.SecretPoint
	entry lanes.SecretEntry
	digit digit.Column
	work  lanes.Work
}

// secretMul sets as many z as lanes are worth to k times the points, and returns how
// many. 125 doublings and 51 additions for eight.
func (m *laneMultiples) secretMul(z []projective, k *scalar.Secret) (done int) {
	if m.n == 0 {
		return 0
	}
	var memory room[secretState]
	s := memory.aligned()
	var v1, v2 scalar.SignedBits
	k.SplitSigned(&v1, &v2)
	for ; done < m.n; done += lanes.Width {
		t := &m.tables()[done/lanes.Width]
		s.digit.SetAll(v1.Digit(laneTop, laneWindow))
		s.entry.Set(&t.odd, &s.digit)
		s.sum.SetEntry(&s.entry)
		s.digit.SetAll(v2.Digit(laneTop, laneWindow))
		s.entry.SetLambda(&t.odd, &s.digit)
		s.sum.Add(&s.entry, &s.work)
		for at := uint(laneTop); at > 0; {
			at -= laneWindow
			s.sum.DoubleN(laneWindow, &s.work)
			s.digit.SetAll(v1.Digit(at, laneWindow))
			s.entry.Set(&t.odd, &s.digit)
			s.sum.Add(&s.entry, &s.work)
			s.digit.SetAll(v2.Digit(at, laneWindow))
			s.entry.SetLambda(&t.odd, &s.digit)
			s.sum.Add(&s.entry, &s.work)
		}
		s.sum.MulZ(&t.z)
		s.sum.SetHomogeneous(&s.work)
		for lane := range min(lanes.Width, m.n-done) {
			p := &z[done+lane]
			s.sum.Get(lane, &p.x, &p.y, &p.z)
		}
	}
	return m.n
}
