//go:build amd64 && !purego

package lanes

import (
	"math/rand/v2"
	"testing"

	"koblitz.dev/secp256k1/internal/field"
)

var source = rand.New(rand.NewPCG(52, 8))

// random is an element of a magnitude: limbs of any size up to what that allows,
// often the most, or the numbers 0, 1, p - 1, p and 2^256 - 1.
func random(magnitude int) (z Element) {
	most := [5]uint64{mask52, mask52, mask52, mask52, mask48 + 1<<8}
	if magnitude > 1 {
		m := 2 * uint64(magnitude)
		most = [5]uint64{m * mask52, m * mask52, m * mask52, m * mask52, m * mask48}
	}
	for lane := range Width {
		switch source.IntN(6) {
		case 0:
			edge := []field.Element{{}, {1}, {^uint64(fold - 1), ^uint64(0), ^uint64(0), ^uint64(0)},
				{^uint64(fold), ^uint64(0), ^uint64(0), ^uint64(0)}, {^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}}
			z.Set(lane, &edge[source.IntN(len(edge))])
		default:
			for i := range most {
				switch source.IntN(3) {
				case 0:
					z[i][lane] = most[i] - source.Uint64N(4)
				default:
					z[i][lane] = source.Uint64N(most[i] + 1)
				}
			}
		}
	}
	return z
}

// inRange tells whether every lane of z is of the magnitude.
func inRange(z *Element, magnitude int) bool {
	for lane := range Width {
		for i := range z {
			most := uint64(mask52)
			if i == 4 {
				most = mask48 + 1<<8
			}
			if magnitude > 1 {
				most = 2 * uint64(magnitude) * [2]uint64{mask52, mask48}[i/4]
			}
			if z[i][lane] > most {
				return false
			}
		}
	}
	return true
}

func TestElement(t *testing.T) {
	for range 2000 {
		x := random(31)
		c := x
		c.Carry()
		for lane := range Width {
			var y Element
			v := x.Get(lane)
			y.Set(lane, &v)
			if w := y.Get(lane); w != v {
				t.Fatalf("Get of Set: %x, %x", v, w)
			}
			if w := c.Get(lane); !w.EqualVartime(&v) || !inRange(&c, 1) {
				t.Fatalf("Carry of %x: %x", x, c)
			}
		}
	}
}

func BenchmarkRoutines(b *testing.B) {
	var buffer struct {
		p    Jacobian
		x, y Element
		s    [2]Element
		w    Work
		pair Pair
		h, q Homogeneous
		sum  SumWork
	}
	buffer.h, buffer.q = Homogeneous{random(1), random(1), random(1)}, Homogeneous{random(1), random(1), random(1)}
	buffer.p, buffer.x, buffer.y, buffer.pair = Jacobian{random(6), random(3), random(1)}, random(1), random(1), Pair{random(4), random(3), random(1), random(1)}
	for _, c := range []struct {
		name string
		f    func()
	}{
		{"Mul", func() { buffer.x.Mul(&buffer.x, &buffer.y) }},
		{"SquareN 16", func() { SquareN(&buffer.s, 16) }},
		{"DoubleN 5", func() { buffer.p.DoubleN(5, &buffer.w) }},
		{"Add", func() { buffer.p.Add(&buffer.x, &buffer.y, 5, &buffer.p.Z, &buffer.w) }},
		{"Pair.Add", func() { buffer.pair.Add(&buffer.x, &buffer.w) }},
		{"AddTerm", func() { buffer.h.AddTerm(&buffer.x, &buffer.y, 0, &buffer.sum) }},
		{"Homogeneous.Add", func() { buffer.h.Add(&buffer.q, &buffer.sum) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.f()
			}
		})
	}
}
