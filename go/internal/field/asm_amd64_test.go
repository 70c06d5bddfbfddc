//go:build amd64 && !purego

package field

import (
	"math/rand/v2"
	"testing"

	"koblitz.dev/go/internal/cpu"
)

// TestAssembly compares every routine with the generic code, on all pairs of
// edge values and on random ones, with every aliasing of the arguments.
func TestAssembly(t *testing.T) {
	if !cpu.Supported() {
		t.Skip("SKIPPED field assembly: a processor with BMI2 and ADX")
	}
	r := rand.New(rand.NewPCG(11, 11))
	// Arguments 0 to 3 are the operands, 4 is the result; alias says which
	// variable stands for each.
	for _, c := range []struct {
		name         string
		args         int
		asm, generic func(z *Element, a [4]*Element, n int)
	}{
		{"mul", 2,
			func(z *Element, a [4]*Element, _ int) { mulAsm(z, a[0], a[1]) },
			func(z *Element, a [4]*Element, _ int) { mulGeneric(z, a[0], a[1]) }},
		{"square", 1,
			func(z *Element, a [4]*Element, _ int) { squareAsm(z, a[0]) },
			func(z *Element, a [4]*Element, _ int) { squareGeneric(z, a[0]) }},
		{"squareN", 1,
			func(z *Element, a [4]*Element, n int) { squareNAsm(z, a[0], n) },
			func(z *Element, a [4]*Element, n int) { squareNGeneric(z, a[0], n) }},
		{"squareNVartime", 1,
			func(z *Element, a [4]*Element, n int) { squareNVartimeAsm(z, a[0], n) },
			func(z *Element, a [4]*Element, n int) { squareNGeneric(z, a[0], n) }},
		{"mulSub", 4,
			func(z *Element, a [4]*Element, _ int) { mulSubAsm(z, a[0], a[1], a[2], a[3]) },
			func(z *Element, a [4]*Element, _ int) { mulSubGeneric(z, a[0], a[1], a[2], a[3]) }},
	} {
		one := func(values [5]Element, alias [5]int, n int) {
			t.Helper()
			run := func(f func(z *Element, a [4]*Element, n int)) ([5]Element, Element) {
				v := values
				var a [4]*Element
				for i := range a {
					a[i] = &v[alias[i]]
				}
				z := &v[alias[4]]
				f(z, a, n)
				result := *z
				*z = values[alias[4]]
				return v, result
			}
			rest, got := run(c.asm)
			_, want := run(c.generic)
			if !got.EqualVartime(&want) || rest != values {
				t.Fatalf("%s of %x, %d, arguments %v: %x, want %x, then %x", c.name, values, n, alias, got, want, rest)
			}
		}
		separate := [5]int{0, 1, 2, 3, 4}
		count := 0
		for _, x := range edges {
			for _, y := range edges {
				one([5]Element{x, y, random(r), random(r)}, separate, 1+r.IntN(3))
				one([5]Element{x, random(r), y, random(r)}, separate, 1)
				count += 2
				if c.args == 1 {
					break
				}
			}
		}
		for ; count < 200_000; count++ {
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
			one(values, alias, 1+r.IntN(4))
		}
	}
}
