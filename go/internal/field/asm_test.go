//go:build (amd64 || arm64) && !purego

package field

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
	"koblitz.dev/secp256k1/internal/limbs"
)

// comparison is a routine of the assembly beside the generic code.
type comparison struct {
	name    string
	args    int
	asm     func(z *limbs.Int, a [4]*limbs.Int, n int)
	generic func(z *limbs.Int, a [4]*limbs.Int, n int)
}

// one compares on these values, of which alias chooses the four operands and
// the result.
func (c *comparison) one(values [5]Element, alias [5]int, n int) error {
	rest, reference := values, values
	arguments := func(v *[5]Element) (z *limbs.Int, a [4]*limbs.Int) {
		at := func(i int) *limbs.Int { return (*limbs.Int)(&v[alias[i]]) }
		return at(4), [4]*limbs.Int{at(0), at(1), at(2), at(3)}
	}
	z, a := arguments(&rest)
	c.asm(z, a, n)
	got := Element(*z)
	*z = values[alias[4]]
	z, a = arguments(&reference)
	c.generic(z, a, n)
	want := Element(*z)
	if !got.EqualVartime(&want) || rest != values {
		return fmt.Errorf("%s of %x, %d, arguments %v: %x, want %x, then %x", c.name, values, n, alias, got, want, rest)
	}
	return nil
}

// lastCarries are elements x whose product with 2^256 - 1 makes every carry of
// the reduction: in the notation of generic.go, (K - 1) x = u4 p + r + K for the
// remainder r = V - 2^256, and r + K exceeds its lowest limb.
func lastCarries() []Element {
	var list []Element
	k := big.NewInt(fold - 1)
	for u4 := int64(1) << 32; u4 < fold-1; u4 += 97 {
		v := new(big.Int).Mul(big.NewInt(u4), prime)
		v.Add(v, big.NewInt(fold))
		low := new(big.Int).SetUint64(p0 + 1)
		v.Add(v, low)
		v.Add(v, new(big.Int).Sub(k, new(big.Int).Mod(v, k))) // r in (2^64 - K, 2^64)
		if v.Div(v, k); v.BitLen() <= 256 {
			list = append(list, Element(limbsOf(v)))
		}
	}
	return list
}

func limbsOf(v *big.Int) (l [4]uint64) {
	for i := range l {
		l[i] = new(big.Int).Rsh(v, uint(64*i)).Uint64()
	}
	return l
}

// check compares on all pairs of edge values, and on other values, with every
// aliasing of the arguments: count times in all, or a little more often.
func (c *comparison) check(count int) error {
	r := rand.New(rand.NewPCG(11, 11))
	separate := [5]int{0, 1, 2, 3, 4}
	most := Element{ones, ones, ones, ones}
	for _, x := range lastCarries() {
		if err := c.one([5]Element{x, most}, separate, 1); err != nil {
			return err
		}
	}
	for i, x := range edges {
		for _, small := range []Element{{}, {1}, {fold}} { // less the greatest product
			if err := c.one([5]Element{small, x, most, most}, separate, 1); err != nil {
				return err
			}
		}
		for _, y := range edges {
			if c.args == 1 {
				y = edges[i]
			}
			err := c.one([5]Element{x, y, random(r), random(r)}, separate, 1+r.IntN(3))
			if err == nil && c.args == 4 {
				err = c.one([5]Element{x, random(r), y, random(r)}, separate, 1)
				count--
			}
			if err != nil {
				return err
			}
			if count--; c.args == 1 {
				break
			}
		}
	}
	for ; count > 0; count-- {
		var values [5]Element
		for i := range values {
			values[i] = random(r)
		}
		alias := separate
		if count%2 == 0 {
			for i := range alias {
				alias[i] = r.IntN(5)
			}
		}
		if err := c.one(values, alias, 1+r.IntN(4)); err != nil {
			return err
		}
	}
	return nil
}

const comparedInputs = 200_000

// TestAssembly compares every routine with the generic code.
func TestAssembly(t *testing.T) {
	if !cpu.Accelerated() {
		t.Skip("SKIPPED field assembly: a processor with BMI2, ADX and AVX2, or arm64")
	}
	for _, c := range comparisons {
		if err := c.check(comparedInputs); err != nil {
			t.Error(err)
		}
	}
}
