package report

import (
	"slices"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// historyView is how the ratios of one operation went from run to run.
type historyView struct {
	Name, Title string
	Baseline    string
	Axis        *axis
	Groups      []historyGroup
}

type historyGroup struct {
	Contender string
	Family    family
	Points    []historyPoint // in the order of time
}

type historyPoint struct {
	Run    runView
	Ratio  results.Ratio
	Noisy  bool
	Change string // against the point before: faster, slower, or empty where the intervals overlap
	Plot   plotView
}

// newHistory has the contenders that at least two runs measured against the
// same baseline; the baseline is left out. Ratios to different baselines do not
// compare, so each baseline has tables of its own.
func newHistory(runs []runView) []historyView {
	runs = slices.Clone(runs)
	slices.SortStableFunc(runs, byTime)
	var list []historyView
	for _, r := range runs {
		for _, op := range r.Ops() {
			seen := slices.ContainsFunc(list, func(h historyView) bool { return h.Name == op && h.Baseline == r.Baseline })
			if seen || r.Baseline == "" {
				continue
			}
			h := historyView{Name: op, Title: ops.Title(op), Baseline: r.Baseline}
			if h.fill(runs); len(h.Groups) > 0 {
				list = append(list, h)
			}
		}
	}
	return list
}

func (h *historyView) fill(runs []runView) {
	var values []float64
	for _, r := range runs {
		if r.Baseline != h.Baseline {
			continue
		}
		s := r.Standing(h.Name)
		for _, x := range s.All() {
			if x.Contender == h.Baseline || !x.Ratio.Known() {
				continue
			}
			i := slices.IndexFunc(h.Groups, func(g historyGroup) bool { return g.Contender == x.Contender })
			if i < 0 {
				i = len(h.Groups)
				h.Groups = append(h.Groups, historyGroup{Contender: x.Contender, Family: familyOf(x.Contender)})
			}
			g := &h.Groups[i]
			g.Points = append(g.Points, historyPoint{Run: r, Ratio: x.Ratio, Noisy: x.Noisy})
		}
	}
	h.Groups = slices.DeleteFunc(h.Groups, func(g historyGroup) bool { return len(g.Points) < 2 })
	for _, g := range h.Groups {
		for _, p := range g.Points {
			values = append(values, p.Ratio.Lo, p.Ratio.P50, p.Ratio.Hi)
		}
	}
	if values == nil {
		return
	}
	h.Axis = newAxis(append(values, 1)...)
	for _, g := range h.Groups {
		for i := range g.Points {
			p := &g.Points[i]
			p.Plot.Dot = h.Axis.pos(p.Ratio.P50)
			p.Plot.Left, p.Plot.Width = h.Axis.span(p.Ratio.Lo, p.Ratio.Hi)
			if i == 0 {
				continue
			}
			switch before := g.Points[i-1].Ratio; {
			case p.Ratio.Hi < before.Lo:
				p.Change = "faster"
			case p.Ratio.Lo > before.Hi:
				p.Change = "slower"
			}
		}
	}
}
