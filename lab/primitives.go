package main

import (
	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/ops"
)

func primitivesCommand() *cobra.Command {
	c := run{command: "primitives"}
	var names, opNames []string
	var baseline string
	cmd := &cobra.Command{
		Use:   "primitives",
		Short: "Time field arithmetic and point multiplication where a contender exposes them",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(opNames, ops.Primitives); err != nil {
				return err
			}
			return c.compare(names, baseline)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVar(&names, "contender", nil, "`NAME` or NAME=PATH[,prefix=P] (repeatable; replaces the default set)")
	fl.StringArrayVar(&opNames, "op", nil, "primitive `NAME` (repeatable; default: all)")
	fl.StringVar(&baseline, "baseline", "", "contender `NAME` that ratios are to (default: the newest libsecp256k1)")
	c.flags(cmd, "out/primitives")
	return cmd
}
