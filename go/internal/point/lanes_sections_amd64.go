//go:build amd64 && !purego

package point

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/lanes"
	"koblitz.dev/secp256k1/internal/scalar"
)

// One public point by one secret number. Both halves of the number are cut into eight
// sections, one for each lane, which multiplies 2^(17 i) P by its section of one half,
// and lambda times that by the other's. These points are made in the open, by doublings
// one after the other. All additions are complete.

const (
	sectionWindow = 3
	// The highest digit of a section has the bits that are left.
	sectionTop       = scalar.Section / sectionWindow * sectionWindow
	sectionTopWindow = scalar.Section - sectionTop
)

// sectionTable are multiples of a point in each lane, on the Z that z has in the place
// of 1.
type sectionTable struct {
	odd [lanes.FewSize]lanes.Entry
	z   lanes.Element
}

// setVartime fills the table with the multiples of 2^(17 i) p in lane i; the Z of p is 1.
// What multiply says of its memory holds for it too.
//
//go:noinline
func (t *sectionTable) setVartime(p *Jacobian) {
	type state struct {
		laneWork
		x, y, z lanes.Element
	}
	var memory room[state]
	s := memory.aligned()
	q := *p
	for lane := range lanes.Width {
		if lane > 0 {
			doubleNVartime(&q, scalar.Section)
		}
		// x and y are those of a point on another curve.
		s.x.Set(lane, &q.X)
		s.y.Set(lane, &q.Y)
		s.z.Set(lane, &q.Z)
	}
	s.fill(t.odd[:], &t.z, &s.x, &s.y)
	t.z.Mul(&t.z, &s.z)
}

// sectionState is what multiply computes in.
type sectionState struct {
	sum, other lanes.SecretPoint
	entry      lanes.SecretEntry
	work       lanes.SumWork
}

// laneSecretMul is SecretMul in lanes for a finite p whose Z is 1, if there are some.
// 119 doublings, then in all lanes 15 doublings and 11 additions, and three of sums.
func laneSecretMul(z *projective, k *scalar.Secret, p *Jacobian) bool {
	if !cpu.Lanes() || !p.isAffineVartime() {
		return false
	}
	var memory room[sectionTable]
	t := memory.aligned()
	t.setVartime(p)
	t.multiply(z, k)
	return true
}

// multiply sets z to the sum of the multiples of the table's points by the sections of
// k. It is not inlined, so that its memory is that of setVartime.
//
//go:noinline
func (t *sectionTable) multiply(z *projective, k *scalar.Secret) {
	var memory room[sectionState]
	s := memory.aligned()
	var v1, v2 scalar.SignedBits
	var sections1, sections2 digit.Columns
	var d digit.Column
	k.SplitSections(&v1, &v2)
	v1.Sections(&sections1)
	v2.Sections(&sections2)
	work := &s.work.Work
	d.SetColumn(&sections1, sectionTop, sectionTopWindow)
	s.entry.SetFew(&t.odd, &d)
	s.sum.SetEntry(&s.entry)
	d.SetColumn(&sections2, sectionTop, sectionTopWindow)
	s.entry.SetFewLambda(&t.odd, &d)
	s.sum.Add(&s.entry, work)
	for at := uint(sectionTop); at > 0; {
		at -= sectionWindow
		s.sum.DoubleN(sectionWindow, work)
		d.SetColumn(&sections1, at, sectionWindow)
		s.entry.SetFew(&t.odd, &d)
		s.sum.Add(&s.entry, work)
		d.SetColumn(&sections2, at, sectionWindow)
		s.entry.SetFewLambda(&t.odd, &d)
		s.sum.Add(&s.entry, work)
	}
	s.sum.MulZ(&t.z)
	s.sum.SetHomogeneous(work)
	s.sum.Fold4(&s.other, &s.work)
	s.sum.Fold2(&s.other, &s.work)
	s.sum.Fold1(&s.other, &s.work)
	s.sum.Get(0, &z.x, &z.y, &z.z)
}
