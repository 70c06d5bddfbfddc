// Package table prints the results of a run for a terminal.
package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"koblitz.dev/lab/internal/results"
)

const (
	maxName   = 64 // characters of a contender's name
	maxReason = 160

	maxVersion = 30
)

// Print writes what the reader has to know first, and a table for each
// operation, ranked figures first and each group by its ratio to the baseline;
// then what the marks mean, who was rejected or could not be started, who won,
// and the command that repeats the run. Texts of the results are made Printable.
// f must be valid.
func Print(w io.Writer, f *results.File, color bool) error {
	p := printer{File: f, color: color}
	for _, s := range f.Cautions() {
		p.line("%s\n", p.paint("WARNING: "+s, text.FgYellow))
	}
	for _, op := range f.Ops() {
		p.standing(f.Standing(op))
	}
	p.footnotes()
	p.rejections()
	p.winners()
	p.line("\nrepeat: %s", p.Repeat(""))
	_, err := io.WriteString(w, p.out.String())
	return err
}

type printer struct {
	*results.File
	color bool
	out   strings.Builder
	notes []string // footnote i+1
}

func (p *printer) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// paint colours s where colours are wanted.
func (p *printer) paint(s string, c ...text.Color) string {
	if !p.color || s == "" {
		return s
	}
	return text.Escape(s, text.Colors(c).EscapeSeq())
}

func (p *printer) standing(s results.Standing) {
	all := s.All()
	p.line("%s", p.paint(s.Op, text.Bold))
	if len(all) == 0 {
		p.line("  no figure\n")
		return
	}
	unit := results.UnitFor(all)
	rate := p.Command == "algorithms"
	cold := slices.ContainsFunc(all, func(r results.Result) bool { return r.Cold != nil })
	head := table.Row{"#", "contender", "version", unit.Name, "ratio", "95% interval"}
	aligns := []text.Align{text.AlignRight, text.AlignLeft, text.AlignLeft, text.AlignRight, text.AlignRight, text.AlignLeft}
	if cold {
		head, aligns = append(head, "cold "+unit.Name, "cold ratio"), append(aligns, text.AlignRight, text.AlignRight)
	}
	if rate {
		head, aligns = append(head, "per second"), append(aligns, text.AlignRight)
	}
	t := newWriter(append(aligns, text.AlignLeft)...)
	t.AppendHeader(append(head, ""))
	winner, _ := s.Winner()
	for i := range all {
		r := &all[i]
		place, name := "-", results.Short(r.Contender, maxName)
		if i < len(s.Ranked) {
			place = fmt.Sprint(i + 1)
		}
		switch {
		case winner != nil && r.Contender == winner.Contender:
			name = p.paint(name, text.Bold, text.FgGreen)
		case i >= len(s.Ranked):
			name = p.paint(name, text.Faint)
		}
		row := table.Row{place, name, results.Short(r.Version, maxVersion), unit.Format(r.NS.P50)}
		row = append(row, p.ratio(r)...)
		if cold {
			row = append(row, coldCells(r.Cold, unit)...)
		}
		if rate {
			row = append(row, results.FormatRate(r.NS.P50))
		}
		t.AppendRow(append(row, p.marks(r)))
	}
	p.line("%s", t.Render())
	if slices.ContainsFunc(all, func(r results.Result) bool { return r.Cold != nil && r.Cold.Noisy && r.Cold.Ratio.Known() }) {
		p.line("  ~ noisy, as the mark: the interval is wider than 10%% of the ratio, or there are fewer than 20 samples")
	}
	p.line("  %s", p.verdict(s, unit))
	for _, x := range p.Self {
		if x.Op == s.Op && x.Ratio.Known() {
			p.line("  the run's own error: a second copy of the baseline came to %s (%s - %s)",
				results.FormatRatio(x.Ratio.P50), results.FormatRatio(x.Ratio.Lo), results.FormatRatio(x.Ratio.Hi))
		}
	}
	p.line("")
}

func (p *printer) ratio(r *results.Result) table.Row {
	switch {
	case !r.Ratio.Known():
		return table.Row{"", "no baseline"}
	case r.Contender == p.Baseline:
		return table.Row{results.FormatRatio(r.Ratio.P50), "baseline"}
	}
	return table.Row{results.FormatRatio(r.Ratio.P50), results.FormatRatio(r.Ratio.Lo) + " - " + results.FormatRatio(r.Ratio.Hi)}
}

