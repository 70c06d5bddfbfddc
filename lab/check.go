package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"koblitz.dev/lab/internal/account"
	"koblitz.dev/lab/internal/figures"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/table"
)

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check [DIR]",
		Short: "Make a run's tables again from its raw samples, and compare",
		Long: `Make the tables of the run in DIR (default: out/latest) again from its
samples.jsonl.gz, and compare them with its results.json and results.csv. The
path of that results.json stands for DIR as well.

Exit status: 0 they agree; 1 they do not, or a file cannot be read; 2 a wrong
call.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usage(cmd, "check takes one folder")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			dir := filepath.Join(outRoot, latest)
			if len(args) == 1 {
				dir = args[0]
			}
			return check(dir)
		},
	}
}

// check compares the run in dir, or of the results.json that dir names.
func check(dir string) error {
	if filepath.Base(dir) == results.FileName {
		dir = filepath.Dir(dir)
	}
	path := filepath.Join(dir, results.FileName)
	f, err := results.Read(path)
	if err != nil {
		return err
	}
	samples, err := results.ReadSamples(filepath.Join(dir, results.SamplesFile))
	if err != nil {
		return err
	}
	again, faults := recompute(f, samples)
	if err := table.Print(os.Stdout, again, term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("NO_COLOR") == ""); err != nil {
		return err
	}
	if fault := checkCSV(filepath.Join(dir, results.CSVName), f); fault != "" {
		faults = append(faults, fault)
	}
	for _, s := range faults {
		fmt.Fprintln(os.Stderr, "differs:", s)
	}
	if len(faults) > 0 {
		return fmt.Errorf("%s: %d differences from its samples", path, len(faults))
	}
	marks := "with their marks"
	if f.Machine.ProductNS == 0 {
		marks = "their marks are what the run itself saw"
	}
	fmt.Fprintf(os.Stderr, "%s: %d figures follow from %d samples, %s\n", path, len(f.Results), len(samples), marks)
	return nil
}

// checkCSV says how a results.csv differs from f, if there is one.
func checkCSV(path string, f *results.File) string {
	have, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return ""
	}
	want, werr := f.CSV()
	if err := errors.Join(err, werr); err != nil {
		return err.Error()
	}
	if !bytes.Equal(have, want) {
		return path + " is not what results.json gives"
	}
	return ""
}

// recompute makes the run's figures again from the samples alone. It returns
// the run with these figures, and says where they are others than f's.
func recompute(f *results.File, samples []results.Sample) (again *results.File, faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	copied := *f
	again = &copied
	again.Results, again.Self, again.Winners = nil, nil, nil
	faults = append(faults, contradictions(samples)...)
	faults = append(faults, misjudged(f, samples)...)

	set := figures.Group(samples)
	for i := range f.Results {
		r := f.Results[i]
		name := results.Printable(r.Contender) + " on " + r.Op
		figure, ok := set.Of(r.Op, r.Contender, f.Baseline, f.Seed)
		if !ok {
			fault("%s has no samples", name)
			continue
		}
		was := figures.Figure{NS: r.NS, Ratio: r.Ratio, Samples: r.Samples, Noisy: r.Noisy, Cold: r.Cold, CPU: r.CPU}
		if r.Contender == f.Baseline { // quiet in earlier versions' files, whatever its second copy says
			was = asQuiet(was, figure)
		}
		if !same(was, figure) {
			fault("%s: %s in results.json, %s from the samples", name, describe(was), describe(figure))
		}
		figure.Apply(&r)
		again.Results = append(again.Results, r)
	}
	for key := range set {
		op, name := key[0], key[1]
		has := slices.ContainsFunc(f.Results, func(r results.Result) bool { return r.Op == op && r.Contender == name })
		out := slices.ContainsFunc(f.Rejected, func(r results.Rejection) bool { return r.Op == op && r.Contender == name })
		if !has && !out && name != results.SecondCopy {
			fault("%s on %s has samples and neither a figure nor a rejection", results.Printable(name), op)
		}
	}
	for _, op := range f.Ops() {
		if self, ok := set.Self(op, f.Baseline, f.Seed); ok {
			again.Self = append(again.Self, results.Self{Op: op, Ratio: self})
		}
	}
	if !sameSelf(f.Self, again.Self) {
		fault("the run's own error is %v in results.json, %v from the samples", f.Self, again.Self)
	}
	for _, op := range f.Ops() {
		if s := again.Standing(op); len(s.All()) == 0 {
			continue
		}
		now := set.Winner(again, op)
		again.Winners = append(again.Winners, now)
		var w results.Winner
		if i := slices.IndexFunc(f.Winners, func(x results.Winner) bool { return x.Op == op }); i >= 0 {
			w = f.Winners[i]
		}
		if w.Contender != now.Contender || !slices.Equal(w.Tied, now.Tied) {
			fault("%s: winner %q tied with %q in results.json, %q with %q from the samples", op, w.Contender, w.Tied, now.Contender, now.Tied)
		}
	}
	slices.Sort(faults)
	return again, faults
}

// sameSelf compares by operation: a run has them in the order of its arguments.
func sameSelf(was, now []results.Self) bool {
	return len(was) == len(now) && !slices.ContainsFunc(now, func(s results.Self) bool {
		return !slices.ContainsFunc(was, func(x results.Self) bool { return x.Op == s.Op && closeRatio(x.Ratio, s.Ratio) })
	})
}

// accountMarks are those that follow from samples.
var accountMarks = []string{results.MarkUntimed, results.MarkAgain, results.MarkTogether}

// misjudged says which figures have other marks than their samples give, or are to
// be rejected by these. A run that does not say what a product took was not held
// against the processor time like this.
func misjudged(f *results.File, samples []results.Sample) (faults []string) {
	if f.Machine.ProductNS == 0 {
		return nil
	}
	type entry struct{ op, contender string }
	of := map[entry][]results.Sample{}
	for _, s := range samples {
		of[entry{s.Op, s.Contender}] = append(of[entry{s.Op, s.Contender}], s)
	}
	judge := func(name, op string, alone bool, base []results.Sample) (map[string]string, error) {
		o, _ := ops.Find(op)
		return account.Entry{Op: o, Samples: of[entry{op, name}], Alone: alone, Base: base}.Judge(f.Machine.ProductNS)
	}
	baseline := slices.IndexFunc(f.Results, func(r results.Result) bool { return r.Contender == f.Baseline })
	for _, r := range f.Results {
		var base []results.Sample
		if baseline >= 0 && sameWorker(r, f.Results[baseline]) {
			if _, fault := judge(f.Baseline, r.Op, r.Alone, nil); fault == nil {
				base = of[entry{r.Op, f.Baseline}]
			}
		}
		marks, fault := judge(r.Contender, r.Op, r.Alone, base)
		name := results.Printable(r.Contender) + " on " + r.Op
		if fault != nil {
			faults = append(faults, fmt.Sprintf("%s: by its samples it is to be rejected: %v", name, fault))
		}
		for _, mark := range accountMarks {
			why, has := marks[mark]
			switch {
			case has && !slices.Contains(r.Marks, mark):
				faults = append(faults, fmt.Sprintf("%s: without the mark %s in results.json, and by its samples %s", name, mark, why))
			case !has && slices.Contains(r.Marks, mark):
				faults = append(faults, fmt.Sprintf("%s: the mark %s in results.json does not follow from its samples", name, mark))
			}
		}
	}
	return faults
}

// sameWorker says whether two figures are of one worker's program, which is the
// first of what ran.
func sameWorker(a, b results.Result) bool {
	return len(a.Binaries) > 0 && len(b.Binaries) > 0 && a.Binaries[0] == b.Binaries[0]
}

// contradictions are samples that cannot all be true: two of one turn, and
// calls that took longer than the request that they were part of.
func contradictions(samples []results.Sample) (faults []string) {
	type turn struct {
		op, contender string
		launch, round int
		cold, lone    bool
	}
	seen := map[turn]bool{}
	for i, s := range samples {
		at := fmt.Sprintf("sample %d, %s on %s, launch %d, round %d", i+1, results.Printable(s.Contender), s.Op, s.Launch, s.Round)
		key := turn{s.Op, s.Contender, s.Launch, s.Round, s.Cold, s.Lone}
		if seen[key] {
			faults = append(faults, at+": given twice")
		}
		seen[key] = true
		if s.Wall > 0 && s.NS > s.Wall {
			faults = append(faults, fmt.Sprintf("%s: %d ns of calls in a request of %d ns", at, s.NS, s.Wall))
		}
	}
	return faults
}

func describe(f figures.Figure) string {
	s := fmt.Sprintf("%g ns, ratio %g [%g, %g], %d samples, noisy %v", f.NS.P50, f.Ratio.P50, f.Ratio.Lo, f.Ratio.Hi, f.Samples, f.Noisy)
	if f.Cold != nil {
		s += fmt.Sprintf(", cold %g ns, ratio %g", f.Cold.NS.P50, f.Cold.Ratio.P50)
	}
	return s
}

// same allows for the last digits, which another processor's fused operations
// change.
func same(a, b figures.Figure) bool {
	if a.Samples != b.Samples || a.Noisy != b.Noisy || !closeNS(a.NS, b.NS) || !closeRatio(a.Ratio, b.Ratio) {
		return false
	}
	if (a.Cold == nil) != (b.Cold == nil) || (a.CPU == nil) != (b.CPU == nil) {
		return false
	}
	if a.Cold != nil && (a.Cold.Samples != b.Cold.Samples || a.Cold.Noisy != b.Cold.Noisy ||
		!closeNS(a.Cold.NS, b.Cold.NS) || !closeRatio(a.Cold.Ratio, b.Cold.Ratio)) {
		return false
	}
	return a.CPU == nil || near(a.CPU.Run, b.CPU.Run) && near(a.CPU.Load, b.CPU.Load)
}

// asQuiet takes a figure that is said not to be noisy for as noisy as now.
func asQuiet(was, now figures.Figure) figures.Figure {
	was.Noisy = was.Noisy || now.Noisy
	if was.Cold != nil && now.Cold != nil {
		cold := *was.Cold
		cold.Noisy, was.Cold = cold.Noisy || now.Cold.Noisy, &cold
	}
	return was
}

func closeNS(a, b results.NS) bool {
	return near(a.Min, b.Min) && near(a.P10, b.P10) && near(a.P25, b.P25) && near(a.P50, b.P50) && near(a.P75, b.P75)
}

func closeRatio(a, b results.Ratio) bool {
	return near(a.P50, b.P50) && near(a.Lo, b.Lo) && near(a.Hi, b.Hi)
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }
