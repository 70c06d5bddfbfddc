package scalar

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/ct"
	"koblitz.dev/secp256k1/internal/digit"
	"koblitz.dev/secp256k1/internal/limbs"
)

var (
	order, _  = new(big.Int).SetString("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141", 16)
	prime, _  = new(big.Int).SetString("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F", 16)
	lambda, _ = new(big.Int).SetString("5363AD4CC05C30E0A5261C028812645A122E22EA20816678DF02967C1B23BD72", 16)
	two128    = new(big.Int).Lsh(big.NewInt(1), 128)
)

func toBig(x *limbs.Int) *big.Int {
	r := new(big.Int)
	for i := 3; i >= 0; i-- {
		r.Lsh(r, 64)
		r.Or(r, new(big.Int).SetUint64(x[i]))
	}
	return r
}

// numbers are integers below 2^256 at the edges: small ones, those around
// multiples and parts of n, powers of lambda, and extreme limbs.
var numbers = func() []*big.Int {
	var r []*big.Int
	add := func(v *big.Int) {
		for d := int64(-2); d <= 2; d++ {
			w := new(big.Int).Add(v, big.NewInt(d))
			if w.Sign() >= 0 && w.BitLen() <= 256 {
				r = append(r, w)
			}
		}
	}
	half := new(big.Int).Rsh(order, 1)
	two256 := new(big.Int).Lsh(big.NewInt(1), 256)
	for _, v := range []*big.Int{new(big.Int), half, order, prime, two256, lambda, two128,
		new(big.Int).Sub(order, lambda), new(big.Int).Sub(prime, order), new(big.Int).Sub(two256, order),
		new(big.Int).Sub(order, two128), new(big.Int).Rsh(two256, 1)} {
		add(v)
	}
	part := []uint64{0, 1, 1 << 63, ^uint64(0)}
	for i := range 256 {
		r = append(r, toBig(&limbs.Int{part[i&3], part[i>>2&3], part[i>>4&3], part[i>>6]}))
	}
	return r
}()

func number(r *rand.Rand) *big.Int {
	if r.IntN(3) == 0 {
		return numbers[r.IntN(len(numbers))]
	}
	return toBig(&limbs.Int{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()})
}

func fromBig(v *big.Int) Scalar {
	var b [32]byte
	var x Scalar
	v.FillBytes(b[:])
	x.SetBytes(&b)
	return x
}

var operations = []struct {
	name   string
	public func(z, x, y *Scalar)
	secret func(z, x, y *Secret)
	want   func(x, y *big.Int) *big.Int
}{
	{"Add", (*Scalar).Add, (*Secret).Add, func(x, y *big.Int) *big.Int { return x.Add(x, y) }},
	{"Mul", (*Scalar).Mul, (*Secret).Mul, func(x, y *big.Int) *big.Int { return x.Mul(x, y) }},
	{"Negate", func(z, x, _ *Scalar) { z.Negate(x) }, func(z, x, _ *Secret) { z.Negate(x) },
		func(x, _ *big.Int) *big.Int { return x.Neg(x) }},
	{"CondNegate 1", func(z, x, _ *Scalar) { z.Negate(x) },
		func(z, x, _ *Secret) { z.CondNegate(x, ct.Bit(1)) },
		func(x, _ *big.Int) *big.Int { return x.Neg(x) }},
	{"CondNegate 0", func(z, x, _ *Scalar) { *z = *x },
		func(z, x, _ *Secret) { z.CondNegate(x, ct.Bit(0)) },
		func(x, _ *big.Int) *big.Int { return x }},
}

func hidden(x Scalar) (s Secret) {
	s.SetPublic(&x)
	return s
}

