package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"koblitz.dev/lab/internal/account"
	"koblitz.dev/lab/internal/algorithms"
	"koblitz.dev/lab/internal/chart"
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

// badShown is the number of an input file's bad rows that are printed; the
// results hold more.
const badShown = 20

// gateRows are the ordinary rows of an operation that the gate asks for.
const gateRows = 512

// longBatch is the longest batch that a short run has time for.
const longBatch = 1024

// usualRows are the rows of an operation that its launches share, unless --pool
// says otherwise.
const usualRows = 2 * results.Quotable

// run is what the measuring commands share.
type run struct {
	command string
	seconds float64
	pool    int
	seed    uint64
	input   string
	file    *input.File // what it holds
	out     string      // empty: a new folder below out/
	ops     []ops.Op
	chosen  bool     // ops were asked for by name
	args    []string // as the command got them
	samples []results.Sample
	judge   contest.Judge        // of rows that want nothing by themselves
	apart   []*contest.Contender // get rows of their own to be timed on
	plan    contest.Plan
	short   bool                        // the run that is made when it is asked for nothing else
	late    func() []*contest.Contender // those that are built while nothing is timed; may be nil
}

var began = time.Now()

// logf prints a line with the time since the start.
func logf(format string, args ...any) {
	stderr.line(fmt.Sprintf("%4.0fs "+format, append([]any{time.Since(began).Seconds()}, args...)...))
}

// badValue is an error of a flag's value.
func badValue(format string, args ...any) error {
	return statusError{statusUsage, fmt.Errorf(format, args...)}
}

// findOps turns names, several of which may stand in one text with commas
// between them, into operations, each once; none means usual.
func findOps(names []string, all, usual []ops.Op) ([]ops.Op, error) {
	if len(names) == 0 {
		return usual, nil
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
			return nil, badValue("unknown operation %q; there are %s", name, strings.Join(known, ", "))
		}
		if !slices.Contains(list, all[i]) {
			list = append(list, all[i])
		}
	}
	return list, nil
}

// flags adds the options that all measuring commands have.
func (c *run) flags(cmd *cobra.Command) {
	c.args = os.Args[min(2, len(os.Args)):]
	fl := cmd.Flags()
	fl.Float64Var(&c.seconds, "seconds", 60, "budget of the timed slices, in seconds")
	fl.IntVar(&c.pool, "pool", 0, fmt.Sprintf("distinct tuples (default: %d)", usualRows))
	fl.Uint64Var(&c.seed, "seed", 0, "seed of the tuples and of the order of turns (default: drawn, so that no library knows the rows)")
	fl.StringVar(&c.out, "out", "", outUsage)
}

// choice is what may be chosen to be measured.
type choice struct {
	contenders, ops []string
	baseline        string
}

func (c *choice) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVar(&c.contenders, "contender", nil, "`NAME` or NAME=PATH[,prefix=P] of a libsecp256k1-ABI or libcrypto library (repeatable; replaces the default set)")
	fl.StringArrayVar(&c.ops, "op", nil, "operation `NAME` (repeatable; default: all, of compare without most batches)")
	fl.StringVar(&c.baseline, "baseline", "", "contender `NAME` that ratios are computed against (default: the newest libsecp256k1)")
}

func (c run) check() error {
	switch {
	case math.IsNaN(c.seconds) || c.seconds <= 0 || c.seconds > 86400:
		return badValue("--seconds %v: more than 0, at most 86400", c.seconds)
	case c.pool != 0 && (c.pool < 64 || c.pool > 1<<18):
		return badValue("--pool %d: from 64 to %d", c.pool, 1<<18)
	}
	if err := worker.Ready(); err != nil {
		return err
	}
	return writable(c.out)
}

