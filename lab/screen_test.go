package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mattn/go-runewidth"

	"koblitz.dev/lab/internal/contest"
)

func TestInterimRow(t *testing.T) {
	i := contest.Interim{Op: "ecdsa_verify", BaselineNS: 24500, Ratios: []contest.InterimRatio{
		{Contender: "engine", Ratio: 0.449}, {Contender: "fast", Ratio: 0.5, Barred: true}, {Contender: "k256-0.14.0", Ratio: 2},
	}}
	const all = "ECDSA verify                   24.5 µs   engine 0.45  fast 0.50*  k256-0.14.0 2.00"
	whole := runewidth.StringWidth(all) + 1 // the last column stays free
	for less, want := range map[int]string{
		0: all,
		1: "ECDSA verify                   24.5 µs   engine 0.45  fast 0.50*  +1",
		// One more fits only with the number of those that do not.
		18: "ECDSA verify                   24.5 µs   engine 0.45  +2",
		70: "ECDSA verify                   24.5 µs   +3",
	} {
		if got := interimRow(i, whole-less); got != want {
			t.Errorf("%d less: %q", less, got)
		}
	}
	if got := interimRow(contest.Interim{Op: "ecdh"}, 80); got != "ECDH                         no baseline" {
		t.Errorf("%q", got)
	}
}

// On a terminal the table is drawn again below the lines that stay; elsewhere each row
// appears once.
func TestProgress(t *testing.T) {
	row := func(op string, launches int, ns float64) contest.Interim {
		return contest.Interim{Op: op, Launches: launches, BaselineNS: ns}
	}
	for _, c := range []struct {
		name  string
		width int
		want  string
	}{
		{"file", 0, "HEAD\nECDH 1.00 µs\nECDSA sign 2.00 µs\nstays\n"},
		{"terminal", 200, "HEAD\nECDH 1.00 µs\n" + "^2HEAD\nECDH 1.00 µs\nECDSA sign 2.00 µs\n" + "^3HEAD\nECDH 3.00 µs\nECDSA sign 2.00 µs\n" + "^3stays\nHEAD\nECDH 3.00 µs\nECDSA sign 2.00 µs\n" + "^3"},
	} {
		var out bytes.Buffer
		s := &screen{out: &out, width: func() int { return c.width }}
		p := newProgress(s, "base")
		p.seen(row("ecdh", 1, 1000))
		p.seen(row("ecdsa_sign", 1, 2000))
		p.seen(row("ecdh", 2, 3000))
		s.line("stays")
		s.show(nil)
		var lines []string
		for line := range strings.Lines(out.String()) {
			line = strings.ReplaceAll(strings.ReplaceAll(line, "\x1b[J", ""), "\x1b[", "^")
			if at := strings.Index(line, "A"); strings.HasPrefix(line, "^") && at > 0 {
				line = line[:at] + line[at+1:]
			}
			if at := strings.Index(line, "so far"); at >= 0 {
				line = line[:at] + "HEAD\n"
			}
			lines = append(lines, strings.Join(strings.Fields(line), " ")+line[len(strings.TrimRight(line, "\n")):])
		}
		if got := strings.Join(lines, ""); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
