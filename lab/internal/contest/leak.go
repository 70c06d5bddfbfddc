package contest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// The test for times that depend on secrets, after dudect (Reparaz, Balasch and
// Verbauwhede 2017): calls with secrets of different classes in an order that is
// drawn, and Welch's t of the times that are below a quantile of those of the
// slowest class: what disturbs a quarter of a class on a busy machine is kept by the
// higher quantile and not by the lower one, where less is left to tell by, so that
// the surer of the two counts. A class is said to differ at |t| above 5, which chance
// gives in 1 of a million large tests (4 of a hundred thousand at leastBlocks), and
// half a percent, below which lie branches on what is public; and only when a process
// that is started anew says so again.
const (
	leakT       = 5.0
	leakDiff    = 0.005
	leakCalls   = 4  // timed together, on secrets of one class
	leakBlocks  = 8  // of those calls, of each class in a load
	leastBlocks = 60 // of each class, or nothing is said
)

// A test takes leakTime, or up to leakMost where calls are slow. Variables, as tests
// of made-up times need neither.
var leakTime, leakMost = 300 * time.Millisecond, 3 * time.Second

// leakCrops are the quantiles above which times are left out.
var leakCrops = []float64{0.75, 0.5}

// leakAll tests the entrants of all operations on which that can be done.
func (t *contest) leakAll(fields []*field) {
	for _, f := range fields {
		if _, err := t.classes(f); err != nil {
			t.Log("%s: variable time is not tested: %v", f.op.Name, err)
		}
	}
	for _, k := range t.runners {
		for _, f := range fields {
			classes, _ := t.classes(f)
			if e := f.find(k.Name); e != nil && classes != nil && t.tests(e, f) && !t.stopped() {
				t.leak(f, e, classes)
			}
		}
		k.stop()
	}
}

// classes are those of f's operation; nil where it is not tested.
func (t *contest) classes(f *field) ([]pool.Class, error) {
	if !f.classed {
		f.classList, f.classErr = t.Tuples.Classes(f.op.Name)
		f.classed = true
	}
	return f.classList, f.classErr
}

// tests says whether e is tested. A run that shall be over by a time leaves out contenders
// that declare variable time: they have the mark anyway.
func (t *contest) tests(e *entrant, f *field) bool {
	return !e.hidden && (t.Plan.End.IsZero() || !e.declares(f, results.MarkVartime))
}

// leak tests e, a second time in a new process where the first says that it
// leaks.
func (t *contest) leak(f *field, e *entrant, classes []pool.Class) {
	list, err := t.leakOnce(f, e, classes)
	if err != nil {
		t.disqualify(f, e, err)
		return
	}
	if list == nil {
		return
	}
	first, _ := confirmed(list, list)
	e.leak = &first
	if !leaks(first) {
		return
	}
	e.stop()
	again, err := t.leakOnce(f, e, classes)
	if err != nil {
		t.disqualify(f, e, err)
		return
	}
	first, second := confirmed(list, again)
	if second == nil {
		return
	}
	e.leak = &first
	how := "longer"
	if first.Diff < 0 {
		how = "shorter"
	}
	e.marks[results.MarkVartime] = fmt.Sprintf("measured: calls with %s take %.1f%% %s than with secrets that are drawn (t = %.0f, and %.0f in a second process)",
		first.Class, 100*math.Abs(first.Diff), how, first.T, second.T)
}

// confirmed returns what differs most of the classes that leak in both tests,
// in the same direction; where there is none, what differs most in the first
// test, and nil. Every class counts: one that differs more surely by too little
// hides no other.
func confirmed(list, again []results.Leak) (first results.Leak, second *results.Leak) {
	for i, l := range list {
		at := slices.IndexFunc(again, func(x results.Leak) bool { return x.Class == l.Class })
		both := at >= 0 && leaks(l) && leaks(again[at]) && l.T*again[at].T > 0
		switch {
		case second != nil && !both:
			continue
		case i > 0 && both == (second != nil) && math.Abs(l.T) <= math.Abs(first.T):
			continue
		}
		if first = l; both {
			second = &again[at]
		}
	}
	return first, second
}

func leaks(l results.Leak) bool { return math.Abs(l.T) > leakT && math.Abs(l.Diff) > leakDiff }

// leakOnce compares each class with the first one; it returns nil where there
// was no time to tell.
func (t *contest) leakOnce(f *field, e *entrant, classes []pool.Class) ([]results.Leak, error) {
	if err := t.ready(f, e); err != nil {
		return nil, err
	}
	e.timed.Resume()
	defer e.timed.Pause()
	rng := t.rng("secrets of " + f.op.Name)
	times := make([][]float64, len(classes))
	for start := time.Now(); !t.stopped(); {
		if spent := time.Since(start); spent > leakMost || spent > leakTime && len(times[0]) >= leastBlocks {
			break
		}
		if err := e.leakRound(f, classes, times, rng); err != nil {
			return nil, err
		}
	}
	calls := 0
	for _, list := range times {
		calls += leakCalls * len(list)
		if len(list) < leastBlocks {
			return nil, nil
		}
	}
	var list []results.Leak
	for i, c := range classes[1:] {
		l := results.Leak{Class: c.Name, Calls: calls}
		l.T, l.Diff = surest(times, i+1)
		list = append(list, l)
	}
	return list, nil
}

// surest returns Welch's t and the difference of times[i] from times[0] at the crop
// that makes t the greatest.
func surest(times [][]float64, i int) (t, diff float64) {
	for _, crop := range leakCrops {
		limit := 0.0
		for _, list := range times {
			limit = max(limit, stats.Quantile(list, crop)) // of the slowest class, so that each keeps so many
		}
		if x, d := stats.Welch(stats.Below(times[i], limit), stats.Below(times[0], limit)); math.Abs(x) > math.Abs(t) {
			t, diff = x, d
		}
	}
	return t, diff
}

// leakRound loads rows in blocks of one class, in an order of its own, and times
// each block once.
func (e *entrant) leakRound(f *field, classes []pool.Class, times [][]float64, rng *rand.Rand) error {
	order := rng.Perm(len(classes) * leakBlocks)
	var rows []pool.Row
	for _, i := range order {
		list := classes[i%len(classes)].Rows
		for range leakCalls {
			rows = append(rows, list[rng.IntN(len(list))])
		}
	}
	op := e.call(f.op)
	if err := e.timed.Load(op.Name, rows); err != nil {
		return err
	}
	for _, at := range rng.Perm(len(order)) {
		b, err := e.timed.Run(op, at*leakCalls, leakCalls, 0, 0)
		if err == nil {
			err = e.check(rows[at*leakCalls:], func(i int) int { return at*leakCalls + i }, b.Answers)
		}
		if err != nil {
			return err
		}
		class := order[at] % len(classes)
		times[class] = append(times[class], float64(b.NS))
	}
	return nil
}