func checkPair(t *testing.T, v, w *big.Int) {
	t.Helper()
	x, y := fromBig(v), fromBig(w)
	for _, op := range operations {
		for alias := range 4 {
			a, b, same := x, y, x
			sa, sb, ss := hidden(x), hidden(y), hidden(x)
			var z Scalar
			var s Secret
			want := op.want(toBig((*limbs.Int)(&x)), toBig((*limbs.Int)(&y)))
			switch alias {
			case 0:
				op.public(&z, &a, &b)
				op.secret(&s, &sa, &sb)
			case 1:
				op.public(&a, &a, &b)
				op.secret(&sa, &sa, &sb)
				z, s = a, sa
			case 2:
				op.public(&b, &a, &b)
				op.secret(&sb, &sa, &sb)
				z, s = b, sb
			case 3:
				want = op.want(toBig((*limbs.Int)(&x)), toBig((*limbs.Int)(&x)))
				op.public(&same, &same, &same)
				op.secret(&ss, &ss, &ss)
				z, s = same, ss
			}
			want.Mod(want, order)
			if toBig((*limbs.Int)(&z)).Cmp(want) != 0 || toBig(&s.d).Cmp(want) != 0 {
				t.Fatalf("%s (alias %d) of %x, %x: %x and secret %x, want %x", op.name, alias, v, w, z, s.d, want)
			}
		}
	}
	sx, sy := hidden(x), hidden(y)
	if got := sx.Equal(&sy).Declassify(); got != (x == y) {
		t.Fatalf("Equal of %x, %x: %v", x, y, got)
	}
}

func checkOne(t *testing.T, v *big.Int) {
	t.Helper()
	var b, c [32]byte
	v.FillBytes(b[:])
	reduced := new(big.Int).Mod(v, order)
	below := v.Cmp(order) < 0
	var x Scalar
	var s Secret
	if ok := x.SetBytes(&b); ok != below {
		t.Fatalf("SetBytes of %x: %v", b, ok)
	}
	if ok := s.SetBytes(&b).Declassify(); ok != below {
		t.Fatalf("Secret.SetBytes of %x: %v", b, ok)
	}
	x.PutBytes(&c)
	s.PutBytes(&b)
	if b != c || toBig((*limbs.Int)(&x)).Cmp(reduced) != 0 || new(big.Int).SetBytes(b[:]).Cmp(reduced) != 0 {
		t.Fatalf("bytes of %x: %x and secret %x", v, c, b)
	}
	high := reduced.Cmp(new(big.Int).Rsh(order, 1)) > 0
	for _, c := range []struct {
		name      string
		got, want bool
	}{
		{"IsZeroVartime", x.IsZeroVartime(), reduced.Sign() == 0},
		{"IsHighVartime", x.IsHighVartime(), high},
		{"IsBelowPMinusNVartime", x.IsBelowPMinusNVartime(), new(big.Int).Add(reduced, order).Cmp(prime) < 0},
		{"IsZero", s.IsZero().Declassify(), reduced.Sign() == 0},
		{"IsHigh", s.IsHigh().Declassify(), high},
	} {
		if c.got != c.want {
			t.Fatalf("%s of %x: %v", c.name, v, c.got)
		}
	}
	for _, at := range []uint{0, 1, 58, 63, 64, 126, 192, 250, 252, 255, 256, 300} {
		want := new(big.Int).Rsh(reduced, at)
		want.And(want, big.NewInt(63))
		if got := x.Bits(at, 6); got != want.Uint64() {
			t.Fatalf("Bits(%d, 6) of %x: %x", at, reduced, got)
		}
		if got := digitOf(s.Digit(at, 6), 6); got != 2*want.Int64()-63 {
			t.Fatalf("Digit(%d, 6) of %x: %d", at, reduced, got)
		}
	}
	checkSplit(t, &x, reduced)
	s.Wipe()
	if s.d != [4]uint64{} {
		t.Fatal("Wipe leaves something")
	}
}

func (h *Half) big() *big.Int {
	v := toBig(&limbs.Int{h.Lo, h.Hi})
	if h.Negative {
		v.Neg(v)
	}
	return v
}

