package contest

import (
	"cmp"
	"slices"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// Interim is what is known of an operation while the contest goes on.
type Interim struct {
	Op         string
	Launches   int
	BaselineNS float64        // median time of the baseline's call; 0 where it has none
	Ratios     []InterimRatio // of the others, fastest first
}

// InterimRatio is the median of a contender's paired ratios so far.
type InterimRatio struct {
	Contender string
	Ratio     float64
	Barred    bool // it does not win, by its own word
}

// interim sums up the samples of f.
func (t *contest) interim(f *field, launches int) Interim {
	out := Interim{Op: f.op.Name, Launches: launches}
	type place struct{ launch, round int }
	of := func(name string) []results.Sample {
		return slices.DeleteFunc(t.samples(f.op.Name, name), func(s results.Sample) bool { return s.Cold || s.Lone })
	}
	base, all := map[place]float64{}, []float64{}
	for _, s := range of(t.Baseline) {
		base[place{s.Launch, s.Round}] = s.PerRow()
		all = append(all, s.PerRow())
	}
	if len(all) == 0 {
		return out
	}
	out.BaselineNS = stats.Median(all)
	for _, e := range f.entrants {
		var ratios []float64
		for _, s := range of(e.Name) {
			if b := base[place{s.Launch, s.Round}]; b > 0 {
				ratios = append(ratios, s.PerRow()/b)
			}
		}
		if e.hidden || e.Name == t.Baseline || len(ratios) == 0 {
			continue
		}
		out.Ratios = append(out.Ratios, InterimRatio{e.Name, stats.Median(ratios), e.declares(f, results.MarkVartime)})
	}
	slices.SortStableFunc(out.Ratios, func(a, b InterimRatio) int { return cmp.Compare(a.Ratio, b.Ratio) })
	return out
}
