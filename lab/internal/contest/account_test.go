package contest

import (
	"strings"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

// slicesOf is ten samples of 100 timed and 10 untimed calls, with the times of
// one call.
func slicesOf(said, processor, wall, load float64) []results.Sample {
	var list []results.Sample
	for range 10 {
		s := results.Sample{Rows: 100, Warm: 10, NS: int64(100 * said), CPU: int64(110*processor + 40e3), Wall: int64(110*wall + 150e3), Load: int64(110 * load)}
		list = append(list, s)
	}
	// One slice in which the machine was busy with something else.
	list[0].Wall *= 50
	list[0].CPU *= 2
	return list
}

// Rows that come again help a contender as much as the baseline, or it is marked.
func TestAgain(t *testing.T) {
	slicesOf := func(first, later float64) []results.Sample {
		list := make([]results.Sample, 10)
		for i := range list {
			list[i] = results.Sample{Rows: 1000, NS: int64(1000 * later), First: first}
		}
		list[0].First *= 50 // the machine was busy with something else
		return list
	}
	for _, c := range []struct {
		name         string
		first, later float64
		base         float64 // in the first pass
		marked       bool
	}{
		{"as the baseline", 150, 100, 150, false},
		{"three times as fast", 50, 33, 150, false},
		{"predicts branches a little better", 150, 80, 150, false},
		{"remembers", 160, 32, 150, true},
		{"remembers half of the rows", 155, 70, 150, true},
		{"no first pass", 0, 32, 150, false},
		{"no first pass of the baseline", 150, 32, 0, false},
	} {
		if err := again(slicesOf(c.first, c.later), slicesOf(c.base, 100)); (err != nil) != c.marked {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestWord(t *testing.T) {
	op, _ := ops.Find("ecdsa_verify")
	for _, c := range []struct {
		name                        string
		said, processor, wall, load float64
		reason                      string
	}{
		{"honest", 30e3, 30e3, 30e3, 1e3, ""},
		{"a slow start of every slice", 30e3, 31e3, 31e3, 1e3, ""},
		{"a third by its clock", 10e3, 30e3, 30e3, 1e3, "uses 3036"},
		{"half of the rows from the untimed calls", 15e3, 30e3, 30e3, 1e3, "uses 3036"},
		{"a tenth less than it used", 27e3, 30e3, 30e3, 1e3, "uses 3036"},
		{"somebody else works", 10e3, 10e3, 30e3, 1e3, "ns pass"},
		{"work while preparing", 15e3, 15e3, 15e3, 16e3, "it uses 16364 ns of processor time a row, the baseline 1364 ns"},
		{"a little at each place", 28e3, 29e3, 30e3, 4e3, "it uses 5364 ns of processor time a row, the baseline 1364 ns"},
		{"preparing costs a little more", 30e3, 30e3, 30e3, 4e3, ""},
		{"from memory", 11, 11, 11, 1e3, "12032 products"},
	} {
		list, base := slicesOf(c.said, c.processor, c.wall, c.load), slicesOf(30e3, 30e3, 30e3, 1e3)
		var got string
		for _, err := range []error{processorWord(list), wallWord(list), beside(list, base), floor(op, list)} {
			if err != nil {
				got += err.Error() + "\n"
			}
		}
		if c.reason == "" && got != "" || c.reason != "" && !strings.Contains(got, c.reason) {
			t.Errorf("%s: %q, want %q", c.name, got, c.reason)
		}
	}
}
