package field

import (
	"math/big"
	"math/rand/v2"
	"testing"
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
	name string
	do   func(z, x, y *Element, n uint32)
	want func(x, y *big.Int, n uint32) *big.Int
}{
	{"Mul", func(z, x, y *Element, _ uint32) { z.Mul(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Mul(x, y) }},
	{"Square", func(z, x, _ *Element, _ uint32) { z.Square(x) },
		func(x, _ *big.Int, _ uint32) *big.Int { return x.Mul(x, x) }},
	{"SquareN", func(z, x, _ *Element, n uint32) { z.SquareN(x, int(n%8)) },
		func(x, _ *big.Int, n uint32) *big.Int { return x.Exp(x, big.NewInt(1<<(n%8)), prime) }},
	{"MulSub", func(z, x, y *Element, _ uint32) { z.MulSub(x, x, y, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Sub(x.Mul(x, x), y.Mul(y, y)) }},
	{"Add", func(z, x, y *Element, _ uint32) { z.Add(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Add(x, y) }},
	{"Sub", func(z, x, y *Element, _ uint32) { z.Sub(x, y) },
		func(x, y *big.Int, _ uint32) *big.Int { return x.Sub(x, y) }},
	{"Negate", func(z, x, _ *Element, _ uint32) { z.Negate(x) },
		func(x, _ *big.Int, _ uint32) *big.Int { return x.Neg(x) }},
	{"CondNegate", func(z, x, _ *Element, n uint32) { z.CondNegate(x, int(n&1)) },
		func(x, _ *big.Int, n uint32) *big.Int { return x.Mul(x, big.NewInt(1-2*int64(n&1))) }},
	{"Select", func(z, x, y *Element, n uint32) { z.Select(x, y, int(n&1)) },
		func(x, y *big.Int, n uint32) *big.Int { return []*big.Int{y, x}[n&1] }},
	{"Half", func(z, x, _ *Element, _ uint32) { z.Half(x) },
		func(x, _ *big.Int, _ uint32) *big.Int {
			return x.Mul(x, new(big.Int).ModInverse(big.NewInt(2), prime))
		}},
	{"MulSmall", func(z, x, _ *Element, n uint32) { z.MulSmall(x, n) },
		func(x, _ *big.Int, n uint32) *big.Int { return x.Mul(x, big.NewInt(int64(n))) }},
	{"Normalize", func(z, x, _ *Element, _ uint32) { *z = *x; z.Normalize() },
		func(x, _ *big.Int, _ uint32) *big.Int { return x }},
}

func check(t *testing.T, x, y Element, n uint32) {
	t.Helper()
	for _, op := range operations {
		want := op.want(toBig(&x), toBig(&y), n)
		want.Mod(want, prime)
		for alias := range 4 {
			a, b, same := x, y, x
			var z Element
			w := want
			switch alias {
			case 0:
				op.do(&z, &a, &b, n)
			case 1:
				op.do(&a, &a, &b, n)
				z = a
			case 2:
				op.do(&b, &a, &b, n)
				z = b
			case 3:
				w = op.want(toBig(&x), toBig(&x), n)
				w.Mod(w, prime)
				op.do(&same, &same, &same, n)
				z = same
			}
			got := toBig(&z)
			if op.name == "Normalize" && got.Cmp(prime) >= 0 || got.Mod(got, prime).Cmp(w) != 0 {
				t.Fatalf("%s (alias %d) of %x, %x, %d: %x, want %x", op.name, alias, x, y, n, got, w)
			}
		}
	}
	v := new(big.Int).Mod(toBig(&x), prime)
	w := new(big.Int).Mod(toBig(&y), prime)
	var b [32]byte
	x.PutBytes(&b)
	for _, c := range []struct {
		name      string
		got, want bool
	}{
		{"IsZero", x.IsZero() == 1, v.Sign() == 0},
		{"IsZero or 1", x.IsZero()|1 == 1, true},
		{"IsZeroVartime", x.IsZeroVartime(), v.Sign() == 0},
		{"IsOdd", x.IsOdd() == 1, v.Bit(0) == 1},
		{"Equal", x.Equal(&y) == 1, v.Cmp(w) == 0},
		{"EqualVartime", x.EqualVartime(&y), v.Cmp(w) == 0},
		{"PutBytes", new(big.Int).SetBytes(b[:]).Cmp(v) == 0, true},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %x, %x: %v", c.name, x, y, c.got)
		}
	}
	toBig(&x).FillBytes(b[:])
	var z Element
	if ok := z.SetBytes(&b); z != x || (ok == 1) != (toBig(&x).Cmp(prime) < 0) {
		t.Fatalf("SetBytes of %x: %x, %d", b, z, ok)
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
		for _, f := range []func(z, x *Element){(*Element).Invert, (*Element).InvertVartime} {
			var z Element
			f(&z, &x)
			y := x
			f(&y, &y)
			if toBig(&z).Cmp(inverse) != 0 && new(big.Int).Mod(toBig(&z), prime).Cmp(inverse) != 0 || y != z {
				t.Fatalf("1 / %x: %x, %x", x, z, y)
			}
		}
		root := new(big.Int).ModSqrt(v, prime)
		y := x
		ok := y.Sqrt(&y)
		y2 := x
		if (ok == 1) != (root != nil) || y2.SqrtVartime(&y2) != (ok == 1) || y2 != y {
			t.Fatalf("Sqrt(%x): %d, %x; vartime %x", x, ok, y, y2)
		}
		if ok == 1 {
			y.Square(&y)
			if !y.EqualVartime(&x) {
				t.Fatalf("Sqrt(%x) is wrong", x)
			}
		}
	}
}
