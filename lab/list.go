package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
	"koblitz.dev/lab/internal/worker"
)

// showList prints the default set as far as it is built, the released
// libraries, what a run would build, and the operations.
func showList() error {
	r, err := roster.New(func(string, ...any) {})
	if err != nil {
		return err
	}
	r.BuildNothing = true
	set, base := r.Known()
	releases, built := r.Releases()
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CONTENDER\tVERSION\tDATE\tNOTE")
	for _, k := range set {
		if slices.ContainsFunc(releases, func(a roster.Anchor) bool { return a.Name == k.Name }) {
			continue
		}
		version, date, note := identity(k)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, version, date, note)
	}
	for _, a := range releases {
		note := ""
		switch {
		case a.Name == base && built[a.Name]:
			note = "baseline"
		case a.Name == base:
			note = "baseline; a run builds it"
		case !built[a.Name]:
			note = "make anchors builds it"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", a.Name, a.Version, a.Date, note)
	}
	for _, d := range r.Dropped() {
		fmt.Fprintf(w, "%s\t\t\t%s\n", d.Contender, results.Printable(d.Reason))
	}
	fmt.Fprintln(w, "\nOPERATION")
	for _, op := range ops.Known {
		fmt.Fprintln(w, op.Name)
	}
	return w.Flush()
}

// identity asks a contender for its version and date.
func identity(k *contest.Contender) (version, date, note string) {
	w, err := worker.Start(k.Spec, -1, 30*time.Second)
	if err != nil {
		return results.Printable(k.Version), k.Date, "cannot run: " + results.Printable(err.Error())
	}
	w.Close()
	version, date = results.Printable(cmp.Or(w.Info.Version, k.Version)), cmp.Or(w.Info.Date, k.Date)
	if version == "" {
		note = "this checkout"
	}
	return version, date, note
}
