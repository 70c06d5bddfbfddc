package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"

	"github.com/mattn/go-runewidth"
	"golang.org/x/term"

	"koblitz.dev/lab/internal/contest"
	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// stderr is where a run says what it does.
var stderr = newScreen(os.Stderr)

// A screen shows lines that stay, and below them, where it is a terminal, a block that is
// drawn again when it changes.
type screen struct {
	mu    sync.Mutex
	out   io.Writer
	width func() int // of the terminal; 0 where there is none
	block []string
	drawn int // lines of the block on the terminal
}

func newScreen(f *os.File) *screen {
	return &screen{out: f, width: func() int {
		if os.Getenv("TERM") == "dumb" {
			return 0
		}
		w, _, err := term.GetSize(int(f.Fd()))
		if err != nil {
			return 0
		}
		return w
	}}
}

// line prints a line that stays.
func (s *screen) line(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	fmt.Fprintln(s.out, text)
	s.draw()
}

// live says whether a block can be drawn again.
func (s *screen) live() bool { return s.width() > 0 }

// show replaces the block. Where there is no terminal it shows nothing.
func (s *screen) show(block []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.erase()
	s.block = block
	s.draw()
}

func (s *screen) erase() {
	if s.drawn > 0 {
		fmt.Fprintf(s.out, "\x1b[%dA\x1b[J", s.drawn)
	}
	s.drawn = 0
}

func (s *screen) draw() {
	width := s.width()
	if width == 0 {
		return
	}
	for _, text := range s.block {
		fmt.Fprintln(s.out, runewidth.Truncate(text, width-1, "…")) // a longer line would take two
	}
	s.drawn = len(s.block)
}

// progress shows the first figures of a run: a row an operation, which appears when its
// first launch ends and is drawn again, where that is possible, when another one does.
type progress struct {
	*screen
	baseline string
	order    []string // of the operations
	rows     map[string]string
}

// plainWidth is that of a row where there is no terminal.
const plainWidth = 120

func newProgress(s *screen, baseline string) *progress {
	return &progress{screen: s, baseline: baseline, rows: map[string]string{}}
}

func (p *progress) seen(i contest.Interim) {
	width := plainWidth
	if w := p.width(); w > 0 {
		width = w
	}
	_, known := p.rows[i.Op]
	p.rows[i.Op] = interimRow(i, width)
	head := fmt.Sprintf("so far, %s, and the ratio of the others' time to it, fastest first (* does not win):", results.Short(p.baseline, 40))
	if !known {
		p.order = append(p.order, i.Op)
		if !p.live() {
			if len(p.order) == 1 {
				p.line(head)
			}
			p.line(p.rows[i.Op])
		}
	}
	block := []string{head}
	for _, op := range p.order {
		block = append(block, p.rows[op])
	}
	p.show(block)
}

// interimRow writes as many contenders as fit.
func interimRow(i contest.Interim, width int) string {
	time := "no baseline"
	if i.BaselineNS > 0 {
		time = results.FormatTime(i.BaselineNS)
	}
	row := fmt.Sprintf("%-28s %9s ", ops.Title(i.Op), time)
	for n, r := range i.Ratios {
		star := ""
		if r.Barred {
			star = "*"
		}
		next := fmt.Sprintf("  %s %.2f%s", results.Short(r.Contender, 40), r.Ratio, star)
		rest := fmt.Sprintf("  +%d", len(i.Ratios)-n)
		room := width - runewidth.StringWidth(row) - runewidth.StringWidth(next) - 1
		if room < 0 || n < len(i.Ratios)-1 && room < len(rest) {
			return row + rest
		}
		row += next
	}
	return strings.TrimRight(row, " ")
}
