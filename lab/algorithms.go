package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/report"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

func algorithmsCommand() *cobra.Command {
	var signOps, verifyOps int
	var seconds float64
	var out string
	cmd := &cobra.Command{
		Use:   "algorithms",
		Short: "Time the signature algorithms that a chain chooses between, in Go",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			return algorithms(out, []string{
				fmt.Sprintf("--sign-ops=%d", signOps), fmt.Sprintf("--verify-ops=%d", verifyOps), fmt.Sprintf("--seconds=%g", seconds),
			})
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&signOps, "sign-ops", 1000, "signatures an algorithm")
	fl.IntVar(&verifyOps, "verify-ops", 1000, "verifications an algorithm")
	fl.Float64Var(&seconds, "seconds", 120, "bound on the timed part, in seconds")
	fl.StringVar(&out, "out", "out/algorithms", "`DIR` to write to")
	return cmd
}

// algorithms builds and runs the program of its own module, whose dependencies
// the other commands do not need, and draws what it found.
func algorithms(out string, args []string) error {
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	program, err := r.Algorithms()
	if err != nil {
		return err
	}
	if library, prefix, err := r.Newest(); err != nil {
		logf("libsecp256k1: left out: %v", err)
	} else {
		args = append(args, "--library="+library, "--prefix="+prefix)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	cmd := exec.Command(program, append(args, "--out="+out)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", program, err)
	}
	f, err := results.Read(filepath.Join(out, "results.json"))
	if err != nil {
		return err
	}
	return report.Write(filepath.Join(out, "report.html"), []*results.File{f})
}
