//go:build trial

package main

import (
	"math"
	"path/filepath"
	"testing"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// The run that is made when it is asked for nothing else is over in six minutes, on two
// idle cores and where nothing is to be downloaded, and says what it can: the second copy of
// the baseline is within 1% in the median of the operations, and within 2% on each.
func TestTrialShort(t *testing.T) {
	start := time.Now()
	c := run{command: "compare", ops: ops.Chosen, out: t.TempDir(), args: []string{}}
	c.shorten(start)
	if err := c.compare(choice{}, nil); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 6*time.Minute {
		t.Errorf("it took %v", took)
	}
	f, err := results.Read(filepath.Join(c.out, results.FileName))
	if err != nil {
		t.Fatal(err)
	}
	var off []float64
	for _, s := range f.Self {
		off = append(off, math.Abs(s.Ratio.P50-1))
		if off[len(off)-1] > 0.02 {
			t.Errorf("%s: the second copy is at %.4f", s.Op, s.Ratio.P50)
		}
	}
	if len(off) != len(ops.Chosen) || stats.Median(off) > 0.01 {
		t.Errorf("%d operations, the second copy is off by %v", len(off), off)
	}
	t.Logf("%d launches, second copies off by %v", f.Launches, off)
}
