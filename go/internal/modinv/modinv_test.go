package modinv

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

var moduli = map[string][4]uint64{
	"p":                  {0xFFFFFFFEFFFFFC2F, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF},
	"n":                  {0xBFD25E8CD0364141, 0xBAAEDCE6AF48A03B, 0xFFFFFFFFFFFFFFFE, 0xFFFFFFFFFFFFFFFF},
	"2^256 - 189":        {^uint64(188), 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF},
	"2^256 - 2^185 - 59": {^uint64(58), 0xFFFFFFFFFFFFFFFF, 0xFDFFFFFFFFFFFFFF, 0xFFFFFFFFFFFFFFFF},
}

func toBig(x *[4]uint64) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64)
		r.Or(r, new(big.Int).SetUint64(x[i]))
	}
	return r
}

func fromBig(v *big.Int) (r [4]uint64) {
	for i := range r {
		r[i] = new(big.Int).Rsh(v, uint(64*i)).Uint64()
	}
	return r
}

func TestInvert(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	for name, limbs := range moduli {
		mod := NewModulus(limbs)
		m := toBig(&limbs)
		var inputs []*big.Int
		for d := int64(0); d < 40; d++ {
			inputs = append(inputs, big.NewInt(d), new(big.Int).Sub(m, big.NewInt(d+1)),
				new(big.Int).Add(new(big.Int).Rsh(m, 1), big.NewInt(d-20)))
		}
		for i := uint(0); i < 256; i++ {
			v := new(big.Int).Lsh(big.NewInt(1), i)
			inputs = append(inputs, v, new(big.Int).Sub(m, v), new(big.Int).Sub(v, big.NewInt(1)))
		}
		for range 3000 {
			v := toBig(&[4]uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64()})
			inputs = append(inputs, v.Rsh(v, rnd.UintN(2)*rnd.UintN(250)))
		}
		// 9 batches of 59 division steps are not enough for these two, mod n and
		// mod p, which take 534.
		for _, long := range []string{
			"b36a27530aa7799da6839c8ba4ad72bd93d5b0c25936172726c1775ebe886e10",
			"fe133764d6d6d0cbf2be6bbab3b3e5a8544e35ff7b96859c87d699b7ef5440ec",
		} {
			v, _ := new(big.Int).SetString(long, 16)
			inputs = append(inputs, v)
		}
		// Inverses mod n that InvertVartime gets wrong if it does not lift one of the
		// negative cofactors.
		for _, lifted := range []struct {
			y int64
			k uint
		}{{69, 181}, {207, 248}, {-187, 181}, {-207, 183}, {-2555, 253}} {
			v := big.NewInt(lifted.y)
			inputs = append(inputs, v.Lsh(v, lifted.k))
		}
		for _, v := range inputs {
			v.Mod(v, m)
			want := new(big.Int)
			if v.Sign() != 0 && want.ModInverse(v, m) == nil {
				continue // not prime to the modulus
			}
			for kind, f := range map[string]func(z, x *[4]uint64, m *Modulus){"Invert": Invert, "InvertVartime": InvertVartime} {
				x := fromBig(v)
				f(&x, &x, &mod)
				if toBig(&x).Cmp(want) != 0 {
					t.Fatalf("%s of %x mod %s: %x, want %x", kind, v, name, x, want)
				}
			}
		}
	}
}

// TestSteps holds the packed rows of 20 steps, and the numbers that they lead to,
// against steps on each number by itself.
func TestSteps(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 3))
	lows := []uint64{0, 1, 2, 3, 1<<20 - 1, 1 << 19, 1 << 20, 1<<20 + 1, 1<<63 + 1, ^uint64(0), ^uint64(1)}
	for i := range 100000 {
		low := func() uint64 {
			if rnd.IntN(4) == 0 {
				return lows[rnd.IntN(len(lows))]
			}
			return rnd.Uint64() >> (rnd.UintN(2) * rnd.UintN(64))
		}
		zeta, f, g := rnd.Int64N(1200)-600, low()|1, low()
		if i%3 == 0 {
			zeta = rnd.Int64N(5) - 3
		}
		p := progress{zeta: zeta}
		p.begin(f, g)
		p.fives(4)
		var got matrix
		p.next(&got)
		want := matrix{-1 << 20, 0, 0, -1 << 20}
		for range 20 {
			switch {
			case g&1 == 0:
				zeta--
			case zeta < 0:
				zeta = -zeta - 2
				f, g = g, g-f
				want = matrix{want.q, want.r, want.q - want.u, want.r - want.v}
			default:
				zeta--
				g += f
				want.q, want.r = want.q+want.u, want.r+want.v
			}
			g >>= 1
			want.q, want.r = want.q/2, want.r/2
		}
		const known = 1<<44 - 1
		if got != want || p.zeta != zeta || (p.low[0]^f)&known != 0 || (p.low[1]^g)&known != 0 {
			t.Fatalf("%v, zeta %d, low words %x; want %v, %d, %x %x", got, p.zeta, p.low, want, zeta, f, g)
		}
	}
}

// TestInvertTwo takes numbers mod p and mod n, 0 among them, together.
func TestInvertTwo(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	p, n := NewModulus(moduli["p"]), NewModulus(moduli["n"])
	draw := func() [4]uint64 {
		if rnd.IntN(10) == 0 {
			return [4]uint64{rnd.Uint64N(3)}
		}
		return [4]uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64() >> 1}
	}
	for range 3000 {
		x, y := draw(), draw()
		var a, b [4]uint64
		Invert(&a, &x, &p)
		Invert(&b, &y, &n)
		u, v := x, y
		InvertTwo(&u, &u, &p, &v, &v, &n)
		if u != a || v != b {
			t.Fatalf("of %x and %x: %x and %x, want %x and %x", x, y, u, v, a, b)
		}
	}
}

func benchmark(b *testing.B, f func(z, x *[4]uint64, m *Modulus)) {
	mod := NewModulus(moduli["n"])
	rnd := rand.New(rand.NewPCG(1, 1))
	var x [64][4]uint64
	for i := range x {
		x[i] = [4]uint64{rnd.Uint64(), rnd.Uint64(), rnd.Uint64(), rnd.Uint64() >> 1}
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		f(&x[i%64], &x[i%64], &mod)
	}
}

func BenchmarkInvert(b *testing.B) { benchmark(b, Invert) }
func BenchmarkInvertTwo(b *testing.B) {
	benchmark(b, func(z, x *[4]uint64, m *Modulus) { InvertTwo(z, x, m, z, z, m) })
}
func BenchmarkInvertVartime(b *testing.B) { benchmark(b, InvertVartime) }
