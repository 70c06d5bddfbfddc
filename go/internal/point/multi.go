package point

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// multiOdd is how many odd multiples of a point a sum of products has.
const multiOdd = 8

// A term is one product of a sum: the digits of its scalar's halves, and P, 3P,
// ..., 15P with the x of lambda times these.
type term struct {
	a, b    [scalar.Positions]int16
	odd     [multiOdd]Affine
	lambdaX [multiOdd]field.Element
}

// MultiMulVartime sets z to the sum of scalars[i] points[i], for slices of one
// length. Strauss' trick over all terms, with the endomorphism: 128 doublings,
// and for each term about 43 additions and a table, which one inversion for all
// of them makes affine. It allocates about 1.5 KB a term.
func MultiMulVartime(z *Jacobian, scalars []scalar.Scalar, points []Jacobian) {
	terms := make([]term, 0, len(points))
	var ratio [maxOdd]field.Element
	scales := make([]Jacobian, 0, len(points))
	end := 0
	for i := range points {
		var a, b scalar.Half
		if points[i].IsInfinityVartime() {
			continue
		}
		terms = append(terms, term{})
		t := &terms[len(terms)-1]
		scalars[i].SplitVartime(&a, &b)
		end = max(end, a.WNAFVartime(&t.a, multiWindow), b.WNAFVartime(&t.b, multiWindow))
		// (1, 1) on the Z of the table: normalized, it is (1 / Z^2, 1 / Z^3).
		scale := Jacobian{X: field.Element{1}, Y: field.Element{1}}
		oddMultiplesVartime(t.odd[:], &scale.Z, &Affine{points[i].X, points[i].Y}, ratio[:])
		scale.Z.Mul(&scale.Z, &points[i].Z)
		scales = append(scales, scale)
	}
	BatchNormalizeVartime(scales, make([]field.Element, len(scales)))
	for i := range terms {
		t := &terms[i]
		for j := range t.odd {
			p := &t.odd[j]
			p.X.Mul(&p.X, &scales[i].X)
			p.Y.Mul(&p.Y, &scales[i].Y)
			t.lambdaX[j].Mul(&p.X, &beta)
		}
	}
	var r Jacobian
	doublings := 0
	for at := end - 1; at >= 0; at-- {
		doublings++
		for i := range terms {
			t := &terms[i]
			if d := t.a[at]; d != 0 {
				doublings = r.addMultiple(d, doublings, t, false)
			}
			if d := t.b[at]; d != 0 {
				doublings = r.addMultiple(d, doublings, t, true)
			}
		}
	}
	if doublings > 0 {
		doubleNVartime(&r, doublings)
	}
	*z = r
}

// multiWindow is the NAF window with digits up to 2 multiOdd - 1.
const multiWindow = 5

// addMultiple doubles z as often as is due, then adds the multiple of the term's
// point, or of lambda times that, which the digit d names. It returns 0: no
// doubling is due any more.
func (z *Jacobian) addMultiple(d int16, doublings int, t *term, lambda bool) int {
	if doublings > 0 && !z.IsInfinityVartime() {
		doubleNVartime(z, doublings)
	}
	index := max(int(d), -int(d)) >> 1
	p := t.odd[index]
	if lambda {
		p.X = t.lambdaX[index]
	}
	if d < 0 {
		p.Y.Negate(&p.Y)
	}
	z.addAffineVartime(&p)
	return 0
}
