package point

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
	"koblitz.dev/secp256k1/internal/scalar"
)

// generator is the base point G.
var generator = Affine{
	field.Element{0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07, 0x79BE667EF9DCBBAC},
	field.Element{0x9C47D08FFB10D4B8, 0xFD17B448A6855419, 0x5DA4FBFC0E1108A8, 0x483ADA7726A3C465},
}

// The textbook group law on math/big, which the tests compare with.

var (
	bigP, _      = new(big.Int).SetString("fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f", 16)
	bigN, _      = new(big.Int).SetString("fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141", 16)
	bigLambda, _ = new(big.Int).SetString("5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd72", 16)
	bigG         = bigAffine(&generator)
)

// bigPoint is a point by its coordinates in [0, p); nil for infinity.
type bigPoint struct{ x, y *big.Int }

func (a *bigPoint) equal(b *bigPoint) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.x.Cmp(b.x) == 0 && a.y.Cmp(b.y) == 0
}

func (a *bigPoint) add(b *bigPoint) *bigPoint {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	num, den := new(big.Int), new(big.Int)
	if a.x.Cmp(b.x) == 0 {
		if den.Add(a.y, b.y).Cmp(bigP) == 0 || den.Sign() == 0 {
			return nil
		}
		num.Mul(num.Mul(a.x, a.x), big.NewInt(3))
	} else {
		num.Sub(b.y, a.y)
		den.Sub(b.x, a.x)
	}
	den.ModInverse(den.Mod(den, bigP), bigP)
	slope := num.Mod(num.Mul(num, den), bigP)
	x := new(big.Int).Mul(slope, slope)
	x.Mod(x.Sub(x.Sub(x, a.x), b.x), bigP)
	y := new(big.Int).Sub(a.x, x)
	y.Mod(y.Sub(y.Mul(y, slope), a.y), bigP)
	return &bigPoint{x, y}
}

func (a *bigPoint) neg() *bigPoint {
	if a == nil {
		return nil
	}
	return &bigPoint{a.x, new(big.Int).Sub(bigP, a.y)}
}

// bigPowers returns G, 2G, 4G, ..., 2^255 G.
var bigPowers = sync.OnceValue(func() (out [256]*bigPoint) {
	out[0] = bigG
	for i := 1; i < len(out); i++ {
		out[i] = out[i-1].add(out[i-1])
	}
	return out
})

// bigBase returns k G.
func bigBase(k *big.Int) *bigPoint {
	k = new(big.Int).Mod(k, bigN)
	powers := bigPowers()
	var r *bigPoint
	for i := range k.BitLen() {
		if k.Bit(i) == 1 {
			r = r.add(powers[i])
		}
	}
	return r
}

func bigElement(e *field.Element) *big.Int {
	var b [32]byte
	e.PutBytes(&b)
	return new(big.Int).SetBytes(b[:])
}

func element(v *big.Int) field.Element {
	var b [32]byte
	var e field.Element
	e.SetBytes((*[32]byte)(v.FillBytes(b[:])))
	return e
}

func bigAffine(a *Affine) *bigPoint { return &bigPoint{bigElement(&a.X), bigElement(&a.Y)} }

func (a *bigPoint) affine() Affine { return Affine{element(a.x), element(a.y)} }

// appendEntry appends a as a table has it.
func (a *bigPoint) appendEntry(out []byte) []byte {
	p := a.affine()
	for _, e := range []field.Element{p.X, p.Y} {
		for _, w := range e {
			out = binary.LittleEndian.AppendUint64(out, w)
		}
	}
	return out
}

// bigJacobian divides by Z itself.
func bigJacobian(a *Jacobian) *bigPoint {
	z := bigElement(&a.Z)
	if z.Sign() == 0 {
		return nil
	}
	zi := z.ModInverse(z, bigP)
	x, y := bigElement(&a.X), bigElement(&a.Y)
	x.Mul(x, zi).Mul(x, zi).Mod(x, bigP)
	y.Mul(y, zi).Mul(y, zi).Mul(y, zi).Mod(y, bigP)
	return &bigPoint{x, y}
}

func bigScalar(k *big.Int) (s scalar.Scalar) {
	var b [32]byte
	new(big.Int).Mod(k, bigN).FillBytes(b[:])
	s.SetBytes(&b)
	return s
}

func secret(s scalar.Scalar) *scalar.Secret {
	k := new(scalar.Secret)
	k.SetPublic(&s)
	return k
}

// source draws field elements, scalars and representations.
type source struct{ *rand.Rand }

func newSource(seed uint64) source { return source{rand.New(rand.NewPCG(seed, 0))} }

