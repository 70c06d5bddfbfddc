package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestWelch(t *testing.T) {
	for _, c := range []struct {
		a, b    []float64
		t, diff float64
	}{
		// Welch 1947's statistic by hand: means 3 and 5, variances 1 and 4, 3 values each.
		{[]float64{2, 3, 4}, []float64{3, 5, 7}, -2 / math.Sqrt(5.0/3), -0.4},
		{[]float64{1, 1}, []float64{1, 1}, 0, 0},
		{[]float64{1}, []float64{1, 2}, 0, 0},
	} {
		if gotT, gotDiff := Welch(c.a, c.b); math.Abs(gotT-c.t) > 1e-12 || math.Abs(gotDiff-c.diff) > 1e-12 {
			t.Errorf("Welch(%v, %v) = %v, %v", c.a, c.b, gotT, gotDiff)
		}
	}
}

// Where nothing differs, |t| is above 1.96 in about one of twenty.
func TestWelchRate(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const trials = 2000
	above := 0
	for range trials {
		list := make([][]float64, 2)
		for i := range list {
			for range 100 {
				list[i] = append(list[i], rng.ExpFloat64())
			}
		}
		if x, _ := Welch(list[0], list[1]); math.Abs(x) > 1.96 {
			above++
		}
	}
	if above < trials*3/100 || above > trials*7/100 {
		t.Errorf("%d of %d are above 1.96", above, trials)
	}
}

func TestBelow(t *testing.T) {
	if got := Below([]float64{3, 1, 2, 4}, 2); len(got) != 2 || got[0] != 1 || got[1] != 2 {
		t.Error(got)
	}
}
