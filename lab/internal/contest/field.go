package contest

import (
	"math/rand/v2"
	"slices"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// entrant is a contender on one operation.
type entrant struct {
	*Contender
	count     int     // rows a slice
	warmCalls int     // untimed calls before a slice
	at        int     // next row of the epoch's window
	spent     float64 // nanoseconds in slices
	samples   [][]float64
	marks     map[string]string
	fault     error // found in the second look
}

// field is the group of entrants on one operation.
type field struct {
	op        ops.Op
	all, warm []pool.Row // to be timed, and for untimed calls
	need      int        // rows an epoch
	rng       *rand.Rand
	entrants  []*entrant
}

func (f *field) find(name string) *entrant {
	i := slices.IndexFunc(f.entrants, func(e *entrant) bool { return e.Name == name })
	if i < 0 {
		return nil
	}
	return f.entrants[i]
}

// A window is the rows that a process loads: some that are timed, then those
// for untimed calls.
type window struct {
	op       ops.Op
	rows     []pool.Row
	timed    int
	from, of int // rows[0] is row from of the pool's of
}

// window is n rows from the from-th on, and round.
func (f *field) window(from, n int) *window {
	rows := slices.Concat(f.all[from:min(from+n, len(f.all))], f.all[:max(from+n-len(f.all), 0)], f.warm)
	return &window{f.op, rows, n, from, len(f.all)}
}

// run has e make warm untimed calls and then n calls from the at-th row on,
// checks the answers and returns the nanoseconds that those took.
func (win *window) run(e *entrant, at, n, warm int) (float64, error) {
	b, err := e.timed.Run(win.op, at, n, win.timed, warm)
	if err != nil {
		return 0, err
	}
	number := func(i int) int { return (win.from + at + i) % win.of }
	return float64(b.NS), check(e.info.Claims, win.rows[at:], number, b.Answers)
}

// figure makes the result of e from its samples.
func (t *contest) figure(f *field, e *entrant) results.Result {
	all := slices.Concat(e.samples...)
	q := func(p float64) float64 { return stats.Quantile(all, p) }
	r := results.Result{
		Op: f.op.Name, Contender: e.Name, Version: e.Version, Date: e.Date, Path: e.info.Path, Flags: e.Flags,
		NS:      results.NS{Min: slices.Min(all), P10: q(0.1), P25: q(0.25), P50: q(0.5), P75: q(0.75)},
		Samples: len(all), Marks: []string{}, MarkNotes: e.marks, EmptyNS: e.empty,
	}
	var iv stats.Interval
	if base := f.find(t.Baseline); base != nil {
		iv = stats.MedianInterval(paired(e.samples, base.samples), t.Seed)
		r.Ratio = results.Ratio{P50: iv.P50, Lo: iv.Lo, Hi: iv.Hi}
	}
	r.Noisy = iv.Noisy(len(all), r.NS.P50*float64(e.count))
	if a, ok := e.alloc[f.op.Name]; ok {
		r.Alloc = &a
	}
	for _, m := range e.info.Marks {
		if slices.Contains(m.Ops, f.op.Name) {
			e.marks[m.Name] = m.Reason
		}
	}
	for m := range e.marks {
		r.Marks = append(r.Marks, m)
	}
	slices.Sort(r.Marks)
	return r
}

// paired divides the samples of each round by the baseline's of that round.
func paired(e, base [][]float64) [][]float64 {
	out := make([][]float64, len(e))
	for i := range e {
		for j := range e[i] {
			out[i] = append(out[i], e[i][j]/base[i][j])
		}
	}
	return out
}
