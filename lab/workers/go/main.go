// Command worker-go is the lab's worker for implementations in Go and for Go's
// bindings to libsecp256k1. It speaks the protocol of docs/protocol.md over
// stdin and stdout.
//
//	worker-go --list
//	worker-go --contender NAME [--library PATH [--prefix P]]
//
// Built with the tag cgo_secp it is a second program, worker-go-cgo, whose only
// contender is the cgo binding; nothing else then shares a process with cgo.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
)

// options are what a contender is opened with.
type options struct {
	library string // path of a shared library; only for contenders that load one
	prefix  string // what its symbols start with; empty: found in the file
}

// A registration names a contender that this program has.
type registration struct {
	name string
	open func(options) (*contender, error)
}

func main() {
	var (
		name = flag.String("contender", "", "serve the contender of this `NAME`")
		opts options
		list = flag.Bool("list", false, "print the names of the contenders, one a line")
	)
	flag.StringVar(&opts.library, "library", "", "`PATH` of the shared library that the contender loads")
	flag.StringVar(&opts.prefix, "prefix", "", "what its symbols start with, such as secp256k1_ (default: found in the file)")
	flag.Parse()

	if flag.NArg() > 0 {
		fail(2, fmt.Errorf("unexpected argument %q", flag.Arg(0)))
	}
	if *list {
		for _, r := range registrations {
			fmt.Println(r.name)
		}
		return
	}
	c, err := open(*name, opts)
	if err != nil {
		fail(2, err)
	}
	if err := serve(os.Stdin, os.Stdout, c); err != nil {
		fail(1, err)
	}
}

// open makes the contender of that name ready.
func open(name string, opts options) (*contender, error) {
	i := slices.IndexFunc(registrations, func(r registration) bool { return r.name == name })
	if i < 0 {
		return nil, fmt.Errorf("no contender %q; --list prints those there are", name)
	}
	c, err := registrations[i].open(opts)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	c.name = name
	return c, nil
}

func fail(status int, err error) {
	fmt.Fprintln(os.Stderr, "worker-go:", err)
	os.Exit(status)
}
