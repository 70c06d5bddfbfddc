package point

import (
	"math/big"
	"slices"
	"testing"

	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// TestBatches compares batches of many sizes with one row after the other, on
// scalars and points that are special, and points that are not affine.
func TestBatches(t *testing.T) {
	r := newSource(8)
	scalars := edgeScalars()
	points := append(interesting(), nil)
	at := 0
	eachBackend(t, func(t *testing.T) {
		for n := range 70 {
			u1, u2 := make([]scalar.Scalar, n), make([]scalar.Scalar, n)
			q, z, sums, want := make([]Jacobian, n), make([]Jacobian, n), make([]Jacobian, n), make([]Jacobian, n)
			x, odd, ok, lifted := make([]field.Element, n), make([]int, n), make([]bool, n), make([]Affine, n)
			for i := range n {
				at++
				u1[i], u2[i] = bigScalar(scalars[at%len(scalars)]), bigScalar(scalars[at/3%len(scalars)])
				if p := points[at%len(points)]; p == nil || at%11 == 0 {
					q[i] = r.jacobian(p)
				} else {
					a := p.affine()
					q[i] = *a.jacobian()
				}
				x[i], odd[i] = q[i].X, at&1
			}
			DoubleBasesVartime(z, u1, u2, q)
			AddBasesVartime(sums, q, u1)
			for i := range n {
				DoubleBaseVartime(&want[i], &u1[i], &u2[i], &q[i])
				if !z[i].EqualVartime(&want[i]) || !z[i].IsInfinityVartime() && !z[i].OnCurveVartime() {
					t.Fatalf("row %d of %d: %x G + %x Q is another point", i, n, u1[i], u2[i])
				}
				AddBaseVartime(&want[i], &q[i], &u1[i])
				if !sums[i].EqualVartime(&want[i]) {
					t.Fatalf("row %d of %d: Q + %x G is another point", i, n, u1[i])
				}
			}
			DoubleBasesVartime(q, u1, u2, q)
			SetXsVartime(ok, lifted, x, odd)
			for i := range n {
				if !q[i].EqualVartime(&z[i]) {
					t.Fatalf("row %d of %d: another point in place", i, n)
				}
				var a Affine
				if found := a.SetXVartime(&x[i], odd[i]); found != ok[i] || found && a != lifted[i] {
					t.Fatalf("row %d of %d: the root for %x", i, n, x[i])
				}
			}
		}
	})
}

// TestBaseMuls takes k G for as many secrets at once as there may be, side by side and
// one by one.
func TestBaseMuls(t *testing.T) {
	scalars := edgeScalars()
	at := 0
	eachBackend(t, func(t *testing.T) {
		for n := range BaseMuls + 1 {
			z, k, want := make([]Affine, n), make([]scalar.Secret, n), make([]*bigPoint, n)
			for i := range k {
				for want[i] == nil { // none is infinity
					at++
					want[i] = bigBase(scalars[at%len(scalars)])
				}
				s := bigScalar(scalars[at%len(scalars)])
				k[i].SetPublic(&s)
			}
			PublicBaseMuls(z, k)
			for i := range z {
				if !bigAffine(&z[i]).equal(want[i]) {
					t.Errorf("row %d of %d: another point", i, n)
				}
			}
		}
	})
}

// TestMeeting takes points whose multiples meet their own sums: in every addition,
// equal and opposite, of each stream of digits.
func TestMeeting(t *testing.T) {
	r := newSource(9)
	var u1, u2 []scalar.Scalar
	var q []Jacobian
	k1, k2 := r.bigScalar(), r.bigScalar()
	s1, s2 := bigScalar(k1), bigScalar(k2)
	for _, step := range laneSteps(&s1, &s2) {
		// The sum (a + b lambda) q + c meets d q or d: q (a - d) = -c or q a = d - c.
		for _, sign := range []int64{1, -1} {
			a, c := new(big.Int).Set(step.before[0]), new(big.Int).Neg(step.before[1])
			a.Sub(a, new(big.Int).Mul(step.added[0], big.NewInt(sign)))
			c.Add(c, new(big.Int).Mul(step.added[1], big.NewInt(sign)))
			k := new(big.Int).ModInverse(a.Mod(a, bigN), bigN)
			if k == nil {
				continue
			}
			p := bigBase(k.Mul(k, c).Mod(k, bigN))
			if p == nil {
				continue
			}
			affine := p.affine()
			q, u1, u2 = append(q, *affine.jacobian()), append(u1, s1), append(u2, s2)
		}
	}
	z := make([]Jacobian, len(q))
	DoubleBasesVartime(z, u1, u2, q)
	for i := range q {
		var want Jacobian
		DoubleBaseVartime(&want, &u1[i], &u2[i], &q[i])
		if !z[i].EqualVartime(&want) {
			t.Errorf("row %d: another point", i)
		}
	}
	checkMeeting(t, u1, u2, q)
}

// TestSumsMeeting adds t G to points that are equal or opposite to what a digit adds,
// less what the digits before it have added, in every lane.
func TestSumsMeeting(t *testing.T) {
	const width = 8
	k := newSource(12).bigScalar()
	s := bigScalar(k)
	var d scalar.Scalar
	d.Add(&s, &fixedBaseOffset)
	half, sum := new(big.Int).ModInverse(big.NewInt(2), bigN), new(big.Int)
	var p []Jacobian
	var want []*bigPoint
	c := &secp256k1
	for b := range c.fixedBaseBlocks {
		at := b * c.fixedBaseWindow
		entry := shl(2*int64(d.Bits(at, c.fixedBaseWindow))+1-1<<c.fixedBaseWindow, at)
		entry.Mul(entry, half)
		for _, sign := range []int64{1, -1} {
			q := new(big.Int).Mul(entry, big.NewInt(sign))
			q.Sub(q, sum)
			a := bigBase(q).affine()
			p, want = append(p, *a.jacobian()), append(want, bigBase(q.Add(q, k)))
		}
		sum.Add(sum, entry)
	}
	if want[len(want)-1] != nil {
		t.Error("the sums are not t G")
	}
	for len(p)%width != 0 {
		p, want = append(p, *generator.jacobian()), append(want, bigBase(new(big.Int).Add(k, big.NewInt(1))))
	}
	n := len(p)
	scalars, z := slices.Repeat([]scalar.Scalar{s}, n), make([]Jacobian, n)
	eachBackend(t, func(t *testing.T) {
		for shift := range width {
			AddBasesVartime(z, slices.Concat(p[shift:], p[:shift]), scalars)
			for i := range z {
				row := (shift + i) % n
				var alone Jacobian
				AddBaseVartime(&alone, &p[row], &s)
				if !bigJacobian(&z[i]).equal(want[row]) || !bigJacobian(&alone).equal(want[row]) {
					t.Errorf("row %d, lane %d: another point", row, i%width)
				}
			}
		}
	})
}

// A laneStep is one addition of doubleBase: what there was, and what is added, as
// multiples of Q and of G.
type laneStep struct{ before, added [2]*big.Int }
