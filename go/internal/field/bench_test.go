package field

import (
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/cpu"
)

// backends runs f with the assembly, where there is one, and with the generic
// code.
func backends(f func(name string)) {
	was := cpu.Accelerated()
	defer cpu.ForceGeneric(!was)
	for _, force := range []bool{false, true} {
		cpu.ForceGeneric(force)
		if cpu.Accelerated() == force {
			continue
		}
		f(map[bool]string{false: "asm", true: "generic"}[force])
	}
}

func BenchmarkField(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	x := Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	y := Element{r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64()}
	var sx, sy Secret
	sx.SetPublic(&x)
	sy.SetPublic(&y)
	for _, c := range []struct {
		name string
		f    func(z *Element, s *Secret)
	}{
		{"Mul", func(z *Element, _ *Secret) { z.Mul(z, &y) }},
		{"Square", func(z *Element, _ *Secret) { z.Square(z) }},
		{"MulSub", func(z *Element, _ *Secret) { z.MulSub(z, &y, &x, &y) }},
		{"Add", func(z *Element, _ *Secret) { z.Add(z, &y) }},
		{"Sub", func(z *Element, _ *Secret) { z.Sub(z, &y) }},
		{"Half", func(z *Element, _ *Secret) { z.Half(z) }},
		{"SqrtVartime", func(z *Element, _ *Secret) { z.SqrtVartime(z) }},
		{"InvertVartime", func(z *Element, _ *Secret) { z.InvertVartime(z) }},
		{"Secret.Mul", func(_ *Element, s *Secret) { s.Mul(s, &sy) }},
		{"Secret.MulSmall", func(_ *Element, s *Secret) { s.MulSmall(s, 21) }},
		{"Secret.Invert", func(_ *Element, s *Secret) { s.Invert(s) }},
	} {
		backends(func(name string) {
			b.Run(c.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				z, s := x, sx
				for b.Loop() {
					c.f(&z, &s)
				}
			})
		})
	}
}
