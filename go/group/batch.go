package group

import (
	"koblitz.dev/go/internal/field"
	"koblitz.dev/go/internal/point"
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
	for i := range z {
		z[i].DoubleBaseMulVartime(&u1[i], &u2[i], &q[i])
	}
}

// AddBaseMulsVartime sets z[i] = p[i] + k[i] G for every i. z may be p.
func AddBaseMulsVartime(z, p []Point, k []Scalar) {
	sameLength(len(z), len(p), len(k))
	for i := range z {
		z[i].AddBaseMulVartime(&p[i], &k[i])
	}
}

// SetXsVartime sets z[i] to the point that [AffinePoint.SetXVartime] finds for
// x[i] and odd[i], and ok[i] to whether there is one; z[i] is infinity if not.
func SetXsVartime(ok []bool, z []AffinePoint, x []Element, odd []int) {
	sameLength(len(z), len(ok), len(x), len(odd))
	for i := range z {
		z[i] = AffinePoint{}
		ok[i] = z[i].SetXVartime(&x[i], odd[i])
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
