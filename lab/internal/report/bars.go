package report

import (
	"fmt"
	"html/template"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"

	"koblitz.dev/lab/internal/results"
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
// from quartile to quartile. Noisy figures are hatched. label names a bar.
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
			p.Add(bar(r, y, unit, g.pale), whisker(r, y, unit))
			value := unit.Format(r.NS.P50)
			if r.Noisy {
				value += " noisy"
			}
			p.Add(texts(r.NS.P75/unit.NS, y, value, inkText, vg.Point{X: 5}))
			if i < 5 {
				desc += fmt.Sprintf(" %s %s.", name, unit.Format(r.NS.P50))
			}
			y--
		}
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
	return render(p, vg.Length(44+barPitch*slots), id, title, desc)
}

// fit returns s, cut to the width.
func fit(s string, style text.Style, width vg.Length) string {
	out := results.Printable(s)
	for n := len([]rune(out)); n > 1 && style.Width(out) > width; n-- {
		out = results.Short(s, n-1)
	}
	return out
}

func bar(r *results.Result, y float64, unit results.Unit, pale bool) plot.Plotter {
	colour := ink(familyOf(r.Contender))
	b := must(plotter.NewBarChart(plotter.Values{r.NS.P50 / unit.NS}, barWidth))
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

func whisker(r *results.Result, y float64, unit results.Unit) plot.Plotter {
	w := must(plotter.NewXErrorBars(struct {
		plotter.XYs
		plotter.XErrors
	}{
		plotter.XYs{{X: r.NS.P50 / unit.NS, Y: y}},
		plotter.XErrors{{Low: (r.NS.P25 - r.NS.P50) / unit.NS, High: (r.NS.P75 - r.NS.P50) / unit.NS}},
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
