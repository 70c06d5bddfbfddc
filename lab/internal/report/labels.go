package report

import "slices"

// The smallest sizes of a chart in pixels for which labels are placed, on a
// phone and on a wide page, and what a label takes.
const (
	phoneWidth  = 310
	roomyWidth  = 720
	chartHeight = 300
	labelHeight = 15
	letterWidth = 7
	pointRadius = 5
)

// label says where the name of a point stands in a chart.
type label struct {
	Shown bool
	Roomy bool // only on a wide page
	Below bool
}

type box struct{ left, right, top, bottom float64 }

func (a box) meets(b box) bool {
	return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// labels is what is taken of a chart that is so many pixels wide.
type labels struct {
	width float64
	taken []box
}

// at is the place of a point that is given in percent.
func (l *labels) at(x, y float64) (float64, float64) { return x * l.width / 100, y * chartHeight / 100 }

// point takes the place of a point.
func (l *labels) point(x, y float64) {
	x, y = l.at(x, y)
	l.taken = append(l.taken, box{x - pointRadius, x + pointRadius, y - pointRadius, y + pointRadius})
}

// box is where the text of a point stands.
func (l *labels) box(x, y float64, text string, below bool) box {
	x, y = l.at(x, y)
	half := letterWidth * float64(len([]rune(text))) / 2
	top := y - 7 - labelHeight
	if below {
		top = y + 7
	}
	return box{x - half, x + half, top, top + labelHeight}
}

// place finds room for the text of a point, above it or below, and takes it; the
// label is not shown where there is none inside the chart that is free.
func (l *labels) place(x, y float64, text string) label {
	for _, below := range []bool{false, true} {
		b := l.box(x, y, text, below)
		outside := b.left < 0 || b.right > l.width || b.top < 0 || b.bottom > chartHeight
		if !outside && !slices.ContainsFunc(l.taken, b.meets) {
			l.taken = append(l.taken, b)
			return label{Shown: true, Roomy: l.width == roomyWidth, Below: below}
		}
	}
	return label{}
}
