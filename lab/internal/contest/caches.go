package contest

import (
	"fmt"
	"math"
	"slices"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	probeNS       = 40e6 // a pass of the probe
	probeRows     = 128  // a pass has at least so many rows
	probeSlices   = 16   // a pass is timed in so many slices
	cacheRatio    = 1.05
	cacheLeastNS  = 20 // less than this a call is not told from the first touch of memory
	confirmations = 2
)

// probeCaches compares the first pass of a process over rows that it has never
// seen with its later passes over the same rows, slice by slice, and marks the
// entrant when the first costs over 5% more, in three processes out of three.
func (t *contest) probeCaches(f *field, e *entrant) {
	least := math.Inf(1)
	for range 1 + confirmations {
		ratio, excess, err := t.probe(f, e)
		if err != nil {
			t.disqualify(f, e, err)
			return
		}
		if ratio <= cacheRatio || excess < cacheLeastNS {
			return
		}
		least = min(least, ratio)
	}
	e.marks[results.MarkCaches] = fmt.Sprintf("rows seen for the first time cost %.2f times as much as later", least)
}

// probe returns the median ratio of a first to later passes, and their median
// difference in nanoseconds a call. Two passes over other rows come before, so
// that a process that is merely young (its heap grows, its code is being
// compiled) is not taken for one that remembers rows. The later passes also
// give a better estimate of the time of a call than the gate's.
func (t *contest) probe(f *field, e *entrant) (ratio, excess float64, err error) {
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
	n := min(max(int(probeNS/e.estimate[f.op.Name]), probeRows), f.timed/2)
	step := max(n/probeSlices, 1)
	var passes [3][]float64
	for _, p := range []struct {
		from int
		into *[]float64
	}{{0, nil}, {0, nil}, {n, &passes[0]}, {n, &passes[1]}, {n, &passes[2]}} {
		for at := p.from; at+step <= p.from+n; at += step {
			b, err := e.w.Run(f.op, at, step, f.timed, e.warm)
			if err != nil {
				return 0, 0, err
			}
			if err := check(e.info.Claims, f.rows, at, b.Answers); err != nil {
				return 0, 0, err
			}
			if p.into != nil {
				*p.into = append(*p.into, float64(b.NS)/float64(step))
			}
		}
	}
	if len(passes[0]) == 0 {
		return 1, 0, nil
	}
	var ratios, excesses []float64
	for s := range passes[0] {
		later := (passes[1][s] + passes[2][s]) / 2
		ratios = append(ratios, passes[0][s]/max(later, 1e-9))
		excesses = append(excesses, passes[0][s]-later)
	}
	e.estimate[f.op.Name] = max(1, stats.Median(slices.Concat(passes[1], passes[2])))
	return stats.Median(ratios), stats.Median(excesses), nil
}
