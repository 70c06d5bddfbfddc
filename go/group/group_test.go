package group_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

// numbers are those at the edges of both moduli, and some random ones, below
// 2^256.
func numbers() []*big.Int {
	var list []*big.Int
	for _, base := range []*big.Int{new(big.Int), bigcurve.N, bigcurve.P, new(big.Int).Rsh(bigcurve.N, 1), new(big.Int).Sub(bigcurve.P, bigcurve.N)} {
		for d := int64(-2); d <= 2; d++ {
			if v := new(big.Int).Add(base, big.NewInt(d)); v.Sign() >= 0 {
				list = append(list, v)
			}
		}
	}
	list = append(list, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 256), big.NewInt(1)))
	r := rand.New(rand.NewPCG(1, 14))
	for range 12 {
		v := new(big.Int)
		for range 4 {
			v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(r.Uint64()))
		}
		list = append(list, v)
	}
	return list
}

func bytes32(v *big.Int) *[32]byte { return (*[32]byte)(v.FillBytes(make([]byte, 32))) }

func mod(v, m *big.Int) *big.Int { return new(big.Int).Mod(v, m) }

// inverse is 1 / v mod m, 0 for 0.
func inverse(v, m *big.Int) *big.Int {
	if mod(v, m).Sign() == 0 {
		return new(big.Int)
	}
	return new(big.Int).ModInverse(v, m)
}

// A ring is what scalars and elements have in common, public or secret.
type ring[T any] interface {
	*T
	PutBytes(b *[32]byte)
	Add(x, y *T)
	Negate(x *T)
	Mul(x, y *T)
}

// testRing compares a type's arithmetic with that of math/big. set returns the
// number that b encodes and whether it is in range.
func testRing[T any, P ring[T]](t *testing.T, name string, m *big.Int, set func(z *T, b *[32]byte) bool, invert func(z, x *T)) {
	check := func(what string, z P, want *big.Int, of ...*big.Int) {
		t.Helper()
		var b [32]byte
		if z.PutBytes(&b); b != *bytes32(mod(want, m)) {
			t.Errorf("%s: %s of %x: %x, want %x", name, what, of, b, mod(want, m))
		}
	}
	for _, v := range numbers() {
		var x, z T
		if set(&x, bytes32(v)) != (v.Cmp(m) < 0) {
			t.Errorf("%s: whether %x is in range", name, v)
		}
		check("SetBytes", &x, v, v)
		P(&z).Negate(&x)
		check("Negate", &z, new(big.Int).Neg(v), v)
		invert(&z, &x)
		check("Invert", &z, inverse(v, m), v)
		for _, w := range numbers() {
			var y T
			set(&y, bytes32(w))
			P(&z).Add(&x, &y)
			check("Add", &z, new(big.Int).Add(v, w), v, w)
			P(&z).Mul(&x, &y)
			check("Mul", &z, new(big.Int).Mul(v, w), v, w)
		}
	}
}

func TestRings(t *testing.T) {
	testRing(t, "Scalar", bigcurve.N, (*group.Scalar).SetBytes, (*group.Scalar).InvertVartime)
	testRing(t, "Element", bigcurve.P, (*group.Element).SetBytes, (*group.Element).InvertVartime)
	testRing(t, "SecretScalar", bigcurve.N,
		func(z *group.SecretScalar, b *[32]byte) bool { return z.SetBytes(b).Declassify() }, (*group.SecretScalar).Invert)
	testRing(t, "SecretElement", bigcurve.P,
		func(z *group.SecretElement, b *[32]byte) bool { return z.SetBytes(b).Declassify() }, (*group.SecretElement).Invert)
}

// TestScalars takes what scalars alone have.
func TestScalars(t *testing.T) {
	n := bigcurve.N
	half := new(big.Int).Rsh(n, 1)
	for _, v := range numbers() {
		var x, z group.Scalar
		var s, r group.SecretScalar
		x.SetBytes(bytes32(v))
		s.SetPublic(&x)
		v = mod(v, n)
		is := func(what string, got group.Scalar, want *big.Int) {
			t.Helper()
			var b [32]byte
			if got.PutBytes(&b); b != *bytes32(mod(want, n)) {
				t.Errorf("%s of %x: %x", what, v, b)
			}
		}
		is("Declassify", s.Declassify(), v)
		zero, odd, high := v.Sign() == 0, v.Bit(0) == 1, v.Cmp(half) > 0
		if x.IsZeroVartime() != zero || x.IsOddVartime() != odd || x.IsHighVartime() != high ||
			s.IsZero().Declassify() != zero || s.IsOdd().Declassify() != odd || s.IsHigh().Declassify() != high {
			t.Errorf("predicates of %x", v)
		}
		for cond := range 2 {
			r.CondNegate(&s, group.Bit(cond))
			is("CondNegate", r.Declassify(), new(big.Int).Mul(v, big.NewInt(int64(1-2*cond))))
		}
		var wide [64]byte
		for _, w := range numbers() {
			var y group.Scalar
			var u group.SecretScalar
			y.SetBytes(bytes32(w))
			u.SetPublic(&y)
			if s.Equal(&u).Declassify() != (mod(w, n).Cmp(v) == 0) || (x == y) != (mod(w, n).Cmp(v) == 0) {
				t.Errorf("Equal: %x, %x", v, w)
			}
			z.Sub(&x, &y)
			is("Sub", z, new(big.Int).Sub(v, w))
			r.Select(&s, &u, group.Bit(1))
			is("Select 1", r.Declassify(), v)
			r.Select(&s, &u, group.Bit(0))
			is("Select 0", r.Declassify(), w)
			both := new(big.Int).Or(new(big.Int).Lsh(w, 256), v)
			both.FillBytes(wide[:])
			z.SetWide(&wide)
			is("SetWide", z, both)
			r.SetWide(&wide)
			is("SetWide", r.Declassify(), both)
		}
		s.Wipe()
		is("Wipe", s.Declassify(), new(big.Int))
		z.SetUint64(v.Uint64())
		is("SetUint64", z, new(big.Int).SetUint64(v.Uint64()))

		var e group.Element
		below := e.SetScalarPlusOrderVartime(&x)
		sum := new(big.Int).Add(v, n)
		var b [32]byte
		if e.PutBytes(&b); below != (sum.Cmp(bigcurve.P) < 0) || b != *bytes32(mod(sum, bigcurve.P)) {
			t.Errorf("SetScalarPlusOrderVartime: %x", v)
		}
	}
}

