package main

import (
	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/ops"
)

func primitivesCommand() *cobra.Command {
	c := run{command: "primitives"}
	var what choice
	cmd := &cobra.Command{
		Use:   "primitives",
		Short: "Time field arithmetic and point multiplication where a contender exposes them",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(what.ops, ops.Primitives); err != nil {
				return err
			}
			return c.compare(what)
		},
	}
	what.flags(cmd)
	c.flags(cmd, "out/primitives")
	return cmd
}
