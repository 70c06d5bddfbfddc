package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/roster"
)

func decadeCommand() *cobra.Command {
	c := run{command: "decade"}
	cmd := &cobra.Command{
		Use:   "decade",
		Short: "Time every released version that make anchors has built, against its date",
		Args:  noArgs,
		RunE:  func(*cobra.Command, []string) error { return c.decade() },
	}
	c.flags(cmd)
	return cmd
}

func (c run) decade() error {
	if err := c.check(); err != nil {
		return err
	}
	r, err := roster.New(logf)
	if err != nil {
		return err
	}
	if err := enoughReleases(r); err != nil {
		return err
	}
	var names []string
	for _, choices := range ops.Decade {
		names = append(names, choices[0])
	}
	if c.ops, err = findOps(names, ops.All, nil); err != nil {
		return err
	}
	set, base := r.Anchors()
	if len(set) == 0 {
		return fmt.Errorf("no released library can run: %s", r.Dropped()[0].Reason)
	}
	f, err := c.hold(set, base, r.Dropped)
	if err != nil {
		return err
	}
	printDecadeRatio(f, set)
	return nil
}

// enoughReleases says, before anything is built, what a decade lacks: one
// release alone draws no line.
func enoughReleases(r *roster.Roster) error {
	all, built := r.Releases()
	var missing []string
	for _, a := range all {
		if !built[a.Name] {
			missing = append(missing, a.Name)
		}
	}
	if len(all)-len(missing) < 2 {
		return fmt.Errorf("%d of the %d released libraries are built: make anchors (it takes a while)", len(all)-len(missing), len(all))
	}
	if len(missing) > 0 {
		logf("WARNING: not built, so not drawn: %s; make anchors builds them", strings.Join(missing, ", "))
	}
	return nil
}

// printDecadeRatio says how the newest OpenSSL stands to the baseline.
func printDecadeRatio(f *results.File, set []*contest.Contender) {
	newest := &contest.Contender{}
	for _, k := range set {
		if strings.HasPrefix(k.Name, "openssl-") && k.Date > newest.Date {
			newest = k
		}
	}
	for _, r := range f.Results {
		if r.Contender == newest.Name && r.Op == ops.Decade[0][0] && r.Ratio.Known() {
			fmt.Printf("%s takes %.2f [%.2f, %.2f] times as long as %s on %s\n",
				r.Contender, r.Ratio.P50, r.Ratio.Lo, r.Ratio.Hi, f.Baseline, r.Op)
		}
	}
}
