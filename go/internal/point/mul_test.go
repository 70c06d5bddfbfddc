package point

import (
	"math/big"
	"testing"

	"koblitz.dev/secp256k1/internal/scalar"
)

func shl(v int64, n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(v), n) }

// edgeScalars are those that make digits, halves or partial sums special. The
// first is 2 (2^264 - 2^256), on which a comb by incomplete additions fails.
func edgeScalars() []*big.Int {
	half := new(big.Int).Rsh(bigN, 1)
	out := []*big.Int{
		new(big.Int).Sub(shl(2, 264), shl(2, 256)),
		bigLambda, new(big.Int).Sub(bigN, bigLambda), new(big.Int).Add(bigLambda, big.NewInt(1)),
		new(big.Int).Mul(bigLambda, bigLambda),
		half, new(big.Int).Add(half, big.NewInt(1)),
	}
	for i := range int64(20) {
		out = append(out, big.NewInt(i), big.NewInt(-i))
	}
	for i := uint(4); i < 256; i += 9 {
		out = append(out, shl(1, i), new(big.Int).Sub(shl(1, i), big.NewInt(1)), new(big.Int).Neg(shl(1, i)))
	}
	// Single digits of secretBase.
	for i := uint(0); i < 43; i += 7 {
		for d := int64(1); d < 64; d += 31 {
			out = append(out, shl(d, 6*i))
		}
	}
	// Halves a, b that are 0, small, equal, negative, and as long as they get.
	for _, a := range []*big.Int{shl(0, 0), shl(1, 0), shl(-2, 0), shl(1, 126), shl(-1, 126)} {
		for _, b := range []*big.Int{shl(0, 0), shl(1, 0), shl(-1, 0), shl(-2, 0), shl(-1, 126)} {
			k := new(big.Int).Mul(b, bigLambda)
			out = append(out, k.Add(k, a))
		}
	}
	// The last two sums that laneBase adds are equal: with the digits d of its lanes, even
	// ones less odd ones, the sum of d 64^b is 3 n.
	equal, _ := new(big.Int).SetString("0fc0fc0fc0fc0fc0fc0fc0fc0fc0fc0c3f0c06bf0c09bfb40f401bb030fed003", 16)
	out = append(out, equal)
	// 2^128 d - c: halves of u1 that cancel.
	for _, c := range []int64{1, 3, 1 << 14} {
		out = append(out, new(big.Int).Sub(shl(c, 128), big.NewInt(c)))
	}
	for _, k := range out {
		k.Mod(k, bigN)
	}
	return out
}

// TestMultiplications compares k G and k Q by every way there is with the
// textbook.
func TestMultiplications(t *testing.T) {
	r := newSource(1)
	scalars := edgeScalars()
	for range 20 {
		scalars = append(scalars, r.bigScalar())
	}
	if testing.Short() {
		scalars = scalars[:40]
	}
	base := make([]*bigPoint, len(scalars))
	for i, k := range scalars {
		base[i] = bigBase(k)
	}
	one := scalar.Scalar{1}
	eachBackend(t, func(t *testing.T) {
		for i, k := range scalars {
			s := bigScalar(k)
			five := scalar.Scalar{5}
			var rest, minusOne, zero scalar.Scalar
			rest.Negate(&five)
			rest.Add(&s, &rest)
			minusOne.Negate(&one)
			minusOne.Add(&s, &minusOne)
			var z Jacobian
			want := base[i]
			check := func(name string, got *Jacobian) {
				t.Helper()
				if !bigJacobian(got).equal(want) {
					t.Errorf("%s: k = %x", name, k)
				}
			}
			DoubleBaseVartime(&z, &s, &zero, generator.jacobian())
			check("k G + 0 Q", &z)
			DoubleBaseVartime(&z, &zero, &s, generator.jacobian())
			check("0 G + k Q", &z)
			DoubleBaseVartime(&z, &rest, &five, generator.jacobian())
			check("(k - 5) G + 5 G", &z)
			DoubleBaseVartime(&z, &five, &rest, generator.jacobian())
			check("5 G + (k - 5) G", &z)
			AddBaseVartime(&z, generator.jacobian(), &minusOne)
			check("G + (k - 1) G", &z)
			AddBaseVartime(&z, &Jacobian{}, &s)
			check("0 + k G", &z)
			if !baseMul(secret(s)).equal(want) {
				t.Errorf("PublicBaseMul: k = %x", k)
			}
			if !baseMulAlone(secret(s)).equal(want) {
				t.Errorf("secretBase: k = %x", k)
			}
			for _, p := range []Jacobian{*generator.jacobian(), r.jacobian(bigG)} {
				if !secretMul(secret(s), &p).equal(want) {
					t.Errorf("SecretMul: k = %x, Z = %x", k, p.Z)
				}
			}
		}
	})
}

