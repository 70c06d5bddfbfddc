package chart

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// Panel is the bars of one operation.
type Panel struct {
	Op, Title string
	Note      string // what 1 is
	Bars      []Bar
}

// Bar is how many times as fast as the baseline a contender is.
type Bar struct {
	Name   string
	Family Family
	Speed  float64
	Signs  string // of the marks that keep it from winning
	Noisy  bool
}

// choices are the operations that are drawn: of each line the first that has a ratio.
var choices = [][]string{
	{"ecdsa_verify", "ecdsa_parse_verify", "schnorr_verify", "verify"},
	{"ecdsa_sign", "schnorr_sign", "sign"},
	{"batch_ecdsa_verify_1024", "batch_schnorr_verify_1024"},
}

// longestName is that of a contender, in characters; the roster takes no longer one.
const longestName = 64

// usually is how many panels stand beside each other.
const usually = 3

// Panels makes the panels of a run: verification, signing and batch verification as far
// as they were measured, otherwise the run's first operations. With most above 0 a panel
// has the baseline and at most so many others, the authors' own, with whatever marks, and
// then the fastest of those that can win.
func Panels(f *results.File, most int) []Panel {
	var list []Panel
	for _, line := range choices {
		for _, op := range line {
			if p := panel(f, op, most); len(p.Bars) > 1 {
				list = append(list, p)
				break
			}
		}
	}
	if list != nil {
		return list
	}
	for _, op := range f.Ops() {
		if p := panel(f, op, most); len(p.Bars) > 1 && len(list) < usually {
			list = append(list, p)
		}
	}
	return list
}

func panel(f *results.File, op string, most int) Panel {
	p := Panel{Op: op, Title: ops.Title(op)}
	standing := f.Standing(op)
	for _, r := range standing.All() {
		if others := r.Contender != f.Baseline && !Ours(r.Contender); !r.Ratio.Known() || most > 0 && others && !r.Ranked() {
			continue
		}
		p.Bars = append(p.Bars, Bar{
			Name: shown(r.Contender), Family: FamilyOf(r.Contender), Speed: 1 / r.Ratio.P50, Signs: r.Signs(), Noisy: r.Noisy,
		})
		if r.Contender == f.Baseline {
			p.Note = fmt.Sprintf("%s = 1: %s", shown(f.Baseline), results.FormatTime(r.NS.P50))
			if slices.Contains(r.Marks, results.MarkSingles) {
				p.Note += " a row, one by one"
			}
		}
	}
	if most > 0 && len(p.Bars) > most+1 {
		p.Bars = p.foremost(shown(f.Baseline), most+1)
	}
	slices.SortStableFunc(p.Bars, func(a, b Bar) int { return cmp.Compare(b.Speed, a.Speed) })
	return p
}

// shown is a contender's name in the chart.
func shown(contender string) string { return results.Short(Display(contender), longestName) }

// foremost are n bars: the baseline and our own first, then the fastest of the others, of
// one library's builds and bindings (those that share its name up to the first hyphen) one.
func (p Panel) foremost(baseline string, n int) []Bar {
	first := func(b Bar) bool { return b.Name == baseline || b.Family == Koblitz }
	library := func(b Bar) string {
		name, _, _ := strings.Cut(b.Name, "-")
		return name
	}
	rest := slices.DeleteFunc(slices.Clone(p.Bars), first)
	slices.SortStableFunc(rest, func(a, b Bar) int { return cmp.Compare(b.Speed, a.Speed) })
	list := slices.DeleteFunc(slices.Clone(p.Bars), func(b Bar) bool { return !first(b) })
	for _, b := range rest {
		twice := slices.ContainsFunc(list, func(x Bar) bool { return library(x) == library(b) })
		if len(list) < n && !twice {
			list = append(list, b)
		}
	}
	return list
}

// Layout of a panel, in pixels.
const (
	fontSize  = 12.0
	rowHeight = 17.0
	headLines = 2
	barWidth  = 112.0
	gap       = 7.0
	figure    = 52.0 // room for the speed beside the longest bar
	barInset  = 3.0
	// A reader's font may be so much broader than the one that texts are measured in: DejaVu Sans Bold than Go Bold.
	broader = 1.22
)

// colour names what a shape is drawn in.
type colour string

// The colours; a family's is solid-N, as in the page's style sheet.
const (
	page  colour = "page"
	text  colour = "text"
	faint colour = "faint"
	one   colour = "one"
)

func (f Family) colour() colour { return colour(fmt.Sprintf("solid-%d", int(f))) }

type anchor int

const (
	start anchor = iota
	end
)

// label is text with the baseline at y.
type label struct {
	x, y   float64
	size   float64
	anchor anchor
	bold   bool
	colour colour
	text   string
}

// block is a filled rectangle.
type block struct {
	x, y, w, h float64
	colour     colour
	pale       bool
}

