// Command algorithms times the signature algorithms that a chain chooses
// between, in one Go program. It is a module of its own because nothing else
// needs its dependencies.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"runtime"

	"golang.org/x/term"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/table"
)

// mostOps bounds the calls of an operation.
const mostOps = 1 << 24

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// run returns the exit status: 0, 1 for a failure, 2 for a misuse.
func run(args []string, stdout, stderr io.Writer) int {
	c := contest{log: stderr}
	libraries, out, err := c.parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		fmt.Fprintln(stderr, "algorithms:", err)
		return 2
	}

	var dropped []results.Drop
	for _, l := range libraries {
		loaded, err := l.load()
		if err != nil {
			fmt.Fprintf(stderr, "left out: %s: %v\n", l.name, err)
			dropped = append(dropped, results.Drop{Contender: l.name, Reason: err.Error()})
			continue
		}
		c.schemes = append(c.schemes, loaded...)
		c.baselines = append(c.baselines, loaded[0].name)
	}
	c.schemes = append(c.schemes, schemes()...)
	c.baselines = append(c.baselines, btcecECDSA().name)

	runtime.LockOSThread()
	c.cpu = pin()
	f := c.run()
	f.Dropped = append(f.Dropped, dropped...)
	err = table.Print(stdout, f, colours(stdout))
	if out != "" {
		err = errors.Join(err, results.Write(out, f))
	}
	if err != nil {
		fmt.Fprintln(stderr, "algorithms:", err)
		return 1
	}
	return 0
}

// colours says whether out is a terminal that may be written to in colours.
func colours(out io.Writer) bool {
	f, ok := out.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == ""
}

// parse reads the arguments into c; --prefix, --name, --version and --date
// describe the --library before them.
func (c *contest) parse(args []string, stderr io.Writer) (libraries []library, out string, err error) {
	fl := flag.NewFlagSet("algorithms", flag.ContinueOnError)
	fl.SetOutput(stderr)
	fl.IntVar(&c.signOps, "sign-ops", 1000, "signatures an algorithm")
	fl.IntVar(&c.verifyOps, "verify-ops", 1000, "verifications an algorithm")
	fl.Float64Var(&c.seconds, "seconds", 120, "bound on the timed part, in seconds")
	fl.StringVar(&out, "out", "", "`DIR` to write results.json and results.csv to")
	fl.Func("library", "`PATH` of a library with libsecp256k1's interface; may be repeated", func(path string) error {
		if path == "" {
			return errors.New("the path is empty")
		}
		libraries = append(libraries, library{path: path, prefix: "secp256k1_", name: "libsecp256k1"})
		return nil
	})
	for _, o := range []struct {
		name, usage string
		field       func(*library) *string
	}{
		{"prefix", "`PREFIX` of the library's symbols (default secp256k1_)", func(l *library) *string { return &l.prefix }},
		{"name", "`NAME` of the library (default libsecp256k1)", func(l *library) *string { return &l.name }},
		{"version", "`VERSION` of the library", func(l *library) *string { return &l.version }},
		{"date", "release `DATE` of the library, YYYY-MM-DD", func(l *library) *string { return &l.date }},
	} {
		fl.Func(o.name, o.usage, func(value string) error {
			if len(libraries) == 0 {
				return errors.New("there is no --library before it")
			}
			*o.field(&libraries[len(libraries)-1]) = value
			return nil
		})
	}
	if err := fl.Parse(args); err != nil {
		return nil, "", err
	}
	switch {
	case fl.NArg() > 0:
		return nil, "", fmt.Errorf("unexpected argument %q", fl.Arg(0))
	case c.signOps < 0 || c.signOps > mostOps || c.verifyOps < 0 || c.verifyOps > mostOps:
		return nil, "", fmt.Errorf("--sign-ops and --verify-ops are from 0 to %d", mostOps)
	case math.IsNaN(c.seconds) || c.seconds <= 0 || c.seconds > 86400:
		return nil, "", fmt.Errorf("--seconds is more than 0, at most 86400")
	}
	return libraries, out, nil
}
