//go:build (amd64 || arm64) && !purego

package point

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/field"
)

// extreme are limbs at which carries happen.
var extreme = []uint64{0, 1, 2, 1 << 63, 1<<63 - 1, ^uint64(0), ^uint64(0) - 1, 1<<32 + 977, 1<<32 + 976,
	0xFFFFFFFEFFFFFC2F, 0xFFFFFFFEFFFFFC2E, 0xFFFFFFFEFFFFFC30}

// looseElement returns any element, most of them near 0, p, 2^256 or 2^255, or
// of extreme limbs.
func looseElement(r *rand.Rand) field.Element {
	limb := func() uint64 { return extreme[r.IntN(len(extreme))] }
	all := func(v uint64) field.Element { return field.Element{limb(), v, v, v} }
	switch r.IntN(8) {
	case 0:
		return all(0)
	case 1:
		return all(^uint64(0))
	case 2:
		return field.Element{limb(), limb(), limb(), limb()}
	case 3:
		return field.Element{r.Uint64N(8)}
	case 4:
		x := field.Element{r.Uint64N(8)}
		x.Negate(&x)
		return x
	default:
		return field.Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	}
}

// operands are what the routines compute on. The formulas are the same
// polynomials in both codes, so any elements will do, not only points.
type operands struct {
	z    Jacobian
	b    Affine
	x, y field.Element
	r    Affine
	n    int

	gaveUp bool
}

func (o *operands) elements() []*field.Element {
	return []*field.Element{&o.z.X, &o.z.Y, &o.z.Z, &o.b.X, &o.b.Y, &o.x, &o.y, &o.r.X, &o.r.Y}
}

// TestPrefetch: entries at both ends of a table, anywhere in a cache line, without a fault. It has no result.
func TestPrefetch(t *testing.T) {
	var entries [3][64]byte
	for i := range entries {
		prefetchTested(&entries[i])
	}
}

// comparison is a routine of the assembly beside the generic code. Both set
// n to what they return, or leave it.
type comparison struct {
	name         string
	asm, generic func(o *operands)
	// az is the Z, on the scale of b, of a routine that may give up.
	az func(o *operands) *field.Element
}

// check compares on count inputs near the edges and on random ones. On the
// latter no routine may give up; where one does, it may, and has changed nothing.
func (c *comparison) check(count int) error {
	r := rand.New(rand.NewPCG(12, 12))
	for i := range count + 1000 {
		var in operands
		plain := i >= count
		for _, e := range in.elements() {
			if *e = looseElement(r); plain {
				*e = field.Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
			}
		}
		in.n = r.IntN(4)
		if !plain {
			in.specialize(r)
		}
		if in.n == 0 && strings.HasPrefix(c.name, "double") {
			in.n = 1
		}
		got, want := in, in
		c.asm(&got)
		if got.gaveUp {
			if plain {
				return fmt.Errorf("%s gives up on %v", c.name, in)
			}
			if !in.mayGiveUp(c.az(&in)) {
				return fmt.Errorf("%s gives up on %v, whose x coordinates differ", c.name, in)
			}
			if got.gaveUp = false; got == in {
				continue
			}
		}
		c.generic(&want)
		same := got.n == want.n
		for i, e := range got.elements() {
			same = same && e.EqualVartime(want.elements()[i])
		}
		if !same {
			return fmt.Errorf("%s of %v: %v, want %v", c.name, in, got, want)
		}
	}
	return nil
}

// mayGiveUp tells whether H = x az^2 - X is 0, or one of the 2^64 values around p with
// the upper limbs of p, which are below 2^256 - p where they are p or more.
func (o *operands) mayGiveUp(az *field.Element) bool {
	var h field.Element
	h.Square(az)
	h.Mul(&h, &o.b.X)
	h.Sub(&h, &o.z.X)
	h.Normalize()
	return h[1]&h[2]&h[3] == ^uint64(0) || h[1]|h[2]|h[3] == 0 && h[0] < 1<<32+977
}