// limb prefers the ends.
func (r source) limb() uint64 {
	switch r.IntN(8) {
	case 0:
		return 0
	case 1:
		return ^uint64(0)
	case 2:
		return uint64(r.IntN(4))
	case 3:
		return -uint64(r.IntN(1 << 12))
	}
	return r.Uint64()
}

// nonzero is any loose element but 0.
func (r source) nonzero() field.Element {
	for {
		e := field.Element{r.limb(), r.limb(), r.limb(), r.limb()}
		if !e.IsZeroVartime() {
			return e
		}
	}
}

func (r source) bigScalar() *big.Int {
	v := new(big.Int)
	for range 4 {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(r.limb()))
	}
	return v.Mod(v, bigN)
}

// zeros are the representations of zero.
var zeros = []field.Element{{}, {0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)}}

// jacobian is a on a random Z; infinity has any X and Y.
func (r source) jacobian(a *bigPoint) Jacobian {
	if a == nil {
		return Jacobian{r.nonzero(), r.nonzero(), zeros[r.IntN(2)]}
	}
	p, z := a.affine(), r.nonzero()
	var t field.Element
	t.Square(&z)
	p.X.Mul(&p.X, &t)
	t.Mul(&t, &z)
	p.Y.Mul(&p.Y, &t)
	return Jacobian{p.X, p.Y, z}
}

// projective is a on a random Z; infinity is (0 : y : 0).
func (r source) projective(a *bigPoint) (p projective) {
	x, y, z := zeros[r.IntN(2)], r.nonzero(), zeros[r.IntN(2)]
	if a != nil {
		c := a.affine()
		z = r.nonzero()
		x.Mul(&c.X, &z)
		y.Mul(&c.Y, &z)
	}
	p.x.SetPublic(&x)
	p.y.SetPublic(&y)
	p.z.SetPublic(&z)
	return p
}

// hide is a as a secret.
func (a *Affine) hide() *SecretAffine {
	s := new(SecretAffine)
	s.x.SetPublic(&a.X)
	s.y.SetPublic(&a.Y)
	return s
}

func (a *Jacobian) hide() *secretJacobian {
	s := *a.asSecret()
	return &s
}

func (a *Affine) jacobian() *Jacobian {
	j := new(Jacobian)
	j.SetAffine(a)
	return j
}

// secretMul is k P as SecretMul computes it.
func secretMul(k *scalar.Secret, p *Jacobian) *bigPoint {
	var z Projective
	var a SecretAffine
	SecretMul(&z, k, p)
	a.SetProjective(&z)
	return a.reveal()
}

// reveal is a as it is; infinity is nil where that is (0, 0).
func (a *SecretAffine) reveal() *bigPoint {
	p := Affine{a.x.Declassify(), a.y.Declassify()}
	if p == (Affine{}) {
		return nil
	}
	return bigAffine(&p)
}

func (a *secretJacobian) reveal() Jacobian {
	return Jacobian{a.x.Declassify(), a.y.Declassify(), a.z.Declassify()}
}

// reveal is (x z / z^2, y z^2 / z^3).
func (a *projective) reveal() Jacobian {
	x, y, z := a.x.Declassify(), a.y.Declassify(), a.z.Declassify()
	j := Jacobian{Z: z}
	j.X.Mul(&x, &z)
	j.Y.Mul(&y, &z)
	j.Y.Mul(&j.Y, &z)
	return j
}

// baseMul is k G as PublicBaseMul computes it.
func baseMul(k *scalar.Secret) *bigPoint {
	var p Affine
	PublicBaseMul(&p, k)
	if p == (Affine{}) {
		return nil
	}
	return bigAffine(&p)
}

// baseMulAlone is k G without lanes, as a lone call computes it.
func baseMulAlone(k *scalar.Secret) *bigPoint {
	var d scalar.Secret
	var sum projective
	var a SecretAffine
	d.SetPublic(&fixedBaseOffset)
	d.Add(&d, k)
	secp256k1.secretBase(&sum, &d, true)
	a.SetProjective(&sum)
	return a.reveal()
}

// loose is a with coordinates of p or more where these exist.
func (r source) loose(a *bigPoint) Affine {
	p := a.affine()
	for _, e := range []*field.Element{&p.X, &p.Y} {
		if e[1]|e[2]|e[3] == 0 && e[0] <= 0x1000003D0 {
			*e = field.Element{e[0] + 0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)}
		}
	}
	return p
}

// eachBackend runs f with all that can compute here.
func eachBackend(t *testing.T, f func(t *testing.T)) {
	for kind := range cpu.Kinds {
		t.Run(kind, f)
	}
}
