package results

import (
	"math"
	"strconv"
	"strings"
)

// Unit is a unit of time per operation.
type Unit struct {
	Name string
	NS   float64 // nanoseconds in one
}

var (
	nanos  = Unit{"ns", 1}
	micros = Unit{"µs", 1e3}
)

// UnitFor returns the unit in which a table or chart of these figures reads
// best: microseconds, unless the fastest takes less than one and the slowest
// less than ten.
func UnitFor(list []Result) Unit {
	fast, slow := math.Inf(1), 0.0
	for _, r := range list {
		fast, slow = min(fast, r.NS.P50), max(slow, r.NS.P50)
	}
	if fast < micros.NS && slow < 10*micros.NS {
		return nanos
	}
	return micros
}

// Format writes a duration in the unit, with three significant digits or all
// of its whole ones.
func (u Unit) Format(ns float64) string {
	return digits(ns/u.NS, 3)
}

// FormatTime writes a duration with its unit.
func FormatTime(ns float64) string {
	u := micros
	if ns < micros.NS {
		u = nanos
	}
	return u.Format(ns) + " " + u.Name
}

// FormatRatio writes a ratio of times.
func FormatRatio(x float64) string {
	decimals := 3
	if x >= 9.9995 {
		decimals = 2
	}
	return strconv.FormatFloat(x, 'f', decimals, 64)
}

// BriefRatio writes a ratio for a narrow column.
func BriefRatio(x float64) string {
	switch {
	case x < 0.0995:
		return strconv.FormatFloat(x, 'g', 2, 64)
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}

// FormatRate writes operations per second.
func FormatRate(ns float64) string {
	s := strconv.FormatFloat(math.Round(1e9/ns), 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// digits writes x > 0 with n significant digits, and never fewer than its whole ones.
func digits(x float64, n int) string {
	rounded := strconv.FormatFloat(x, 'e', n-1, 64)
	exponent, _ := strconv.Atoi(rounded[strings.IndexByte(rounded, 'e')+1:])
	if exponent < -4 {
		return rounded
	}
	return strconv.FormatFloat(x, 'f', max(0, n-1-exponent), 64)
}
