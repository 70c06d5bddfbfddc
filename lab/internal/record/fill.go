package record

import (
	"bytes"
	"fmt"
	"html"
	"path"
	"regexp"
	"slices"
	"strings"

	"koblitz.dev/lab/internal/chart"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// Markers. What stands between <!-- record KIND ARGUMENTS --> and <!-- /record --> is the
// record's; where a line ends after the first, it is a block.
const (
	opening = "<!-- record "
	closing = "<!-- /record -->"
)

// kinds write what stands between markers. The document's path says how to link.
var kinds = map[string]func(r Record, document string, args []string) (string, error){
	"chart": Record.chart,
	"table": Record.table,
	"ratio": func(r Record, _ string, args []string) (string, error) {
		return r.figure(args, func(x *results.Result) string { return results.BriefRatio(x.Ratio.P50) })
	},
	"speed": func(r Record, _ string, args []string) (string, error) {
		return r.figure(args, func(x *results.Result) string { return results.BriefRatio(1 / x.Ratio.P50) })
	},
	"time": func(r Record, _ string, args []string) (string, error) {
		return r.figure(args, func(x *results.Result) string { return results.FormatTime(x.NS.P50) })
	},
	"processor": func(r Record, _ string, _ []string) (string, error) { return escape(r.File.Machine.CPU), nil },
	"date":      func(r Record, _ string, _ []string) (string, error) { return r.date(), nil },
	"source":    Record.source,
	"rejected":  Record.rejected,
}

// Fill writes the record's figures between the markers of a document.
func (r Record) Fill(document string, text []byte) ([]byte, error) {
	var out bytes.Buffer
	rest := text
	for {
		at := bytes.Index(rest, []byte(opening))
		if at < 0 {
			out.Write(rest)
			return out.Bytes(), nil
		}
		line := 1 + bytes.Count(text[:len(text)-len(rest)+at], []byte("\n"))
		fault := func(format string, args ...any) ([]byte, error) {
			return nil, fmt.Errorf("%s:%d: %s", document, line, fmt.Sprintf(format, args...))
		}
		words, after, ok := bytes.Cut(rest[at+len(opening):], []byte(" -->"))
		if !ok {
			return fault("the marker has no end")
		}
		between, behind, ok := bytes.Cut(after, []byte(closing))
		if !ok || bytes.Contains(between, []byte(opening)) {
			return fault("no %s follows", closing)
		}
		args := strings.Fields(string(words))
		if len(args) == 0 || kinds[args[0]] == nil {
			return fault("there is no record %s", words)
		}
		made, err := kinds[args[0]](r, document, args[1:])
		if err != nil {
			return fault("record %s: %v", words, err)
		}
		out.Write(rest[:at+len(opening)])
		out.Write(words)
		out.WriteString(" -->")
		if bytes.HasPrefix(between, []byte("\n")) {
			made = "\n" + strings.TrimRight(made, "\n") + "\n"
		}
		out.WriteString(made + closing)
		rest = behind
	}
}

// link is the way from a document to a file, both from the root.
func link(document, file string) string {
	if name, same := strings.CutPrefix(file, path.Dir(document)+"/"); same {
		return name
	}
	return strings.Repeat("../", strings.Count(document, "/")) + file
}

func (r Record) date() string { return r.File.Started.UTC().Format("2006-01-02") }

var special = regexp.MustCompile("[\\\\`*_{}\\[\\]<>#|~]")

// escape writes a text that is not ours into Markdown.
func escape(s string) string { return special.ReplaceAllString(results.Printable(s), `\$0`) }

func (r Record) chart(document string, _ []string) (string, error) {
	return fmt.Sprintf(`<picture>
  <source media="(prefers-color-scheme: dark)" srcset="%s">
  <img alt="%s" src="%s">
</picture>
`, link(document, DarkChart), html.EscapeString(chart.Of(r.File, chartBars).Describe()), link(document, LightChart)), nil
}

// source says where and when the figures were made.
func (r Record) source(document string, _ []string) (string, error) {
	s := escape(r.File.Machine.CPU) + ", " + r.date()
	if c := r.File.Commit; c != "" {
		s += ", commit `" + results.Printable(c[:min(12, len(c))]) + "`"
	}
	return s + fmt.Sprintf(" ([record](%s))", link(document, r.Path())), nil
}

// figure is that of a contender, by its name with or without the version, on an operation.
func (r Record) figure(args []string, write func(*results.Result) string) (string, error) {
	if len(args) != 2 {
		return "", fmt.Errorf("it takes a contender and an operation")
	}
	for i := range r.File.Results {
		x := &r.File.Results[i]
		if x.Op == args[1] && named(x.Contender, args[0]) && x.Ratio.Known() {
			return write(x), nil
		}
	}
	return "", fmt.Errorf("%s has no ratio on %s", args[0], args[1])
}

var versionPart = regexp.MustCompile(`-\d[0-9A-Za-z.]*(-\d+|-dev)*`)

func named(contender, asked string) bool {
	return contender == asked || versionPart.ReplaceAllString(contender, "") == asked
}

// table has a row a contender and a column an operation. Arguments that are operations are
// its columns; those that are contenders, by name with or without version, its rows; without
// the latter it has all that have a figure.
func (r Record) table(_ string, args []string) (string, error) {
	var columns, wanted []string
	for _, a := range args {
		if _, ok := ops.Find(a); ok {
			columns = append(columns, a)
		} else {
			wanted = append(wanted, a)
		}
	}
	if len(columns) == 0 {
		return "", fmt.Errorf("it names no operation")
	}
	cells := map[[2]string]string{}
	var rows []string
	add := func(contender, op, cell string) {
		if len(wanted) > 0 && !slices.ContainsFunc(wanted, func(w string) bool { return named(contender, w) }) {
			return
		}
		if !slices.Contains(rows, contender) {
			rows = append(rows, contender)
		}
		cells[[2]string{contender, op}] = cell
	}
	for _, op := range columns {
		standing := r.File.Standing(op)
		for _, x := range standing.All() {
			if !x.Ratio.Known() {
				continue
			}
			cell := results.BriefRatio(x.Ratio.P50)
			if x.Noisy {
				cell += `\~`
			}
			cell += escape(x.Signs())
			if x.Contender == r.File.Baseline {
				cell = results.FormatTime(x.NS.P50)
			}
			add(x.Contender, op, cell)
		}
		for _, x := range r.File.Rejected {
			if x.Op == op {
				add(x.Contender, op, "rejected")
			}
		}
	}
	for _, w := range wanted {
		if !slices.ContainsFunc(rows, func(name string) bool { return named(name, w) }) {
			return "", fmt.Errorf("%s has no figure on any of the operations", w)
		}
	}
	r.order(rows, columns)
	var b strings.Builder
	b.WriteString("| contender |")
	for _, op := range columns {
		fmt.Fprintf(&b, " %s |", ops.Title(op))
	}
	b.WriteString("\n|---|" + strings.Repeat("---:|", len(columns)) + "\n")
	for _, name := range rows {
		shown := escape(chart.Display(name))
		if chart.Ours(name) {
			shown = "**" + shown + "**"
		}
		fmt.Fprintf(&b, "| %s |", shown)
		for _, op := range columns {
			if cell := cells[[2]string{name, op}]; cell != "" {
				fmt.Fprintf(&b, " %s |", cell)
			} else {
				b.WriteString("  |")
			}
		}
		b.WriteString("\n")
	}
	return b.String(), nil
}

// order puts the baseline first, then by the ratio on the first operation that both have.
func (r Record) order(rows, columns []string) {
	ratio := map[[2]string]float64{}
	for _, x := range r.File.Results {
		ratio[[2]string{x.Contender, x.Op}] = x.Ratio.P50
	}
	slices.SortFunc(rows, func(a, b string) int {
		if (a == r.File.Baseline) != (b == r.File.Baseline) {
			return map[bool]int{true: -1, false: 1}[a == r.File.Baseline]
		}
		for _, op := range columns {
			x, y := ratio[[2]string{a, op}], ratio[[2]string{b, op}]
			switch {
			case x == y:
			case x == 0:
				return 1
			case y == 0, x < y:
				return -1
			default:
				return 1
			}
		}
		return strings.Compare(a, b)
	})
}

// rejected lists who was rejected, on what.
func (r Record) rejected(string, []string) (string, error) {
	var order []string
	of := map[string][]string{}
	for _, x := range r.File.Rejected {
		if of[x.Contender] == nil {
			order = append(order, x.Contender)
		}
		at := ops.Title(x.Op)
		if _, label, ok := strings.Cut(strings.TrimSuffix(x.Row, ")"), " ("); ok {
			at += " (" + escape(label) + ")"
		}
		of[x.Contender] = append(of[x.Contender], at)
	}
	var b strings.Builder
	for _, name := range order {
		fmt.Fprintf(&b, "- %s: %s\n", escape(chart.Display(name)), strings.Join(of[name], ", "))
	}
	if b.Len() == 0 {
		return "Nobody.\n", nil
	}
	return b.String(), nil
}
