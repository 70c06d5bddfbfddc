package results

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Bounds on what a file may hold. They are far from any real run and keep a
// hostile file from overflowing a chart.
const (
	maxResults = 10_000
	maxName    = 200      // bytes of a contender's, operation's or mark's name
	maxText    = 64 << 10 // bytes of any other text
	minNS      = 1e-6
	maxNS      = 1e15
	minRatio   = 1e-9
	maxRatio   = 1e9
)

// Commands lists the commands that give results.
var Commands = []string{"compare", "decade", "algorithms", "primitives", "aa"}

var sha256Form = regexp.MustCompile(`^[0-9a-f]{64}$`)

var opName = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// Validate says what is wrong with f, if anything: an unknown command, a
// figure that is not a positive finite number or out of order, a malformed
// name or date, a figure given twice, or text beyond the bounds.
func (f *File) Validate() error {
	if !slices.Contains(Commands, f.Command) {
		return fmt.Errorf("command %s is unknown", quote(f.Command))
	}
	if y := f.Started.Year(); y < 2000 || y >= 2200 {
		return fmt.Errorf("started is missing or not a plausible time")
	}
	if !within(f.Seconds, 0, maxNS) {
		return fmt.Errorf("seconds is %v", f.Seconds)
	}
	if f.Launches < 0 || !within(f.Machine.LoadStart, -1, maxNS) || !within(f.Machine.LoadEnd, -1, maxNS) || !within(f.Machine.Steal, 0, 1) || !within(f.Machine.ProductNS, 0, maxNS) {
		return fmt.Errorf("launches, load or steal is out of range")
	}
	if f.Machine.Cores < 0 || f.Pool.Distinct < 0 || f.Pool.BadCount < 0 {
		return fmt.Errorf("a count of the machine or the pool is negative")
	}
	if n := len(f.Results) + len(f.Rejected) + len(f.Dropped) + len(f.Pool.Bad); n > maxResults {
		return fmt.Errorf("%d entries are more than %d", n, maxResults)
	}
	m := &f.Machine
	texts := append([]string{f.Commit, f.Interrupted, f.Baseline, m.CPU, m.Kernel, m.OS, m.Governor, m.Turbo, m.Pinned, m.Go, f.Pool.Input}, f.Args...)
	texts = append(append(texts, f.Limits), m.Flags...)
	for _, b := range f.Pool.Bad {
		texts = append(texts, b.Reason)
	}
	for alg, n := range f.Pool.Rows {
		if texts = append(texts, alg); n < 0 {
			return fmt.Errorf("pool.rows: a count is negative")
		}
	}
	if err := bounded(texts...); err != nil {
		return err
	}

	seen := map[[2]string]bool{}
	for i := range f.Results {
		r := &f.Results[i]
		if err := r.validate(); err != nil {
			return fmt.Errorf("results[%d], %s on %s: %w", i, quote(r.Contender), quote(r.Op), err)
		}
		key := [2]string{r.Op, r.Contender}
		if seen[key] {
			return fmt.Errorf("results[%d], %s on %s: given twice", i, quote(r.Contender), quote(r.Op))
		}
		seen[key] = true
	}
	if err := f.validateJudgement(); err != nil {
		return err
	}
	for i, r := range f.Rejected {
		if err := names(r.Contender, r.Op); err != nil {
			return fmt.Errorf("rejected[%d]: %w", i, err)
		}
		if err := bounded(r.Row, r.Reason); err != nil {
			return fmt.Errorf("rejected[%d]: %w", i, err)
		}
	}
	for i, d := range f.Dropped {
		if d.Contender == "" || len(d.Contender) > maxName {
			return fmt.Errorf("dropped[%d]: the contender's name is empty or too long", i)
		}
		if err := bounded(d.Reason); err != nil {
			return fmt.Errorf("dropped[%d]: %w", i, err)
		}
	}
	return nil
}

// validateJudgement checks the run's own error and the winners: each operation
// once, and only contenders that have a figure there.
func (f *File) validateJudgement() error {
	seen := map[string]bool{}
	for i, s := range f.Self {
		if len(s.Op) > maxName || !opName.MatchString(s.Op) || seen[s.Op] {
			return fmt.Errorf("self[%d]: the operation's name is malformed or given twice", i)
		}
		seen[s.Op] = true
		if err := s.Ratio.validate(); err != nil {
			return fmt.Errorf("self[%d]: %w", i, err)
		}
	}
	clear(seen)
	for i, w := range f.Winners {
		if seen[w.Op] {
			return fmt.Errorf("winners[%d]: %s is given twice", i, quote(w.Op))
		}
		seen[w.Op] = true
		if w.Contender == "" && len(w.Tied) == 0 {
			continue // nobody won
		}
		for _, name := range append([]string{w.Contender}, w.Tied...) {
			r := f.find(w.Op, name)
			if r == nil {
				return fmt.Errorf("winners[%d]: %s has no figure on %s", i, quote(name), quote(w.Op))
			}
			if !r.Ranked() {
				return fmt.Errorf("winners[%d]: %s has a mark that bars it on %s", i, quote(name), quote(w.Op))
			}
		}
	}
	return nil
}

