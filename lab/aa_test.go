package main

import (
	"strings"
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

// aaRun is a run whose copies have these ratios, all with an interval of 1%
// around them.
func aaRun(ratios ...float64) *results.File {
	f := resultstest.Empty("compare")
	f.Results = []results.Result{resultstest.Result("ecdsa_sign", f.Baseline, 1e4, 1)}
	for _, x := range ratios {
		r := resultstest.Result("ecdsa_sign", "copy", 1e4*x, x)
		r.Ratio.Lo, r.Ratio.Hi = x-0.005, x+0.005
		f.Results = append(f.Results, r)
	}
	return f
}

func TestSumUp(t *testing.T) {
	var near []float64
	for range 23 {
		near = append(near, 1.004)
	}
	for _, c := range []struct {
		name string
		runs []*results.File
		says string
		ok   bool
	}{
		{"all hold", []*results.File{aaRun(near...), aaRun(0.996)}, "24         100.0%  1.00%       0.40%", true},
		{"enough hold", []*results.File{aaRun(near...), aaRun(1.006, 0.994)}, "25         92.0%", true},
		{"too few hold", []*results.File{aaRun(near...), aaRun(1.006, 0.994, 1.006)}, "26         88.5%", false},
		{"one is far", []*results.File{aaRun(near...), aaRun(0.979)}, "2.10%", false},
	} {
		var b strings.Builder
		err := sumUp(&b, c.runs)
		if (err == nil) != c.ok || !strings.Contains(b.String(), c.says) {
			t.Errorf("%s: %v\n%s", c.name, err, b.String())
		}
	}
}
