// Command lab measures signers of secp256k1 against each other.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/worker"
)

func main() {
	root := &cobra.Command{
		Use:           "lab",
		Short:         "Measure signers of secp256k1 against each other, honestly",
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	go endOnSignal()
	root.AddCommand(compareCommand(), decadeCommand(), primitivesCommand(), algorithmsCommand(), plotCommand())
	if err := root.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(1)
	}
}

// endOnSignal ends an interrupted run: no worker outlives it, and nothing is
// written.
func endOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	s := <-signals
	worker.KillAll()
	fmt.Fprintf(os.Stderr, "lab: %v: nothing was written\n", s)
	os.Exit(130)
}
