package main

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	mostRounds = 100
	warmCalls  = 2  // untimed ones before a slice
	fakeEvery  = 8  // one verification in so many is of a corrupted message
	allocCalls = 16 // calls that allocations are counted over
)

// An entrant is a scheme that passed the gate.
type entrant struct {
	*scheme
	rows    []row
	samples []float64 // nanoseconds a call, one a round
	fault   *fault
}

// An action is a timed operation. It has room for the answers of a slice.
type action struct {
	op    string
	sigs  [][]byte
	errs  []error
	valid []bool
}

func newAction(op string, slice int) *action {
	return &action{op, make([][]byte, slice), make([]error, slice), make([]bool, slice)}
}

// fake says whether call i of the run is given a corrupted message.
func fake(i int) bool { return i%fakeEvery == fakeEvery-1 }

// slice makes n timed calls, numbered from first, and returns nanoseconds a
// call after judging the answers. Row i mod len(rows) serves call i.
func (a *action) slice(e *entrant, first, n int) (float64, error) {
	var took time.Duration
	err := safely(func() error {
		switch a.op {
		case signOp:
			for i := range warmCalls {
				a.sign(e, 0, first+len(e.rows)/2+i)
			}
			start := time.Now()
			for i := range n {
				a.sign(e, i, first+i)
			}
			took = time.Since(start)
		case verifyOp:
			for i := range warmCalls {
				a.verify(e, 0, first+len(e.rows)/2+i)
			}
			start := time.Now()
			for i := range n {
				a.verify(e, i, first+i)
			}
			took = time.Since(start)
		}
		return nil
	})
	if err != nil {
		e.fault = &fault{a.op, fmt.Sprint(first % len(e.rows)), err}
		return 0, e.fault
	}
	for i := range n {
		if err := safely(func() error { return a.judge(e, i, first+i) }); err != nil {
			e.fault = &fault{a.op, fmt.Sprint((first + i) % len(e.rows)), fmt.Errorf("after the gate: %w", err)}
			return 0, e.fault
		}
	}
	return float64(took.Nanoseconds()) / float64(n), nil
}

func (a *action) sign(e *entrant, slot, i int) {
	r := &e.rows[i%len(e.rows)]
	a.sigs[slot], a.errs[slot] = r.key.sign(r.msg)
}

func (a *action) verify(e *entrant, slot, i int) {
	r := &e.rows[i%len(e.rows)]
	msg := r.msg
	if fake(i) {
		msg = r.fake
	}
	a.valid[slot] = e.scheme.verify(r.key.public, msg, r.sig)
}

func (a *action) judge(e *entrant, slot, i int) error {
	if a.op == signOp {
		return e.signed(&e.rows[i%len(e.rows)], a.sigs[slot], a.errs[slot])
	}
	if want := !fake(i); a.valid[slot] != want {
		return fmt.Errorf("verdict %t, want %t", a.valid[slot], want)
	}
	return nil
}

// sliceOf returns the calls of a slice.
func sliceOf(calls int) int { return (calls + mostRounds - 1) / mostRounds }

// measure times calls of op, of each entrant so many, in rounds: every entrant
// has one slice a round, in a new order each time. It stops after the round in
// which the budget is spent, and returns the calls made by each. An entrant
// that errs is left out from there on.
func measure(entrants []*entrant, op string, calls int, budget time.Duration) int {
	if calls == 0 || len(entrants) == 0 {
		return 0
	}
	slice := sliceOf(calls)
	a := newAction(op, slice)
	rng := rand.New(rand.NewPCG(poolSeed, uint64(len(op))))
	start := time.Now()
	done := 0
	for done < calls && (done == 0 || time.Since(start) < budget) {
		n := min(slice, calls-done)
		for _, i := range rng.Perm(len(entrants)) {
			e := entrants[i]
			if e.fault != nil {
				continue
			}
			if ns, err := a.slice(e, done, n); err == nil {
				e.samples = append(e.samples, max(ns, 1))
			}
		}
		done += n
	}
	return done
}

// allocations counts what a call of op allocates. Other threads' allocations
// count too; there are next to none.
func (e *entrant) allocations(op string) *results.Alloc {
	a := newAction(op, 1)
	var before, after runtime.MemStats
	err := safely(func() error {
		call := a.verify
		if op == signOp {
			call = a.sign
		}
		runtime.ReadMemStats(&before)
		for i := range allocCalls {
			call(e, 0, i)
		}
		runtime.ReadMemStats(&after)
		return nil
	})
	if err != nil {
		return nil
	}
	return &results.Alloc{
		Bytes: float64(after.TotalAlloc-before.TotalAlloc) / allocCalls,
		Count: float64(after.Mallocs-before.Mallocs) / allocCalls,
	}
}

// figure sums up what was measured of e against the baseline, which may be nil
// or e itself. A slice had so many calls.
func (e *entrant) figure(op string, slice int, baseline *entrant) results.Result {
	q := func(p float64) float64 { return stats.Quantile(e.samples, p) }
	r := results.Result{
		Op: op, Contender: e.name, Version: e.version, Date: e.date, Path: e.path, Flags: e.flags,
		NS:      results.NS{Min: slices.Min(e.samples), P10: q(0.1), P25: q(0.25), P50: q(0.5), P75: q(0.75)},
		Samples: len(e.samples), Marks: []string{}, Alloc: e.allocations(op),
	}
	if op == signOp && e.vartime != "" {
		r.Marks = []string{results.MarkVartime}
		r.MarkNotes = map[string]string{results.MarkVartime: e.vartime}
	}
	var in stats.Interval
	if baseline != nil {
		ratios := make([]float64, len(e.samples))
		for i := range ratios {
			ratios[i] = e.samples[i] / baseline.samples[i]
		}
		in = stats.MedianInterval([][]float64{ratios}, poolSeed)
		r.Ratio = results.Ratio{P50: in.P50, Lo: in.Lo, Hi: in.Hi}
	}
	r.Noisy = in.Noisy(r.Samples, r.NS.P50*float64(slice))
	return r
}
