package limbs

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func toBig(limbs ...uint64) *big.Int {
	r := new(big.Int)
	for i := len(limbs) - 1; i >= 0; i-- {
		r.Or(r.Lsh(r, 64), new(big.Int).SetUint64(limbs[i]))
	}
	return r
}

// Every operation against math/big, on limbs at the ends and on any.
func TestOperations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	number := func() (x Int) {
		for i := range x {
			x[i] = []uint64{0, 1, ^uint64(0), 1 << 63, r.Uint64(), r.Uint64()}[r.IntN(6)]
		}
		return x
	}
	for range 20000 {
		x, y, m := number(), number(), number()
		m[0] |= 1
		bx, by, bm := toBig(x[:]...), toBig(y[:]...), toBig(m[:]...)
		t0, t1, t2, t3, t4, t5, t6, t7 := Product(&x, &y)
		if toBig(t0, t1, t2, t3, t4, t5, t6, t7).Cmp(new(big.Int).Mul(bx, by)) != 0 {
			t.Fatalf("Product of %x and %x", x, y)
		}
		var b [32]byte
		if Store(&b, &x); new(big.Int).SetBytes(b[:]).Cmp(bx) != 0 {
			t.Fatalf("Store of %x: %x", x, b)
		}
		var z Int
		if Load(&z, &b); z != x {
			t.Fatalf("Load of %x: %x", b, z)
		}
		half := new(big.Int).Set(bx)
		if x[0]&1 == 1 {
			half.Add(half, bm)
		}
		z = x
		if Half(&z, &z, &m); toBig(z[:]...).Cmp(half.Rsh(half, 1)) != 0 {
			t.Fatalf("Half of %x mod %x: %x", x, m, z)
		}
	}
}