// coldCells are a cold call's time and ratio.
func coldCells(c *results.Cold, unit results.Unit) table.Row {
	switch {
	case c == nil:
		return table.Row{"", ""}
	case !c.Ratio.Known():
		return table.Row{unit.Format(c.NS.P50), ""}
	case c.Noisy:
		return table.Row{unit.Format(c.NS.P50), results.FormatRatio(c.Ratio.P50) + "~"}
	}
	return table.Row{unit.Format(c.NS.P50), results.FormatRatio(c.Ratio.P50)}
}

// marks lists a figure's marks with the numbers of their footnotes.
func (p *printer) marks(r *results.Result) string {
	var list []string
	if r.Noisy {
		list = append(list, p.paint("noisy", text.FgYellow))
	}
	for _, m := range r.Marks {
		color := text.Faint
		if results.Bars(m) {
			color = text.FgRed
		}
		list = append(list, p.paint(results.Short(m, maxName), color)+p.footnote(m, r))
	}
	return strings.Join(list, " ")
}

// footnote returns the number of the note that explains the mark, as "[1]".
func (p *printer) footnote(mark string, r *results.Result) string {
	note := results.MarkNote(r, mark)
	if note == "" {
		return ""
	}
	note = results.Short(mark, maxName) + ": " + results.Short(note, maxReason)
	for i, have := range p.notes {
		if have == note {
			return fmt.Sprintf("[%d]", i+1)
		}
	}
	p.notes = append(p.notes, note)
	return fmt.Sprintf("[%d]", len(p.notes))
}

func (p *printer) footnotes() {
	for i, note := range p.notes {
		p.line("[%d] %s", i+1, note)
	}
	if len(p.notes) > 0 {
		p.line("")
	}
}

func (p *printer) verdict(s results.Standing, unit results.Unit) string {
	winner, tied := s.Winner()
	if winner == nil {
		return "no winner: " + s.NoWinner()
	}
	said := fmt.Sprintf("winner: %s, %s %s", p.paint(results.Short(winner.Contender, maxName), text.Bold), unit.Format(winner.NS.P50), unit.Name)
	switch {
	case winner.Contender == p.Baseline:
		said += ", the baseline"
	case winner.Ratio.Known():
		said += fmt.Sprintf(", %s of %s", results.FormatRatio(winner.Ratio.P50), results.Short(p.Baseline, maxName))
	}
	for i, name := range tied {
		if i == 0 {
			said += "; ties with it: "
		} else {
			said += ", "
		}
		said += results.Short(name, maxName)
	}
	return said
}

func (p *printer) rejections() {
	if len(p.Rejected) > 0 {
		p.line("%s", p.paint("rejected: without a figure on that operation", text.Bold))
		t := newWriter()
		t.AppendHeader(table.Row{"contender", "operation", "row", "reason"})
		for _, r := range p.Rejected {
			t.AppendRow(table.Row{
				p.paint(results.Short(r.Contender, maxName), text.FgRed), r.Op,
				results.Short(r.Row, maxName), results.Short(results.ShortHex(r.Reason), maxReason),
			})
		}
		p.line("%s\n", t.Render())
	}
	if len(p.Dropped) > 0 {
		p.line("%s", p.paint("could not be started", text.Bold))
		for _, d := range p.Dropped {
			p.line("  %s: %s", results.Short(d.Contender, maxName), results.Short(d.Reason, maxReason))
		}
		p.line("")
	}
}

func (p *printer) winners() {
	t := newWriter(text.AlignLeft, text.AlignLeft, text.AlignRight, text.AlignLeft, text.AlignRight, text.AlignLeft)
	t.AppendHeader(table.Row{"operation", "winner", "time", "", "ratio", "95% interval"})
	for _, op := range p.Ops() {
		s := p.Standing(op)
		w, _ := s.Winner()
		if w == nil {
			t.AppendRow(table.Row{op, "none"})
			continue
		}
		unit := results.UnitFor(s.All())
		row := table.Row{op, p.paint(results.Short(w.Contender, maxName), text.FgGreen), unit.Format(w.NS.P50), unit.Name}
		t.AppendRow(append(row, p.ratio(w)...))
	}
	if t.Length() > 0 {
		title := "winners"
		if p.Baseline != "" {
			title += ", ratios to " + results.Short(p.Baseline, maxName)
		}
		p.line("%s", p.paint(title, text.Bold))
		p.line("%s", t.Render())
	} else {
		p.line("no figures")
	}
}

// newWriter returns a table without borders whose columns have the alignments,
// the rest being to the left.
func newWriter(aligns ...text.Align) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	configs := make([]table.ColumnConfig, len(aligns))
	for i, a := range aligns {
		configs[i] = table.ColumnConfig{Number: i + 1, Align: a, AlignHeader: a}
	}
	t.SetColumnConfigs(configs)
	return t
}
