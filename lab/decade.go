package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

// decadeOps are the operations drawn against release dates.
var decadeOps = []string{"ecdsa_parse_verify", "schnorr_verify", "ecdsa_sign"}

func decadeCommand() *cobra.Command {
	c := run{command: "decade"}
	cmd := &cobra.Command{
		Use:   "decade",
		Short: "Time every released version that make anchors has built, against its date",
		Args:  cobra.NoArgs,
		RunE:  func(*cobra.Command, []string) error { return c.decade() },
	}
	c.flags(cmd, "out/decade")
	return cmd
}

func (c run) decade() error {
	if err := c.check(); err != nil {
		return err
	}
	var err error
	if c.ops, err = findOps(decadeOps, ops.All); err != nil {
		return err
	}
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	set, base := r.Anchors()
	if len(set) == 0 {
		return errors.New("no released library is built: make anchors")
	}
	f, err := c.hold(set, base, r.Dropped())
	if err != nil {
		return err
	}
	return printDecadeRatio(f, set)
}

// printDecadeRatio says how the newest OpenSSL stands to the baseline.
func printDecadeRatio(f *results.File, set []*contest.Contender) error {
	newest := &contest.Contender{}
	for _, k := range set {
		if strings.HasPrefix(k.Name, "openssl-") && k.Date > newest.Date {
			newest = k
		}
	}
	for _, r := range f.Results {
		if r.Contender == newest.Name && r.Op == decadeOps[0] {
			fmt.Printf("%s takes %.2f [%.2f, %.2f] times as long as %s on %s\n",
				r.Contender, r.Ratio.P50, r.Ratio.Lo, r.Ratio.Hi, f.Baseline, r.Op)
			return nil
		}
	}
	return errors.New("no OpenSSL among the built libraries: make anchors")
}
