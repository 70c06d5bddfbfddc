package report

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strconv"
	"strings"
)

// An axis places positive values on a logarithmic scale, in percent of its
// length.
type axis struct {
	lo, hi float64 // natural logarithms at 0% and 100%
	Ticks  []tick
	Grid   template.CSS // lines at the ticks, as a background
}

type tick struct {
	Label string
	At    float64 // percent
	value float64
}

// edge is the share of an axis that is kept free at either end, so that a label
// below a tick stays inside.
const edge = 0.06

// newAxis has room for all values, which must be positive and finite.
func newAxis(values ...float64) *axis {
	lo, hi := math.Log(slices.Min(values)), math.Log(slices.Max(values))
	if hi-lo < 0.04 {
		middle := (lo + hi) / 2
		lo, hi = middle-0.02, middle+0.02
	}
	margin := edge * (hi - lo) / (1 - 2*edge)
	a := &axis{lo: lo - margin, hi: hi + margin}
	a.Ticks = logTicks(math.Exp(lo), math.Exp(hi))
	var lines []string
	for i := range a.Ticks {
		t := &a.Ticks[i]
		t.At = a.pos(t.value)
		colour := "var(--grid)"
		if t.value == 1 {
			colour = "var(--one)"
		}
		line := fmt.Sprintf("linear-gradient(%s,%s) %.2f%% 0/1px 100%% no-repeat", colour, colour, t.At)
		if t.value == 1 {
			lines = slices.Insert(lines, 0, line) // the first one lies on top
		} else {
			lines = append(lines, line)
		}
	}
	if lines == nil {
		lines = []string{"none"}
	}
	a.Grid = template.CSS("--ticks:" + strings.Join(lines, ","))
	return a
}

// pos returns where a value lies, rounded so that a page is short.
func (a *axis) pos(v float64) float64 {
	return math.Round(10000*min(max((math.Log(v)-a.lo)/(a.hi-a.lo), 0), 1)) / 100
}

// span returns where an interval begins and how long it is.
func (a *axis) span(lo, hi float64) (left, width float64) {
	left = a.pos(lo)
	return left, math.Round(100*(a.pos(hi)-left)) / 100
}

// mostTicks have room for their labels on a phone.
const mostTicks = 7

// logTicks returns round values from lo to hi: powers of ten and parts of them
// as finely as there is room for.
func logTicks(lo, hi float64) []tick {
	var best []tick
	try := func(list []tick) {
		if len(list) <= mostTicks && len(list) > len(best) {
			best = list
		}
	}
	first, last := int(math.Floor(math.Log10(lo))), int(math.Ceil(math.Log10(hi)))
	every := 1 + (last-first)/mostTicks
	for _, steps := range [][]float64{{1}, {1, 2, 5}, {1, 1.5, 2, 3, 5, 7}} {
		var list []tick
		for e := first; e <= last; e++ {
			if e%every != 0 {
				continue
			}
			for _, s := range steps {
				list = appendTick(list, s*math.Pow10(e), lo, hi)
			}
		}
		try(list)
	}
	if len(best) < 3 && hi/lo < 10 {
		for _, parts := range []float64{1, 2, 5, 10, 20, 50, 100} {
			step := math.Pow10(int(math.Floor(math.Log10(hi-lo)))) / parts
			var list []tick
			for n := math.Ceil(lo / step); n*step <= hi && len(list) <= mostTicks; n++ {
				list = appendTick(list, n*step, lo, hi)
			}
			try(list)
		}
	}
	return best
}

func appendTick(list []tick, v, lo, hi float64) []tick {
	label := strconv.FormatFloat(v, 'g', 4, 64)
	v, _ = strconv.ParseFloat(label, 64) // 1 and not almost 1
	if v < lo*(1-1e-9) || v > hi*(1+1e-9) {
		return list
	}
	return append(list, tick{Label: label, value: v})
}
