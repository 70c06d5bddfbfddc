package field

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/ct"
)

var (
	two256 = new(big.Int).Lsh(big.NewInt(1), 256)
	prime  = new(big.Int).Sub(two256, big.NewInt(fold))
)

func toBig(x *Element) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64)
		r.Or(r, new(big.Int).SetUint64(x[i]))
	}
	return r
}

// edges are the values at which carries happen: every choice of limbs among
// the extreme ones, and the neighbourhoods of 0, p and 2^256.
var edges = func() []Element {
	limbs := []uint64{0, 1, 1 << 63, ones}
	var r []Element
	for i := range 256 {
		r = append(r, Element{limbs[i&3], limbs[i>>2&3], limbs[i>>4&3], limbs[i>>6]})
	}
	for d := uint64(0); d < 3; d++ {
		r = append(r, Element{d}, Element{p0 - 1 + d, ones, ones, ones}, Element{ones - d, ones, ones, ones},
			Element{fold - 1 + d}, Element{0, fold - 1 + d})
	}
	return r
}()

func random(r *rand.Rand) Element {
	switch r.IntN(4) {
	case 0:
		return edges[r.IntN(len(edges))]
	case 1: // runs of ones and zeros
		var x Element
		bit := r.Uint64() & 1
		for i := 0; i < 256; {
			for n := 1 + r.IntN(64); n > 0 && i < 256; n-- {
				x[i/64] |= bit << (i % 64)
				i++
			}
			bit ^= 1
		}
		return x
	default:
		return Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	}
}

