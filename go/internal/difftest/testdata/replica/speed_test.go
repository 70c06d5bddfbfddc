package replica

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"
	"time"

	released "koblitz.dev/secp256k1/internal/difftest/calls"
	"koblitz.dev/secp256k1/internal/difftest/inputs"
	replaced "koblitz.dev/secp256k1/internal/difftest/replica/calls"
)

var speed = flag.Bool("speed", false, "print times")

// TestAllocations: the replacement allocates no more than the released module.
func TestAllocations(t *testing.T) {
	old := append(released.Timings(inputs.New(1, released.Encode)), released.Allocating()...)
	new := append(replaced.Timings(inputs.New(1, released.Encode)), replaced.Allocating()...)
	for i := range old {
		want := testing.AllocsPerRun(10, func() { old[i].Do(i) })
		if got := testing.AllocsPerRun(10, func() { new[i].Do(i) }); got > want {
			t.Errorf("%s: %v allocations, the released module makes %v", old[i].Name, got, want)
		}
	}
}

// TestSpeed prints times of both and the median of their ratios, taken in turns
// of about a millisecond. The collector, whose part both have, runs between them.
func TestSpeed(t *testing.T) {
	if !*speed {
		t.Skip("asked for by -speed")
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	old, new := released.Timings(inputs.New(1, released.Encode)), replaced.Timings(inputs.New(1, released.Encode))
	for i := range old {
		slice := func(do func(int), n int) float64 {
			start := time.Now()
			for j := range n {
				do(j)
			}
			return float64(time.Since(start).Nanoseconds()) / float64(n)
		}
		n := max(released.Rows, int(1e6/slice(old[i].Do, released.Rows)))
		var a, b, ratios []float64
		for turn := range 100 {
			var x, y float64
			runtime.GC()
			if turn%2 == 0 {
				x = slice(old[i].Do, n)
			}
			y = slice(new[i].Do, n)
			if turn%2 == 1 {
				x = slice(old[i].Do, n)
			}
			a, b, ratios = append(a, x), append(b, y), append(ratios, y/x)
		}
		for _, v := range [][]float64{a, b, ratios} {
			slices.Sort(v)
		}
		fmt.Printf("| `%s` | %.0f | %.0f | %.2f |\n", old[i].Name, a[50], b[50], ratios[50])
	}
}
