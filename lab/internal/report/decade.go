package report

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// minVersions is how many dated versions of a library make a line.
const minVersions = 3

type decadeView struct {
	Run    runView
	Repeat string
	Charts []decadeChart
}

// decadeChart is median time against release date, and the same figures as a
// table.
type decadeChart struct {
	Title, Unit string
	Desc        string // for those who do not see it
	Years       []tick
	Times       []tick // At is from above
	Series      []series
	Axis        *axis
}

// series is the versions of one library on one operation, oldest first.
type series struct {
	Family family
	Points []decadePoint
	Path   string // the line through the points, in percent of the chart
	list   []results.Result
}

type decadePoint struct {
	results.Result
	Release    string // the version as the contender's name has it
	Time       string
	X, Y       float64 // percent of the chart, from the left and from above
	Label      label
	Low, Range float64 // quartiles, from above, in percent
	Plot       plotView
}

// libraryVersion matches a library called natively: a version, or a year and a
// month; a further part of the name would be a binding.
var libraryVersion = regexp.MustCompile(`^(libsecp256k1|openssl)-(\d{4}-\d{2}|v?[0-9][^-]*)$`)

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
	for _, fam := range []family{chart.Libsecp, chart.OpenSSL} {
		if list := byFamily[fam]; len(list) > 0 {
			slices.SortFunc(list, func(a, b results.Result) int {
				return cmp.Or(cmp.Compare(a.Date, b.Date), cmp.Compare(a.Contender, b.Contender))
			})
			out = append(out, series{Family: fam, list: list})
		}
	}
	return out
}

func newDecade(run runView) decadeView {
	d := decadeView{Run: run, Repeat: run.Repeat("")}
	for _, choices := range ops.Decade {
		for _, op := range choices {
			if all := seriesOf(run.File, op); all != nil {
				d.Charts = append(d.Charts, newDecadeChart(ops.Title(op), all))
				break
			}
		}
	}
	return d
}

func newDecadeChart(title string, all []series) decadeChart {
	var figures []results.Result
	for _, s := range all {
		figures = append(figures, s.list...)
	}
	unit := results.UnitFor(figures)
	c := decadeChart{Title: title, Unit: unit.Name, Series: all}
	unmatched := slices.ContainsFunc(figures, func(r results.Result) bool { return !r.Ratio.Known() })
	c.Axis = axisOf(figures, unmatched)

	var times []float64
	first, last := math.Inf(1), math.Inf(-1)
	for _, r := range figures {
		times = append(times, r.NS.P25/unit.NS, r.NS.P75/unit.NS)
		first, last = min(first, day(r.Date)), max(last, day(r.Date))
	}
	up := newAxis(times...)
	for _, t := range up.Ticks {
		t.At = 100 - t.At
		c.Times = append(c.Times, t)
	}
	margin := max(edge*(last-first), 120*24*3600)
	first, last = first-margin, last+margin
	across := func(t float64) float64 { return math.Round(10000*(t-first)/(last-first)) / 100 }
	c.Years = yearTicks(first, last)
	for i := range c.Years {
		c.Years[i].At = across(c.Years[i].value)
	}

	var desc []string
	for i := range c.Series {
		s := &c.Series[i]
		var path strings.Builder
		for _, r := range s.list {
			p := decadePoint{Result: r, Time: unit.Format(r.NS.P50), X: across(day(r.Date)), Plot: plotOf(c.Axis, &r, unmatched)}
			p.Release, _ = versionOf(&r)
			p.Y = 100 - up.pos(r.NS.P50/unit.NS)
			p.Low = 100 - up.pos(r.NS.P75/unit.NS)
			p.Range = 100 - up.pos(r.NS.P25/unit.NS) - p.Low
			fmt.Fprintf(&path, "%s%.2f %.2f", map[bool]string{true: "M", false: " L"}[path.Len() == 0], p.X, p.Y)
			s.Points = append(s.Points, p)
		}
		s.Path = path.String()
		a, b := s.Points[0], s.Points[len(s.Points)-1]
		desc = append(desc, fmt.Sprintf("%s: %s %s in %s, %s in %s.", s.Family, a.Time, unit.Name, a.Date[:4], b.Time, b.Date[:4]))
	}
	c.Desc = strings.Join(desc, " ")
	c.placeLabels()
	return c
}

// placeLabels writes versions above or below their points, newest first, and
// leaves out those that would cover another label or a point: first what fits
// a phone, then what fits a wide page besides. The table has them all.
func (c *decadeChart) placeLabels() {
	for _, width := range []float64{phoneWidth, roomyWidth} {
		l := labels{width: width}
		var points []*decadePoint
		for i := range c.Series {
			for j := range c.Series[i].Points {
				p := &c.Series[i].Points[j]
				l.point(p.X, p.Y)
				if p.Label.Shown {
					l.taken = append(l.taken, l.box(p.X, p.Y, p.Release, p.Label.Below))
				}
				points = append(points, p)
			}
		}
		slices.SortStableFunc(points, func(a, b *decadePoint) int { return strings.Compare(b.Date, a.Date) })
		for _, p := range points {
			if !p.Label.Shown {
				p.Label = l.place(p.X, p.Y, p.Release)
			}
		}
	}
}

func day(iso string) float64 {
	t, _ := time.Parse(time.DateOnly, iso) // checked by Validate
	return float64(t.Unix())
}

// yearTicks puts labels at the starts of years, at most six of them.
func yearTicks(lo, hi float64) []tick {
	first, last := time.Unix(int64(lo), 0).UTC().Year(), time.Unix(int64(hi), 0).UTC().Year()
	step := 1 + (last-first)/6
	var ticks []tick
	for y := first; y <= last; y++ {
		v := float64(time.Date(y, 1, 1, 0, 0, 0, 0, time.UTC).Unix())
		if v >= lo && v <= hi && y%step == 0 {
			ticks = append(ticks, tick{Label: strconv.Itoa(y), value: v})
		}
	}
	return ticks
}
