package secp256k1

import (
	"math/big"
	"testing"
)

// edges are integers below 2^256 next to 0, the two primes, their halves, and 2^256.
func edges() (list []*big.Int) {
	p, n := curveParams.P, curveParams.N
	top := new(big.Int).Lsh(big.NewInt(1), 256)
	for _, v := range []*big.Int{new(big.Int), n, p, new(big.Int).Rsh(n, 1), new(big.Int).Rsh(p, 1), new(big.Int).Sub(p, n), top,
		new(big.Int).Lsh(big.NewInt(1), 64), new(big.Int).Lsh(big.NewInt(1), 192), new(big.Int).Div(top, big.NewInt(255)), big.NewInt(fold)} {
		for d := int64(-3); d <= 3; d++ {
			if w := new(big.Int).Add(v, big.NewInt(d)); w.Sign() >= 0 && w.Cmp(top) < 0 {
				list = append(list, w)
			}
		}
	}
	return list
}

func toLimbs(v *big.Int) (x limbs) {
	load(&x, (*[32]byte)(v.FillBytes(make([]byte, 32))))
	return x
}

func toBig(x *limbs) *big.Int {
	var b [32]byte
	store(&b, x[0], x[1], x[2], x[3])
	return new(big.Int).SetBytes(b[:])
}

func truth(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// TestLimbs compares with math/big, modulo p on any integers below 2^256 and
// modulo n on those below n.
func TestLimbs(t *testing.T) {
	p, n := curveParams.P, curveParams.N
	mod := func(v, m *big.Int) *big.Int { return new(big.Int).Mod(v, m) }
	for _, a := range edges() {
		x := toLimbs(a)
		is := func(what string, z *limbs, want, m *big.Int, with any) {
			t.Helper()
			if mod(toBig(z), m).Cmp(mod(want, m)) != 0 || m == n && toBig(z).Cmp(n) >= 0 {
				t.Errorf("%s of %x, %x: %x", what, a, with, *z)
			}
		}
		r0, r1, r2, r3, above := canonical(&x)
		if z := (limbs{r0, r1, r2, r3}); toBig(&z).Cmp(mod(a, p)) != 0 || above != truth(a.Cmp(p) >= 0) {
			t.Errorf("canonical %x: %x, %d", a, z, above)
		}
		if (isZeroP(&x) >= 0) != (mod(a, p).Sign() == 0) {
			t.Errorf("isZeroP %x", a)
		}
		var z limbs
		negateP(&z, &x)
		is("negateP", &z, new(big.Int).Neg(a), p, 0)
		if above := reduceN(&z, x[0], x[1], x[2], x[3], 0); above != truth(a.Cmp(n) >= 0) {
			t.Errorf("reduceN %x: %d", a, above)
		}
		is("reduceN", &z, a, n, 0)
		for _, k := range []uint16{0, 1, 2, 8, 255, 977, 65535} {
			f := FieldVal{x}
			is("AddInt", &f.AddInt(k).limbs, new(big.Int).Add(a, big.NewInt(int64(k))), p, k)
			mulIntP(&z, &x, uint8(k))
			is("mulIntP", &z, new(big.Int).Mul(a, big.NewInt(int64(uint8(k)))), p, k)
		}
		for _, b := range edges() {
			y, sum := toLimbs(b), new(big.Int).Add(a, b)
			addP(&z, &x, &y)
			is("addP", &z, sum, p, b)
			if equalP(&x, &y) != (mod(a, p).Cmp(mod(b, p)) == 0) {
				t.Errorf("equalP %x, %x", a, b)
			}
			if a.Cmp(n) < 0 && b.Cmp(n) < 0 {
				addN(&z, &x, &y)
				is("addN", &z, sum, n, b)
			}
		}
		if a.Cmp(n) < 0 {
			negateN(&z, &x)
			is("negateN", &z, new(big.Int).Neg(a), n, 0)
			if isHighN(&x) != truth(a.Cmp(new(big.Int).Rsh(n, 1)) > 0) {
				t.Errorf("isHighN %x", a)
			}
		}
	}
}
