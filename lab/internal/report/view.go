package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"koblitz.dev/lab/internal/results"
)

// view is what the page shows.
type view struct {
	Style    template.CSS
	Title    string
	Runs     []runView
	Ops      []opView
	Decade   []decadeView
	History  []historyView
	Batches  []batchView
	Rejected bool // some run rejected a contender
	Program  bool // some run is of algorithms
	Second   bool // some run has a second copy of the baseline
}

type runView struct {
	Letter string // empty when there is only one run
	*results.File
	Start    string
	Versions []versionView
	Matrix   *matrix // nil for a run without figures
}

// Name tells a run from the others.
func (r runView) Name() string {
	return fmt.Sprintf("Run %s: %s, %s, %s", r.Letter, r.Command, r.Start, results.Printable(r.Machine.CPU))
}

// Source is the commit that the run measured with.
func (r runView) Source() string {
	if r.Commit == "" {
		return ""
	}
	s := results.Short(r.Commit, 13)
	if r.Commit = results.Printable(r.Commit); len(r.Commit) > 12 {
		s = r.Commit[:12]
	}
	if r.Dirty {
		s += " with changes"
	}
	return s
}

// versionView is what was measured under a contender's name.
type versionView struct {
	results.Result
	Family family
	Empty  string // nanoseconds of an empty call
}

type opView struct {
	Name, Title, Timed string
	Runs               []standingView
}

// standingView is one operation in one run.
type standingView struct {
	Run       runView
	Unit      string
	unit      results.Unit
	Axis      *axis
	Rows      []rowView
	Winner    *rowView
	Tied      []string
	NoWinner  string         // why, where there is none
	Self      *results.Ratio // of the second copy of the baseline
	Notes     []noteView
	Rejected  []results.Rejection
	Repeat    string
	HasAlloc  bool
	HasCold   bool
	ColdNoise bool // of a ratio of cold calls
	HasRate   bool
	Unmatched bool // the baseline has no figure here
}

type rowView struct {
	results.Result
	Place            string // empty when not ranked
	Family           family
	Time             string
	Baseline, Winner bool
	Plot             plotView
	Rate, Bytes      string
	Objs             string
}

// plotView is an interval on the table's axis, in percent of its length.
type plotView struct {
	Left, Width, Dot float64
	Cold             float64 // of the cold call
	HasCold          bool
}

// noteView explains a mark on some contenders.
type noteView struct {
	Mark, Note string
	Contenders []string
}

func newView(files []*results.File) *view {
	v := &view{Style: template.CSS(pageStyle), Title: "secp256k1 benchmark"}
	for i, f := range files {
		r := runView{File: f, Start: f.Started.UTC().Format("2006-01-02 15:04:05 UTC")}
		if len(files) > 1 {
			r.Letter = letter(i)
		}
		r.Versions = versionsOf(f)
		if len(f.Results) > 0 {
			r.Matrix = newMatrix(r)
		}
		v.Runs = append(v.Runs, r)
		v.Rejected = v.Rejected || len(f.Rejected) > 0
		v.Program = v.Program || f.Command == "algorithms"
		v.Second = v.Second || len(f.Self) > 0
		for _, op := range f.Ops() {
			if !slices.ContainsFunc(v.Ops, func(o opView) bool { return o.Name == op }) {
				t := textOf(op)
				v.Ops = append(v.Ops, opView{Name: op, Title: t.title, Timed: t.timed})
			}
		}
	}
	for i := range v.Ops {
		o := &v.Ops[i]
		for _, r := range v.Runs {
			if slices.Contains(r.Ops(), o.Name) {
				o.Runs = append(o.Runs, newStanding(r, o.Name))
			}
		}
	}
	for _, r := range v.Runs {
		v.Batches = append(v.Batches, newBatches(r)...)
		if d := newDecade(r); len(d.Charts) > 0 {
			v.Decade = append(v.Decade, d)
		}
	}
	v.History = newHistory(v.Runs)
	return v
}

// letter gives A to Z, then 27, 28 and so on.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return strconv.Itoa(i + 1)
}

func versionsOf(f *results.File) []versionView {
	var out []versionView
	for _, r := range f.Results {
		if slices.ContainsFunc(out, func(v versionView) bool { return v.Contender == r.Contender }) {
			continue
		}
		lo, hi := r.EmptyNS, r.EmptyNS
		for _, x := range f.Results {
			if x.Contender == r.Contender {
				lo, hi = min(lo, x.EmptyNS), max(hi, x.EmptyNS)
			}
		}
		empty := fmt.Sprintf("%.1f", lo)
		if fmt.Sprintf("%.1f", hi) != empty {
			empty += fmt.Sprintf("–%.1f", hi)
		}
		out = append(out, versionView{r, familyOf(r.Contender), empty})
	}
	return out
}

