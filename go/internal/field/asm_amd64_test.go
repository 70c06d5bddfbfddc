//go:build amd64 && !purego

package field

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"koblitz.dev/go/internal/cpu"
)

// The routines under test, variables for the mutation test.
var (
	mulTested            = mulAsm
	squareTested         = squareAsm
	squareNTested        = squareNAsm
	squareNVartimeTested = squareNVartimeAsm
	mulSubTested         = mulSubAsm
)

// comparison is a routine of the assembly beside the generic code.
type comparison struct {
	name         string
	args         int
	asm, generic func(z *Element, a [4]*Element, n int)
}

var comparisons = []comparison{
	{"mulAsm", 2,
		func(z *Element, a [4]*Element, _ int) { mulTested(z, a[0], a[1]) },
		func(z *Element, a [4]*Element, _ int) { mulGeneric(z, a[0], a[1]) }},
	{"squareAsm", 1,
		func(z *Element, a [4]*Element, _ int) { squareTested(z, a[0]) },
		func(z *Element, a [4]*Element, _ int) { squareGeneric(z, a[0]) }},
	{"squareNAsm", 1,
		func(z *Element, a [4]*Element, n int) { squareNTested(z, a[0], n) },
		func(z *Element, a [4]*Element, n int) { squareNGeneric(z, a[0], n) }},
	{"squareNVartimeAsm", 1,
		func(z *Element, a [4]*Element, n int) {
			if left := squareNVartimeTested(z, a[0], n); left > 0 && left <= n {
				squareNGeneric(z, z, left)
			}
		},
		func(z *Element, a [4]*Element, n int) { squareNGeneric(z, a[0], n) }},
	{"mulSubAsm", 4,
		func(z *Element, a [4]*Element, _ int) { mulSubTested(z, a[0], a[1], a[2], a[3]) },
		func(z *Element, a [4]*Element, _ int) { mulSubGeneric(z, a[0], a[1], a[2], a[3]) }},
}

// one compares on these values, of which alias chooses the four operands and
// the result.
func (c *comparison) one(values [5]Element, alias [5]int, n int) error {
	run := func(f func(z *Element, a [4]*Element, n int)) (rest [5]Element, result Element) {
		v := values
		z := &v[alias[4]]
		f(z, [4]*Element{&v[alias[0]], &v[alias[1]], &v[alias[2]], &v[alias[3]]}, n)
		result = *z
		*z = values[alias[4]]
		return v, result
	}
	rest, got := run(c.asm)
	_, want := run(c.generic)
	if !got.EqualVartime(&want) || rest != values {
		return fmt.Errorf("%s of %x, %d, arguments %v: %x, want %x, then %x", c.name, values, n, alias, got, want, rest)
	}
	return nil
}

// run compares on all pairs of edge values, and on other values, with every
// aliasing of the arguments: count times in all, or a little more often.
func (c *comparison) run(count int) error {
	r := rand.New(rand.NewPCG(11, 11))
	separate := [5]int{0, 1, 2, 3, 4}
	for i, x := range edges {
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
	if !cpu.Supported() {
		t.Skip("SKIPPED field assembly: a processor with BMI2, ADX and AVX2")
	}
	for _, c := range comparisons {
		if err := c.run(comparedInputs); err != nil {
			t.Error(err)
		}
	}
}

// TestAssemblyOnRandomNumbers: the routine for public numbers gets by without
// the generic code there.
func TestAssemblyOnRandomNumbers(t *testing.T) {
	if !cpu.Supported() {
		t.Skip("SKIPPED field assembly: a processor with BMI2, ADX and AVX2")
	}
	x := Element{1, 2, 3, 4}
	for range 1000 {
		if left := squareNVartimeAsm(&x, &x, 7); left != 0 {
			t.Fatalf("given up: %x", x)
		}
	}
}
