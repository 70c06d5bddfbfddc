package group

import (
	"koblitz.dev/go/internal/field"
	"koblitz.dev/go/internal/point"
	"koblitz.dev/go/internal/scalar"
)

// The functions of this file do the same on many values, in less time than one by
// one. They panic if their slices have different lengths, and allocate nothing.

// chunk is how many values share an inversion.
const chunk = 64

func sameLength(n int, others ...int) {
	for _, m := range others {
		if m != n {
			panic("group: slices of different lengths")
		}
	}
}

// DoubleBaseMulsVartime sets z[i] = u1[i] G + u2[i] q[i] for every i. z may be q.
func DoubleBaseMulsVartime(z []Point, u1, u2 []Scalar, q []Point) {
	sameLength(len(z), len(u1), len(u2), len(q))
	var j [chunk]point.Jacobian
	var s1, s2 [chunk]scalar.Scalar
	for first := 0; first < len(z); first += chunk {
		n := min(len(z)-first, chunk)
		for i := range n {
			j[i], s1[i], s2[i] = q[first+i].j, u1[first+i].s, u2[first+i].s
		}
		point.DoubleBasesVartime(j[:n], s1[:n], s2[:n], j[:n])
		for i := range n {
			z[first+i].j = j[i]
		}
	}
}

// PublicBaseMuls is [AffinePoint.PublicBaseMul] for every i, in constant time in
// k, whose values are in [1, n-1], with an inversion for 16 of them: a 0 among these
// makes the results of all of them wrong.
func PublicBaseMuls(z []AffinePoint, k []SecretScalar) {
	sameLength(len(z), len(k))
	for len(k) > 0 {
		n := min(len(k), point.BaseMuls)
		var a [point.BaseMuls]point.Affine
		var s [point.BaseMuls]scalar.Secret
		for i := range n {
			s[i] = k[i].s
		}
		point.PublicBaseMuls(a[:n], s[:n])
		for i := range n {
			z[i].a = a[i]
		}
		z, k = z[n:], k[n:]
	}
}

// MostMultiples is how many points Multiples take.
const MostMultiples = point.BaseMuls

// Multiples are up to MostMultiples public points, none of them infinity, made ready
// to be multiplied by secret scalars. They have about 33 KB.
type Multiples struct {
	m point.Multiples
	n int
}

// SetVartime sets m to these points. It panics if they are too many, or one of them is
// infinity.
func (m *Multiples) SetVartime(p []Point) {
	if len(p) > MostMultiples {
		panic("group: more points than Multiples take")
	}
	var j [MostMultiples]point.Jacobian
	for i := range p {
		if j[i] = p[i].j; j[i].IsInfinityVartime() {
			panic("group: infinity among the points of Multiples")
		}
	}
	m.m.SetVartime(j[:len(p)])
	m.n = len(p)
}

// SecretMul writes the 33-byte encoding of k times each point, as [SecretPoint.Mul] and
// [SecretPoint.PutCompressed] do, with one inversion. k is not 0. It panics if
// products has not as many elements as there are points.
func (m *Multiples) SecretMul(products [][33]byte, k *SecretScalar) {
	sameLength(m.n, len(products))
	m.m.SecretMul(products, &k.s)
}

// AddBaseMulsVartime sets z[i] = p[i] + k[i] G for every i. z may be p.
func AddBaseMulsVartime(z, p []Point, k []Scalar) {
	sameLength(len(z), len(p), len(k))
	var j [chunk]point.Jacobian
	var s [chunk]scalar.Scalar
	for first := 0; first < len(z); first += chunk {
		n := min(len(z)-first, chunk)
		for i := range n {
			j[i], s[i] = p[first+i].j, k[first+i].s
		}
		point.AddBasesVartime(j[:n], j[:n], s[:n])
		for i := range n {
			z[first+i].j = j[i]
		}
	}
}

// SetXsVartime sets z[i] to the point that [AffinePoint.SetXVartime] finds for
// x[i] and odd[i], and ok[i] to whether there is one; z[i] is infinity if not.
func SetXsVartime(ok []bool, z []AffinePoint, x []Element, odd []int) {
	sameLength(len(z), len(ok), len(x), len(odd))
	var a [chunk]point.Affine
	var e [chunk]field.Element
	for first := 0; first < len(z); first += chunk {
		n := min(len(z)-first, chunk)
		for i := range n {
			e[i] = x[first+i].e
		}
		point.SetXsVartime(ok[first:first+n], a[:n], e[:n], odd[first:first+n])
		for i := range n {
			p := &z[first+i]
			*p = AffinePoint{}
			if ok[first+i] {
				p.a = a[i]
				p.a.X.Normalize()
			}
		}
	}
}

// NormalizePointsVartime brings each finite point to Z = 1, with an inversion for
// 64 of them.
func NormalizePointsVartime(points []Point) {
	var z [chunk]field.Element
	var j [chunk]point.Jacobian
	for len(points) > 0 {
		n := min(len(points), chunk)
		for i := range n {
			j[i] = points[i].j
		}
		point.BatchNormalizeVartime(j[:n], z[:n])
		for i := range n {
			points[i].j = j[i]
		}
		points = points[n:]
	}
}

// InvertScalarsVartime sets z[i] = 1 / z[i], 0 for 0, for every i, with an
// inversion for 64 of them.
func InvertScalarsVartime(z []Scalar) {
	var before [chunk]Scalar
	for len(z) > 0 {
		n := min(len(z), chunk)
		var product Scalar
		product.SetUint64(1)
		for i := range n {
			before[i] = product
			if !z[i].IsZeroVartime() {
				product.Mul(&product, &z[i])
			}
		}
		product.InvertVartime(&product)
		for i := n - 1; i >= 0; i-- {
			if z[i].IsZeroVartime() {
				continue
			}
			before[i].Mul(&before[i], &product)
			product.Mul(&product, &z[i])
			z[i] = before[i]
		}
		z = z[n:]
	}
}
