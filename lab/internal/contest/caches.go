package contest

import (
	"fmt"
	"math"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	probeNS       = 40e6 // a pass of the probe
	probeRows     = 128  // a pass has at least so many rows
	probeSlices   = 16   // a pass is timed in so many slices
	cacheRatio    = 1.05
	cacheLeastNS  = 50 // less than this a call is not told from the first touch of memory
	confirmations = 2
)

// probeCaches compares slices of rows that a process has never seen with slices
// of rows that it has seen twice, and marks the entrant when the first cost over
// 5% more, in three processes out of three.
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

// probe starts a process, has it pass twice over some rows, and then times
// slices of new rows and of those in turns, so that neither the youth of a
// process (its heap grows, its code is being compiled) nor a change of the
// machine's speed is taken for a memory of rows. It returns the median ratio of
// new to known, and their median difference in nanoseconds a call. What it
// learns of the time of a call is a better estimate than the gate's.
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
	run := func(at int) (float64, error) {
		b, err := e.w.Run(f.op, at, step, f.timed, e.warm)
		if err != nil {
			return 0, err
		}
		if err := check(e.info.Claims, f.rows, at, b.Answers); err != nil {
			return 0, err
		}
		return float64(b.NS) / float64(step), nil
	}
	for range 2 {
		for at := 0; at+step <= n; at += step {
			if _, err := run(at); err != nil {
				return 0, 0, err
			}
		}
	}
	var ratios, excesses, known []float64
	for at := 0; at+step <= n; at += step {
		fresh, err := run(n + at)
		if err != nil {
			return 0, 0, err
		}
		old, err := run(at)
		if err != nil {
			return 0, 0, err
		}
		ratios = append(ratios, fresh/max(old, 1e-9))
		excesses = append(excesses, fresh-old)
		known = append(known, old)
	}
	if len(ratios) == 0 {
		return 1, 0, nil
	}
	e.estimate[f.op.Name] = max(1, stats.Median(known))
	return stats.Median(ratios), stats.Median(excesses), nil
}
