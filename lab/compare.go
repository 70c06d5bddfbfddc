package main

import (
	"fmt"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/roster"
)

func compareCommand() *cobra.Command {
	c := run{command: "compare"}
	var names, opNames []string
	var baseline string
	var list bool
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Gate and time every contender on every operation",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(opNames, ops.All); err != nil {
				return err
			}
			if list {
				return showList()
			}
			return c.compare(names, baseline)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&names, "contender", nil, "`NAME` or NAME=PATH[,prefix=P] of a libsecp256k1-ABI or libcrypto library (repeatable; replaces the default set)")
	fl.StringArrayVar(&opNames, "op", nil, "operation `NAME` (repeatable; default: all)")
	fl.StringVar(&baseline, "baseline", "", "contender `NAME` that ratios are to (default: the newest libsecp256k1)")
	fl.StringVar(&c.input, "input", "", "`FILE` of real signatures: CSV or JSON lines of Nostr events, instead of generated tuples")
	fl.BoolVar(&list, "list", false, "show contenders and operations, measure nothing")
	c.flags(cmd, "out")
	return cmd
}

// flags adds the options that all measuring commands have.
func (c *run) flags(cmd *cobra.Command, out string) {
	fl := cmd.Flags()
	fl.Float64Var(&c.seconds, "seconds", 60, "budget of the timed slices, in seconds")
	fl.IntVar(&c.pool, "pool", quotable, "distinct tuples")
	fl.Uint64Var(&c.seed, "seed", 1, "seed of the tuples and of the order of turns")
	fl.StringVar(&c.out, "out", out, "`DIR` to write to")
}

func (c run) compare(names []string, baseline string) error {
	if err := c.check(); err != nil {
		return err
	}
	var requests []roster.Request
	for _, n := range names {
		q, err := roster.ParseRequest(n)
		if err != nil {
			return err
		}
		requests = append(requests, q)
	}
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	logf("building what is absent")
	set, base, err := r.Select(requests, baseline)
	if err != nil {
		return err
	}
	_, err = c.hold(set, base, r.Dropped())
	return err
}

func showList() error {
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	set, base, err := r.Select(nil, "")
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "CONTENDER\tVERSION\tDATE")
	for _, k := range set {
		note := ""
		if k.Name == base {
			note = " (baseline)"
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\n", k.Name, note, k.Version, k.Date)
	}
	fmt.Fprintln(w, "\nOPERATION")
	for _, op := range ops.All {
		fmt.Fprintln(w, op.Name)
	}
	return w.Flush()
}
