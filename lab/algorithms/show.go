package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"koblitz.dev/lab/internal/results"
)

// show prints a ranking for each operation: the ranked figures, fastest first,
// then those that a mark keeps out, and why.
func show(out io.Writer, f *results.File) {
	for _, op := range f.Ops() {
		standing := f.Standing(op)
		all := standing.All()
		if len(all) == 0 {
			continue
		}
		fmt.Fprintf(out, "\n%s\n", op)
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintf(w, "rank\talgorithm\tversion\tµs\tp25-p75\tops/s\tratio\t95%% interval\tmarks\n")
		for i, r := range all {
			rank := "-"
			if i < len(standing.Ranked) {
				rank = fmt.Sprint(i + 1)
			}
			ratio, interval := "", ""
			if r.Ratio.Known() {
				ratio = results.FormatRatio(r.Ratio.P50)
				interval = results.FormatRatio(r.Ratio.Lo) + "-" + results.FormatRatio(r.Ratio.Hi)
			}
			marks := r.Marks
			if r.Noisy {
				marks = append(marks, "noisy")
			}
			us := func(ns float64) string { return fmt.Sprintf("%.1f", ns/1e3) }
			fmt.Fprintln(w, strings.Join([]string{
				rank, r.Contender, results.Short(r.Version, 16), us(r.NS.P50), us(r.NS.P25) + "-" + us(r.NS.P75),
				results.FormatRate(r.NS.P50), ratio, interval, strings.Join(marks, " "),
			}, "\t"))
		}
		w.Flush()
	}
	if f.Baseline != "" {
		fmt.Fprintf(out, "\nRatios are to %s. Keys and signatures are decoded in every verification.\n", f.Baseline)
	}
	for _, r := range f.Results {
		for mark, note := range r.MarkNotes {
			fmt.Fprintf(out, "%s, %s: %s\n", mark, r.Contender, note)
		}
	}
	for _, r := range f.Rejected {
		fmt.Fprintf(out, "REJECTED %s, %s, row %s: %s\n", r.Contender, r.Op, r.Row, results.Short(r.Reason, 200))
	}
	for _, d := range f.Dropped {
		fmt.Fprintf(out, "left out: %s: %s\n", d.Contender, results.Short(d.Reason, 200))
	}
}
