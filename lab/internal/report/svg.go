package report

import (
	"bytes"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"regexp"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Charts are drawn for a column of this many pixels, so that their text stays
// legible on a phone, where they are scaled to the screen.
const (
	chartWidth = 400
	fontSize   = 11.5
	smallSize  = 10
	margin     = 10 // kept free on the right: the library fits labels there to a few pixels
)

// ink stands for a colour that the style sheet defines, for light and for dark
// pages. The library draws with placeholder colours #F100xx, which render
// replaces by what inkCSS says.
type ink uint8

const (
	inkText ink = iota
	inkFaint
	inkGrid
	inkSolid // plus a family, as are the two below
	inkPale  = inkSolid + ink(len(familyNames))
	inkHatch = inkPale + ink(len(familyNames))
)

func (i ink) colour() color.Color { return color.NRGBA{0xF1, 0x00, uint8(i), 0xFF} }

func (i ink) css() string {
	switch {
	case i == inkText:
		return "var(--text)"
	case i == inkFaint:
		return "var(--faint)"
	case i == inkGrid:
		return "var(--grid)"
	case i >= inkHatch:
		return fmt.Sprintf("url(#hatch-%d)", i-inkHatch)
	case i >= inkPale:
		return fmt.Sprintf("var(--pale-%d)", i-inkPale)
	}
	return fmt.Sprintf("var(--solid-%d)", i-inkSolid)
}

var (
	styles      = regexp.MustCompile(`style="[^"]*"`)
	placeholder = regexp.MustCompile(`(fill|stroke):#F100([0-9A-F]{2})`)
	typeface    = regexp.MustCompile(`font-family:[^;"]*;font-variant:[^;"]*;font-weight:normal;font-style:normal;`)
)

// render draws p as an SVG element that scales with its column. title and
// desc are for those who do not see it; id must be unique on the page.
func render(p *plot.Plot, height vg.Length, id, title, desc string) template.HTML {
	canvas := vgsvg.New(chartWidth, height)
	p.Draw(draw.Crop(draw.New(canvas), 1, -margin, 0, 0))
	var buf bytes.Buffer
	canvas.WriteTo(&buf) // a bytes.Buffer takes every write

	body := buf.Bytes()
	body = body[bytes.Index(body, []byte("<g")):]
	body = styles.ReplaceAllFunc(body, func(style []byte) []byte {
		style = typeface.ReplaceAll(style, nil)
		return placeholder.ReplaceAllFunc(style, func(m []byte) []byte {
			property, code, _ := strings.Cut(string(m), ":#F100")
			n, _ := strconv.ParseUint(code, 16, 8)
			return []byte(property + ":" + ink(n).css())
		})
	})
	head := fmt.Sprintf(`<svg class="chart" role="img" aria-labelledby="%s-t %s-d" viewBox="0 0 %d %.0f"><title id="%s-t">%s</title><desc id="%s-d">%s</desc>`,
		id, id, chartWidth, float64(height), id, html.EscapeString(title), id, html.EscapeString(desc))
	return template.HTML(head + string(body))
}

func newPlot() *plot.Plot {
	p := plot.New()
	p.BackgroundColor = nil
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle = line(inkFaint, 0.75)
		a.Tick.LineStyle = line(inkFaint, 0.75)
		a.Tick.Length = 3
		a.Tick.Label.Font, a.Tick.Label.Color = sans(fontSize), inkText.colour()
		a.Label.TextStyle.Font, a.Label.TextStyle.Color = sans(smallSize), inkFaint.colour()
		a.Padding = 0
	}
	p.X.Tick.Label.Font, p.X.Tick.Label.Color = sans(smallSize), inkFaint.colour()
	return p
}

func sans(size vg.Length) font.Font {
	return font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, size)
}

func line(i ink, width vg.Length) draw.LineStyle {
	return draw.LineStyle{Color: i.colour(), Width: width}
}

func grid(vertical, horizontal bool) *plotter.Grid {
	g := plotter.NewGrid()
	g.Vertical, g.Horizontal = draw.LineStyle{}, draw.LineStyle{}
	if vertical {
		g.Vertical = line(inkGrid, 0.75)
	}
	if horizontal {
		g.Horizontal = line(inkGrid, 0.75)
	}
	return g
}

func labelStyle(i ink, size vg.Length) text.Style {
	return text.Style{Font: sans(size), Color: i.colour(), YAlign: draw.YCenter, Handler: plot.DefaultTextHandler}
}
