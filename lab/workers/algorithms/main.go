// Command worker-algorithms is the lab's worker for the signature algorithms
// that a chain chooses between, each by implementations for Go. It speaks the
// protocol of docs/protocol.md over stdin and stdout.
//
//	worker-algorithms --list
//	worker-algorithms --contender NAME [--library PATH [--prefix P]]
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run returns the exit status: 0, 1 for a failure, 2 for a misuse.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	fl := flag.NewFlagSet("worker-algorithms", flag.ContinueOnError)
	fl.SetOutput(stderr)
	name := fl.String("contender", "", "serve the contender of this `NAME`")
	list := fl.Bool("list", false, "print the names of the contenders, one a line")
	var l library
	fl.StringVar(&l.path, "library", "", "`PATH` of a library with libsecp256k1's interface, for the contenders that load one")
	fl.StringVar(&l.prefix, "prefix", "secp256k1_", "what its symbols start with")
	switch err := fl.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if *list {
		for _, s := range schemes() {
			fmt.Fprintln(stdout, s.name)
		}
		for _, family := range libraryFamilies {
			fmt.Fprintln(stdout, family+librarySuffix)
		}
		return 0
	}
	s, err := find(*name, l)
	if err == nil && fl.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", fl.Arg(0))
	}
	if err != nil {
		fmt.Fprintln(stderr, "worker-algorithms:", err)
		return 2
	}
	if err := serve(stdin, stdout, &s); err != nil {
		fmt.Fprintln(stderr, "worker-algorithms:", err)
		return 1
	}
	return 0
}

// find returns the scheme of that name, of the library where it is one of its.
func find(name string, l library) (scheme, error) {
	list := schemes()
	if l.path != "" {
		var err error
		if list, err = l.load(); err != nil {
			return scheme{}, err
		}
	}
	i := slices.IndexFunc(list, func(s scheme) bool { return s.name == name })
	if i < 0 {
		return scheme{}, fmt.Errorf("no contender %q here; --list prints those there are, and those of libsecp256k1 need --library", name)
	}
	return list[i], nil
}
