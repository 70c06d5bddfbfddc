package field

import (
	"math/rand/v2"
	"testing"

	"koblitz.dev/go/internal/cpu"
)

// backends runs f with the assembly, where there is one, and with the generic
// code.
func backends(f func(name string)) {
	was := cpu.Accelerated()
	defer cpu.ForceGeneric(!was)
	for _, force := range []bool{false, true} {
		if !force && !cpu.Supported() {
			continue
		}
		cpu.ForceGeneric(force)
		f(map[bool]string{false: "asm", true: "generic"}[force])
	}
}

func BenchmarkField(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x := Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	y := Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	for _, c := range []struct {
		name string
		f    func(z *Element)
	}{
		{"Mul", func(z *Element) { z.Mul(z, &y) }},
		{"Square", func(z *Element) { z.Square(z) }},
		{"Square100", func(z *Element) { z.SquareN(z, 100) }},
		{"MulSub", func(z *Element) { z.MulSub(z, &y, &x, &y) }},
		{"Add", func(z *Element) { z.Add(z, &y) }},
		{"Sub", func(z *Element) { z.Sub(z, &y) }},
		{"Half", func(z *Element) { z.Half(z) }},
		{"MulSmall", func(z *Element) { z.MulSmall(z, 21) }},
		{"Sqrt", func(z *Element) { z.Sqrt(z) }},
		{"SqrtVartime", func(z *Element) { z.SqrtVartime(z) }},
		{"Invert", func(z *Element) { z.Invert(z) }},
		{"InvertVartime", func(z *Element) { z.InvertVartime(z) }},
	} {
		backends(func(name string) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				z := x
				for b.Loop() {
					c.f(&z)
				}
			})
		})
	}
}
