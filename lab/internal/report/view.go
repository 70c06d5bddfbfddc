package report

import (
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
	Families []family // in the legend
	Runs     []runView
	Ops      []opView
	Decade   []decadeView
	Rejected bool // some run rejected a contender
	Noisy    bool // some figure is noisy
	Workers  bool // some run is of contenders in processes of their own
	Program  bool // some run is of algorithms in one program
}

type runView struct {
	Letter string // empty when there is only one run
	*results.File
	Start    string
	Versions []versionView
}

// Name tells a run from the others.
func (r runView) Name() string {
	return fmt.Sprintf("Run %s: %s, %s, %s", r.Letter, r.Command, r.Start, results.Short(r.Machine.CPU, 60))
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
	Chart     template.HTML
	Rows      []rowView
	Winner    *rowView
	Tied      []string
	Notes     []noteView
	Rejected  []results.Rejection
	HasAlloc  bool
	HasRate   bool
	Unmatched bool // the baseline has no figure here
}

type rowView struct {
	results.Result
	Place             string // empty when not ranked
	Family            family
	Time, Low, High   string
	Baseline, Winner  bool
	Rate, Bytes, Objs string
}

// noteView explains a mark on some contenders.
type noteView struct {
	Mark, Note string
	Contenders []string
}

type decadeView struct {
	Run    runView
	Charts []decadeChart
}

type decadeChart struct {
	Title       string
	Lines, Bars template.HTML
}

func newView(files []*results.File) *view {
	v := &view{Style: template.CSS(pageStyle), Title: "secp256k1 benchmark"}
	for i, f := range files {
		r := runView{File: f, Start: f.Started.UTC().Format("2006-01-02 15:04:05 UTC")}
		if len(files) > 1 {
			r.Letter = letter(i)
		}
		r.Versions = versionsOf(f)
		v.Runs = append(v.Runs, r)
		v.Rejected = v.Rejected || len(f.Rejected) > 0
		v.Program = v.Program || f.Command == "algorithms"
		v.Workers = v.Workers || f.Command != "algorithms"
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
				o.Runs = append(o.Runs, newStanding(r, o.Name, o.Title))
			}
		}
	}
	for _, r := range v.Runs {
		if d := newDecade(r); len(d.Charts) > 0 {
			v.Decade = append(v.Decade, d)
		}
		for _, x := range r.Results {
			v.Noisy = v.Noisy || x.Noisy
			if fam := familyOf(x.Contender); !slices.Contains(v.Families, fam) {
				v.Families = append(v.Families, fam)
			}
		}
	}
	last := func(f family) int { return (int(f) + len(familyNames) - 1) % len(familyNames) }
	slices.SortFunc(v.Families, func(a, b family) int { return last(a) - last(b) }) // other last
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

func newStanding(run runView, op, title string) standingView {
	s := run.Standing(op)
	all := s.All()
	unit := results.UnitFor(all)
	out := standingView{Run: run, Unit: unit.Name, HasRate: run.Command == "algorithms"}
	winner, tied := s.Winner()
	out.Tied = tied
	for i := range all {
		r := &all[i]
		row := rowView{
			Result: *r, Family: familyOf(r.Contender), Baseline: r.Contender == run.Baseline,
			Time: unit.Format(r.NS.P50), Low: unit.Format(r.NS.P25), High: unit.Format(r.NS.P75),
			Rate: results.FormatRate(r.NS.P50),
		}
		if i < len(s.Ranked) {
			row.Place = strconv.Itoa(i + 1)
		}
		if a := r.Alloc; a != nil {
			out.HasAlloc = true
			row.Bytes, row.Objs = fmt.Sprintf("%.0f", a.Bytes), fmt.Sprintf("%.3g", a.Count)
		}
		out.Unmatched = out.Unmatched || !r.Ratio.Known()
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
	if len(all) > 0 {
		groups := []barGroup{{list: s.Ranked}, {heading: "not ranked", list: s.Unranked, pale: true}}
		if len(s.Unranked) == 0 {
			groups = groups[:1]
		}
		label := func(r *results.Result) string {
			if r.Contender == run.Baseline && len(r.Contender) < 24 {
				return r.Contender + " (base)"
			}
			return r.Contender
		}
		out.Chart = barChart(groups, label, "bars-"+op+run.Letter, title+", median time by contender")
	}
	return out
}

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

func newDecade(run runView) decadeView {
	d := decadeView{Run: run}
	for _, choices := range decadeOps {
		for _, op := range choices {
			all := seriesOf(run.File, op)
			if all == nil {
				continue
			}
			title := textOf(op).title
			d.Charts = append(d.Charts, decadeChart{
				Title: title,
				Lines: decadePlot(all, "line-"+op+run.Letter, title+", median time by release date"),
				Bars:  decadeBars(all, "side-"+op+run.Letter, title+", versions side by side"),
			})
			break
		}
	}
	return d
}

// Join lists names in a sentence.
func (standingView) Join(names []string) string {
	for i := range names {
		names[i] = results.Short(names[i], 60)
	}
	return strings.Join(names, ", ")
}
