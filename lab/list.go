package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
	"koblitz.dev/lab/internal/worker"
)

// showList prints the name of every contender, with its version where it is built, and the
// operations.
func showList(out io.Writer) error {
	r, err := roster.New(func(string, ...any) {})
	if err != nil {
		return err
	}
	set, absent, base := r.Known()
	releases, built := r.Releases()
	released := func(name string) bool {
		return slices.ContainsFunc(releases, func(a roster.Anchor) bool { return a.Name == name })
	}
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CONTENDER\tVERSION\tDATE\tNOTE")
	var ours []string
	for _, k := range set {
		if released(k.Name) {
			continue
		}
		if chart.Ours(k.Name) {
			ours = append(ours, k.Name)
		}
		version, date, note := identity(k)
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", k.Name, version, date, note)
	}
	for _, d := range absent {
		if !released(d.Contender) {
			if chart.Ours(d.Contender) {
				ours = append(ours, d.Contender)
			}
			fmt.Fprintf(w, "%s\t\t\t%s\n", d.Contender, results.Printable(d.Reason))
		}
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
	fmt.Fprintf(w, "\nBy the authors of this benchmark: %s.\n", strings.Join(ours, ", "))
	fmt.Fprintln(w, "\nOPERATION\tNAME")
	for _, list := range [][]ops.Op{ops.Chosen, ops.Known} {
		for _, op := range list {
			note := ""
			switch chosen := slices.Contains(ops.Chosen, op); {
			case !chosen && slices.Contains(ops.Compared, op):
				note = "--full"
			case !chosen:
				note = "--op"
			case len(list) == len(ops.Known):
				continue
			}
			fmt.Fprintf(w, "%s\t%s\t\t%s\n", op.Name, op.Title(), note)
		}
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
