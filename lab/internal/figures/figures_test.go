package figures

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	testLaunches = 8
	testRounds   = 5
	testOp       = "ecdsa_verify"
)

// made is samples of contenders that take so many nanoseconds a row. Every
// launch of every contender has a speed of its own, spread wide (a standard
// deviation, in the logarithm), and every round a mood that all share.
func made(seed uint64, spread float64, per map[string]float64) []results.Sample {
	rng := rand.New(rand.NewPCG(seed, 1))
	var list []results.Sample
	var names []string
	for name := range per {
		names = append(names, name)
	}
	slices.Sort(names)
	for launch := range testLaunches {
		speed := map[string]float64{}
		for _, name := range names {
			speed[name] = per[name] * math.Exp(spread*rng.NormFloat64())
		}
		for round := range testRounds {
			mood := math.Exp(0.2 * rng.NormFloat64())
			for turn, name := range names {
				ns := speed[name] * mood * math.Exp(0.003*rng.NormFloat64())
				s := results.Sample{Op: testOp, Contender: name, Launch: launch, Round: round, Turn: turn, Rows: 100, Warm: 10,
					NS: int64(100 * ns), CPU: int64(110 * ns), Load: 1100}
				list = append(list, s)
				s.Cold, s.Rows, s.Warm, s.NS = true, 1, 0, int64(3*ns)
				list = append(list, s)
				s.Cold, s.Lone, s.NS = false, true, int64(7*ns) // in no figure
				list = append(list, s)
			}
		}
	}
	return list
}

// The interval holds the truth about as often as it says, where every launch
// has a speed of its own; without the launches as a level it would not.
func TestCoverage(t *testing.T) {
	const runs = 200
	held, narrow := 0, 0
	for seed := range uint64(runs) {
		set := Group(made(seed, 0.02, map[string]float64{"base": 1e4, "copy": 1e4}))
		f, ok := set.Of(testOp, "copy", "base", seed)
		if !ok {
			t.Fatal("no figure")
		}
		if f.Ratio.Lo <= 1 && f.Ratio.Hi >= 1 {
			held++
		}
		one := [][]float64{slices.Concat(launches(set[[2]string{testOp, "copy"}], false, results.Sample.PerRow)...)}
		if iv := stats.MedianInterval(one, seed); iv.Lo <= 1e4 && iv.Hi >= 1e4 {
			narrow++
		}
	}
	if held < runs*92/100 {
		t.Errorf("%d of %d intervals hold 1", held, runs)
	}
	if narrow >= held {
		t.Errorf("slices as one level hold the truth %d times of %d", narrow, runs)
	}
}

func TestOf(t *testing.T) {
	set := Group(made(1, 0, map[string]float64{"base": 1e4, "half": 5e3, results.SecondCopy: 1e4}))
	for _, c := range []struct {
		name  string
		ratio float64
	}{{"base", 1}, {"half", 0.5}} {
		f, ok := set.Of(testOp, c.name, "base", 1)
		if !ok || math.Abs(f.Ratio.P50/c.ratio-1) > 0.003 || f.Samples != testLaunches*testRounds || f.Noisy {
			t.Errorf("%s: %+v", c.name, f)
		}
		if f.Cold == nil || math.Abs(f.Cold.Ratio.P50/c.ratio-1) > 0.003 || math.Abs(f.Cold.NS.P50/f.NS.P50-3) > 0.3 {
			t.Errorf("%s: cold %+v", c.name, f.Cold)
		}
		if f.CPU == nil || math.Abs(f.CPU.Run/f.NS.P50-1) > 0.1 || f.CPU.Load != 10 {
			t.Errorf("%s: CPU %+v", c.name, f.CPU)
		}
	}
	for times, want := range map[int]float64{0: 10, 1: 10, 10: 55} { // a slice loads 100 rows, or 10, and those of 10 untimed calls
		list := made(1, 0, map[string]float64{"base": 1e4})
		for i := range list {
			if !list[i].Cold {
				list[i].Times = times
			}
		}
		if f, _ := Group(list).Of(testOp, "base", "base", 1); f.CPU == nil || f.CPU.Load != want {
			t.Errorf("%d times: CPU %+v", times, f.CPU)
		}
	}
	if r, ok := set.Self(testOp, "base", 1); !ok || math.Abs(r.P50-1) > 0.003 {
		t.Errorf("self: %+v", r)
	}
	if f, ok := set.Of(testOp, "base", "absent", 1); !ok || f.Ratio.Known() {
		t.Errorf("without a baseline: %+v", f)
	}
	if _, ok := set.Of("ecdh", "base", "base", 1); ok {
		t.Error("a figure without samples")
	}
}

func TestWinner(t *testing.T) {
	for _, c := range []struct {
		name   string
		spread float64
		per    map[string]float64
		marked string
		noisy  string
		want   string
		tied   []string
	}{
		{"clear", 0.002, map[string]float64{"base": 1e4, "a": 9e3, "b": 5e3}, "", "", "b", nil},
		{"tie", 0.01, map[string]float64{"base": 1e4, "a": 5e3, "b": 5e3}, "", "", "", []string{""}},
		{"a mark bars", 0.002, map[string]float64{"base": 1e4, "a": 9e3, "b": 5e3}, "b", "", "a", nil},
		{"noise does not win", 0.01, map[string]float64{"base": 1e4, "a": 5e3, "b": 5e3}, "", "b", "a", []string{"b"}},
		{"nor a baseline that differs from itself", 0.15, map[string]float64{"base": 1e4, "a": 1e4, results.SecondCopy: 1e4}, "", "", "", nil},
		{"nor does what it beat", 0.002, map[string]float64{"base": 1e4, "a": 9e3, "b": 5e3}, "", "b", "", nil},
	} {
		f := &results.File{Seed: 3, Baseline: "base"}
		set := Group(made(3, c.spread, c.per))
		for name := range c.per {
			if name == results.SecondCopy {
				continue
			}
			r := results.Result{Op: testOp, Contender: name, Marks: []string{}}
			fig, _ := set.Of(testOp, name, "base", 3)
			fig.Apply(&r)
			if r.Noisy = r.Noisy || name == c.noisy; name == c.marked {
				r.Marks = append(r.Marks, results.MarkVartime)
			}
			f.Results = append(f.Results, r)
		}
		w := set.Winner(f, testOp)
		if c.want == "" && len(c.tied) == 0 {
			if w.Contender != "" || len(w.Tied) != 0 {
				t.Errorf("%s: %+v", c.name, w)
			}
		} else if c.want == "" { // either of two that are one
			if len(w.Tied) != 1 || w.Contender == "base" || w.Tied[0] == "base" {
				t.Errorf("%s: %+v", c.name, w)
			}
		} else if w.Contender != c.want || !slices.Equal(w.Tied, c.tied) {
			t.Errorf("%s: %+v", c.name, w)
		}
	}
}
