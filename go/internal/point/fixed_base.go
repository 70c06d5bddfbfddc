package point

import (
	"unsafe"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// Multiples of G by fixed windows, each with a block of the table. With
// bits = window blocks, a scalar k becomes D = k + (2^bits - 1) / 2 mod n; then
// k G is the sum of 2^i (G / 2) over the set bits of D less that over the clear
// ones. A window's bits are one odd signed digit, never 0, no doubling is
// needed, and every k in [0, n) has its D.

// fixedBaseOffset is (2^258 - 1) / 2 mod n.
var fixedBaseOffset = scalar.Scalar{0x6044722CC7AE9E1E, 0xE7F9B4A5F9130FA6, 0x0000000000000001, 0x8000000000000000}

// BaseMul sets z = k G for any k in [0, n), in constant time. A lone call takes less time
// without lanes: it waits for the code, of which they have more.
func BaseMul(z *Projective, k *scalar.Secret) {
	var d scalar.Secret
	d.SetPublic(&fixedBaseOffset)
	d.Add(&d, k)
	lone := cpu.Lone()
	if lone || !laneBase(z, &d) {
		secp256k1.secretBase(z, &d, lone)
	}
}

// secretBase sets z = k G for d = k + fixedBaseOffset: a complete addition for each
// block but the first, its part of the table read whole. In a lone call the table is
// fetched a block ahead.
func (c *params) secretBase(z *projective, d *scalar.Secret, lone bool) {
	half := uint(1) << (c.fixedBaseWindow - 1)
	size := half * digit.EntrySize
	if lone {
		cpu.Fetch(unsafe.Pointer(unsafe.StringData(string(*c.fixedBase))), uintptr(2*size))
		fetchBaseCode()
	}
	var entry digit.Entry
	var e SecretAffine
	for b := range c.fixedBaseBlocks {
		if lone && b > 0 && b+1 < c.fixedBaseBlocks {
			cpu.Fetch(unsafe.Pointer(unsafe.StringData(string((*c.fixedBase)[(b+1)*size:]))), uintptr(size))
		}
		v := d.Digit(b*c.fixedBaseWindow, c.fixedBaseWindow)
		v.FromConstants(&entry, string((*c.fixedBase)[b*half*digit.EntrySize:][:half*digit.EntrySize]))
		e.setEntry(&entry, v)
		if b == 0 {
			z.x, z.y = e.x, e.y
			z.z.SetOne()
		} else {
			addProjective(z, &e, c.b3)
		}
	}
}

// PublicBaseMul sets z = k G, (0, 0) for k = 0, in constant time: 42 complete
// additions, without lanes, and an inversion. The caller asserts that the point may be
// known.
func PublicBaseMul(z *Affine, k *scalar.Secret) {
	var sum projective
	var a SecretAffine
	BaseMul(&sum, k)
	a.SetProjective(&sum)
	a.declassify(z)
}

// PublicBaseMulInverse is PublicBaseMul, and sets inverse = 1 / k mod n. Both
// inversions go side by side.
func PublicBaseMulInverse(z *Affine, inverse, k *scalar.Secret) {
	var sum projective
	var zi field.Secret
	var a SecretAffine
	BaseMul(&sum, k)
	inverse.InvertBeside(k, &zi, &sum.z)
	a.scale(&sum, &zi)
	a.declassify(z)
}

// PublicBaseMuls is PublicBaseMul for up to BaseMuls values, with one inversion
// for all and 5 multiplications for each.
func PublicBaseMuls(z []Affine, k []scalar.Secret) {
	var sums [BaseMuls]projective
	for i := laneBases(sums[:len(k)], k); i < len(k); i++ {
		BaseMul(&sums[i], &k[i])
	}
	normalizeAll(sums[:len(k)])
	for i := range k {
		a := SecretAffine{sums[i].x, sums[i].y}
		a.declassify(&z[i])
	}
}

// normalizeAll brings up to BaseMuls points, none of them infinity, to x and y in
// [0, p) for z = 1, which it does not write.
func normalizeAll(points []projective) {
	var before [BaseMuls]field.Secret
	var product, zi field.Secret
	product.SetOne()
	for i := range points {
		before[i] = product
		product.Mul(&product, &points[i].z)
	}
	product.Invert(&product)
	for i := len(points) - 1; i >= 0; i-- {
		zi.Mul(&product, &before[i])
		product.Mul(&product, &points[i].z)
		p := &points[i]
		p.x.Mul(&p.x, &zi)
		p.y.Mul(&p.y, &zi)
		p.x.Normalize()
		p.y.Normalize()
	}
}

// BaseMuls is how many products PublicBaseMuls takes at most.
const BaseMuls = 16

// addBaseVartime sets z += t G for d = t + fixedBaseOffset: a mixed addition for
// each block.
func (c *params) addBaseVartime(z *Jacobian, d *scalar.Scalar) {
	half := 1 << (c.fixedBaseWindow - 1)
	r := *z
	var e Affine
	for b := range c.fixedBaseBlocks {
		v := int(d.Bits(b*c.fixedBaseWindow, c.fixedBaseWindow))
		at := int(b) * half
		if v >= half {
			c.fixedBase.load(&e, at+v-half)
		} else {
			c.fixedBase.load(&e, at+half-1-v)
			e.Y.Negate(&e.Y)
		}
		r.addAffineVartime(&e)
	}
	*z = r
}

// AddBaseVartime sets z = p + t G.
func AddBaseVartime(z, p *Jacobian, t *scalar.Scalar) {
	var d scalar.Scalar
	d.Add(t, &fixedBaseOffset)
	*z = *p
	if !laneAddBase(z, &d) {
		secp256k1.addBaseVartime(z, &d)
	}
}
