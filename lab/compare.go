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
	var what choice
	var list bool
	cmd := &cobra.Command{
		Use:   "compare",
		Short: "Gate and time every contender on every operation",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(what.ops, ops.All); err != nil {
				return err
			}
			if list {
				return showList()
			}
			return c.compare(what)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&c.input, "input", "", "`FILE` of real signatures: CSV or JSON lines of Nostr events, instead of generated tuples")
	fl.BoolVar(&list, "list", false, "show contenders and operations: builds what is absent, measures nothing")
	what.flags(cmd)
	c.flags(cmd, "out")
	return cmd
}

// compare measures what is chosen; the operations are c's.
func (c run) compare(what choice) error {
	if err := c.check(); err != nil {
		return err
	}
	var requests []roster.Request
	for _, n := range what.contenders {
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
	set, base, err := r.Select(requests, what.baseline)
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
