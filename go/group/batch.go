package group

import (
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/point"
	"koblitz.dev/secp256k1/internal/scalar"
)

// The functions of this file do the same on many values, in less time than one by one. They
// allocate nothing. If their slices have different lengths they fail with ErrLength and change
// nothing.

// chunk is how many values share an inversion.
const chunk = 64

// sameLength fails with ErrLength unless all are n.
func sameLength(n int, others ...int) error {
	for _, m := range others {
		if m != n {
			return ErrLength
		}
	}
	return nil
}

// DoubleBaseMulsVartime sets z[i] = u1[i] G + u2[i] q[i] for every i. z may be q. It fails with
// [ErrLength] if the slices have different lengths.
func DoubleBaseMulsVartime(z []Point, u1, u2 []Scalar, q []Point) error {
	if err := sameLength(len(z), len(u1), len(u2), len(q)); err != nil {
		return err
	}
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
	return nil
}

// PublicBaseMuls sets z[i] = k[i] G for every i, as [AffinePoint.PublicBaseMul] does, in
// constant time in k, with one inversion for 16 of them. The caller makes sure that no k[i] is
// 0: a 0 makes all results of its group of 16 wrong. It fails with [ErrLength] if the slices
// have different lengths.
func PublicBaseMuls(z []AffinePoint, k []SecretScalar) error {
	if err := sameLength(len(z), len(k)); err != nil {
		return err
	}
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
	return nil
}

// MostMultiples is how many points a [Multiples] holds at most.
const MostMultiples = point.BaseMuls

// A Multiples holds up to [MostMultiples] public points with the tables to multiply them by
// secret scalars. It takes about 33 KB. The zero value holds no point.
type Multiples struct {
	m point.Multiples
	n int
}

// SetVartime sets m to the points p. It fails with [ErrLength] if there are more than
// [MostMultiples], and with [ErrPoint] if one is infinity; m stays as it is then.
func (m *Multiples) SetVartime(p []Point) error {
	if len(p) > MostMultiples {
		return ErrLength
	}
	var j [MostMultiples]point.Jacobian
	for i := range p {
		if j[i] = p[i].j; j[i].IsInfinityVartime() {
			return ErrPoint
		}
	}
	m.m.SetVartime(j[:len(p)])
	m.n = len(p)
	return nil
}

// SecretMul sets products[i] to the 33-byte encoding of k times point i, as [SecretPoint.Mul]
// and [SecretPoint.PutCompressed] do, in constant time in k, with one inversion. The caller
// makes sure that k is not 0. It fails with [ErrLength] if there are not as many products as
// points.
func (m *Multiples) SecretMul(products [][33]byte, k *SecretScalar) error {
	if err := sameLength(m.n, len(products)); err != nil {
		return err
	}
	m.m.SecretMul(products, &k.s)
	return nil
}

// AddBaseMulsVartime sets z[i] = p[i] + k[i] G for every i. z may be p. It fails with
// [ErrLength] if the slices have different lengths.
func AddBaseMulsVartime(z, p []Point, k []Scalar) error {
	if err := sameLength(len(z), len(p), len(k)); err != nil {
		return err
	}
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
	return nil
}

// SetXsVartime sets z[i] to the point with the x coordinate x[i] whose y is odd if odd[i] is 1,
// as [AffinePoint.SetXVartime] does, and ok[i] to whether there is one. If not, z[i] is
// infinity. It fails with [ErrLength] if the slices have different lengths.
func SetXsVartime(ok []bool, z []AffinePoint, x []Element, odd []int) error {
	if err := sameLength(len(z), len(ok), len(x), len(odd)); err != nil {
		return err
	}
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
	return nil
}

// NormalizePointsVartime brings each finite point to Z = 1, with one inversion for 64 of them.
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

// InvertScalarsVartime sets z[i] = 1 / z[i], or 0 for 0, for every i, with one inversion for 64
// of them.
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
