// Package results holds what a run of the lab found, and reads and writes it
// as results.json and results.csv.
package results

import (
	"slices"
	"time"
)

// File is the content of results.json.
type File struct {
	Command  string      `json:"command"` // compare, decade, algorithms or primitives
	Started  time.Time   `json:"started"`
	Seconds  float64     `json:"seconds"` // budget of the timing part
	Machine  Machine     `json:"machine"`
	Pool     Pool        `json:"pool"`
	Baseline string      `json:"baseline"`
	Results  []Result    `json:"results"`
	Rejected []Rejection `json:"rejected"`
	Dropped  []Drop      `json:"dropped"` // contenders that could not be started, and why
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
	Noisy     bool              `json:"noisy"`   // the ratio's interval is wider than 10% of it, or the samples are too few or too short
	Alloc     *Alloc            `json:"alloc,omitempty"`
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

// Alloc is what one operation allocates, for contenders that can tell.
type Alloc struct {
	Bytes float64 `json:"bytes"`
	Count float64 `json:"count"`
}

// Marks.
const (
	MarkVartime = "vartime" // variable time on secrets; only on operations that take one
	MarkCaches  = "caches"  // first-seen rows cost over 5% more than later passes
	MarkWrong   = "wrong"   // rejected by the gate on another operation
)

// markNotes says what a mark means where no reason is given.
var markNotes = map[string]string{
	MarkVartime: "variable time on a secret; not ranked on this operation",
	MarkCaches:  "first-seen rows cost over 5% more than later passes; not ranked",
	MarkWrong:   "gave a wrong answer on another operation and was rejected there",
}

// MarkNote explains a mark on r: the reason given, else what the mark means.
func MarkNote(r *Result, mark string) string {
	if note := r.MarkNotes[mark]; note != "" {
		return note
	}
	return markNotes[mark]
}

// Bars says whether a mark keeps a figure from winning; the others inform.
func Bars(mark string) bool { return mark == MarkVartime || mark == MarkCaches }

// Ranked says whether a figure may win its operation: it carries no mark that
// matters to it.
func (r *Result) Ranked() bool { return !slices.ContainsFunc(r.Marks, Bars) }

// Rejection says that a contender gave a wrong answer.
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
