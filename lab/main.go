// Command lab measures signers of secp256k1 against each other.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{
		Use:           "lab",
		Short:         "Measure signers of secp256k1 against each other, honestly",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(compareCommand(), decadeCommand(), primitivesCommand(), algorithmsCommand(), plotCommand())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}
