package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/input"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/roster"
	"koblitz.dev/lab/internal/worker"
)

func compareCommand() *cobra.Command {
	c := run{command: "compare"}
	var what choice
	var list, full bool
	var failAbove []string
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Check and time every contender",
		Long: `Check the answers of every contender, then time it.

Without --op, --full or --seconds it takes about six minutes: the ten operations
that a signer is chosen by, with as many launches as there is time for. --full
measures all operations but most batches, in about 20 minutes.

Exit status: 0 results were written, also when contenders were rejected;
1 the run failed, and the message says why; 2 a flag is wrong; 3 results were
written and a bound of --fail-above is broken; 130 and 143 the run was
interrupted.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if list {
				return showList(cmd.OutOrStdout())
			}
			if full && len(what.ops) > 0 {
				return usage(cmd, "--full measures all operations, --op those that it names: give one of the two")
			}
			if c.input != "" && cmd.Flags().Changed("pool") {
				return usage(cmd, "--pool sizes the generated rows, --input replaces them: give one of the two")
			}
			var err error
			usual := ops.Chosen
			if full {
				usual = ops.Compared
			}
			if c.ops, err = findOps(what.ops, ops.Known, usual); err != nil {
				return err
			}
			if !full && len(what.ops) == 0 && !cmd.Flags().Changed("seconds") {
				c.shorten(began)
			}
			bounds, err := parseBounds(failAbove, c.ops)
			if err != nil {
				return usage(cmd, err.Error())
			}
			if len(bounds) > 0 && len(what.contenders) == 0 {
				return usage(cmd, "--fail-above needs --contender: it holds for the contenders that are asked for by name")
			}
			return c.compare(what, bounds)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&c.input, "input", "", "`FILE` of real signatures: CSV or JSON lines of Nostr events, instead of generated tuples")
	fl.StringArrayVar(&failAbove, "fail-above", nil, "`OP=RATIO`: exit with status 3 when a contender asked for by name is slower than RATIO times the baseline, by its whole interval, or has no figure (repeatable)")
	fl.BoolVar(&list, "list", false, "show contenders and operations; builds and measures nothing")
	fl.BoolVar(&full, "full", false, "all operations but most batches, and the time that they need")
	what.flags(cmd)
	c.flags(cmd)
	fl.Lookup("op").Usage = "operation `NAME`, of those that --list shows (repeatable; default: ten that a signer is chosen by)"
	return cmd
}

// A run that is asked for nothing else is over in shortRun, what comes before and after the
// contest included; before it a cold cache costs 27 s for the lab itself. shortSeconds is the
// budget of the timed slices of all launches that there could be.
const (
	shortRun     = 320 * time.Second
	shortSeconds = 80
)

// shorten makes c the run that is over soon after it has begun.
func (c *run) shorten(began time.Time) {
	c.short, c.plan, c.seconds = true, contest.Until(began.Add(shortRun)), shortSeconds
}

// compare measures what is chosen; the operations are c's.
func (c run) compare(what choice, bounds []bound) error {
	if err := c.check(); err != nil {
		return err
	}
	if c.input != "" {
		var err error
		if c.file, err = input.Open(c.input); err != nil {
			return err
		}
	}
	var requests []roster.Request
	for _, n := range what.contenders {
		q, err := roster.ParseRequest(n)
		if err != nil {
			return statusError{statusUsage, err}
		}
		requests = append(requests, q)
	}
	c.chosen = len(what.ops) > 0
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	logf("building what is absent")
	if c.short && len(requests) == 0 {
		r.Early = true
		c.late = func() []*contest.Contender {
			logf("building what takes longer; nothing is timed meanwhile")
			return r.Late()
		}
	}
	set, base, err := r.Select(requests, what.baseline)
	if err != nil {
		return err
	}
	for _, k := range set {
		k.Singles = k.Name == base || len(requests) > 0
	}
	c.apart = unknown(set, requests)
	asked, err := bounded(set, base, bounds)
	if err != nil {
		return err
	}
	if len(requests) > 0 {
		if err := c.mustRun(set); err != nil {
			return err
		}
	}
	f, err := c.hold(set, base, r.Dropped)
	if err != nil {
		return err
	}
	var broken []string
	for _, b := range bounds {
		reasons, doubts := b.broken(f, asked)
		broken = append(broken, reasons...)
		for _, s := range doubts {
			logf("WARNING: %s", s)
		}
	}
	if len(broken) > 0 {
		return statusError{statusAboveBound, fmt.Errorf("--fail-above: %s", strings.Join(broken, "; "))}
	}
	return nil
}

// unknown are the contenders whose library the user named, but for one: who made
// several of them could have one tell the others what it has worked out.
func unknown(set []*contest.Contender, requests []roster.Request) (list []*contest.Contender) {
	for _, k := range set {
		if slices.ContainsFunc(requests, func(q roster.Request) bool { return q.Name == k.Name && q.Path != "" }) {
			list = append(list, k)
		}
	}
	return list[min(1, len(list)):]
}

// mustRun starts each contender that was asked for by name, before minutes are
// spent on the others, and says which of the operations it does not have.
func (c run) mustRun(set []*contest.Contender) error {
	had := map[string]bool{}
	for _, k := range set {
		w, err := worker.Start(k.Spec, -1, 30*time.Second)
		if err != nil {
			return fmt.Errorf("contender %s cannot run: %w", k.Name, err)
		}
		w.Close()
		var lacks []string
		for _, o := range c.ops {
			if w.Info.Ops[o.Name] || w.Info.Ops[o.Alone().Name] {
				had[o.Name] = true
			} else {
				lacks = append(lacks, o.Name)
			}
		}
		if len(lacks) > 0 {
			logf("%s does not have %s", k.Name, strings.Join(lacks, ", "))
		}
	}
	if !slices.ContainsFunc(c.ops, func(o ops.Op) bool { return had[o.Name] }) {
		return fmt.Errorf("no contender has any of the operations")
	}
	return nil
}
