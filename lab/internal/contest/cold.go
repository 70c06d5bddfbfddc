package contest

import (
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// A launch has single calls that find the caches full of something else: as many as its
// share of time allows. The share is for all contenders, so a run of a few has more.
const (
	coldCalls   = 3     // at least
	mostCold    = 40    // at most
	coldShareNS = 1.2e9 // of a launch on an operation
	coldNS      = 8e6   // a cold call beside the call: filling the caches, and waking up
)

// loneCalls are the single calls of a launch, on warm caches, of which no other row
// is loaded: what slices gain on them, more than the baseline's do, comes from the
// rows that lie beside.
const loneCalls = 8

// evicted is more than the first two levels of caches of any core and most of a
// share of the third. A variable, as tests of made-up times have no caches to fill.
var evicted = 32 << 20

// setCold sets how many cold calls the launch has. Batches have none, nor tiny
// operations, of whose call waking up would be all.
func (f *field) setCold() {
	f.coldCalls = 0
	if f.op.Batch > 0 || f.op.Tiny || f.plan.Cold == 0 {
		return
	}
	round := 0.0
	for _, e := range f.entrants {
		round += coldNS + e.estimate[f.op.Name]
	}
	f.coldCalls = min(max(int(coldShareNS/max(round, 1)), f.plan.Cold), mostCold)
}

// cold is how many of the launch's rows are set aside for cold calls.
func (f *field) cold() int { return min(f.coldCalls, len(f.fresh)/2) }

// evict fills the caches of the workers' CPU. The rows of the cold call are
// loaded already; the process waits for the command to run them.
func (t *contest) evict() {
	worker.OnCPU(t.CPU, func() {
		for i := 0; i < len(t.filler); i += 64 {
			t.filler[i]++
		}
	})
}

// cold times one call on the next of the rows set aside for that.
func (t *contest) cold(f *field, e *entrant, s results.Sample) error {
	at := len(f.fresh) - 1 - s.Round
	return t.sample(f, e, s, f.rows(e)[at:at+1], 0, f.number+at, 1)
}

// lone times one call on the next of the rows set aside for that, before those of
// cold calls. Runtimes with threads have none: their accounts are not kept.
func (t *contest) lone(f *field, e *entrant, s results.Sample) error {
	if !e.alone() {
		return nil
	}
	at := len(f.fresh) - 1 - f.cold() - s.Round
	return t.sample(f, e, s, f.rows(e)[at:at+1], e.warmCalls, f.number+at, 1)
}