func checkSplit(t *testing.T, x *Scalar, v *big.Int) {
	t.Helper()
	var a, b Half
	x.Split128(&a, &b)
	if sum := new(big.Int).Add(a.big(), new(big.Int).Mul(b.big(), two128)); sum.Cmp(v) != 0 {
		t.Fatalf("Split128 of %x: %v, %v", v, a, b)
	}
	checkWNAF(t, &a)
	x.SplitVartime(&a, &b)
	sum := new(big.Int).Mul(b.big(), lambda)
	if sum.Mod(sum.Add(sum, a.big()), order).Cmp(v) != 0 {
		t.Fatalf("SplitVartime of %x: %v, %v", v, a, b)
	}
	checkWNAF(t, &a)
	checkWNAF(t, &b)

	s := hidden(*x)
	var v1, v2 SignedBits
	s.SplitSigned(&v1, &v2)
	c := func(v *SignedBits) *big.Int {
		w := toBig(&limbs.Int{v.v[0], v.v[1], v.v[2]})
		if w.Sign() <= 0 || w.BitLen() > 130 {
			t.Fatalf("SplitSigned of %x: %x", x, v.v)
		}
		for at := uint(0); at < 130; at += 5 {
			bits := new(big.Int).And(new(big.Int).Rsh(w, at), big.NewInt(31)).Int64()
			if digitOf(v.Digit(at, 5), 5) != 2*bits-31 {
				t.Fatalf("SignedBits.Digit(%d, 5) of %x", at, v.v)
			}
		}
		w.Lsh(w, 1)
		w.Add(w, big.NewInt(1))
		return w.Sub(w, new(big.Int).Lsh(big.NewInt(1), 130))
	}
	sum = new(big.Int).Mul(c(&v2), lambda)
	if sum.Mod(sum.Add(sum, c(&v1)), order).Cmp(v) != 0 {
		t.Fatalf("SplitSigned of %x: %x, %x", v, v1.v, v2.v)
	}
}

// odd holds its own magnitudes: 1, 3, 5, ...
var odd = func() (t [1 << 5][8]uint64) {
	for i := range t {
		t[i][0] = 2*uint64(i) + 1
	}
	return t
}()

// digitOf is the number that a digit of width w means.
func digitOf(d digit.Digit, w uint) int64 {
	var e digit.Entry
	d.FromMemory(&e, odd[:1<<(w-1)])
	x := e.X.Declassify()
	if d.Negative().Declassify() {
		return -int64(x[0])
	}
	return int64(x[0])
}

func checkWNAF(t *testing.T, h *Half) {
	t.Helper()
	for _, w := range []uint{2, 5, 15, 16} {
		var digits [Positions]int16
		end := h.WNAFVartime(&digits, w)
		sum, last := new(big.Int), -100
		for i, d := range digits {
			if d == 0 {
				continue
			}
			if d&1 == 0 || int(d) >= 1<<(w-1) || -int(d) >= 1<<(w-1) || i-last < int(w) || i >= end {
				t.Fatalf("WNAFVartime(%d) of %v: digit %d at %d after %d", w, *h, d, i, last)
			}
			last = i
			sum.Add(sum, new(big.Int).Lsh(big.NewInt(int64(d)), uint(i)))
		}
		if sum.Cmp(h.big()) != 0 || end != max(last+1, 0) {
			t.Fatalf("WNAFVartime(%d) of %v: %x, end %d", w, *h, sum, end)
		}
	}
}

func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range numbers {
		checkOne(t, v)
		for range 6 {
			checkPair(t, v, number(r))
		}
		checkPair(t, v, v)
	}
	for range 2000 {
		checkOne(t, number(r))
		checkPair(t, number(r), number(r))
	}
}

