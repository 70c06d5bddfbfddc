package contest

import (
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/worker"
)

// coldCalls are the single calls of a launch that find the caches full of
// something else.
const coldCalls = 3

// loneCalls are the single calls of a launch, on warm caches, of which no other row
// is loaded: what slices gain on them, more than the baseline's do, comes from the
// rows that lie beside.
const loneCalls = 8

// evicted is more than the first two levels of caches of any core and most of a
// share of the third. A variable, as tests of made-up times have no caches to fill.
var evicted = 32 << 20

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
