package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		samples []float64
		p, want float64
	}{
		{[]float64{7}, 0, 7},
		{[]float64{7}, 0.9, 7},
		{[]float64{3, 1, 2}, 0, 1},
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{3, 1, 2}, 1, 3},
		{[]float64{4, 1, 3, 2}, 0.5, 2.5},
		{[]float64{10, 20, 30, 40, 50}, 0.25, 20},
		{[]float64{10, 20, 30, 40, 50}, 0.1, 14},
	} {
		if got := Quantile(c.samples, c.p); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("Quantile(%v, %v) = %v, want %v", c.samples, c.p, got, c.want)
		}
	}
	if !math.IsNaN(Quantile(nil, 0.5)) {
		t.Error("Quantile of nothing is a number")
	}
}

func TestQuantileLeavesItsInput(t *testing.T) {
	s := []float64{3, 1, 2}
	Quantile(s, 0.5)
	if s[0] != 3 || s[1] != 1 || s[2] != 2 {
		t.Errorf("samples were reordered: %v", s)
	}
}

func TestMedianIntervalDegenerate(t *testing.T) {
	if i := MedianInterval(nil, 1); !math.IsNaN(i.P50) {
		t.Errorf("no samples: %+v", i)
	}
	if i := MedianInterval([][]float64{{}, {}}, 1); !math.IsNaN(i.P50) {
		t.Errorf("empty epochs: %+v", i)
	}
	for _, e := range [][][]float64{{{1.5}}, {{1.5}, {1.5}}, {{1.5, 1.5, 1.5}, {}, {1.5}}} {
		i := MedianInterval(e, 1)
		for _, v := range []float64{i.P50, i.Lo, i.Hi} {
			if math.Abs(v-1.5) > 1e-12 {
				t.Errorf("constant samples %v: %+v", e, i)
			}
		}
	}
}

// Known distributions: the interval must hold the true median about as often as
// it says, and shrink with the number of samples.
func TestMedianIntervalCoverage(t *testing.T) {
	for _, c := range []struct {
		name              string
		epochs, n         int
		epochSD, ar, want float64 // AR(1) coefficient of the noise within an epoch; least coverage
	}{
		{"independent", 10, 30, 0, 0, 0.90},
		{"correlated", 10, 30, 0, 0.6, 0.88},
		{"epoch effects", 10, 30, 0.01, 0.3, 0.90},
		{"few epochs", 3, 40, 0.01, 0.3, 0.88},
		{"one epoch", 1, 200, 0, 0.3, 0.88},
	} {
		rng := rand.New(rand.NewPCG(42, uint64(c.epochs*c.n)))
		const trials, truth = 120, 0.58
		held := 0
		for trial := range trials {
			held += within(MedianInterval(simulate(rng, truth, c.epochs, c.n, c.epochSD, c.ar), uint64(trial)), truth)
		}
		if got := float64(held) / trials; got < c.want {
			t.Errorf("%s: %.3f of the intervals hold the median, want at least %.2f", c.name, got, c.want)
		}
	}
}

func TestMedianIntervalShrinks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	few := MedianInterval(simulate(rng, 1, 10, 20, 0, 0.3), 1)
	many := MedianInterval(simulate(rng, 1, 10, 2000, 0, 0.3), 1)
	if many.Width() > few.Width()/4 {
		t.Errorf("100 times the samples: width %.5f to %.5f", few.Width(), many.Width())
	}
	if few.Width() > 0.05 || few.Width() <= 0 {
		t.Errorf("width %.5f of 200 samples with 2%% noise", few.Width())
	}
}

func TestMedianIntervalSeesADifference(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	i := MedianInterval(simulate(rng, 1.03, 10, 60, 0.002, 0.3), 1)
	if i.Lo <= 1 {
		t.Errorf("a difference of 3%% is not seen: %+v", i)
	}
}

func TestNoisy(t *testing.T) {
	narrow, wide := Interval{2, 1.91, 2.1}, Interval{2, 1.9, 2.11}
	for _, c := range []struct {
		name    string
		in      Interval
		samples int
		want    bool
	}{
		{"narrow", narrow, 20, false},
		{"wide", wide, 1000, true},
		{"one sample", Interval{1, 1, 1}, 1, true},
		{"few samples", narrow, 19, true},
		{"no ratio", Interval{}, 20, false},
		{"no ratio, few samples", Interval{}, 19, true},
	} {
		if got := c.in.Noisy(c.samples); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
	for ns, want := range map[float64]bool{9.9e3: true, 10e3: false} {
		if got := Short(ns); got != want {
			t.Errorf("a slice of %v ns: %t", ns, got)
		}
	}
}

func within(i Interval, x float64) int {
	if i.Lo <= x && x <= i.Hi {
		return 1
	}
	return 0
}

func simulate(rng *rand.Rand, truth float64, epochs, n int, epochSD, ar float64) [][]float64 {
	out := make([][]float64, epochs)
	for e := range out {
		effect, noise := rng.NormFloat64()*epochSD, 0.0
		for range n {
			noise = ar*noise + rng.NormFloat64()*0.02
			out[e] = append(out[e], truth*math.Exp(effect+noise))
		}
	}
	return out
}
