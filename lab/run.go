package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/input"
	"koblitz.dev/lab/internal/machine"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/report"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/table"
	"koblitz.dev/lab/internal/worker"
)

// quotable is the least number of distinct tuples on which figures may be quoted.
const quotable = 4096

// badShown is the number of an input file's bad rows that are printed; the
// results hold more.
const badShown = 20

// run is what the measuring commands share.
type run struct {
	command string
	seconds float64
	pool    int
	seed    uint64
	input   string
	out     string
	ops     []ops.Op
}

var began = time.Now()

// logf prints a line with the time since the start.
func logf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%4.0fs "+format+"\n", append([]any{time.Since(began).Seconds()}, args...)...)
}

// findOps turns names, several of which may stand in one text with commas
// between them, into operations, each once; none means all of them.
func findOps(names []string, all []ops.Op) ([]ops.Op, error) {
	if len(names) == 0 {
		return all, nil
	}
	var list []ops.Op
	for name := range strings.SplitSeq(strings.Join(names, ","), ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(all, func(o ops.Op) bool { return o.Name == name })
		if i < 0 {
			var known []string
			for _, o := range all {
				known = append(known, o.Name)
			}
			return nil, fmt.Errorf("unknown operation %q; there are %s", name, strings.Join(known, ", "))
		}
		if !slices.Contains(list, all[i]) {
			list = append(list, all[i])
		}
	}
	return list, nil
}

// flags adds the options that all measuring commands have.
func (c *run) flags(cmd *cobra.Command, out string) {
	fl := cmd.Flags()
	fl.Float64Var(&c.seconds, "seconds", 60, "budget of the timed slices, in seconds")
	fl.IntVar(&c.pool, "pool", quotable, "distinct tuples")
	fl.Uint64Var(&c.seed, "seed", 1, "seed of the tuples and of the order of turns")
	fl.StringVar(&c.out, "out", out, "`DIR` to write to")
}

// choice is what may be chosen to be measured.
type choice struct {
	contenders, ops []string
	baseline        string
}

func (c *choice) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&c.contenders, "contender", nil, "`NAME` or NAME=PATH[,prefix=P] of a libsecp256k1-ABI or libcrypto library (repeatable; replaces the default set)")
	fl.StringArrayVar(&c.ops, "op", nil, "operation `NAME` (repeatable; default: all)")
	fl.StringVar(&c.baseline, "baseline", "", "contender `NAME` that ratios are to (default: the newest libsecp256k1)")
}

func (c run) check() error {
	switch {
	case math.IsNaN(c.seconds) || c.seconds <= 0 || c.seconds > 86400:
		return fmt.Errorf("--seconds %v: more than 0, at most 86400", c.seconds)
	case c.pool < 64 || c.pool > 1<<18:
		return fmt.Errorf("--pool %d: from 64 to %d", c.pool, 1<<18)
	}
	if c.pool < quotable && c.input == "" {
		logf("WARNING: %d distinct tuples; figures on fewer than %d are not to be quoted", c.pool, quotable)
	}
	return writable(c.out)
}

// writable makes the directory and says whether files can be made in it, before
// minutes are spent on what is to be written there.
func writable(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	f, err := os.CreateTemp(dir, ".writable-*")
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	f.Close()
	return os.Remove(f.Name())
}

// tuples makes the pool, or reads it from a file of real signatures.
func (c run) tuples() (contest.Tuples, results.Pool, error) {
	if c.input == "" {
		logf("making %d tuples, seed %d", c.pool, c.seed)
		p, err := pool.Generate(c.pool, c.seed)
		return p, results.Pool{Distinct: c.pool, Seed: c.seed}, err
	}
	f, err := input.Open(c.input)
	if err != nil {
		return nil, results.Pool{}, err
	}
	p, err := pool.FromInput(f)
	if err != nil {
		return nil, results.Pool{}, err
	}
	about := results.Pool{
		Distinct: len(f.ECDSA) + len(f.Schnorr), Input: filepath.Base(c.input),
		Rows: map[string]int{"ecdsa": len(f.ECDSA), "schnorr": len(f.Schnorr)}, BadCount: f.BadCount,
	}
	for _, b := range f.Bad {
		about.Bad = append(about.Bad, results.BadRow{Line: b.Line, Reason: b.Reason})
		if len(about.Bad) <= badShown {
			logf("%s:%d: left out: %s", c.input, b.Line, b.Reason)
		}
	}
	logf("%s: %d ECDSA rows (%d with a high s, normalised), %d Schnorr rows, %d bad rows",
		c.input, len(f.ECDSA), f.HighS, len(f.Schnorr), f.BadCount)
	return p, about, nil
}

// hold runs a contest and writes and shows what it found.
func (c run) hold(set []*contest.Contender, baseline string, dropped []results.Drop) (*results.File, error) {
	tuples, about, err := c.tuples()
	if err != nil {
		return nil, err
	}
	c.ops = slices.DeleteFunc(slices.Clone(c.ops), func(o ops.Op) bool { return len(tuples.Rows(o.Name)) == 0 })
	if len(c.ops) == 0 {
		return nil, errors.New("the input has no rows for any of the operations")
	}
	started := time.Now().UTC().Truncate(time.Second)
	cpu := worker.CPU()
	logf("gate: %d contenders, %d operations", len(set), len(c.ops))
	out := contest.Run(contest.Config{
		Contenders: set, Baseline: baseline, Ops: c.ops, Tuples: tuples, Seconds: c.seconds,
		CPU: cpu, Seed: c.seed, Log: logf,
		Step: func(done, total int, what string) {
			if what != "" {
				logf("[%2d/%d] %s", done+1, total, what)
			}
		},
	})
	f := &results.File{
		Command: c.command, Started: started, Seconds: c.seconds, Machine: machine.Describe(cpu), Pool: about,
		Baseline: baseline, Results: out.Results, Rejected: out.Rejected, Dropped: append(dropped, out.Dropped...),
	}
	return f, c.write(f)
}

// write stores the results and the report, and prints the table.
func (c run) write(f *results.File) error {
	if err := results.Write(c.out, f); err != nil {
		return err
	}
	page := filepath.Join(c.out, "report.html")
	if err := report.Write(page, []*results.File{f}); err != nil {
		return err
	}
	if err := table.Print(os.Stdout, f, term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("NO_COLOR") == ""); err != nil {
		return err
	}
	logf("wrote %s, results.json and results.csv", page)
	return nil
}
