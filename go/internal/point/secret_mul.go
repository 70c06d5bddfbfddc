package point

import (
	"koblitz.dev/go/internal/field"
	"koblitz.dev/go/internal/scalar"
)

// secretMul sets z = (c1 + c2 lambda) P for the sums c1, c2 of the signed bits
// of v1 and v2, secretGroups groups of secretWindow bits each. A group is one
// odd digit, looked up in a table of odd multiples that is read whole. The
// table depends on P alone and is built in variable time; it stands on one Z,
// which the result is multiplied by.
func (c *params) secretMul(z *Jacobian, v1, v2 *scalar.SignedBits, p *Affine) {
	w := c.secretWindow
	half := uint64(1) << (w - 1)
	var points, lambda [maxOdd]Affine
	var scale field.Element
	t, lt := points[:half], lambda[:half]
	oddMultiplesVartime(t, &scale, p)
	for i := range t {
		lt[i].X.Mul(&t[i].X, &beta)
		lt[i].Y = t[i].Y
	}

	var e Affine
	// lookup sets e to the digit's multiple: 2 (v - half) + 1 where the top bit
	// of v is set, else the negative of that for the complemented bits.
	lookup := func(t []Affine, v uint64) {
		negative := v>>(w-1) ^ 1
		selectPoint(&e, t, (v^-negative)&(half-1))
		e.Y.CondNegate(&e.Y, int(negative))
	}
	for g := int(c.secretGroups) - 1; g >= 0; g-- {
		at := uint(g) * w
		lookup(t, v1.Bits(at, w))
		if g == int(c.secretGroups)-1 {
			z.SetAffine(&e)
		} else {
			doubleN(z, int(w))
			addComplete(z, &e)
		}
		lookup(lt, v2.Bits(at, w))
		addComplete(z, &e)
	}
	z.Z.Mul(&z.Z, &scale)
	e.wipe()
}

// SecretMul sets z = k P for any k in [0, n), in constant time in k. With
// k = c1 + c2 lambda by signed bits (Hamburg, ePrint 2012/309, on the halves
// of the endomorphism): 125 doublings and 51 complete additions.
func SecretMul(z *SecretJacobian, k *scalar.Secret, p *Affine) {
	var v1, v2 scalar.SignedBits
	k.SplitSigned(&v1, &v2)
	secp256k1.secretMul(&z.j, &v1, &v2, p)
	v1.Wipe()
	v2.Wipe()
}
