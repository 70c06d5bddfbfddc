package point

import (
	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// secretMul sets z = (c1 + c2 lambda) P for the sums c1, c2 of the signed bits
// of v1 and v2, secretGroups groups of secretWindow bits each. A group is one
// odd digit, looked up in a table of odd multiples that is read whole. The
// table depends on P alone, which is finite, and is built in variable time; it
// stands on one Z, which the result is multiplied by.
func (c *params) secretMul(z *secretJacobian, v1, v2 *scalar.SignedBits, p *Jacobian) {
	w := c.secretWindow
	count := uint(1) << (w - 1)
	var odd [maxOdd]Affine
	var points, lambda [maxOdd][8]uint64
	var ratio [maxOdd]field.Element
	var scale field.Element
	oddMultiplesVartime(odd[:count], &scale, &Affine{p.X, p.Y}, ratio[:])
	scale.Mul(&scale, &p.Z)
	for i := range odd[:count] {
		e := &odd[i]
		e.put(&points[i])
		e.X.Mul(&e.X, &beta)
		e.put(&lambda[i])
	}

	var entry digit.Entry
	var e SecretAffine
	for g := int(c.secretGroups) - 1; g >= 0; g-- {
		d := v1.Digit(uint(g)*w, w)
		d.FromMemory(&entry, points[:count])
		e.setEntry(&entry, d)
		if g == int(c.secretGroups)-1 {
			z.setAffine(&e)
		} else {
			doubleN(z, int(w))
			addComplete(z, &e)
		}
		d = v2.Digit(uint(g)*w, w)
		d.FromMemory(&entry, lambda[:count])
		e.setEntry(&entry, d)
		addComplete(z, &e)
	}
	var s field.Secret
	s.SetPublic(&scale)
	z.z.Mul(&z.z, &s)
}

// put sets e to the words of a.
func (a *Affine) put(e *[8]uint64) {
	*(*[4]uint64)(e[:4]) = a.X
	*(*[4]uint64)(e[4:]) = a.Y
}

// Multiples are up to BaseMuls public points, none of them infinity, made ready for
// multiplication by secrets.
type Multiples struct {
	n     int
	p     [BaseMuls]Jacobian
	lanes laneMultiples
}

// SetVartime takes up to BaseMuls points.
func (m *Multiples) SetVartime(p []Jacobian) {
	m.n = copy(m.p[:], p)
	m.lanes.setVartime(m.p[:m.n])
}

// SecretMul writes the compressed encodings of k P for k in [1, n), in constant time
// in k, with one inversion for all.
func (m *Multiples) SecretMul(products [][33]byte, k *scalar.Secret) {
	var sums [BaseMuls]projective
	for i := m.lanes.secretMul(sums[:m.n], k); i < m.n; i++ {
		SecretMul(&sums[i], k, &m.p[i])
	}
	normalizeAll(sums[:m.n])
	for i := range m.n {
		a := SecretAffine{sums[i].x, sums[i].y}
		a.PutCompressed(&products[i])
	}
}

// SecretMul sets z = k P for any k in [0, n) and a public P, in constant time in
// k. With k = c1 + c2 lambda by signed bits (Hamburg, ePrint 2012/309, on the
// halves of the endomorphism): 125 doublings and 51 complete additions,
// without lanes. Of a lone call BaseMul says more.
func SecretMul(z *Projective, k *scalar.Secret, p *Jacobian) {
	if p.IsInfinityVartime() {
		z.SetInfinity()
		return
	}
	lone := cpu.Lone()
	if !lone && laneSecretMul(z, k, p) {
		return
	}
	if lone {
		fetchMulCode()
	}
	var v1, v2 scalar.SignedBits
	var j secretJacobian
	k.SplitSigned(&v1, &v2)
	secp256k1.secretMul(&j, &v1, &v2, p)
	z.setJacobian(&j)
}
