package report

import (
	"cmp"
	"math"
	"slices"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// matrix is a run at one glance: a row a contender, a column an operation.
type matrix struct {
	Baseline string
	Rows     []matrixRow
	Bands    []band // those for broad pages, then those for narrow ones
	Marks    matrixMarks
}

// band is the operations from First up to, not including, Last.
type band struct {
	Narrow      bool
	First, Last int
	Ops         []opView
	Rows        []matrixRow
}

type matrixRow struct {
	Contender string
	Family    family
	Baseline  bool
	Cells     []cell
	order     float64
}

// cell is a figure; Text is empty where the contender lacks the operation.
type cell struct {
	Text     string
	Winner   bool
	Tied     bool
	Noisy    bool
	Signs    string // of the marks that keep it from winning
	Rejected bool
}

// Class is the cell's class on the page.
func (c cell) Class() string {
	switch {
	case c.Winner:
		return "win"
	case c.Tied:
		return "tie"
	case c.Rejected:
		return "no"
	case c.Signs != "":
		return "barred"
	}
	return ""
}

// matrixMarks says which signs the key has to explain.
type matrixMarks struct {
	Tied, Noisy, Rejected, Blank, Times bool
	Signs                               string
}

// Reasons says what the signs mean.
func (m matrixMarks) Reasons() string { return results.Reasons(m.Signs) }

// How many operations fit beside the names on a desk's screen and on a phone.
const broadOps, narrowOps = 17, 5

// newMatrix orders contenders by the geometric mean of their own ratios, the
// baseline, which shows its times, first. Without a baseline all show times.
func newMatrix(run runView) *matrix {
	m := &matrix{Baseline: run.Baseline}
	names := run.Ops()
	row := func(name string) *matrixRow {
		for i := range m.Rows {
			if m.Rows[i].Contender == name {
				return &m.Rows[i]
			}
		}
		m.Rows = append(m.Rows, matrixRow{
			Contender: name, Family: familyOf(name), Baseline: name == run.Baseline, Cells: make([]cell, len(names)),
		})
		return &m.Rows[len(m.Rows)-1]
	}
	logs := map[string][]float64{}
	views := make([]opView, len(names))
	for i, op := range names {
		views[i] = opView{Name: op, Title: ops.Title(op)}
		s := run.Standing(op)
		winner, tied := s.Winner()
		for _, r := range s.All() {
			c := cell{Noisy: r.Noisy, Signs: r.Signs(), Tied: slices.Contains(tied, r.Contender)}
			c.Winner = winner != nil && winner.Contender == r.Contender
			if c.Text = results.FormatTime(r.NS.P50); r.Contender != run.Baseline && r.Ratio.Known() {
				c.Text = results.BriefRatio(r.Ratio.P50)
				logs[r.Contender] = append(logs[r.Contender], math.Log(r.Ratio.P50))
			} else {
				m.Marks.Times = true
			}
			row(r.Contender).Cells[i] = c
		}
		for _, r := range run.File.Rejected {
			if r.Op == op {
				row(r.Contender).Cells[i] = cell{Text: "wrong", Rejected: true}
			}
		}
	}
	for i := range m.Rows {
		r := &m.Rows[i]
		r.order = mean(logs[r.Contender])
		for _, c := range r.Cells {
			m.Marks.Tied = m.Marks.Tied || c.Tied
			m.Marks.Noisy = m.Marks.Noisy || c.Noisy
			m.Marks.Signs += c.Signs
			m.Marks.Rejected = m.Marks.Rejected || c.Rejected
			m.Marks.Blank = m.Marks.Blank || c.Text == ""
		}
	}
	slices.SortStableFunc(m.Rows, func(a, b matrixRow) int {
		if a.Baseline != b.Baseline {
			return map[bool]int{true: -1, false: 1}[a.Baseline]
		}
		return cmp.Or(cmp.Compare(a.order, b.order), cmp.Compare(a.Contender, b.Contender))
	})
	m.addBands(views, broadOps, false)
	m.addBands(views, narrowOps, true)
	return m
}

// addBands splits the operations into the fewest bands of at most most each, as
// even as they come.
func (m *matrix) addBands(ops []opView, most int, narrow bool) {
	count := (len(ops) + most - 1) / most
	for i := range count {
		m.Bands = append(m.Bands, m.band(ops, i*len(ops)/count, (i+1)*len(ops)/count, narrow))
	}
}

// band leaves out contenders that have none of its operations.
func (m *matrix) band(ops []opView, first, last int, narrow bool) band {
	b := band{Narrow: narrow, First: first, Last: last, Ops: ops[first:last]}
	for _, r := range m.Rows {
		r.Cells = r.Cells[first:last]
		if slices.ContainsFunc(r.Cells, func(c cell) bool { return c.Text != "" }) {
			b.Rows = append(b.Rows, r)
		}
	}
	return b
}

// mean of nothing is +Inf, so that a contender without a ratio comes last.
func mean(list []float64) float64 {
	if len(list) == 0 {
		return math.Inf(1)
	}
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}