// projective runs an addition of homogeneous coordinates.
func (o *operands) projective(add func(z *projective, b *SecretAffine, b3 uint32)) {
	s := o.z.asSecret()
	p := projective(*s)
	add(&p, o.b.hide(), uint32(o.n)*0x55555555&largestB3)
	*s = secretJacobian(p)
}

// specialize makes some inputs exceptional ones of the additions z + b.
func (o *operands) specialize(r *rand.Rand) {
	switch r.IntN(16) {
	case 0: // equal points
		o.z.X, o.z.Y, o.z.Z = o.b.X, o.b.Y, field.Element{1}
	case 1: // opposite ones
		o.z.X, o.z.Z = o.b.X, field.Element{1}
		o.z.Y.Negate(&o.b.Y)
	case 2: // infinity
		o.z.Z = [2]field.Element{{}, {0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)}}[r.IntN(2)]
	case 3: // of opposite y
		o.z.X.Mul(&o.b.X, &beta)
		o.z.Y.Negate(&o.b.Y)
		o.z.Z = field.Element{1}
	case 4: // Z of one limb
		o.z.Z = field.Element{}
		o.z.Z[r.IntN(4)] = r.Uint64() | 1
	case 8, 9: // Z or y1 + y2 like p but for one limb
		e := field.Element{0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)}
		e[r.IntN(4)] = r.Uint64()
		if o.z.Z = e; r.IntN(2) == 0 {
			o.z.Y, o.z.Z, o.b.Y = e, field.Element{1}, field.Element{}
		}
	case 5: // y1 + y2 of one limb
		o.z.Y, o.z.Z = field.Element{}, field.Element{1}
		o.z.Y[r.IntN(4)] = r.Uint64() | 1
		o.z.Y.Sub(&o.z.Y, &o.b.Y)
	case 6: // in addComplete 2 Y3 = 2 + 3 (2a + 1)^2, small and odd
		a := field.Element{r.Uint64N(1 << 10)}
		o.z.X, o.z.Z = a, field.Element{1}
		o.b.X.Add(&a, &field.Element{1})
		o.b.X.Negate(&o.b.X)
		o.b.Y.Half(&field.Element{1})
		o.z.Y.Negate(&o.b.Y)
	case 10, 11: // H of the limbs of 0 or p, but for one
		e := [2]field.Element{{}, {0xFFFFFFFEFFFFFC2F, ^uint64(0), ^uint64(0), ^uint64(0)}}[r.IntN(2)]
		e[r.IntN(4)] = r.Uint64()
		o.z.X, o.z.Z, o.x, o.b.X = field.Element{}, field.Element{1}, field.Element{1}, e
	case 12: // H = p, by a loose x
		k := r.Uint64N(8)
		o.z.X, o.z.Z, o.x = field.Element{k}, field.Element{1}, field.Element{1}
		o.b.X = field.Element{0xFFFFFFFEFFFFFC2F + k, ^uint64(0), ^uint64(0), ^uint64(0)}
	case 7: // low words of the products with b3 near 2^64
		b3 := uint64(0x55555555)
		inverse := b3
		for range 6 {
			inverse *= 2 - b3*inverse
		}
		for i := range o.z.Z {
			o.z.Z[i] = -inverse * (1 + r.Uint64N(1<<20))
		}
		o.n = 1
	}
}

// finish takes what a routine returns that gives up with 0.
func (o *operands) finish(done int) {
	if o.gaveUp = done == 0; !o.gaveUp {
		o.n = done
	}
}

const comparedInputs = 60_000

// TestAssembly compares every routine with the generic code.
func TestAssembly(t *testing.T) {
	if !cpu.Accelerated() {
		t.Skip("SKIPPED point assembly: a processor with BMI2, ADX and AVX2, or arm64")
	}
	for _, c := range comparisons {
		if err := c.check(comparedInputs); err != nil {
			t.Error(err)
		}
	}
}
