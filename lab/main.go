// Command lab measures signers of secp256k1 against each other.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/worker"
)

// Exit statuses; a run ended by a signal has 128 and the signal's number.
const (
	statusFailed     = 1
	statusUsage      = 2
	statusAboveBound = 3
)

// statusError is an error with the exit status that it leads to.
type statusError struct {
	status int
	error
}

func (e statusError) Unwrap() error { return e.error }

func main() {
	go endOnSignal()
	if err := rootCommand().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, "lab:", err)
		os.Exit(statusOf(err))
	}
}

func rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:           "lab",
		Short:         "Measure signers of secp256k1 against each other, honestly",
		Version:       version(),
		Args:          noArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error { return usage(cmd, err.Error()) })
	root.AddCommand(compareCommand(), decadeCommand(), primitivesCommand(), algorithmsCommand(), plotCommand(), recordCommand(), checkCommand(), aaCommand())
	return root
}

// statusOf is 1 for an error that does not say.
func statusOf(err error) int {
	var s statusError
	if errors.As(err, &s) {
		return s.status
	}
	return statusFailed
}

// usage is an error of how the command was called.
func usage(cmd *cobra.Command, what string) error {
	return statusError{statusUsage, fmt.Errorf("%s; see %s --help", what, cmd.CommandPath())}
}

// noArgs refuses arguments that are not flags.
func noArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasParent():
		return usage(cmd, fmt.Sprintf("%q: %s takes flags only", args[0], cmd.Name()))
	}
	return usage(cmd, fmt.Sprintf("there is no command %q", args[0]))
}

// endOnSignal ends an interrupted run: while it measures, after the slice under
// way, so that what was measured is written; otherwise, and at a second signal,
// at once. No worker outlives it.
func endOnSignal() {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	for s := range signals {
		if interrupted.by(s) {
			logf("%v: the run ends after the slice under way; once more ends it at once", s)
			continue
		}
		worker.KillAll()
		fmt.Fprintf(os.Stderr, "lab: %v: %s\n", s, interrupted.state())
		os.Exit(signalStatus(s))
	}
}

// signalStatus is what shells give a program that a signal ends.
func signalStatus(s os.Signal) int {
	if n, ok := s.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return statusFailed
}

// interrupted is the interruption of this process's run.
var interrupted = interruption{stop: make(chan struct{})}

// interruption passes a signal on to a contest.
type interruption struct {
	mu      sync.Mutex
	running bool
	written bool
	signal  os.Signal
	stop    chan struct{}
}

// begin says that a contest runs, and returns what tells it to end.
func (i *interruption) begin() <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.running = true
	return i.stop
}

// end says that the contest is over, and returns the signal that ended it, if
// one did.
func (i *interruption) end() os.Signal {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.running = false
	return i.signal
}

// wrote says that results lie in their folder.
func (i *interruption) wrote() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.written = true
}

// by tells the contest to end, and is false where there is none or it has been
// told before.
func (i *interruption) by(s os.Signal) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	if !i.running || i.signal != nil {
		return false
	}
	i.signal = s
	close(i.stop)
	return true
}

func (i *interruption) state() string {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.written {
		return "the results had been written"
	}
	return "nothing was written"
}
