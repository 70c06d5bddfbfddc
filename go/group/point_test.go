package group_test

import (
	"bytes"
	"errors"
	"math/big"
	"slices"
	"testing"

	"koblitz.dev/secp256k1/group"
	"koblitz.dev/secp256k1/internal/bigcurve"
)

// at returns k G, infinity for 0, decoded from the textbook's encoding.
func at(t *testing.T, k *big.Int) (p group.Point) {
	t.Helper()
	if k = mod(k, bigcurve.N); k.Sign() != 0 {
		if err := p.SetBytesVartime(bigcurve.G.Mul(k).Uncompressed()); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// TestPoints computes with multiples of G, and compares with the multiple that
// comes out.
func TestPoints(t *testing.T) {
	ks := []*big.Int{new(big.Int), big.NewInt(1), big.NewInt(2), big.NewInt(5), new(big.Int).Sub(bigcurve.N, big.NewInt(2)), numbers()[30], numbers()[31]}
	for _, a := range ks {
		pa := at(t, a)
		var sa group.Scalar
		var ssa group.SecretScalar
		sa.SetBytes(bytes32(mod(a, bigcurve.N)))
		ssa.SetPublic(&sa)
		is := func(what string, got *group.Point, want *big.Int) {
			t.Helper()
			w := at(t, want)
			if !got.EqualVartime(&w) || !got.OnCurveVartime() {
				t.Errorf("%s, a = %x", what, a)
			}
			q := *got
			if q.NormalizeVartime(); !q.EqualVartime(&w) {
				t.Errorf("%s, a = %x, normalized", what, a)
			}
		}
		var z group.Point
		z.BaseMulVartime(&sa)
		is("BaseMulVartime", &z, a)
		z.DoubleVartime(&z)
		is("DoubleVartime", &z, new(big.Int).Lsh(a, 1))
		z.Negate(&z)
		is("Negate", &z, new(big.Int).Neg(new(big.Int).Lsh(a, 1)))
		var s, r, sum group.SecretPoint
		s.BaseMul(&ssa)
		s.Declassify(&z)
		is("BaseMul", &z, a)
		var known group.AffinePoint
		known.PublicBaseMul(&ssa)
		z.SetAffine(&known)
		is("PublicBaseMul", &z, a)
		s.DeclassifyAffine(&z)
		is("DeclassifyAffine", &z, a)
		if s.IsInfinity().Declassify() != (a.Sign() == 0) || z.IsInfinityVartime() != (a.Sign() == 0) {
			t.Errorf("infinity: %x", a)
		}
		for _, b := range ks {
			pb := at(t, b)
			var sb group.Scalar
			sb.SetBytes(bytes32(mod(b, bigcurve.N)))
			product, total := new(big.Int).Mul(a, b), new(big.Int).Add(a, b)
			z.AddVartime(&pa, &pb)
			is("AddVartime", &z, total)
			z.AddBaseMulVartime(&pb, &sa)
			is("AddBaseMulVartime", &z, total)
			z.MulVartime(&sa, &pb)
			is("MulVartime", &z, product)
			z.MulVartime(&sb, &z)
			is("MulVartime of a product", &z, new(big.Int).Mul(product, b))
			z.DoubleBaseMulVartime(&sb, &sa, &pb)
			is("DoubleBaseMulVartime", &z, new(big.Int).Add(product, b))
			z.DoubleBaseMulVartime(&sa, &sa, &pb)
			is("DoubleBaseMulVartime, one scalar", &z, new(big.Int).Add(product, a))
			if err := z.MultiMulVartime([]group.Scalar{sa, sb, sa}, []group.Point{pb, pa, pa}); err != nil {
				t.Error(err)
			}
			is("MultiMulVartime", &z, new(big.Int).Add(new(big.Int).Lsh(product, 1), new(big.Int).Mul(a, a)))
			s.Mul(&ssa, &pb)
			s.Declassify(&z)
			is("Mul", &z, product)
			r.SetPublic(&pa)
			sum.Add(&s, &r)
			sum.Declassify(&z)
			is("Add", &z, new(big.Int).Add(product, a))
			sum.Negate(&sum)
			sum.Declassify(&z)
			is("Negate", &z, new(big.Int).Neg(new(big.Int).Add(product, a)))
			sum.Select(&s, &r, group.Bit(1))
			sum.Declassify(&z)
			is("Select 1", &z, product)
			sum.Select(&s, &r, group.Bit(0))
			sum.Declassify(&z)
			is("Select 0", &z, a)
		}
	}
	var none group.Point
	if err := none.MultiMulVartime(nil, nil); err != nil || !none.IsInfinityVartime() {
		t.Errorf("the empty sum is finite (%v)", err)
	}
}

func TestEncodings(t *testing.T) {
	for _, k := range []*big.Int{big.NewInt(1), big.NewInt(2), big.NewInt(7), numbers()[33]} {
		want := bigcurve.G.Mul(k)
		p := at(t, k)
		for range 2 { // Z = 1, and another
			var b, c [33]byte
			var a group.AffinePoint
			var s group.SecretPoint
			if !p.PutCompressedVartime(&b) || !bytes.Equal(b[1:], bigcurve.Bytes(want.X)) || b[0] != byte(2|want.Y.Bit(0)) || !a.SetVartime(&p) {
				t.Errorf("%x G: %x", k, b)
			}
			s.SetPublic(&p)
			s.PutCompressed(&c)
			var x, y [32]byte
			a.PutX(&x)
			a.PutY(&y)
			if c != b || !bytes.Equal(slices.Concat([]byte{4}, x[:], y[:]), want.Uncompressed()) || a.IsOddY() != int(y[31]&1) {
				t.Errorf("%x G: %x, %x", k, c, x)
			}
			var q group.Point
			var ex, ey group.Element
			var copied group.AffinePoint
			a.XY(&ex, &ey)
			if q.SetBytesVartime(b[:]) != nil || !q.EqualVartime(&p) || !copied.SetXYVartime(&ex, &ey) || copied != a ||
				!q.SetXYVartime(&ex, &ey) || !q.EqualVartime(&p) || !p.XEqualsVartime(&ex) || !copied.SetXVartime(&ex, a.IsOddY()) || copied != a {
				t.Errorf("%x G: not decoded", k)
			}
			copied.Negate(&a)
			q.SetAffine(&copied)
			if q.AddVartime(&q, &p); !q.IsInfinityVartime() || copied == a {
				t.Errorf("%x G: Negate", k)
			}
			var e group.Element
			e.SetUint64(3)
			var jx, jy, jz group.Element
			p.Jacobian(&jx, &jy, &jz)
			scale := func(z *group.Element, times int) {
				for range times {
					z.Mul(z, &e)
				}
			}
			scale(&jx, 2)
			scale(&jy, 3)
			scale(&jz, 1)
			q.SetJacobianUnchecked(&jx, &jy, &jz)
			if !q.EqualVartime(&p) || !q.OnCurveVartime() {
				t.Errorf("%x G: SetJacobianUnchecked", k)
			}
			p = q
		}
	}
	var p, g group.Point
	g.SetGenerator()
	p = at(t, big.NewInt(1))
	if !p.EqualVartime(&g) {
		t.Error("SetGenerator")
	}
	good := bigcurve.G.Uncompressed()
	hybrid := append([]byte{6}, good[1:]...)
	off := append([]byte(nil), good...)
	off[64] ^= 1
	big5 := append([]byte{2}, bytes32(big.NewInt(5))[:]...)
	tooBig := append([]byte{2}, bytes32(new(big.Int).Add(bigcurve.P, big.NewInt(1)))[:]...)
	for _, b := range [][]byte{nil, {0}, good[:64], hybrid, off, big5, tooBig, make([]byte, 33), make([]byte, 65), append(good, 0)} {
		if err := p.SetBytesVartime(b); !errors.Is(err, group.ErrPoint) || !p.EqualVartime(&g) {
			t.Errorf("%x: %v", b, err)
		}
	}
	var b [33]byte
	var a group.AffinePoint
	var one, two, zero group.Element
	one.SetUint64(1)
	two.SetUint64(2)
	for _, x := range []*group.Element{&zero, &one} { // (0 : 2 : 0), (1 : 2 : 0)
		p.SetJacobianUnchecked(x, &two, &zero)
		a.SetVartime(&g)
		if b[0] = 1; p.PutCompressedVartime(&b) || b != [33]byte{} || a.SetVartime(&p) || !a.IsInfinity() {
			t.Error("infinity is encoded")
		}
		if !p.OnCurveVartime() {
			t.Error("infinity is not on the curve")
		}
	}
	var infinite group.SecretPoint
	var secret [33]byte
	infinite.SetInfinity()
	infinite.PutCompressed(&secret)
	if a.PutCompressed(&b); b != [33]byte{2} || secret != b || p.SetBytesVartime(b[:]) == nil {
		t.Errorf("infinity gives %x, %x", b, secret)
	}
	if a.Negate(&a); !a.IsInfinity() {
		t.Error("-infinity is finite")
	}
}

// TestSetXs takes the x of 2 G, one of no point, and that of 2 G again, in places that
// hold G.
func TestSetXs(t *testing.T) {
	var g, double group.Point
	g.SetGenerator()
	double.DoubleVartime(&g)
	var filled, want group.AffinePoint
	filled.SetVartime(&g)
	want.SetVartime(&double)
	var x, y, none group.Element
	want.XY(&x, &y)
	none.SetUint64(5)
	other := want
	other.Negate(&want)
	odd := want.IsOddY()

	z := []group.AffinePoint{filled, filled, filled}
	ok := []bool{false, true, false}
	err := group.SetXsVartime(ok, z, []group.Element{x, none, x}, []int{odd, odd, 1 - odd})
	if err != nil || !slices.Equal(ok, []bool{true, false, true}) || !slices.Equal(z, []group.AffinePoint{want, {}, other}) {
		t.Errorf("%v, infinity: %v, %v, %v", ok, z[0].IsInfinity(), z[1].IsInfinity(), z[2].IsInfinity())
	}
}

// TestXModN takes x coordinates above n.
func TestXModN(t *testing.T) {
	found := 0
	for d := int64(0); found < 3 && d < 100; d++ {
		x := new(big.Int).Add(bigcurve.N, big.NewInt(d))
		var e group.Element
		var p group.Point
		var r, other group.Scalar
		e.SetBytes(bytes32(x))
		if !p.SetXVartime(&e, 1) {
			continue
		}
		found++
		r.SetUint64(uint64(d))
		other.SetUint64(uint64(d + 1))
		if !p.XModNEqualsVartime(&r) || p.XModNEqualsVartime(&other) {
			t.Errorf("n + %d", d)
		}
	}
	var zero group.Scalar
	var infinity group.Point
	if found == 0 || infinity.XModNEqualsVartime(&zero) {
		t.Error("infinity has an x")
	}
}

func TestAllocations(t *testing.T) {
	p := at(t, big.NewInt(5))
	var k group.Scalar
	var s group.SecretScalar
	var z group.SecretPoint
	var c [33]byte
	var nonces group.NonceGenerator
	key := [32]byte{1}
	k.SetUint64(77)
	s.SetPublic(&k)
	for name, f := range map[string]func(){
		"DoubleBaseMulVartime": func() { p.DoubleBaseMulVartime(&k, &k, &p) },
		"Mul":                  func() { z.Mul(&s, &p); z.PutCompressed(&c) },
		"BaseMul":              func() { z.BaseMul(&s); z.Add(&z, &z) },
		"nonces":               func() { nonces.Init(&key, &key, key[:]); nonces.Next(&s) },
		"encodings":            func() { p.PutCompressedVartime(&c); _ = p.SetBytesVartime(c[:]) },
		"TaggedHash":           func() { key = group.TaggedHash("tag", c[:], key[:]) },
	} {
		if n := testing.AllocsPerRun(5, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// A NonceGenerator without a key gives none: everybody would know it.
func TestNoncesRefuse(t *testing.T) {
	key := [32]byte{1}
	for name, prepare := range map[string]func(g *group.NonceGenerator){
		"before Init": func(*group.NonceGenerator) {},
		"after Wipe":  func(g *group.NonceGenerator) { g.Init(&key, &key, nil); g.Wipe() },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a nonce", name)
				}
			}()
			var g group.NonceGenerator
			var k group.SecretScalar
			prepare(&g)
			g.Next(&k)
		}()
	}
}

// TestLengths gives each function on slices one slice that is longer or shorter than the
// others, and points that it does not take: it fails and changes nothing.
func TestLengths(t *testing.T) {
	g := at(t, big.NewInt(1))
	points := func(n int) []group.Point {
		p := make([]group.Point, n)
		for i := range p {
			p[i] = g
		}
		return p
	}
	scalars := func(n int) []group.Scalar { return make([]group.Scalar, n) }
	of := func(n int) *group.Multiples {
		m := new(group.Multiples)
		if err := m.SetVartime(points(n)); err != nil {
			t.Fatal(err)
		}
		return m
	}
	const n = 3
	for name, call := range map[string]func(l [4]int) error{
		"DoubleBaseMulsVartime": func(l [4]int) error {
			return group.DoubleBaseMulsVartime(points(l[0]), scalars(l[1]), scalars(l[2]), points(l[3]))
		},
		"AddBaseMulsVartime": func(l [4]int) error {
			return group.AddBaseMulsVartime(points(l[0]), points(l[1]), scalars(l[2]+l[3]-n))
		},
		"PublicBaseMuls": func(l [4]int) error {
			return group.PublicBaseMuls(make([]group.AffinePoint, l[0]+l[1]-n), make([]group.SecretScalar, l[2]+l[3]-n))
		},
		"SetXsVartime": func(l [4]int) error {
			return group.SetXsVartime(make([]bool, l[0]), make([]group.AffinePoint, l[1]), make([]group.Element, l[2]), make([]int, l[3]))
		},
		"MultiMulVartime": func(l [4]int) error {
			return new(group.Point).MultiMulVartime(scalars(l[0]+l[1]-n), points(l[2]+l[3]-n))
		},
		"Multiples.SecretMul": func(l [4]int) error {
			return of(l[0]+l[1]-n).SecretMul(make([][33]byte, l[2]+l[3]-n), new(group.SecretScalar))
		},
	} {
		if err := call([4]int{n, n, n, n}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for i := range 4 {
			for _, other := range []int{n - 1, n + 1} {
				l := [4]int{n, n, n, n}
				if l[i] = other; !errors.Is(call(l), group.ErrLength) {
					t.Errorf("%s of lengths %v: %v", name, l, call(l))
				}
			}
		}
	}
	m := of(2)
	if err := m.SetVartime(points(group.MostMultiples + 1)); !errors.Is(err, group.ErrLength) {
		t.Errorf("too many points: %v", err)
	}
	if err := m.SetVartime(append(points(2), group.Point{})); !errors.Is(err, group.ErrPoint) {
		t.Errorf("infinity: %v", err)
	}
	var k group.SecretScalar
	k.SetBytes(&[32]byte{31: 1})
	var products [2][33]byte
	if err := m.SecretMul(products[:], &k); err != nil || products[0] != products[1] || products[0][0] != 2 {
		t.Errorf("the points from before: %x, %v", products, err)
	}
	new(group.Products).Reset(-1)
}