// TestRareCarries has products whose reduction carries where random numbers hardly
// do: out of the last fold by its first and by its second row of products, and out of
// the fold before by its first.
func TestRareCarries(t *testing.T) {
	for _, row := range [][3]string{
		{"fd200a3a48f670b05ac28cfacc76b116b2170904b31229095c60d2d91b897eb9",
			"b69047f0ed7b29741b91813d03eb89510a64981a4cde6310a2b0cb08888ba458", "28aa24632a16ebf886a3e6344905272fc"},
		{"fde4d46f0602fe0c239edd3a7de0d2079335a2b71042bcd1a52659ddde3cee15",
			"f46d824b14254d06728a77a4dd602d4686c81a8f0a2c23f1824b07469479a550", "28948cb70be83a7bfcae74c212c822864"},
		{"61cfb10f62827688de6a16a3b0d464139",
			"33537c4799c19089fff7ee7badfeb17e9039b512e96bf535f865d95d3988ce57", "28aa24632a16ebf88805b42e65f891b4a"},
	} {
		var v [3]*big.Int
		for i := range v {
			v[i], _ = new(big.Int).SetString(row[i], 16)
		}
		checkPair(t, v[0], v[1])
		x, y := fromBig(v[0]), fromBig(v[1])
		if x.Mul(&x, &y); toBig((*limbs.Int)(&x)).Cmp(v[2]) != 0 {
			t.Fatalf("%s %s: %x", row[0], row[1], x)
		}
	}
}

// Any eight limbs, not only products, and one number whose second fold carries by its
// second row of products.
func TestReduceWide(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	part := []uint64{0, 1, 1 << 63, ^uint64(0), n0, n1, n2, c0, c1, 0}
	for n := range 20000 {
		var w [8]uint64
		for i := range w {
			if w[i] = part[r.IntN(len(part))]; r.IntN(4) == 0 {
				w[i] = r.Uint64()
			}
		}
		if n == 0 {
			w = [8]uint64{0xc6aa933f0a8e113b, 0x27798b2405edb559, 0, 0,
				0xd866c416193f463c, 0xc8d22a70ee4dc3b4, 0xac0624edf38115f0, 0xc973e8ecba391008}
		}
		var z limbs.Int
		reduceWide(&z, w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
		lo, hi := limbs.Int(w[:4]), limbs.Int(w[4:])
		want := new(big.Int).Lsh(toBig(&hi), 256)
		want.Mod(want.Add(want, toBig(&lo)), order)
		if toBig(&z).Cmp(want) != 0 {
			t.Fatalf("%x mod n: %x, want %x", w, z, want)
		}
	}
}

func TestInvert(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, v := range numbers {
		checkInverse(t, v)
	}
	for range 400 {
		checkInverse(t, number(r))
	}
	// 534 division steps: 9 batches of 59 are not enough.
	v, _ := new(big.Int).SetString("b36a27530aa7799da6839c8ba4ad72bd93d5b0c25936172726c1775ebe886e10", 16)
	checkInverse(t, v)
}

func checkInverse(t *testing.T, v *big.Int) {
	t.Helper()
	x := fromBig(v)
	s := hidden(x)
	want := new(big.Int)
	if !x.IsZeroVartime() {
		want.ModInverse(v, order)
	}
	x.InvertVartime(&x)
	s.Invert(&s)
	if toBig((*limbs.Int)(&x)).Cmp(want) != 0 || toBig(&s.d).Cmp(want) != 0 {
		t.Fatalf("1 / %x: %x and secret %x", v, x, s.d)
	}
}

func BenchmarkScalar(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 7))
	x, y := fromBig(number(r)), fromBig(toBig(&limbs.Int{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}))
	var h1, h2 Half
	var v1, v2 SignedBits
	s, u := hidden(x), hidden(y)
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Mul", func() { x.Mul(&x, &y) }},
		{"Add", func() { x.Add(&x, &y) }},
		{"Negate", func() { x.Negate(&x) }},
		{"InvertVartime", func() { y.InvertVartime(&y) }},
		{"SplitVartime", func() { y.SplitVartime(&h1, &h2) }},
		{"WNAFVartime", func() {
			var digits [Positions]int16
			h1.WNAFVartime(&digits, 5)
		}},
		{"Secret.Mul", func() { s.Mul(&s, &u) }},
		{"Secret.Invert", func() { u.Invert(&u) }},
		{"Secret.SplitSigned", func() { u.SplitSigned(&v1, &v2) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.f()
			}
		})
	}
}
