package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// batchView is what a run says of the batches of one operation: the time of a
// row against how many a call takes.
type batchView struct {
	Run         runView
	Title, Unit string
	Repeat      string
	Desc        string // for those who do not see it
	Sizes       []tick
	Times       []tick // At is from above
	Lines       []batchLine
}

// batchLine is one contender, the smallest batch first.
type batchLine struct {
	Contender string
	Family    family
	Dashes    int // a number for each line of a family, which tells it from the others
	Points    []batchPoint
	Path      string // the line through the points, in percent of the chart
}

type batchPoint struct {
	Size    int
	Time    string
	Ratio   results.Ratio
	Singles bool    // calls of one row
	X, Y    float64 // percent of the chart, from the left and from above
	Label   label   // of the contender
	ns      float64
}

// leastSizes make a line worth drawing.
const leastSizes = 3

// newBatches has the series of which a run has batches of enough sizes.
func newBatches(run runView) (list []batchView) {
	var all []string
	for _, name := range run.Ops() {
		if o, ok := ops.Find(name); ok && o.Batch > 0 && !slices.Contains(all, o.Series()) {
			all = append(all, o.Series())
		}
	}
	for _, series := range all {
		if b := newBatch(run, series); len(b.Sizes) >= leastSizes {
			list = append(list, b)
		}
	}
	return list
}

func newBatch(run runView, series string) batchView {
	b := batchView{Run: run, Title: ops.SeriesTitle(series), Repeat: run.Repeat("")}
	var figures []results.Result
	at := map[int]bool{}
	for _, name := range run.Ops() {
		o, _ := ops.Find(name)
		if o.Batch == 0 || o.Series() != series {
			continue
		}
		s := run.Standing(name)
		for _, r := range s.All() {
			at[o.Batch] = true
			figures = append(figures, r)
			b.add(&r, o.Batch)
		}
	}
	if len(figures) == 0 {
		return b
	}
	unit := results.UnitFor(figures)
	b.Unit = unit.Name
	var times []float64
	for _, r := range figures {
		times = append(times, r.NS.P50/unit.NS)
	}
	up := newAxis(times...)
	for _, t := range up.Ticks {
		t.At = 100 - t.At
		b.Times = append(b.Times, t)
	}
	smallest, largest := ops.BatchSizes[0], ops.BatchSizes[len(ops.BatchSizes)-1]
	across := func(size int) float64 {
		return math.Round(100*(8+84*math.Log(float64(size)/float64(smallest))/math.Log(float64(largest)/float64(smallest)))) / 100
	}
	for _, size := range ops.BatchSizes {
		if at[size] {
			b.Sizes = append(b.Sizes, tick{Label: strconv.Itoa(size), At: across(size)})
		}
	}
	var desc []string
	for i := range b.Lines {
		l := &b.Lines[i]
		var path strings.Builder
		for j := range l.Points {
			p := &l.Points[j]
			p.X, p.Y, p.Time = across(p.Size), 100-up.pos(p.ns/unit.NS), unit.Format(p.ns)
			fmt.Fprintf(&path, "%s%.2f %.2f", map[bool]string{true: "M", false: " L"}[j == 0], p.X, p.Y)
		}
		l.Path = path.String()
		a, z := l.Points[0], l.Points[len(l.Points)-1]
		desc = append(desc, fmt.Sprintf("%s: %s %s by %d, %s by %d.", chart.Display(l.Contender), a.Time, b.Unit, a.Size, z.Time, z.Size))
	}
	b.Desc = strings.Join(desc, " ")
	b.placeLabels()
	return b
}

// dashes is how many kinds of lines the style sheet has.
const dashes = 4

func (b *batchView) add(r *results.Result, size int) {
	i := slices.IndexFunc(b.Lines, func(l batchLine) bool { return l.Contender == r.Contender })
	if i < 0 {
		i = len(b.Lines)
		l := batchLine{Contender: r.Contender, Family: familyOf(r.Contender)}
		for _, x := range b.Lines {
			if x.Family == l.Family {
				l.Dashes++
			}
		}
		l.Dashes %= dashes
		b.Lines = append(b.Lines, l)
	}
	l := &b.Lines[i]
	l.Points = append(l.Points, batchPoint{
		Size: size, Ratio: r.Ratio, ns: r.NS.P50, Singles: slices.Contains(r.Marks, results.MarkSingles),
	})
}

// placeLabels names the lines at their middle points where that covers neither
// a point nor another name on a phone; the table has all names.
func (b *batchView) placeLabels() {
	l := labels{width: phoneWidth}
	for _, line := range b.Lines {
		for _, p := range line.Points {
			l.point(p.X, p.Y)
		}
	}
	for _, line := range b.Lines {
		p := &line.Points[len(line.Points)/2]
		p.Label = l.place(p.X, p.Y, chart.Display(line.Contender))
	}
}
