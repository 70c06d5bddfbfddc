// Package results holds what a run of the lab found, and reads and writes it
// as results.json and results.csv.
package results

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/stats"
)

// File is the content of results.json.
type File struct {
	Command     string      `json:"command"` // one of Commands
	Args        []string    `json:"args"`    // of the command, as they were given
	Commit      string      `json:"commit,omitempty"`
	Dirty       bool        `json:"dirty,omitempty"` // the checkout differed from Commit
	Started     time.Time   `json:"started"`
	Interrupted string      `json:"interrupted,omitempty"` // what ended the run early; empty for a whole run
	Seconds     float64     `json:"seconds"`               // budget of the timing part
	Seed        uint64      `json:"seed,omitempty"`        // of the order of turns and of the bootstrap
	Launches    int         `json:"launches,omitempty"`    // times that every contender was started anew to be timed
	Limits      string      `json:"limits,omitempty"`      // what contenders were kept from, or why they were not
	Machine     Machine     `json:"machine"`
	Pool        Pool        `json:"pool"`
	Baseline    string      `json:"baseline"`
	Self        []Self      `json:"self,omitempty"`    // the run's own error, by operation
	Winners     []Winner    `json:"winners,omitempty"` // as the contest judged, by operation
	Results     []Result    `json:"results"`
	Rejected    []Rejection `json:"rejected"`
	Dropped     []Drop      `json:"dropped"` // contenders that could not be started, and why
}

// Quotable is the least number of distinct rows on which figures may be quoted.
const Quotable = 4096

// selfBound is how far the baseline's second copy may be from the baseline.
const selfBound = 0.02

// ownLoad is more than what the run itself adds to the machine's load: the process
// whose turn it is, or the conductor, and what keeps the CPU awake.
const ownLoad = 2.5

// changedPace is how much longer than its fastest quarter the slowest quarter of the
// baseline's slices may take, in the median of the operations. On a quiet machine it
// is 2% to 15%; where something else runs on the same core at times, the figures are
// of a mixture.
const changedPace = 0.25

// pace is by how much the machine's pace changed, in these terms.
func (f *File) pace() float64 {
	var all []float64
	for _, r := range f.Results {
		if r.Contender == f.Baseline && r.NS.P25 > 0 {
			all = append(all, r.NS.P75/r.NS.P25-1)
		}
	}
	if len(all) == 0 {
		return 0
	}
	return stats.Median(all)
}

// Cautions says what the reader of the run's figures has to know first.
func (f *File) Cautions() []string {
	var list []string
	if f.Interrupted != "" {
		list = append(list, fmt.Sprintf("incomplete: the run was ended by a signal (%s), with fewer samples than were asked for", Short(f.Interrupted, 60)))
	}
	rows := []string{fmt.Sprint(f.Pool.Distinct)}
	few := f.Pool.Distinct < Quotable
	if len(f.Pool.Rows) > 0 {
		rows, few = nil, false
		for _, alg := range slices.Sorted(maps.Keys(f.Pool.Rows)) {
			if n := f.Pool.Rows[alg]; n > 0 {
				rows = append(rows, fmt.Sprintf("%d %s", n, Short(alg, 20)))
				few = few || n < Quotable
			}
		}
	}
	if few {
		list = append(list, fmt.Sprintf("%s distinct rows: do not quote figures on fewer than %d", strings.Join(rows, " and "), Quotable))
	}
	if m := &f.Machine; m.Cores > 0 && m.LoadEnd > float64(m.Cores)+ownLoad {
		list = append(list, fmt.Sprintf("other programs used the machine: the load was %.1f at the end, on %d cores", m.LoadEnd, m.Cores))
	}
	if p := f.pace(); p > changedPace {
		list = append(list, fmt.Sprintf("the machine's speed changed: the slowest quarter of the baseline's slices took %.0f%% longer than the fastest quarter; ratios mix both speeds, and those of another run may be anywhere in their intervals", 100*p))
	}
	for _, s := range f.Self {
		if off := s.Ratio.P50 - 1; s.Ratio.Known() && math.Abs(off) > selfBound {
			list = append(list, fmt.Sprintf("this run's own error is %+.1f%% on %s: the difference between the baseline and its second copy", 100*off, ops.Title(s.Op)))
		}
	}
	return list
}

