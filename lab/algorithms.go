package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

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
		Args:  noArgs,
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
	fl.StringVar(&out, "out", "", outUsage)
	return cmd
}

// algorithms builds and runs the program of its own module, whose dependencies
// the other commands do not need, and draws what it found.
func algorithms(out string, args []string) error {
	if err := writable(out); err != nil {
		return err
	}
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
	dir, err := runFolder(out, time.Now())
	if err != nil {
		return err
	}
	cmd := exec.Command(program, append(args, "--out="+dir)...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		_ = os.Remove(dir) // where it is still empty
		return fmt.Errorf("%s: %w", program, err)
	}
	f, err := results.Read(filepath.Join(dir, results.FileName))
	if err != nil {
		return err
	}
	f.Args = os.Args[min(2, len(os.Args)):]
	if err := results.Write(dir, f); err != nil {
		return err
	}
	if err := report.Write(filepath.Join(dir, "report.html"), []*results.File{f}); err != nil {
		return err
	}
	if out == "" {
		showLatest(dir)
	}
	return nil
}