// operations are all those of z from two elements and a small number, and what
// they mean; the elements given to want are any integers below 2^256.
var operations = []struct {
	name   string
	public func(z, x, y *Element, n uint32) // nil where secrets alone have it
	secret func(z, x, y *Secret, n uint32)
	want   func(x, y *big.Int, n uint32) *big.Int
}{
	{"Mul", func(z, x, y *Element, _ uint32) { z.Mul(x, y) },
		func(z, x, y *Secret, _ uint32) { z.Mul(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Mul(x, y) }},
	{"Square", func(z, x, _ *Element, _ uint32) { z.Square(x) },
		func(z, x, _ *Secret, _ uint32) { z.Square(x) },
		func(x, _ *big.Int, _ uint32) *big.Int { return x.Mul(x, x) }},
	{"MulSub", func(z, x, y *Element, _ uint32) { z.MulSub(x, x, y, y) },
		func(z, x, y *Secret, _ uint32) { z.MulSub(x, x, y, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Sub(x.Mul(x, x), y.Mul(y, y)) }},
	{"Add", func(z, x, y *Element, _ uint32) { z.Add(x, y) },
		func(z, x, y *Secret, _ uint32) { z.Add(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Add(x, y) }},
	{"Sub", func(z, x, y *Element, _ uint32) { z.Sub(x, y) },
		func(z, x, y *Secret, _ uint32) { z.Sub(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Sub(x, y) }},
	{"Negate", func(z, x, _ *Element, _ uint32) { z.Negate(x) },
		func(z, x, _ *Secret, _ uint32) { z.Negate(x) },
		func(x, _ *big.Int, _ uint32) *big.Int { return x.Neg(x) }},
	{"CondNegate", nil,
		func(z, x, _ *Secret, n uint32) { z.CondNegate(x, ct.Bit(uint64(n))) },
		func(x, _ *big.Int, n uint32) *big.Int { return x.Mul(x, big.NewInt(1-2*int64(n&1))) }},
	{"Select", nil,
		func(z, x, y *Secret, n uint32) { z.Select(x, y, ct.Bit(uint64(n))) },
		func(x, y *big.Int, n uint32) *big.Int { return []*big.Int{y, x}[n&1] }},
	{"Half", func(z, x, _ *Element, _ uint32) { z.Half(x) },
		func(z, x, _ *Secret, _ uint32) { z.Half(x) },
		func(x, _ *big.Int, _ uint32) *big.Int {
			return x.Mul(x, new(big.Int).ModInverse(big.NewInt(2), prime))
		}},
	{"MulSmall", nil,
		func(z, x, _ *Secret, n uint32) { z.MulSmall(x, n) },
		func(x, _ *big.Int, n uint32) *big.Int { return x.Mul(x, big.NewInt(int64(n))) }},
	{"Normalize", func(z, x, _ *Element, _ uint32) { *z = *x; z.Normalize() },
		func(z, x, _ *Secret, _ uint32) { *z = *x; z.Normalize() },
		func(x, _ *big.Int, _ uint32) *big.Int { return x }},
}

// aliased runs f with its arguments apart, z = x, z = y and all the same, and
// returns z and whether y was x.
func aliased[T any](alias int, x, y T, f func(z, x, y *T)) (z T, same bool) {
	switch alias {
	case 0:
		f(&z, &x, &y)
	case 1:
		f(&x, &x, &y)
		z = x
	case 2:
		f(&y, &x, &y)
		z = y
	case 3:
		f(&x, &x, &x)
		return x, true
	}
	return z, false
}

func check(t *testing.T, x, y Element, n uint32) {
	t.Helper()
	for _, op := range operations {
		for alias := range 4 {
			secret, same := aliased(alias, Secret{e: x}, Secret{e: y}, func(z, x, y *Secret) { op.secret(z, x, y, n) })
			other := &y
			if same {
				other = &x
			}
			want := op.want(toBig(&x), toBig(other), n)
			want.Mod(want, prime)
			results := []Element{secret.Declassify()}
			if op.public != nil {
				public, _ := aliased(alias, x, y, func(z, x, y *Element) { op.public(z, x, y, n) })
				results = append(results, public)
			}
			for _, z := range results {
				got := toBig(&z)
				if op.name == "Normalize" && got.Cmp(prime) >= 0 || got.Mod(got, prime).Cmp(want) != 0 {
					t.Fatalf("%s (alias %d) of %x, %x, %d: %x, want %x", op.name, alias, x, y, n, results, want)
				}
			}
		}
	}
	v := new(big.Int).Mod(toBig(&x), prime)
	w := new(big.Int).Mod(toBig(&y), prime)
	var b, bs [32]byte
	x.PutBytes(&b)
	var s Secret
	s.SetPublic(&x)
	s.PutBytes(&bs)
	for _, c := range []struct {
		name      string
		got, want bool
	}{
		{"IsZero", s.IsZero().Declassify(), v.Sign() == 0},
		{"IsZeroVartime", x.IsZeroVartime(), v.Sign() == 0},
		{"IsOdd", x.IsOdd() == 1, v.Bit(0) == 1},
		{"Secret.IsOdd", s.IsOdd().Declassify(), v.Bit(0) == 1},
		{"EqualVartime", x.EqualVartime(&y), v.Cmp(w) == 0},
		{"PutBytes", new(big.Int).SetBytes(b[:]).Cmp(v) == 0, true},
		{"Secret.PutBytes", bs == b, true},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %x, %x: %v", c.name, x, y, c.got)
		}
	}
	toBig(&x).FillBytes(b[:])
	var z Element
	if ok := z.SetBytes(&b); z != x || ok != (toBig(&x).Cmp(prime) < 0) {
		t.Fatalf("SetBytes of %x: %x, %v", b, z, ok)
	}
}

func TestEdges(t *testing.T) {
	backends(func(string) {
		r := rand.New(rand.NewPCG(1, 1))
		for _, x := range edges {
			for range 8 {
				check(t, x, edges[r.IntN(len(edges))], r.Uint32())
			}
			check(t, x, x, ^uint32(0))
		}
	})
}

func TestRandom(t *testing.T) {
	backends(func(string) {
		r := rand.New(rand.NewPCG(2, 2))
		for range 2000 {
			check(t, random(r), random(r), r.Uint32())
		}
	})
}

// TestRareCarries has the carries that other elements hardly make.
func TestRareCarries(t *testing.T) {
	rows := []struct {
		x, y Element
		n    uint32
	}{
		// x y: what the second fold leaves past 2^256 carries out of its lowest limb with K.
		{x: Element{0xfffffffe4314bc32, ones, ones, ones},
			y: Element{0x6419de96a8164f9b, 0x473631ab27a13ebf, 0x05fa87b646613f02, 0xfffffffea5199361}},
		// n x: the same.
		{x: Element{0xfffffffffffffc31, ones, ones, ones}, n: ^uint32(0)},
		// n x: the carry into the fifth limb.
		{x: Element{ones, ones, ones, 1<<32 + 1}, n: ^uint32(0)},
	}
	backends(func(string) {
		for _, row := range rows {
			check(t, row.x, row.y, row.n)
		}
	})
}

func TestPowers(t *testing.T) { backends(func(string) { testPowers(t) }) }

func testPowers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 200 {
		x := random(r)
		if i < len(edges) && i%2 == 0 {
			x = edges[len(edges)-1-i/2]
		}
		v := new(big.Int).Mod(toBig(&x), prime)
		inverse := new(big.Int)
		if v.Sign() != 0 {
			inverse.ModInverse(v, prime)
		}
		var s Secret
		s.SetPublic(&x)
		s.Invert(&s)
		y := x
		y.InvertVartime(&y)
		if z := s.Declassify(); toBig(&z).Cmp(inverse) != 0 || y != z {
			t.Fatalf("1 / %x: %x, vartime %x", x, z, y)
		}
		root := new(big.Int).ModSqrt(v, prime)
		s.SetPublic(&x)
		square := s.Sqrt(&s)
		y = x
		ok := y.SqrtVartime(&y)
		if z := s.Declassify(); z != y || square.Declassify() != ok {
			t.Fatalf("Sqrt(%x): %v, %x", x, square.Declassify(), z)
		}
		if ok != (root != nil) {
			t.Fatalf("SqrtVartime(%x): %v, %x", x, ok, y)
		} else if y.Square(&y); ok && !y.EqualVartime(&x) {
			t.Fatalf("SqrtVartime(%x) is wrong", x)
		}
	}
}
