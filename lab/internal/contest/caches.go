package contest

import (
	"fmt"
	"math"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	probeNS       = 20e6 // a pass of the probe
	probeRows     = 128  // a pass has at least so many rows, so there must be twice as many
	probeSlices   = 10   // pairs of slices
	cacheRatio    = 1.05
	cacheLeastNS  = 50 // less than this a call is not told from the first touch of memory
	confirmations = 2
)

// probeCaches compares slices of rows that a process has never seen with slices
// of rows that it has seen twice, and marks the entrant when the first cost over
// 5% more, in three processes out of three. With fewer than 2*probeRows rows
// there is too little to tell by.
func (t *contest) probeCaches(f *field, e *entrant) {
	if len(f.all) < 2*probeRows {
		return
	}
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
	n := min(max(int(probeNS/e.estimate[f.op.Name]), probeRows), len(f.all)/2)
	step := n / probeSlices
	n = step * probeSlices
	win := f.window(0, 2*n)
	e.stop()
	if err := t.prepare(win, e); err != nil {
		return 0, 0, err
	}
	defer e.stop()
	if err := t.warmUp(win, e); err != nil {
		return 0, 0, err
	}
	for range 2 {
		if _, err := win.run(e, 0, n, 0); err != nil {
			return 0, 0, err
		}
	}
	var ratios, excesses, known []float64
	for at := 0; at < n; at += step {
		fresh, err := win.run(e, n+at, step, e.warmCalls)
		if err != nil {
			return 0, 0, err
		}
		old, err := win.run(e, at, step, e.warmCalls)
		if err != nil {
			return 0, 0, err
		}
		fresh, old = fresh/float64(step), old/float64(step)
		ratios = append(ratios, fresh/old)
		excesses = append(excesses, fresh-old)
		known = append(known, old)
	}
	e.estimate[f.op.Name] = stats.Median(known)
	return stats.Median(ratios), stats.Median(excesses), nil
}