// tuples makes the pool, or reads it from a file of real signatures.
func (c run) tuples() (contest.Tuples, results.Pool, error) {
	if c.input == "" {
		names := make([]string, len(c.ops))
		for i, o := range c.ops {
			names[i] = o.Name
		}
		// The seed is not said before the contest is over: a log may be a file
		// that a contender reads.
		logf("%d tuples", c.pool)
		about := results.Pool{Distinct: c.pool, Seed: c.seed}
		if c.command == "algorithms" {
			return algorithms.NewTuples(c.seed, min(c.pool, gateRows)), about, nil
		}
		p, err := pool.Generate(min(c.pool, gateRows), c.seed, names)
		return p, about, err
	}
	f := c.file
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

// hold runs a contest and writes and shows what it found. dropped are asked for at its
// end.
func (c run) hold(set []*contest.Contender, baseline string, dropped func() []results.Drop) (*results.File, error) {
	if c.pool == 0 {
		c.pool = usualRows
	}
	if c.seed == 0 {
		c.seed = rand.Uint64N(1<<53-1) + 1 // exact in every reader of JSON
	}
	tuples, about, err := c.tuples()
	if err != nil {
		return nil, err
	}
	if p, ok := tuples.(*pool.Pool); ok {
		for i, k := range c.apart {
			k.Fresh = p.Apart(i + 1).Fresh
		}
	}
	c.ops = slices.DeleteFunc(slices.Clone(c.ops), func(o ops.Op) bool {
		none := len(tuples.Rows(o.Name)) == 0
		if none && c.chosen {
			logf("%s: %s has no rows for it", o.Name, c.input)
		}
		return none
	})
	if len(c.ops) == 0 {
		return nil, fmt.Errorf("%s has no rows for any of the operations", c.input)
	}
	started := time.Now().UTC().Truncate(time.Second)
	f := &results.File{Command: c.command, Args: c.args, Started: started, Seconds: c.seconds, Pool: about, Baseline: baseline}
	for _, s := range f.Cautions() {
		logf("WARNING: %s", s)
	}
	for _, o := range c.ops {
		if o.Batch > longBatch {
			logf("%s takes longer than --seconds: %d rows are made for it, and prepared by each process", o.Name, contest.BatchRows(o))
		}
	}
	cpu := worker.CPU()
	load := machine.Watch(cpu)
	logf("gate: %d contenders, %d operations", len(set), len(c.ops))
	out := contest.Run(contest.Config{
		Contenders: set, Baseline: baseline, Ops: c.ops, Tuples: tuples, Rows: c.pool, Seconds: c.seconds,
		Judge: c.judge, CPU: cpu, Seed: c.seed, Log: logf, Stop: interrupted.begin(), Plan: c.plan, Late: c.late,
		Seen: newProgress(stderr, baseline).seen,
		Step: func(done, total int, what string) {
			if what != "" {
				logf("[%2d/%d] %s", done+1, total, what)
			}
		},
	})
	stderr.show(nil)
	f.Machine, f.Results, f.Rejected = machine.Describe(cpu), out.Results, out.Rejected
	load.End(&f.Machine)
	f.Machine.ProductNS = account.ProductNS()
	f.Self, f.Winners, f.Launches, f.Seed, f.Limits = out.Self, out.Winners, out.Launches, c.seed, worker.Limits()
	f.Commit, f.Dirty = machine.Checkout()
	if c.input == "" {
		f.Pool.Distinct = min(f.Pool.Distinct, out.Rows)
	}
	logf("the seed was %d", c.seed)
	c.samples = out.Samples
	f.Dropped = append(dropped(), out.Dropped...)
	by := interrupted.end()
	if by == nil {
		return f, c.write(f)
	}
	if len(f.Results) == 0 {
		return nil, statusError{signalStatus(by), fmt.Errorf("%v: nothing was measured yet, nothing was written", by)}
	}
	f.Interrupted = by.String()
	if err := c.write(f); err != nil {
		return nil, err
	}
	return nil, statusError{signalStatus(by), fmt.Errorf("%v: what was measured until then was written", by)}
}

// write stores the results and the report, and prints the table.
func (c run) write(f *results.File) error {
	dir, err := runFolder(c.out, f.Started)
	if err != nil {
		return err
	}
	if err := results.Write(dir, f); err != nil {
		return err
	}
	if err := results.WriteSamples(dir, c.samples); err != nil {
		return err
	}
	interrupted.wrote()
	page := filepath.Join(dir, "report.html")
	if err := report.Write(page, []*results.File{f}); err != nil {
		return err
	}
	pictures := ""
	for _, name := range []string{"chart.svg", "chart.png"} {
		if len(chart.Panels(f, 0)) == 0 {
			break
		}
		if err := draw(filepath.Join(dir, name), []*results.File{f}, false); err != nil {
			return err
		}
		pictures += name + ", "
	}
	if err := table.Print(os.Stdout, f, term.IsTerminal(int(os.Stdout.Fd())) && os.Getenv("NO_COLOR") == ""); err != nil {
		return err
	}
	if c.short {
		logf("%d operations; --full measures all, --op others, and --contender yours", len(c.ops))
	}
	logf("wrote %s, %sresults.json, results.csv and %s", page, pictures, results.SamplesFile)
	if c.out == "" {
		showLatest(dir)
	}
	return nil
}
