package contest

import (
	"fmt"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	probeNS       = 40e6 // a pass of the probe
	probeRows     = 256  // a pass has at least so many rows
	probeSlices   = 16   // a pass is timed in so many slices
	cacheRatio    = 1.05
	cacheLeastNS  = 20 // less than this a call is not told from the first touch of memory
	confirmations = 2
)

// probeCaches compares the first pass of a fresh process over rows that it has
// never seen with its two later passes over the same rows, slice by slice, and
// marks the entrant when the first costs over 5% more. A first finding is
// confirmed in two more processes on other rows; their median decides.
func (t *contest) probeCaches(f *field, e *entrant) {
	var found []float64
	for i := 0; i <= confirmations; i++ {
		ratio, excess, err := t.probe(f, e, i)
		if err != nil {
			t.disqualify(f, e, err)
			return
		}
		found = append(found, ratio)
		if i == 0 && (ratio <= cacheRatio || excess < cacheLeastNS) {
			return
		}
	}
	if m := stats.Median(found); m > cacheRatio {
		e.marks[results.MarkCaches] = fmt.Sprintf("rows seen for the first time cost %.2f times as much as later", m)
	}
}

// probe returns the median ratio of first to later passes, and their median
// difference in nanoseconds a call. Trial i uses the i-th stretch of rows.
func (t *contest) probe(f *field, e *entrant, i int) (ratio, excess float64, err error) {
	if err := t.prepare(f, e); err != nil {
		return 0, 0, err
	}
	defer func() {
		if e.w != nil && err == nil {
			e.w.Close()
			e.w = nil
		}
	}()
	if err := t.warmUp(f, e); err != nil {
		return 0, 0, err
	}
	n := min(max(int(probeNS/e.estimate[f.op.Name]), probeRows), f.timed)
	from := 0
	if room := f.timed - n; room > 0 {
		from = i * n % (room + 1)
	}
	step := max(n/probeSlices, 1)
	var ratios, excesses []float64
	var passes [3][]float64
	for p := range passes {
		for at := from; at+step <= from+n; at += step {
			b, err := e.w.Run(f.op, at, step, f.timed, e.warm)
			if err != nil {
				return 0, 0, err
			}
			if err := check(e.info.Claims, f.rows, at, b.Answers); err != nil {
				return 0, 0, err
			}
			passes[p] = append(passes[p], float64(b.NS)/float64(step))
		}
	}
	for s := range passes[0] {
		later := (passes[1][s] + passes[2][s]) / 2
		ratios = append(ratios, passes[0][s]/max(later, 1e-9))
		excesses = append(excesses, passes[0][s]-later)
	}
	return stats.Median(ratios), stats.Median(excesses), nil
}
