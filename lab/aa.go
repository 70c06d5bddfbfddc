package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

// What copies of one library must come to.
const (
	aaHold     = 0.92 // least share of the intervals that hold 1
	aaFarthest = 0.02 // greatest distance of a ratio from 1
)

// aaSeconds is the time of a contender on an operation in `lab compare`, by
// default: 60 seconds, of about 30 operations and 30 contenders.
const aaSeconds = 60.0 / 30 / 30

// aaOps are compared when no others are asked for.
var aaOps = []string{"ecdsa_verify", "ecdsa_sign"}

func aaCommand() *cobra.Command {
	c := run{command: "aa", args: os.Args[min(2, len(os.Args)):]}
	var copies int
	var names []string
	cmd := &cobra.Command{
		Use:   "aa",
		Short: "Compare copies of one library: how far can a run be trusted?",
		Long: `Copy the newest libsecp256k1 to files of other names, compare them with it for
as long as an operation of lab compare has, and add the run to those in DIR.
What all of these runs say of the copies is printed: how often the interval of
a ratio holds 1, which is the truth, and the ratio farthest from 1.

Exit status: 0 at least 92% of the intervals hold 1, and no ratio is farther
from it than 2%; 1 otherwise, or the run failed; 2 a flag is wrong.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if copies < 1 || copies > 100 {
				return usage(cmd, fmt.Sprintf("--copies %d: from 1 to 100", copies))
			}
			if len(names) == 0 {
				names = aaOps
			}
			var err error
			if c.ops, err = findOps(names, ops.Known, nil); err != nil {
				return err
			}
			return c.aa(copies)
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&copies, "copies", 6, "of the library")
	fl.StringArrayVar(&names, "op", nil, "operation `NAME` (repeatable; default: ecdsa_verify and ecdsa_sign)")
	fl.StringVar(&c.out, "out", filepath.Join(outRoot, "aa"), "`DIR` of the runs")
	return cmd
}

// aa makes one run, and says what all those in c.out come to.
func (c run) aa(copies int) error {
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	library, prefix, err := r.Newest()
	if err != nil {
		return err
	}
	content, err := os.ReadFile(library)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "lab-aa-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var what choice
	for i := range copies {
		name := fmt.Sprintf("copy-%d", i+1)
		path := filepath.Join(dir, name+".so")
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
		what.contenders = append(what.contenders, fmt.Sprintf("%s=%s,prefix=%s", name, path, prefix))
	}
	all := c.out
	for i := 1; ; i++ {
		c.out = filepath.Join(all, fmt.Sprintf("run-%03d", i))
		if _, err := os.Stat(c.out); errors.Is(err, fs.ErrNotExist) {
			break
		} else if err != nil {
			return err
		}
	}
	c.seconds = aaSeconds * float64((copies+2)*len(c.ops))
	if err := c.compare(what, nil); err != nil {
		return err
	}
	runs, err := aaRuns(all)
	if err != nil {
		return err
	}
	return sumUp(os.Stdout, runs)
}

// aaRuns reads the runs in a folder.
func aaRuns(dir string) ([]*results.File, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "run-*", results.FileName))
	if err != nil {
		return nil, err
	}
	var list []*results.File
	for _, path := range paths {
		f, err := results.Read(path)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

// sumUp says, by operation and of all, how often the intervals hold 1 and how
// far the ratios are from it. The error is that a bound is missed.
func sumUp(w io.Writer, runs []*results.File) error {
	type tally struct {
		count, held     int
		width, farthest float64
	}
	total := &tally{}
	byOp := map[string]*tally{}
	var order []string
	for _, f := range runs {
		add := func(op string, ratio results.Ratio) {
			if byOp[op] == nil {
				byOp[op], order = &tally{}, append(order, op)
			}
			for _, t := range []*tally{byOp[op], total} {
				t.count++
				t.width += ratio.Hi - ratio.Lo
				t.farthest = max(t.farthest, math.Abs(ratio.P50-1))
				if ratio.Lo <= 1 && ratio.Hi >= 1 {
					t.held++
				}
			}
		}
		for _, r := range f.Results {
			if r.Contender != f.Baseline {
				add(r.Op, r.Ratio)
			}
		}
		for _, s := range f.Self {
			add(s.Op, s.Ratio)
		}
	}
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(out, "%d runs\tintervals\thold 1\tmean width\tfarthest from 1\n", len(runs))
	line := func(name string, t *tally) {
		n := float64(max(t.count, 1))
		fmt.Fprintf(out, "%s\t%d\t%.1f%%\t%.2f%%\t%.2f%%\n", name, t.count, 100*float64(t.held)/n, 100*t.width/n, 100*t.farthest)
	}
	for _, op := range order {
		line(op, byOp[op])
	}
	line("all", total)
	if err := out.Flush(); err != nil {
		return err
	}
	if float64(total.held) < aaHold*float64(total.count) || total.farthest > aaFarthest {
		return fmt.Errorf("copies of one library differ: at least %.0f%% of the intervals shall hold 1, and no ratio be farther from it than %.0f%%", 100*aaHold, 100*aaFarthest)
	}
	return nil
}