// TestElements takes what elements alone have.
func TestElements(t *testing.T) {
	for _, v := range numbers() {
		var x, y, z group.Element
		var s, r group.SecretElement
		x.SetBytes(bytes32(v))
		s.SetPublic(&x)
		v = mod(v, bigcurve.P)
		is := func(what string, got group.Element, want *big.Int) {
			t.Helper()
			var b [32]byte
			if got.PutBytes(&b); b != *bytes32(mod(want, bigcurve.P)) {
				t.Errorf("%s of %x: %x", what, v, b)
			}
		}
		if x.IsZeroVartime() != (v.Sign() == 0) || x.IsOdd() != int(v.Bit(0)) || s.IsZero().Declassify() != (v.Sign() == 0) || s.IsOdd().Declassify() != (v.Bit(0) == 1) {
			t.Errorf("predicates of %x", v)
		}
		z.Square(&x)
		is("Square", z, new(big.Int).Mul(v, v))
		r.Square(&s)
		is("Square", r.Declassify(), new(big.Int).Mul(v, v))
		r.MulSmall(&s, 1<<32-1)
		is("MulSmall", r.Declassify(), new(big.Int).Mul(v, big.NewInt(1<<32-1)))
		root := new(big.Int).ModSqrt(v, bigcurve.P)
		square := root != nil
		if z.SqrtVartime(&x) != square || r.Sqrt(&s).Declassify() != square {
			t.Errorf("Sqrt of %x", v)
		}
		y = r.Declassify()
		if !y.EqualVartime(&z) {
			t.Errorf("Sqrt of %x: two roots", v)
		}
		z.Square(&z)
		if !square {
			z.Negate(&z)
		}
		is("Sqrt", z, v)
		for _, w := range numbers() {
			var u group.SecretElement
			y.SetBytes(bytes32(w))
			u.SetPublic(&y)
			z.Sub(&x, &y)
			is("Sub", z, new(big.Int).Sub(v, w))
			r.Sub(&s, &u)
			is("Sub", r.Declassify(), new(big.Int).Sub(v, w))
			r.Select(&s, &u, group.Bit(1))
			is("Select 1", r.Declassify(), v)
			r.Select(&s, &u, group.Bit(0))
			is("Select 0", r.Declassify(), w)
			if x.EqualVartime(&y) != (mod(w, bigcurve.P).Cmp(v) == 0) {
				t.Errorf("EqualVartime: %x, %x", v, w)
			}
		}
		s.Wipe()
		is("Wipe", s.Declassify(), new(big.Int))
		z.SetUint64(7)
		is("SetUint64", z, big.NewInt(7))
	}
}

// TestLimbs takes numbers in and out by limbs, where those from p or n on are
// reduced: at once, or by Normalize.
func TestLimbs(t *testing.T) {
	for _, v := range numbers() {
		var l, want [4]uint64
		split := func(z *[4]uint64, v *big.Int) {
			for i := range z {
				z[i] = new(big.Int).Rsh(v, uint(64*i)).Uint64()
			}
		}
		split(&l, v)
		var k group.SecretScalar
		k.SetLimbs(&l)
		var got [4]uint64
		k.PutLimbs(&got)
		if split(&want, mod(v, bigcurve.N)); got != want {
			t.Errorf("SecretScalar: %x, %x", v, got)
		}
		split(&want, mod(v, bigcurve.P))
		var e group.Element
		e.SetLimbs(&l)
		e.Normalize()
		if e.PutLimbs(&got); got != want {
			t.Errorf("Element: %x, %x", v, got)
		}
		var s group.SecretElement
		s.SetLimbs(&l)
		s.Normalize()
		if s.PutLimbs(&got); got != want {
			t.Errorf("SecretElement: %x, %x", v, got)
		}
	}
}