func newStanding(run runView, op string) standingView {
	s := run.Standing(op)
	all := s.All()
	unit := results.UnitFor(all)
	out := standingView{Run: run, Unit: unit.Name, unit: unit, Repeat: run.Repeat(op), HasRate: run.Command == "algorithms"}
	out.Unmatched = slices.ContainsFunc(all, func(r results.Result) bool { return !r.Ratio.Known() })
	out.Axis = axisOf(all, out.Unmatched)
	if i := slices.IndexFunc(run.Self, func(x results.Self) bool { return x.Op == op && x.Ratio.Known() }); i >= 0 {
		out.Self = &run.Self[i].Ratio
	}
	winner, tied := s.Winner()
	out.Tied, out.NoWinner = tied, s.NoWinner()
	for i := range all {
		r := &all[i]
		row := rowView{
			Result: *r, Family: familyOf(r.Contender), Baseline: r.Contender == run.Baseline,
			Time: unit.Format(r.NS.P50), Rate: results.FormatRate(r.NS.P50),
			Plot: plotOf(out.Axis, r, out.Unmatched),
		}
		if i < len(s.Ranked) {
			row.Place = strconv.Itoa(i + 1)
		}
		out.HasCold = out.HasCold || r.Cold != nil
		out.ColdNoise = out.ColdNoise || r.Cold != nil && r.Cold.Noisy && r.Cold.Ratio.Known()
		if a := r.Alloc; a != nil {
			out.HasAlloc = true
			row.Bytes, row.Objs = fmt.Sprintf("%.0f", a.Bytes), fmt.Sprintf("%.3g", a.Count)
		}
		row.Winner = winner != nil && r.Contender == winner.Contender
		out.Rows = append(out.Rows, row)
		if row.Winner {
			out.Winner = &row
		}
		for _, m := range r.Marks {
			out.note(m, r)
		}
	}
	for _, r := range run.File.Rejected {
		if r.Op == op {
			out.Rejected = append(out.Rejected, r)
		}
	}
	return out
}

// interval returns what is drawn of a figure: its ratio, or the quartiles of
// its time where figures have no ratio.
func interval(r *results.Result, byTime bool) results.Ratio {
	if byTime {
		return results.Ratio{P50: r.NS.P50, Lo: r.NS.P25, Hi: r.NS.P75}
	}
	return r.Ratio
}

// axisOf has room for all figures; times are drawn in nanoseconds. It is nil
// when there is none.
func axisOf(all []results.Result, byTime bool) *axis {
	var values []float64
	for i := range all {
		x := interval(&all[i], byTime)
		values = append(values, x.Lo, x.P50, x.Hi)
		if c := all[i].Cold; c != nil && c.Ratio.Known() && !byTime {
			values = append(values, c.Ratio.P50)
		}
	}
	if values == nil {
		return nil
	}
	if !byTime {
		values = append(values, 1)
	}
	return newAxis(values...)
}

func plotOf(a *axis, r *results.Result, byTime bool) plotView {
	x := interval(r, byTime)
	var p plotView
	p.Dot = a.pos(x.P50)
	p.Left, p.Width = a.span(x.Lo, x.Hi)
	if c := r.Cold; c != nil && c.Ratio.Known() && !byTime {
		p.Cold, p.HasCold = a.pos(c.Ratio.P50), true
	}
	return p
}

// Time writes a duration in the unit of the table.
func (s standingView) Time(ns float64) string { return s.unit.Format(ns) }

// marksView is what is drawn in a row.
type marksView struct {
	Plot   plotView
	Family family
	Noisy  bool
}

func newMarks(p plotView, f family, noisy bool) marksView { return marksView{p, f, noisy} }

func (s *standingView) note(mark string, r *results.Result) {
	text := results.MarkNote(r, mark)
	for i := range s.Notes {
		if n := &s.Notes[i]; n.Mark == mark && n.Note == text {
			n.Contenders = append(n.Contenders, r.Contender)
			return
		}
	}
	s.Notes = append(s.Notes, noteView{mark, text, []string{r.Contender}})
}

// join lists names in a sentence.
func join(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = results.Printable(n)
	}
	return strings.Join(out, ", ")
}

// byTime orders runs by when they began.
func byTime(a, b runView) int { return cmp.Compare(a.Started.Unix(), b.Started.Unix()) }
