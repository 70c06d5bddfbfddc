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
		Long: `Time field arithmetic and point multiplication where a contender exposes them.
The interface of libsecp256k1 has no field elements, so libsecp256k1, engine and
go have k*G and k*P only.`,
		Args: noArgs,
		RunE: func(*cobra.Command, []string) error {
			var err error
			if c.ops, err = findOps(what.ops, ops.Primitives, ops.Primitives); err != nil {
				return err
			}
			return c.compare(what, nil)
		},
	}
	what.flags(cmd)
	c.flags(cmd)
	return cmd
}
