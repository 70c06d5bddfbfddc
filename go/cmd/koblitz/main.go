// Command koblitz makes keys, signs, verifies, recovers and exchanges on
// secp256k1, and verifies files of signatures. docs/command.md describes it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"koblitz.dev/secp256k1/libsecp"
)

// Exit statuses.
const (
	statusInvalid = 1   // a signature is not valid, or a row is malformed
	statusError   = 2   // the command could not be carried out
	statusSignal  = 128 // plus the number of the signal that interrupted: 130 or 143
)

// errInvalid ends a command that has already printed a verdict.
var errInvalid = errors.New("not valid")

func main() {
	var stopped *interruption
	err := command().ExecuteContext(context.Background())
	switch {
	case err == nil:
	case errors.Is(err, errInvalid):
		os.Exit(statusInvalid)
	case errors.As(err, &stopped):
		fmt.Fprintln(os.Stderr, "koblitz: interrupted")
		os.Exit(statusSignal + int(stopped.signal))
	default:
		fmt.Fprintln(os.Stderr, "koblitz:", strings.TrimPrefix(err.Error(), "secp256k1: "))
		os.Exit(statusError)
	}
}

// An interruption is the end of a command by a signal.
type interruption struct{ signal syscall.Signal }

func (i *interruption) Error() string { return "interrupted: " + i.signal.String() }

// interruptible returns a context that an interrupt, a termination and others end, with an
// interruption for its cause. They end the process by themselves except where there is
// something to do first.
func interruptible(parent context.Context, others ...os.Signal) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(parent)
	received := make(chan os.Signal, 1)
	signal.Notify(received, append(others, os.Interrupt, syscall.SIGTERM)...)
	go func() {
		select {
		case s := <-received:
			number, _ := s.(syscall.Signal)
			cancel(&interruption{number})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(received)
		cancel(nil)
	}
}

// global is the options that every command has.
type global struct{ library, prefix string }

func command() *cobra.Command {
	var g global
	root := &cobra.Command{
		Use:   "koblitz",
		Short: "Keys and signatures on secp256k1",
		Long:  "Keys and signatures on secp256k1. Secret keys are read from a file, from standard input\nor from a prompt, never from the command line.",
		Example: `  koblitz keygen --out alice.key
  koblitz sign --key alice.key --file contract.pdf
  koblitz verify --input signatures.csv`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          noArguments,
		RunE:          help,
		// Package cobra adds a command that completes what a shell has, and repeats it.
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Name() == cobra.ShellCompRequestCmd {
				return noArguments(cmd, args)
			}
			return nil
		},
	}
	fl := root.PersistentFlags()
	fl.StringVar(&g.library, "library", "", "`PATH` of a library with libsecp256k1's interface that computes instead, or a name for the system's loader")
	fl.StringVar(&g.prefix, "library-prefix", libsecp.DefaultPrefix, "`PREFIX` of that library's function names")
	root.AddCommand(keygenCommand(&g), pubCommand(&g), signCommand(&g), verifyCommand(&g), recoverCommand(&g), ecdhCommand(&g))
	root.SetFlagErrorFunc(optionError)
	root.SetVersionTemplate("{{.Name}} {{.Version}}\n")
	root.SetHelpCommand(&cobra.Command{Use: "help [COMMAND]", Short: "Print this, or the help of a command", RunE: help})
	root.CompletionOptions.DisableDefaultCmd = true
	givenOnce(fl)
	for _, c := range root.Commands() {
		givenOnce(c.Flags())
		c.Args = noArguments
		run := c.RunE
		c.RunE = func(cmd *cobra.Command, args []string) error {
			if err := notEmpty(cmd, "library", "key", "out", "input", "file"); err != nil {
				return err
			}
			if g.library == "" {
				if err := refuse(cmd, "has no effect without --library", "library-prefix"); err != nil {
					return err
				}
			}
			return run(cmd, args)
		}
	}
	return root
}

// version returns the version of the command's module, as go build recorded it, and
// those of Go and the platform.
func version() string {
	v := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		v = info.Main.Version
	}
	return fmt.Sprintf("%s (%s %s/%s)", v, runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// help prints what commands there are, or the help of the one that is named.
func help(cmd *cobra.Command, args []string) error {
	of := []*cobra.Command{cmd.Root()}
	if len(args) > 0 {
		of = slices.DeleteFunc(slices.Clone(cmd.Root().Commands()), func(c *cobra.Command) bool { return len(args) > 1 || c.Name() != args[0] || c.Hidden })
	}
	if len(of) != 1 {
		return errors.New("help takes the name of one command; koblitz help lists them")
	}
	if err := refuse(cmd, "has no effect without a command", "library", "library-prefix"); err != nil {
		return err
	}
	of[0].InitDefaultHelpFlag()
	of[0].InitDefaultVersionFlag()
	return of[0].Help()
}

// suite opens what the command computes with. A path given at a command line is
// relative to where it is given.
func (g *global) suite() (suite, error) {
	if g.library == "" {
		return native{}, nil
	}
	name := g.library
	if strings.ContainsRune(name, os.PathSeparator) {
		absolute, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		name = absolute
	}
	l, err := libsecp.Open(name, g.prefix)
	if err != nil {
		return nil, err
	}
	return l, nil
}

// printHex writes a line of hexadecimal digits.
func printHex(w io.Writer, b []byte) error {
	_, err := fmt.Fprintf(w, "%x\n", b)
	return err
}
