package results_test

import (
	"testing"

	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/results/resultstest"
)

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"plain µs", "plain µs"},
		{" a\r\n\t b ", "a b"},
		{"\x1b[31mred\x07", "\ufffd[31mred\ufffd"},
		{"a\u202eb\u2066c\u200bd", "a\ufffdb\ufffdc\ufffdd"},
		{"\xff", "\ufffd"},
	} {
		if got := results.Printable(c.in); got != c.want {
			t.Errorf("%q: %q", c.in, got)
		}
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "ab…"}, {"µµµµ", 3, "µµ…"}, {"a bcd", 3, "a…"}, {"ab", 1, "…"},
	} {
		if got := results.Short(c.in, c.n); got != c.want {
			t.Errorf("%q, %d: %q", c.in, c.n, got)
		}
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		ns   []float64
		want []string
		unit string
	}{
		{[]float64{27100}, []string{"27.1"}, "µs"},
		{[]float64{999.96, 123456}, []string{"1.00", "123"}, "µs"},
		{[]float64{95, 9999}, []string{"95.0", "9999"}, "ns"},
		{[]float64{95, 10000}, []string{"0.0950", "10.0"}, "µs"},
		{[]float64{99.96, 9.999}, []string{"100", "10.0"}, "ns"},
		{[]float64{0.5, 0.00123, 1e-6}, []string{"0.500", "0.00123", "1.00e-06"}, "ns"},
		{[]float64{1e15}, []string{"1000000000000"}, "µs"},
	} {
		var list []results.Result
		for _, ns := range c.ns {
			list = append(list, resultstest.Result("ecdh", "a", ns, 1))
		}
		u := results.UnitFor(list)
		for i, ns := range c.ns {
			if got := u.Format(ns); got != c.want[i] || u.Name != c.unit {
				t.Errorf("%v: %s %s, want %s %s", ns, got, u.Name, c.want[i], c.unit)
			}
		}
	}
	for x, want := range map[float64]string{0.5: "0.500", 9.9994: "9.999", 9.9996: "10.00", 1e6: "1000000.00"} {
		if got := results.FormatRatio(x); got != want {
			t.Errorf("%v: %s", x, got)
		}
	}
	for ns, want := range map[float64]string{27100: "36,900", 1e6: "1,000", 1e7: "100", 1: "1,000,000,000", 1e12: "0"} {
		if got := results.FormatRate(ns); got != want {
			t.Errorf("%v: %s", ns, got)
		}
	}
}

func TestShortHex(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "gave 00": "gave 00", "n + 1": "n + 1",
		"gave 0479be667ef9dcbbac55a06295ce870b07, though": "gave 0479be66…, though",
	} {
		if got := results.ShortHex(in); got != want {
			t.Errorf("%q: %q", in, got)
		}
	}
}

func TestBriefRatio(t *testing.T) {
	for x, want := range map[float64]string{0.004321: "0.0043", 0.5: "0.50", 9.99: "9.99", 9.996: "10.0", 123.4: "123"} {
		if got := results.BriefRatio(x); got != want {
			t.Errorf("%v: %s, want %s", x, got, want)
		}
	}
}
