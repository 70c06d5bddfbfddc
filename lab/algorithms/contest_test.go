package main

import (
	"errors"
	"io"
	"slices"
	"testing"

	"koblitz.dev/lab/internal/results"
)

func named(name string, s scheme) scheme {
	s.name = name
	return s
}

func ops(f *results.File, contender string) []string {
	var list []string
	for _, r := range f.Results {
		if r.Contender == contender {
			list = append(list, r.Op)
		}
	}
	return list
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		sign, verify int
		ops          []string
		samples      [2]int
		distinct     int
	}{
		{0, 0, nil, [2]int{}, 2},
		{1, 0, []string{signOp}, [2]int{1}, 2},
		{0, 1, []string{verifyOp}, [2]int{1}, 2},
		{1, 1, []string{signOp, verifyOp}, [2]int{1, 1}, 2},
		{3, 99, []string{signOp, verifyOp}, [2]int{3, 99}, 99},
		{250, 101, []string{signOp, verifyOp}, [2]int{84, 51}, 250},
		{5000, 1, []string{signOp, verifyOp}, [2]int{100, 1}, mostTuples},
	} {
		calls := map[string]int{}
		honest := toy()
		counting := liar(
			func(k key, m []byte) ([]byte, error) { calls[signOp]++; return k.sign(m) },
			func(p, m, s []byte) bool { calls[verifyOp]++; return honest.verify(p, m, s) },
		)
		k := contest{schemes: []scheme{counting}, baselines: []string{"toy"}, signOps: c.sign, verifyOps: c.verify, seconds: 3600, cpu: -1, log: io.Discard}
		f := k.run()
		if err := f.Validate(); err != nil {
			t.Errorf("%d, %d: %v", c.sign, c.verify, err)
		}
		if got := ops(f, "toy"); !slices.Equal(got, c.ops) {
			t.Errorf("%d, %d: figures of %v", c.sign, c.verify, got)
		}
		for i, r := range f.Results {
			if r.Samples != c.samples[i] || r.Ratio.P50 != 1 || r.Samples < 20 && !r.Noisy {
				t.Errorf("%d, %d: %s has %d samples, ratio %v", c.sign, c.verify, r.Op, r.Samples, r.Ratio)
			}
		}
		if f.Pool.Distinct != c.distinct {
			t.Errorf("%d, %d: %d distinct", c.sign, c.verify, f.Pool.Distinct)
		}
		if calls[signOp] < c.sign+c.distinct || calls[verifyOp] < c.verify+2*c.distinct {
			t.Errorf("%d, %d: only %v calls", c.sign, c.verify, calls)
		}
	}
}

// turncoat gives wrong answers after so many calls, when the gate is passed.
func turncoat(after int, op string) scheme {
	honest := toy()
	calls := 0
	late := func() bool { calls++; return calls > after }
	if op == signOp {
		return liar(func(k key, m []byte) ([]byte, error) {
			if late() {
				return k.sign(m[1:])
			}
			return k.sign(m)
		}, nil)
	}
	return liar(nil, func(p, m, s []byte) bool { return late() || honest.verify(p, m, s) })
}

func TestRejections(t *testing.T) {
	calls := 0
	lateError := liar(func(k key, m []byte) ([]byte, error) {
		if calls++; calls > 80 {
			return nil, errors.New("tired")
		}
		return k.sign(m)
	}, nil)
	panics := 0
	latePanic := liar(func(k key, m []byte) ([]byte, error) {
		if panics++; panics > 80 {
			panic("tired")
		}
		return k.sign(m)
	}, nil)
	for _, c := range []struct {
		name     string
		s        scheme
		rejected string
		ops      []string // that still have a figure
	}{
		{"accepts everything", liar(nil, func(_, _, _ []byte) bool { return true }), verifyOp, nil},
		{"panics", liar(nil, func(_, _, _ []byte) bool { panic("ouch") }), verifyOp, nil},
		{"signs wrongly later", turncoat(80, signOp), signOp, nil},
		{"errs later", lateError, signOp, nil},
		{"panics later", latePanic, signOp, nil},
		{"accepts everything later", turncoat(64*4, verifyOp), verifyOp, []string{signOp}},
	} {
		s := named(c.name, c.s)
		s.family = c.name
		k := contest{
			schemes: []scheme{s, named("honest", toy())}, baselines: []string{c.name, "honest"},
			signOps: 64, verifyOps: 64, seconds: 3600, cpu: -1, log: io.Discard,
		}
		f := k.run()
		if err := f.Validate(); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if len(f.Rejected) != 1 || f.Rejected[0].Op != c.rejected || f.Rejected[0].Contender != c.name {
			t.Errorf("%s: rejected: %+v", c.name, f.Rejected)
		}
		if got := ops(f, c.name); !slices.Equal(got, c.ops) {
			t.Errorf("%s: figures of %v", c.name, got)
		}
		if got := ops(f, "honest"); !slices.Equal(got, []string{signOp, verifyOp}) {
			t.Errorf("%s: the honest one has figures of %v", c.name, got)
		}
		if c.ops == nil && f.Baseline != "honest" {
			t.Errorf("%s: baseline %s", c.name, f.Baseline)
		}
		if panics > 81 {
			t.Errorf("%s: called %d times after its panic", c.name, panics-81)
		}
		standing := f.Standing(c.rejected)
		if w, _ := standing.Winner(); w == nil || w.Contender != "honest" {
			t.Errorf("%s: winner %v", c.name, w)
		}
	}
}

func TestVartimeIsNotRankedForSigning(t *testing.T) {
	s := toy()
	s.vartime = "as the test says"
	k := contest{schemes: []scheme{s}, signOps: 8, verifyOps: 8, seconds: 3600, cpu: -1, log: io.Discard}
	f := k.run()
	for op, ranked := range map[string]int{signOp: 0, verifyOp: 1} {
		standing := f.Standing(op)
		if len(standing.Ranked) != ranked || len(standing.All()) != 1 {
			t.Errorf("%s: %d ranked of %d", op, len(standing.Ranked), len(standing.All()))
		}
	}
	if f.Baseline != "" || f.Results[0].Ratio.Known() || f.Results[0].MarkNotes[results.MarkVartime] != s.vartime {
		t.Errorf("baseline %q, result %+v", f.Baseline, f.Results[0])
	}
}

func TestNothingToMeasure(t *testing.T) {
	k := contest{signOps: 8, verifyOps: 8, seconds: 1, cpu: -1, log: io.Discard}
	f := k.run()
	if err := f.Validate(); err != nil || len(f.Results) > 0 {
		t.Errorf("%v, %v", err, f.Results)
	}
}

// A spent budget still gives a round.
func TestBudget(t *testing.T) {
	k := contest{schemes: []scheme{toy()}, signOps: 1000, verifyOps: 1000, seconds: 1e-9, cpu: -1, log: io.Discard}
	f := k.run()
	if len(f.Results) != 2 {
		t.Fatalf("%d results", len(f.Results))
	}
	for _, r := range f.Results {
		if r.Samples != 1 || !r.Noisy {
			t.Errorf("%s: %d samples", r.Op, r.Samples)
		}
	}
}

func TestPeer(t *testing.T) {
	a, b, c := named("a", toy()), named("b", toy()), named("c", toy())
	c.family = "other"
	k := contest{schemes: []scheme{a, b, c}}
	for i, want := range []*scheme{&k.schemes[1], &k.schemes[0], nil} {
		if got := k.peer(&k.schemes[i]); got != want {
			t.Errorf("%s: %v", k.schemes[i].name, got)
		}
	}
}