// scene is what is drawn, blocks below labels.
type scene struct {
	w, h   float64
	blocks []block
	labels []label
}

func (s *scene) add(o scene, x, y float64) {
	for _, b := range o.blocks {
		b.x, b.y = b.x+x, b.y+y
		s.blocks = append(s.blocks, b)
	}
	for _, l := range o.labels {
		l.x, l.y = l.x+x, l.y+y
		s.labels = append(s.labels, l)
	}
}

// draw lays a panel out.
func (p Panel) draw() scene {
	names, most := 0.0, 0.0
	for _, b := range p.Bars {
		names, most = max(names, textWidth(b.Name, fontSize, b.Family == Koblitz)), max(most, b.Speed)
	}
	left := broader*names + gap
	s := scene{w: max(left+barWidth+figure, textWidth(p.Note, fontSize-1, false), textWidth(p.Title, fontSize+2, true)), h: rowHeight*float64(headLines+len(p.Bars)) + 6}
	s.labels = append(s.labels,
		label{0, 13, fontSize + 2, start, true, text, p.Title},
		label{0, rowHeight + 12, fontSize - 1, start, false, faint, p.Note})
	y := rowHeight*headLines + 4
	at := func(speed float64) float64 { return speed / most * barWidth }
	s.blocks = append(s.blocks, block{left + at(1), y - 2, 1, s.h - y + 2, one, false})
	for _, b := range p.Bars {
		s.blocks = append(s.blocks, block{left, y + barInset, max(at(b.Speed), 1), rowHeight - 2*barInset, b.Family.colour(), b.Signs != ""})
		nameColour := text
		if b.Signs != "" {
			nameColour = faint
		}
		s.labels = append(s.labels,
			label{left - gap, y + 12.5, fontSize, end, b.Family == Koblitz, nameColour, b.Name},
			label{left + max(at(b.Speed), at(1)) + 5, y + 12.5, fontSize, start, b.Family == Koblitz, nameColour, b.value()})
		y += rowHeight
	}
	return s
}

// value writes the speed with two or three digits.
func (b Bar) value() string {
	digits := 2
	switch {
	case b.Speed >= 9.995:
		digits = 1
	case b.Speed < 0.0995:
		digits = 3
	}
	s := fmt.Sprintf("%.*f", digits, b.Speed)
	if b.Noisy {
		s += "~"
	}
	return s + b.Signs
}

// Picture is panels beside each other with what a reader needs to know, to stand alone.
type Picture struct {
	Panels []Panel
	Title  string
	Lines  []string // below the panels
}

// Of makes the picture of a run.
func Of(f *results.File, most int) Picture {
	p := Picture{Panels: Panels(f, most), Title: "Times as fast as " + shown(f.Baseline) + ": longer is faster"}
	where := fmt.Sprintf("%s, %s", results.Printable(f.Machine.CPU), f.Started.UTC().Format("2006-01-02"))
	if f.Commit != "" {
		where += ", commit " + results.Short(f.Commit, 13)[:min(12, len(f.Commit))]
	}
	p.Lines = append(p.Lines, where+". Median of paired ratios; answers checked before and while they are timed.")
	var ours []string
	signs, noisy := "", false
	for _, panel := range p.Panels {
		for _, b := range panel.Bars {
			if b.Family == Koblitz && !slices.Contains(ours, b.Name) {
				ours = append(ours, b.Name)
			}
			signs += b.Signs
			noisy = noisy || b.Noisy
		}
	}
	if len(ours) > 0 {
		p.Lines = append(p.Lines, "Bold: by the authors of this benchmark ("+strings.Join(ours, ", ")+").")
	}
	if signs != "" {
		p.Lines = append(p.Lines, "Cannot win: "+results.Reasons(signs)+".")
	}
	if noisy {
		p.Lines = append(p.Lines, "~ noisy: the interval is wider than 10%.")
	}
	return p
}

const (
	margin = 16.0
	gutter = 26.0
)

func (p Picture) draw() scene {
	s := scene{w: 2 * margin, h: margin}
	x := margin
	tallest := 0.0
	for _, panel := range p.Panels {
		o := panel.draw()
		s.add(o, x, margin+30)
		x += o.w + gutter
		tallest = max(tallest, o.h)
	}
	s.w = max(x-gutter+margin, textWidth(p.Title, fontSize+4, true)+2*margin)
	s.labels = append(s.labels, label{margin, margin + 12, fontSize + 4, start, true, text, p.Title})
	y := margin + 30 + tallest + 20
	for _, line := range p.Lines {
		s.w = max(s.w, textWidth(line, fontSize, false)+2*margin)
		s.labels = append(s.labels, label{margin, y, fontSize, start, false, faint, line})
		y += rowHeight
	}
	s.h = y + margin - 12
	return s
}