// Machine describes where the run took place.
type Machine struct {
	CPU      string   `json:"cpu"`
	Cores    int      `json:"cores"`
	Flags    []string `json:"flags"` // instruction-set extensions that matter here
	Kernel   string   `json:"kernel"`
	OS       string   `json:"os"`
	Governor string   `json:"governor"` // empty when the system does not say
	Turbo    string   `json:"turbo"`    // "on", "off" or empty
	Pinned   string   `json:"pinned"`   // CPU that the workers ran on, or why they were not pinned
	Go       string   `json:"go"`

	// The load average of one minute at both ends, -1 where the system does not
	// say, and the share of the pinned CPU's time in between that the
	// hypervisor gave to others.
	LoadStart float64 `json:"load_start,omitempty"`
	LoadEnd   float64 `json:"load_end,omitempty"`
	Steal     float64 `json:"steal,omitempty"`
	// What a product of 64 by 64 bits took at best, by which the least time that
	// an operation can take is known.
	ProductNS float64 `json:"product_ns,omitempty"`
}

// Pool describes the tuples.
type Pool struct {
	Distinct int            `json:"distinct"`
	Seed     uint64         `json:"seed"`
	Input    string         `json:"input,omitempty"` // file of real signatures
	Rows     map[string]int `json:"rows,omitempty"`  // rows by algorithm, for an input file
	Bad      []BadRow       `json:"bad,omitempty"`   // rows of the input file that could not be used
	BadCount int            `json:"bad_count"`       // all of them, also those beyond the listed ones
}

// BadRow is a row of an input file that could not be used.
type BadRow struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Self is the ratio of a second copy of the baseline to the baseline: what the
// run takes for a difference where there is none.
type Self struct {
	Op    string `json:"op"`
	Ratio Ratio  `json:"ratio"`
}

// Winner says who won an operation, and whom the run cannot tell from it.
type Winner struct {
	Op        string   `json:"op"`
	Contender string   `json:"contender"` // empty where nobody won
	Tied      []string `json:"tied,omitempty"`
}

// Result is one figure: one contender on one operation.
type Result struct {
	Op        string            `json:"op"`
	Contender string            `json:"contender"`
	Version   string            `json:"version"`
	Date      string            `json:"date"` // ISO release date of that version, empty when unknown
	Path      string            `json:"path"`
	Flags     string            `json:"flags"`
	NS        NS                `json:"ns"`
	Ratio     Ratio             `json:"ratio"`
	Samples   int               `json:"samples"` // timed slices
	Noisy     bool              `json:"noisy"`   // the ratio's interval, for the baseline that of its second copy, is wider than 10% of it, or the samples are too few or too short
	Cold      *Cold             `json:"cold,omitempty"`
	CPU       *CPU              `json:"cpu,omitempty"`
	Alone     bool              `json:"alone,omitempty"`    // the program has no threads beside the calls: its processor time is held against its word
	Binaries  []Binary          `json:"binaries,omitempty"` // what ran: the worker's program and the library that it loaded, or an interpreter's folders
	Alloc     *Alloc            `json:"alloc,omitempty"`
	Leak      *Leak             `json:"leak,omitempty"` // whether the time depends on the secrets
	Marks     []string          `json:"marks"`
	MarkNotes map[string]string `json:"mark_notes,omitempty"` // why, by mark
	EmptyNS   float64           `json:"empty_ns"`             // cost of an empty call through the same binding, not subtracted
}

// NS holds nanoseconds an operation, over the timed slices.
type NS struct {
	Min float64 `json:"min"`
	P10 float64 `json:"p10"`
	P25 float64 `json:"p25"`
	P50 float64 `json:"p50"`
	P75 float64 `json:"p75"`
}

// Ratio is the paired ratio of the contender's time to the baseline's: its
// median, and the 95% interval of that median.
type Ratio struct {
	P50 float64 `json:"p50"`
	Lo  float64 `json:"lo"`
	Hi  float64 `json:"hi"`
}

// Cold is the figure of single calls, each after the caches were filled with
// something else.
type Cold struct {
	NS      NS    `json:"ns"`
	Ratio   Ratio `json:"ratio"` // to the baseline's cold call
	Samples int   `json:"samples"`
	Noisy   bool  `json:"noisy"`
}

// CPU is the processor time of the contender's process, all threads together,
// as the system accounts for it: medians of the slices, in nanoseconds. Run is
// no measure of a contender whose runtime needs threads: 15 ms of calls that
// wake a Go process come before its slice, and a slice may hold what collects
// the garbage of others.
type CPU struct {
	Run  float64 `json:"run"`  // of a call, timed or not, with its part of what else a request takes
	Load float64 `json:"load"` // of reading and preparing a row
}