func (f *File) find(op, contender string) *Result {
	i := slices.IndexFunc(f.Results, func(r Result) bool { return r.Op == op && r.Contender == contender })
	if i < 0 {
		return nil
	}
	return &f.Results[i]
}

func (r *Result) validate() error {
	if err := names(r.Contender, r.Op); err != nil {
		return err
	}
	if err := bounded(r.Version, r.Path, r.Flags); err != nil {
		return err
	}
	for _, b := range r.Binaries {
		if err := bounded(b.Path); err != nil {
			return err
		}
		if !sha256Form.MatchString(b.SHA256) {
			return fmt.Errorf("binaries: %s is not a SHA-256", quote(b.SHA256))
		}
	}
	if c := r.CPU; c != nil && !(within(c.Run, 0, maxNS) && within(c.Load, 0, maxNS)) {
		return fmt.Errorf("cpu holds %v and %v", c.Run, c.Load)
	}
	if r.Date != "" {
		if d, err := time.Parse(time.DateOnly, r.Date); err != nil || d.Year() < 1970 || d.Year() >= 2200 {
			return fmt.Errorf("date %s is not an ISO date", quote(r.Date))
		}
	}
	if err := r.NS.validate(); err != nil {
		return err
	}
	if err := r.Ratio.validate(); err != nil {
		return err
	}
	if c := r.Cold; c != nil {
		if err := cmp.Or(c.NS.validate(), c.Ratio.validate()); err != nil {
			return fmt.Errorf("cold: %w", err)
		}
		if c.Samples < 1 {
			return fmt.Errorf("cold: samples is %d", c.Samples)
		}
	}
	if r.Samples < 1 {
		return fmt.Errorf("samples is %d", r.Samples)
	}
	if !within(r.EmptyNS, 0, maxNS) {
		return fmt.Errorf("empty_ns is %v", r.EmptyNS)
	}
	if a := r.Alloc; a != nil && !(within(a.Bytes, 0, maxNS) && within(a.Count, 0, maxNS)) {
		return fmt.Errorf("alloc holds %v and %v", a.Bytes, a.Count)
	}
	for _, m := range r.Marks {
		if m == "" || len(m) > maxName || strings.ContainsAny(m, " ;") {
			return fmt.Errorf("mark %s is malformed", quote(m))
		}
	}
	for m, note := range r.MarkNotes {
		if err := bounded(m, note); err != nil {
			return err
		}
	}
	return nil
}

func (q NS) validate() error {
	before := minNS
	for _, v := range []struct {
		name string
		ns   float64
	}{{"min", q.Min}, {"p10", q.P10}, {"p25", q.P25}, {"p50", q.P50}, {"p75", q.P75}} {
		if !within(v.ns, minNS, maxNS) {
			return fmt.Errorf("ns.%s is %v", v.name, v.ns)
		}
		if v.ns < before {
			return fmt.Errorf("ns.%s is %v, below the quantile before it", v.name, v.ns)
		}
		before = v.ns
	}
	return nil
}

// validate takes a ratio that is not Known for right.
func (r Ratio) validate() error {
	if !r.Known() {
		return nil
	}
	for _, x := range []float64{r.P50, r.Lo, r.Hi} {
		if !within(x, minRatio, maxRatio) {
			return fmt.Errorf("ratio holds %v", x)
		}
	}
	if r.Lo > r.Hi {
		return fmt.Errorf("ratio.lo is above ratio.hi")
	}
	return nil
}

func names(contender, op string) error {
	if contender == "" || len(contender) > maxName {
		return fmt.Errorf("the contender's name is empty or too long")
	}
	if len(op) > maxName || !opName.MatchString(op) {
		return fmt.Errorf("the operation's name is malformed")
	}
	return nil
}

func bounded(texts ...string) error {
	for _, s := range texts {
		if len(s) > maxText {
			return fmt.Errorf("a text of %d bytes is longer than %d", len(s), maxText)
		}
	}
	return nil
}

// within is false for NaN.
func within(x, lo, hi float64) bool {
	return x >= lo && x <= hi && !math.IsInf(x, 0)
}

func quote(s string) string {
	return fmt.Sprintf("%q", Short(s, 40))
}
