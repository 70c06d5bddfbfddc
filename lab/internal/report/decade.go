package report

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"koblitz.dev/lab/internal/results"
)

// decadeOps are the operations that are drawn over the years: of each group
// the first one that was measured.
var decadeOps = [][]string{{"ecdsa_parse_verify"}, {"schnorr_verify", "schnorr_parse_verify"}, {"ecdsa_sign"}}

// minVersions is how many dated versions of a library make a line.
const minVersions = 3

// A series is the versions of one library on one operation, oldest first.
type series struct {
	family family
	list   []results.Result
}

// libraryVersion matches a library called natively; a further part of the name
// would be a binding.
var libraryVersion = regexp.MustCompile(`^(libsecp256k1|openssl)-(v?[0-9][^-]*)$`)

// versionOf returns the version part of a name like libsecp256k1-0.8.0 when
// its release date is known.
func versionOf(r *results.Result) (version string, ok bool) {
	m := libraryVersion.FindStringSubmatch(r.Contender)
	if m == nil || r.Date == "" {
		return "", false
	}
	return m[2], true
}

// seriesOf returns the libraries that have enough dated versions on op, and
// nothing when none has.
func seriesOf(f *results.File, op string) []series {
	byFamily := map[family][]results.Result{}
	enough := false
	standing := f.Standing(op)
	for _, r := range standing.All() {
		if _, ok := versionOf(&r); ok {
			fam := familyOf(r.Contender)
			byFamily[fam] = append(byFamily[fam], r)
			enough = enough || len(byFamily[fam]) >= minVersions
		}
	}
	if !enough {
		return nil
	}
	var out []series
	for _, fam := range []family{libsecp, openssl} {
		if list := byFamily[fam]; len(list) > 0 {
			slices.SortFunc(list, func(a, b results.Result) int {
				return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Contender, b.Contender))
			})
			out = append(out, series{fam, list})
		}
	}
	return out
}

// decadePlot draws median time against release date on a log scale, a line a library.
func decadePlot(all []series, id, title string) template.HTML {
	var figures []results.Result
	for _, s := range all {
		figures = append(figures, s.list...)
	}
	unit := results.UnitFor(figures)
	p := newPlot()
	p.Add(grid(true, true))
	p.Y.Scale, p.Y.Tick.Marker = plot.LogScale{}, plot.TickerFunc(logTicks)
	p.X.Tick.Marker = plot.TickerFunc(yearTicks)
	p.Y.Label.Text = unit.Name + " per operation, log scale"
	p.Y.Tick.Label.Font, p.Y.Tick.Label.Color = sans(smallSize), inkFaint.colour()

	labels := &versionLabels{}
	var desc []string
	for _, s := range all {
		points := make(plotter.XYs, len(s.list))
		spread := make(plotter.YErrors, len(s.list))
		for i, r := range s.list {
			points[i] = plotter.XY{X: day(r.Date), Y: r.NS.P50 / unit.NS}
			spread[i].Low, spread[i].High = (r.NS.P25-r.NS.P50)/unit.NS, (r.NS.P75-r.NS.P50)/unit.NS
			version, _ := versionOf(&r)
			labels.add(points[i], r.NS.P75/unit.NS, results.Short(version, 14), inkSolid+ink(s.family))
		}
		bars := must(plotter.NewYErrorBars(struct {
			plotter.XYs
			plotter.YErrors
		}{points, spread}))
		bars.LineStyle, bars.CapWidth = line(inkFaint, 1), 5
		lines, dots, err := plotter.NewLinePoints(points)
		lines = must(lines, err)
		lines.LineStyle = line(inkSolid+ink(s.family), 1.75)
		dots.GlyphStyle = draw.GlyphStyle{Color: (inkSolid + ink(s.family)).colour(), Radius: 3.25, Shape: draw.CircleGlyph{}}
		if s.family == openssl {
			dots.Shape = draw.BoxGlyph{}
		}
		p.Add(bars, lines, dots)
		first, last := s.list[0], s.list[len(s.list)-1]
		desc = append(desc, fmt.Sprintf("%s: %s %s in %s, %s in %s.", s.family,
			unit.Format(first.NS.P50), unit.Name, first.Date[:4], unit.Format(last.NS.P50), last.Date[:4]))
	}
	p.Add(labels)
	margin := max(0.07*(p.X.Max-p.X.Min), 120*24*3600)
	p.X.Min, p.X.Max = p.X.Min-margin, p.X.Max+margin
	p.Y.Min, p.Y.Max = p.Y.Min/1.5, p.Y.Max*1.5
	return render(p, 300, id, title, strings.Join(desc, " "))
}

// decadeBars draws the same figures side by side, oldest first.
func decadeBars(all []series, id, title string) template.HTML {
	var groups []barGroup
	for _, s := range all {
		groups = append(groups, barGroup{heading: s.family.String(), list: s.list})
	}
	return barChart(groups, func(r *results.Result) string {
		version, _ := versionOf(r)
		return results.Short(version, 20) + " (" + r.Date[:4] + ")"
	}, id, title)
}

func day(iso string) float64 {
	t, _ := time.Parse(time.DateOnly, iso) // checked by Validate
	return float64(t.Unix())
}

// versionLabels writes versions above or below their points, newest first, and
// leaves out those that would cover another label or point.
type versionLabels struct {
	points plotter.XYs
	tops   []float64 // upper ends of the whiskers
	texts  []string
	inks   []ink
}

func (l *versionLabels) add(at plotter.XY, top float64, s string, i ink) {
	l.points, l.tops, l.texts, l.inks = append(l.points, at), append(l.tops, top), append(l.texts, s), append(l.inks, i)
}

// Plot implements plot.Plotter.
func (l *versionLabels) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	dotSize := vg.Point{X: 3, Y: 3}
	var taken []vg.Rectangle
	for _, pt := range l.points {
		at := vg.Point{X: trX(pt.X), Y: trY(pt.Y)}
		taken = append(taken, vg.Rectangle{Min: at.Sub(dotSize), Max: at.Add(dotSize)})
	}
	free := func(box vg.Rectangle) bool {
		return !slices.ContainsFunc(taken, func(r vg.Rectangle) bool {
			return box.Min.X < r.Max.X && r.Min.X < box.Max.X && box.Min.Y < r.Max.Y && r.Min.Y < box.Max.Y
		})
	}
	for i := len(l.points) - 1; i >= 0; i-- {
		style := labelStyle(l.inks[i], smallSize)
		style.XAlign, style.YAlign = draw.XCenter, draw.YBottom
		half := style.Width(l.texts[i]) / 2
		x := min(max(trX(l.points[i].X), c.Min.X+half), c.Max.X-half)
		above := vg.Point{X: x, Y: max(trY(l.points[i].Y)+6, trY(l.tops[i])+5)}
		below := vg.Point{X: x, Y: 2*trY(l.points[i].Y) - above.Y - smallSize}
		for _, at := range []vg.Point{above, below} {
			if box := style.Rectangle(l.texts[i]).Add(at); free(box) {
				taken = append(taken, box)
				c.FillText(style, at, l.texts[i])
				break
			}
		}
	}
}