// Binary is a file that a contender's code came from, or a folder.
type Binary struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// Leak is what comparing the times of secrets that are drawn with those of
// fixed ones said: the class that differs most, of those that differ in both
// processes where there are such.
type Leak struct {
	Class string  `json:"class"` // of secrets
	T     float64 `json:"t"`     // Welch's t
	Diff  float64 `json:"diff"`  // of the means, in shares of the drawn ones'
	Calls int     `json:"calls"`
}

// Alloc is what one operation allocates, for contenders that can tell.
type Alloc struct {
	Bytes float64 `json:"bytes"`
	Count float64 `json:"count"`
}

// Marks.
const (
	MarkVartime  = "vartime"  // variable time on secrets; only on operations that take one
	MarkUntimed  = "untimed"  // uses much more time outside its calls than the baseline
	MarkTogether = "together" // gains more than the baseline when other rows are loaded
	MarkAgain    = "again"    // gains more than the baseline where rows come again
	MarkWrong    = "wrong"    // rejected on another operation
	MarkSingles  = "singles"  // has no call for a batch: its calls of one row are timed

	MarkUnchecked = "unchecked" // leaves a check to its caller
)

// markNotes says what a mark means where no reason is given.
var markNotes = map[string]string{
	MarkVartime:  "variable time on a secret",
	MarkTogether: "slower when called alone than among other calls, by more than the baseline",
	MarkUntimed:  "much more processor time outside the timed calls than the baseline",
	MarkAgain:    "faster on rows that come again than on new ones, by more than the baseline",
	MarkSingles:  "no call for batches: single calls are timed",
	MarkWrong:    "rejected on another operation",

	MarkUnchecked: "leaves a check to its caller, which the worker makes for it",
}

// barring are the marks that keep a figure from winning, with the signs that charts and
// tables have for them.
var barring = []struct{ mark, sign string }{{MarkVartime, "*"}, {MarkTogether, "†"}, {MarkUntimed, "‡"}, {MarkAgain, "§"}}

// Signs are those of the marks that keep r from winning; empty where it can win.
func (r *Result) Signs() string {
	var b strings.Builder
	for _, x := range barring {
		if slices.Contains(r.Marks, x.mark) {
			b.WriteString(x.sign)
		}
	}
	return b.String()
}

// Reasons says what each sign among signs means.
func Reasons(signs string) string {
	var list []string
	for _, x := range barring {
		if strings.Contains(signs, x.sign) {
			list = append(list, x.sign+" "+markNotes[x.mark])
		}
	}
	return strings.Join(list, "; ")
}

// MarkMeaning says what a mark means; empty for one that only a worker knows.
func MarkMeaning(mark string) string {
	if Bars(mark) {
		return markNotes[mark] + "; cannot win this operation"
	}
	return markNotes[mark]
}

// MarkNote explains a mark on r: the reason given, else what the mark means.
func MarkNote(r *Result, mark string) string {
	if note := r.MarkNotes[mark]; note != "" {
		return note
	}
	return MarkMeaning(mark)
}

// Bars says whether a mark keeps a figure from winning; the others inform.
func Bars(mark string) bool {
	return slices.ContainsFunc(barring, func(x struct{ mark, sign string }) bool { return x.mark == mark })
}

// Ranked says whether a figure takes part in the ranking: it carries no mark that
// bars it. To win it must not be noisy, besides.
func (r *Result) Ranked() bool { return !slices.ContainsFunc(r.Marks, Bars) }

// Untrusted names a mark by which the figure is not the time that the calls take;
// empty where it has none.
func (r *Result) Untrusted() string {
	for _, m := range []string{MarkUntimed, MarkAgain, MarkTogether} {
		if slices.Contains(r.Marks, m) {
			return m
		}
	}
	return ""
}

// Rejection says that a contender gave a wrong answer or none, or a time that is
// not what the system saw, or worked in others' turns, and has no figure on that
// operation.
type Rejection struct {
	Contender string `json:"contender"`
	Op        string `json:"op"`
	Row       string `json:"row"` // index or label of the row; empty when the worker failed as a whole
	Reason    string `json:"reason"`
}

// Drop says why a contender was left out.
type Drop struct {
	Contender string `json:"contender"`
	Reason    string `json:"reason"`
}
