package chart

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

const fonts = `system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', Arial, sans-serif`

// Theme is a set of colours.
type Theme map[colour]string

// Light and Dark are the colours of the report.
var (
	Light = Theme{
		page: "#ffffff", text: "#1b1f26", faint: "#5d6673", one: "#5d6673",
		"solid-0": "#8a93a1", "solid-1": "#1f6fd6", "solid-2": "#d97a06", "solid-3": "#12866a", "solid-4": "#8250df",
	}
	Dark = Theme{
		page: "#14171c", text: "#e6e9ee", faint: "#a0a9b6", one: "#a0a9b6",
		"solid-0": "#8d97a6", "solid-1": "#5b9dff", "solid-2": "#f0a03c", "solid-3": "#3dbd97", "solid-4": "#b18aff",
	}
)

const pale = 0.45

// SVG writes the picture as a file of its own.
func (p Picture) SVG(theme Theme) []byte {
	s := p.draw()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %[1]s %[2]s" role="img" font-family="%s">`+"\n",
		px(s.w), px(s.h), fonts)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(p.Describe()))
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="%s"/>`+"\n", theme[page])
	s.svg(&b, func(c colour) string { return theme[c] })
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// smallest is how much a panel may shrink, for its neighbour to stand beside it.
const smallest = 0.84

// Inline writes the panel as a part of a page, in the colours of its style sheet: an item of a flex box.
func (p Panel) Inline() string {
	s := p.draw()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg viewBox="0 0 %s %s" style="flex:1 1 %spx;max-width:min(100%%,%[1]spx)" role="img" aria-label="%[4]s">`+"\n",
		px(s.w), px(s.h), px(smallest*s.w), html.EscapeString(p.describe()))
	s.svg(&b, func(c colour) string { return "var(--" + string(c) + ")" })
	b.WriteString("</svg>")
	return b.String()
}

func (s scene) svg(b *strings.Builder, paint func(colour) string) {
	for _, r := range s.blocks {
		opacity := ""
		if r.pale {
			opacity = fmt.Sprintf(` opacity="%v"`, pale)
		}
		fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s/>`+"\n", px(r.x), px(r.y), px(r.w), px(r.h), paint(r.colour), opacity)
	}
	for _, l := range s.labels {
		style := ""
		if l.anchor == end {
			style += ` text-anchor="end"`
		}
		if l.bold {
			style += ` font-weight="650"`
		}
		fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" fill="%s"%s>%s</text>`+"\n", px(l.x), px(l.y), px(l.size), paint(l.colour), style, html.EscapeString(l.text))
	}
}

func px(x float64) string { return strconv.FormatFloat(float64(int(x*10+0.5))/10, 'f', -1, 64) }

// Describe says in words what the picture shows.
func (p Picture) Describe() string {
	list := []string{p.Title + "."}
	for _, x := range p.Panels {
		list = append(list, x.describe())
	}
	return strings.Join(list, " ")
}

func (p Panel) describe() string {
	var list []string
	for _, b := range p.Bars {
		list = append(list, b.Name+" "+b.value())
	}
	return p.Title + ": " + strings.Join(list, ", ") + "."
}
