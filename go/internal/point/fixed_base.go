package point

import "koblitz.dev/go/internal/scalar"

// Multiples of G by a signed comb. With bits = teeth blocks, a scalar k becomes
// D = k + (2^bits - 1) / 2 mod n; then k G is the sum of 2^i (G / 2) over the
// set bits of D less that over the clear ones. A block's bits are one odd
// signed digit, never 0, no doubling is needed, and every k in [0, n) has its
// D.

// combOffset is (2^258 - 1) / 2 mod n.
var combOffset = scalar.Scalar{0x6044722CC7AE9E1E, 0xE7F9B4A5F9130FA6, 0x0000000000000001, 0x8000000000000000}

// secretBase sets z = k G for d = k + combOffset: a complete addition for each
// block, its part of the table read whole.
func (c *params) secretBase(z *Jacobian, d *scalar.Secret) {
	half := uint(1) << (c.teeth - 1)
	var e Affine
	var sum projective
	for b := range c.blocks {
		block := (*c.comb)[b*half*entrySize:][:half*entrySize]
		// Top bit set: digit 2 (v - half) + 1 for the bits v. Clear: the
		// negative of the digit of the complemented bits.
		v := d.Bits(b*c.teeth, c.teeth)
		negative := v>>(c.teeth-1) ^ 1
		selectEntry(&e, block, (v^-negative)&uint64(half-1))
		e.Y.CondNegate(&e.Y, int(negative))
		if b == 0 {
			sum.x, sum.y = e.X, e.Y
			sum.z.SetOne()
		} else {
			addProjective(&sum, &e, c.b3)
		}
	}
	sum.jacobian(z)
	e.wipe()
	wipe(&sum.x)
	wipe(&sum.y)
	wipe(&sum.z)
}

// SecretBaseMul sets z = k G for any k in [0, n), in constant time: 42 complete
// additions.
func SecretBaseMul(z *SecretJacobian, k *scalar.Secret) {
	var d scalar.Secret
	d.SetPublic(&combOffset)
	d.Add(&d, k)
	secp256k1.secretBase(&z.j, &d)
	d.Wipe()
}

// addBaseVartime sets z = p + t G for d = t + combOffset: a mixed addition for
// each block.
func (c *params) addBaseVartime(z *Jacobian, p *Affine, d *scalar.Secret) {
	half := 1 << (c.teeth - 1)
	var r Jacobian
	r.SetAffine(p)
	var e Affine
	for b := range c.blocks {
		v := int(d.Bits(b*c.teeth, c.teeth))
		at := int(b) * half
		if v >= half {
			c.comb.load(&e, at+v-half)
		} else {
			c.comb.load(&e, at+half-1-v)
			e.Y.Negate(&e.Y)
		}
		r.addAffineVartime(&e)
	}
	*z = r
}

// AddBaseVartime sets z = p + t G.
func AddBaseVartime(z *Jacobian, p *Affine, t *scalar.Scalar) {
	var sum scalar.Scalar
	sum.Add(t, &combOffset)
	var d scalar.Secret
	d.SetPublic(&sum)
	secp256k1.addBaseVartime(z, p, &d)
}
