package report

import (
	"fmt"
	"html/template"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

const (
	barPitch = 22 // pixels from one bar to the next
	barWidth = 13
	maxLabel = 205 // width of a bar's label
)

// A barGroup is bars that stand together, in their order from above.
type barGroup struct {
	heading string // may be empty
	list    []results.Result
	pale    bool // drawn as outlines: not ranked
}

// barChart draws median times as horizontal bars from zero, with whiskers
// from quartile to quartile. Noisy figures are hatched. A bar longer than
// the limit is cut, and its figure follows a "»". label names a bar.
func barChart(groups []barGroup, label func(*results.Result) string, id, title string) template.HTML {
	var all []results.Result
	slots := 0
	for _, g := range groups {
		all = append(all, g.list...)
		if slots += len(g.list); g.heading != "" {
			slots++
		}
	}
	unit := results.UnitFor(all)
	most := cut(all) / unit.NS

	p := newPlot()
	p.Add(grid(true, false))
	p.X.Min, p.X.Tick.Marker = 0, plot.TickerFunc(linearTicks)
	p.X.Label.Text = unit.Name + " per operation"
	p.Y.LineStyle.Width, p.Y.Tick.Length = 0, 0
	p.Y.Min, p.Y.Max = 0.4, float64(slots)+0.6
	ticks := make([]plot.Tick, 0, slots)
	desc := fmt.Sprintf("%d bars, median %s.", len(all), unit.Name)

	y := float64(slots)
	for _, g := range groups {
		if g.heading != "" {
			p.Add(texts(0, y, g.heading, inkFaint, vg.Point{X: 4}))
			y--
		}
		for i := range g.list {
			r := &g.list[i]
			name := fit(label(r), p.Y.Tick.Label, maxLabel)
			ticks = append(ticks, plot.Tick{Value: y, Label: name})
			value := unit.Format(r.NS.P50)
			if r.Noisy {
				value += " noisy"
			}
			long := r.NS.P50/unit.NS > most
			p.Add(bar(r, y, min(r.NS.P50/unit.NS, most), g.pale))
			switch {
			case long:
				p.Add(texts(most, y, "» "+value, inkText, vg.Point{X: 2}))
			default:
				p.Add(whisker(r, y, unit, most))
				p.Add(texts(min(r.NS.P75/unit.NS, most), y, value, inkText, vg.Point{X: 5}))
			}
			if i < 5 {
				desc += fmt.Sprintf(" %s %s.", name, unit.Format(r.NS.P50))
			}
			y--
		}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	return render(p, vg.Length(44+barPitch*slots), id, title, desc)
}

// longest is the length of a bar, in medians of all, above which it is cut: one
// slow contender would flatten the others.
const longest = 4

// cut returns the time in nanoseconds at which bars end.
func cut(all []results.Result) float64 {
	times := make([]float64, len(all))
	for i := range all {
		times[i] = all[i].NS.P50
	}
	return longest * stats.Median(times)
}

// fit returns s, cut to the width.
func fit(s string, style text.Style, width vg.Length) string {
	out := results.Printable(s)
	for n := len([]rune(out)); n > 1 && style.Width(out) > width; n-- {
		out = results.Short(s, n-1)
	}
	return out
}

func bar(r *results.Result, y, length float64, pale bool) plot.Plotter {
	colour := ink(familyOf(r.Contender))
	b := must(plotter.NewBarChart(plotter.Values{length}, barWidth))
	b.Horizontal, b.XMin = true, y
	b.Color = (inkSolid + colour).colour()
	if r.Noisy {
		b.Color = (inkHatch + colour).colour()
	}
	if pale {
		b.Color = (inkPale + colour).colour()
	}
	b.LineStyle = line(inkSolid+colour, 1)
	return b
}

// whisker ends at most where bars do.
func whisker(r *results.Result, y float64, unit results.Unit, most float64) plot.Plotter {
	w := must(plotter.NewXErrorBars(struct {
		plotter.XYs
		plotter.XErrors
	}{
		plotter.XYs{{X: r.NS.P50 / unit.NS, Y: y}},
		plotter.XErrors{{Low: (r.NS.P25 - r.NS.P50) / unit.NS, High: min(r.NS.P75/unit.NS, most) - r.NS.P50/unit.NS}},
	}))
	w.LineStyle, w.CapWidth = line(inkText, 1), 6
	return w
}

func texts(x, y float64, s string, i ink, offset vg.Point) plot.Plotter {
	l := must(plotter.NewLabels(plotter.XYLabels{XYs: plotter.XYs{{X: x, Y: y}}, Labels: []string{s}}))
	l.TextStyle[0], l.Offset = labelStyle(i, smallSize), offset
	return l
}

// must unwraps a plotter of validated figures: the library refuses only NaN,
// infinite and missing values.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