// TestDoubleBase takes known multiples q G, and sums that are infinity, equal
// or opposite points at the end or on the way.
func TestDoubleBase(t *testing.T) {
	r := newSource(2)
	eachBackend(t, func(t *testing.T) {
		for i := range 60 {
			q, u1, u2 := r.bigScalar(), r.bigScalar(), r.bigScalar()
			if i%6 == 5 { // Q is infinity
				q.SetUint64(0)
			}
			bq := bigBase(q)
			p := r.jacobian(bq)
			switch i % 6 {
			case 1: // u1 G = -u2 Q
				u1.Mod(u1.Neg(u1.Mul(u2, q)), bigN)
			case 2: // u1 G = u2 Q
				u1.Mod(u1.Mul(u2, q), bigN)
			case 3:
				u1.SetUint64(0)
			case 4: // the high digits of both sums agree
				u1.Mod(u1.Add(u1.Mul(u2, q), big.NewInt(int64(r.IntN(100)))), bigN)
			}
			s1, s2 := bigScalar(u1), bigScalar(u2)
			var z Jacobian
			DoubleBaseVartime(&z, &s1, &s2, &p)
			k := new(big.Int).Mul(u2, q)
			if !bigJacobian(&z).equal(bigBase(k.Add(k, u1))) {
				t.Errorf("%x G + %x * %x G", u1, u2, q)
			}
			AddBaseVartime(&z, &p, &s1)
			if !bigJacobian(&z).equal(bq.add(bigBase(u1))) {
				t.Errorf("%x G + %x G", q, u1)
			}
			var minus scalar.Scalar
			m := bigScalar(q)
			minus.Negate(&m)
			AddBaseVartime(&z, &p, &minus)
			if !z.IsInfinityVartime() {
				t.Errorf("%x G - %x G is finite", q, q)
			}
			AddBaseVartime(&z, &p, &m)
			if !bigJacobian(&z).equal(bq.add(bq)) {
				t.Errorf("%x G + %x G", q, q)
			}
			if !secretMul(secret(s2), &p).equal(bigBase(k.Mul(u2, q))) {
				t.Errorf("%x * %x G", u2, q)
			}
		}
	})
}

// TestTables spot-checks entries and fixedBaseOffset; gen's own test checks
// every byte.
func TestTables(t *testing.T) {
	half := new(big.Int).Rsh(new(big.Int).Add(bigN, big.NewInt(1)), 1)
	for _, c := range []struct {
		t     *table
		index int
		k     *big.Int
	}{
		{&tableG, 0, big.NewInt(1)},
		{&tableG, 8191, big.NewInt(16383)},
		{&tableG128, 0, shl(1, 128)},
		{&tableG128, 8191, shl(16383, 128)},
		{&tableFixedBase, 0, half},
		{&tableFixedBase, 42*32 + 31, new(big.Int).Mul(half, shl(63, 252))},
	} {
		var p Affine
		c.t.load(&p, c.index)
		if !bigAffine(&p).equal(bigBase(c.k)) {
			t.Errorf("entry %d of a table is not %x G", c.index, c.k)
		}
	}
	var twice scalar.Scalar
	twice.Add(&fixedBaseOffset, &fixedBaseOffset)
	if twice != bigScalar(new(big.Int).Sub(shl(1, 258), big.NewInt(1))) {
		t.Error("fixedBaseOffset")
	}
}

// FuzzPoint compares u1 G + u2 Q, u2 Q, Q + u1 G and u1 G with the textbook,
// for Q = q G. Inputs are short already: fuzz with -fuzzminimizetime 1x.
func FuzzPoint(f *testing.F) {
	for _, k := range edgeScalars()[:8] {
		b := k.FillBytes(make([]byte, 32))
		f.Add(b, b, b)
		f.Add(b, big.NewInt(1).FillBytes(make([]byte, 32)), b)
	}
	f.Fuzz(func(t *testing.T, b1, b2, bq []byte) {
		var k [3]*big.Int
		for i, b := range [][]byte{b1, b2, bq} {
			k[i] = new(big.Int).SetBytes(b[:min(len(b), 32)])
			k[i].Mod(k[i], bigN)
		}
		u1, u2 := bigScalar(k[0]), bigScalar(k[1])
		var z Jacobian
		check := func(name string, got, want *bigPoint) {
			if !got.equal(want) {
				t.Errorf("%s: u1 = %x, u2 = %x, q = %x", name, k[0], k[1], k[2])
			}
		}
		check("PublicBaseMul", baseMul(secret(u1)), bigBase(k[0]))
		q := bigBase(k[2])
		if q == nil {
			return
		}
		affine := q.affine()
		p, v := affine.jacobian(), new(big.Int).Mul(k[1], k[2])
		check("SecretMul", secretMul(secret(u2), p), bigBase(v))
		DoubleBaseVartime(&z, &u1, &u2, p)
		check("DoubleBaseVartime", bigJacobian(&z), bigBase(v.Add(v, k[0])))
		AddBaseVartime(&z, p, &u1)
		check("AddBaseVartime", bigJacobian(&z), bigBase(v.Add(k[0], k[2])))
	})
}
