package report

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

type family = chart.Family

var familyOf = chart.FamilyOf

// view is what the page shows.
type view struct {
	Style    template.CSS
	Title    string
	Runs     []runView
	Ops      []opView
	Decade   []decadeView
	History  []historyView
	Batches  []batchView
	Marks    []markView
	Rejected bool // some run rejected a contender
	Program  bool // some run is of algorithms
	Second   bool // some run has a second copy of the baseline
}

type runView struct {
	Letter string // empty when there is only one run
	*results.File
	Start    string
	Versions []versionView
	Matrix   *matrix         // nil for a run without figures
	Panels   []template.HTML // the chart at the top
	Ours     []string
	Families []family
	Reasons  string // what the signs of the chart mean
	Faults   []faultView
	Count    int // of contenders with a figure
}

// faultView is what a contender was rejected for.
type faultView struct{ Contender, Text string }

// markView is a mark that some figures have, with its reasons.
type markView struct {
	Name, Meaning string
	Bars          bool
	Reasons       []*markReason
}

type markReason struct {
	Note            string // empty where the meaning says it all
	Contenders, Ops []string
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

// Own names the version of koblitz and the commit that were measured.
func (r runView) Own() string {
	var list []string
	for _, x := range r.Results {
		release, _, _ := strings.Cut(x.Version, "+")
		if chart.Ours(x.Contender) && release != "" && release[0] >= '0' && release[0] <= '9' {
			list = append(list, "koblitz "+results.Short(release, 20))
			break
		}
	}
	if s := r.Source(); s != "" {
		list = append(list, "commit "+s)
	}
	return strings.Join(list, ", ")
}

// versionView is what was measured under a contender's name.
type versionView struct {
	results.Result
	Family family
	Empty  string // nanoseconds of an empty call
}

type opView struct {
	Name, Title, Timed string
	Lead               string // what the first run says, in a few words
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
		r.Count, r.Faults = len(r.Versions), faults(f)
		if d := newDecade(r); len(d.Charts) == 0 {
			r.addPanels()
		}
		v.Runs = append(v.Runs, r)
		v.Rejected = v.Rejected || len(f.Rejected) > 0
		v.Program = v.Program || f.Command == "algorithms"
		v.Second = v.Second || len(f.Self) > 0
		for _, op := range f.Ops() {
			if !slices.ContainsFunc(v.Ops, func(o opView) bool { return o.Name == op }) {
				o, _ := ops.Find(op)
				v.Ops = append(v.Ops, opView{Name: op, Title: ops.Title(op), Timed: o.Timed()})
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
		o.Lead = o.Runs[0].lead()
	}
	v.Marks = marksOf(files)
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

// addPanels draws the chart at the top.
func (r *runView) addPanels() {
	signs := ""
	for _, p := range chart.Panels(r.File, 0) {
		r.Panels = append(r.Panels, template.HTML(p.Inline())) // escapes its texts
		for _, b := range p.Bars {
			if b.Family == chart.Koblitz && !slices.Contains(r.Ours, b.Name) {
				r.Ours = append(r.Ours, b.Name)
			}
			if !slices.Contains(r.Families, b.Family) {
				r.Families = append(r.Families, b.Family)
			}
			signs += b.Signs
		}
	}
	r.Reasons = results.Reasons(signs)
	slices.Sort(r.Families)
	if len(r.Families) > 0 && r.Families[0] == chart.Other {
		r.Families = append(r.Families[1:], chart.Other) // last
	}
}

// accepts is what most rejections are for.
const accepts = "accepts what must be refused"

// faults says in a line for each contender what it was rejected for.
func faults(f *results.File) (list []faultView) {
	type fault struct{ contender, why string }
	var order []fault
	where := map[fault][]string{}
	for _, r := range f.Rejected {
		why := results.Short(results.ShortHex(r.Reason), 120)
		if strings.Contains(r.Reason, "must be refused") || strings.Contains(r.Reason, "accepted, though invalid") {
			why = accepts
		}
		k := fault{r.Contender, why}
		if where[k] == nil {
			order = append(order, k)
		}
		at := ops.Title(r.Op)
		if _, label, ok := strings.Cut(strings.TrimSuffix(r.Row, ")"), " ("); ok {
			at += " (" + results.Short(label, 80) + ")"
		}
		if !slices.Contains(where[k], at) {
			where[k] = append(where[k], at)
		}
	}
	for _, k := range order {
		text := k.why + ": " + strings.Join(where[k], ", ")
		if i := slices.IndexFunc(list, func(v faultView) bool { return v.Contender == k.contender }); i >= 0 {
			list[i].Text += "; " + text
		} else {
			list = append(list, faultView{k.contender, text})
		}
	}
	return list
}

// marksOf lists the marks of all figures with each reason once, those that bar first.
func marksOf(files []*results.File) (list []markView) {
	for _, f := range files {
		for i := range f.Results {
			r := &f.Results[i]
			for _, name := range r.Marks {
				at := slices.IndexFunc(list, func(m markView) bool { return m.Name == name })
				if at < 0 {
					at = len(list)
					list = append(list, markView{Name: name, Meaning: results.MarkMeaning(name), Bars: results.Bars(name)})
				}
				list[at].add(r)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b markView) int {
		if a.Bars != b.Bars {
			return map[bool]int{true: -1, false: 1}[a.Bars]
		}
		return cmp.Compare(a.Name, b.Name)
	})
	return list
}

func (m *markView) add(r *results.Result) {
	note := results.MarkNote(r, m.Name)
	if note == m.Meaning {
		note = ""
	}
	at := slices.IndexFunc(m.Reasons, func(x *markReason) bool { return x.Note == note })
	if at < 0 {
		at = len(m.Reasons)
		m.Reasons = append(m.Reasons, &markReason{Note: note})
	}
	x := m.Reasons[at]
	for list, s := range map[*[]string]string{&x.Contenders: r.Contender, &x.Ops: ops.Title(r.Op)} {
		if !slices.Contains(*list, s) {
			*list = append(*list, s)
		}
	}
}

// Where names the operation of a reason that is of one alone.
func (x *markReason) Where() string {
	if len(x.Ops) == 1 {
		return x.Ops[0]
	}
	return ""
}

// lead says who won and by how much.
func (s *standingView) lead() string {
	switch {
	case s.Winner == nil:
		return "no winner"
	case s.Winner.Ratio.Known() && !s.Winner.Baseline:
		return fmt.Sprintf("%s %s", chart.Display(s.Winner.Contender), results.FormatRatio(s.Winner.Ratio.P50))
	}
	return fmt.Sprintf("%s %s %s", chart.Display(s.Winner.Contender), s.Winner.Time, s.Unit)
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

// join lists names in a sentence.
func join(names []string) string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = chart.Display(n)
	}
	return strings.Join(out, ", ")
}

// byTime orders runs by when they began.
func byTime(a, b runView) int { return cmp.Compare(a.Started.Unix(), b.Started.Unix()) }
