package main

import (
	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/algorithms"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/roster"
)

func algorithmsCommand() *cobra.Command {
	c := run{command: "algorithms"}
	var chosen []string
	cmd := &cobra.Command{
		Use:   "algorithms",
		Short: "Gate and time the signature algorithms that a chain chooses between, in Go",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(chosen, ops.Algorithms, ops.Algorithms); err != nil {
				return err
			}
			if err := c.check(); err != nil {
				return err
			}
			r, err := roster.New(logf)
			if err != nil {
				return err
			}
			logf("building what is absent")
			set, baseline, err := r.Algorithms()
			if err != nil {
				return err
			}
			judges := algorithms.NewJudges(set)
			defer judges.Close()
			c.judge = judges.Check
			_, err = c.hold(set, baseline, r.Dropped)
			return err
		},
	}
	cmd.Flags().StringArrayVar(&chosen, "op", nil, "operation `NAME`: sign or verify (repeatable; default: both)")
	c.flags(cmd)
	return cmd
}
