package account

import (
	"slices"
	"strings"
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
)

const productNS = 0.3

func find(t *testing.T, name string) ops.Op {
	t.Helper()
	op, ok := ops.Find(name)
	if !ok {
		t.Fatal(name)
	}
	return op
}

// is says what an entry's judgement comes to: its marks with their reasons, and its fault.
func is(marks map[string]string, fault error) (names []string, text string) {
	for name, why := range marks {
		names = append(names, name)
		text += why + "\n"
	}
	if fault != nil {
		names = append(names, "rejected")
		text += fault.Error() + "\n"
	}
	slices.Sort(names)
	return names, text
}

// call is what is said of a call, and what it takes by the system's account, by the
// conductor's clock, and beside, in loading its row.
type call struct{ said, processor, wall, load float64 }

// samples are ten slices of 100 timed and 10 untimed calls, and ten cold calls.
func samples(warm, cold call) []results.Sample {
	var list []results.Sample
	for i := range 10 {
		list = append(list, results.Sample{
			Launch: i, Rows: 100, Warm: 10, NS: int64(100 * warm.said), CPU: int64(110*warm.processor + 40e3),
			Wall: int64(110*warm.wall + 150e3), Load: int64(110 * warm.load),
		}, results.Sample{
			Launch: i, Cold: true, Rows: 1, NS: int64(cold.said), CPU: int64(cold.processor + 20e3), Wall: int64(cold.wall + 50e3), Load: int64(cold.load),
		})
	}
	// One slice in which the machine was busy with something else.
	list[0].Wall *= 50
	list[0].CPU *= 2
	return list
}

func TestWord(t *testing.T) {
	honest := call{30e3, 30e3, 30e3, 1e3}
	cold := call{50e3, 50e3, 50e3, 10e3}
	for _, c := range []struct {
		name       string
		warm, cold call
		want       []string
		reason     string
	}{
		{"honest", honest, cold, nil, ""},
		{"a slow start of every slice", call{30e3, 31e3, 31e3, 1e3}, cold, nil, ""},
		{"a third by its clock", call{10e3, 30e3, 30e3, 1e3}, cold, []string{"rejected", "untimed"}, "uses 3036"},
		{"half of the rows from the untimed calls", call{15e3, 30e3, 30e3, 1e3}, cold, []string{"rejected", "untimed"}, "uses 3036"},
		{"a tenth less than it used", call{27e3, 30.2e3, 30.2e3, 1e3}, cold, []string{"rejected"}, "uses 3056"},
		{"somebody else works", call{10e3, 10e3, 30e3, 1e3}, cold, []string{"rejected"}, "ns pass"},
		{"work while preparing", call{15e3, 15e3, 15e3, 16e3}, cold, []string{"untimed"}, "it uses 16364 ns of processor time a row, the baseline 1364 ns"},
		{"a little at each place", call{28e3, 29e3, 30e3, 4e3}, cold, []string{"untimed"}, "it uses 5364 ns of processor time a row, the baseline 1364 ns"},
		{"preparing costs a little more", call{30e3, 30e3, 30e3, 4e3}, cold, nil, ""},
		{"the same where a call costs less", call{10e3, 10e3, 10e3, 3e3}, cold, []string{"untimed"}, "it uses 3364 ns"},
		{"from memory", call{11, 11, 11, 1e3}, cold, []string{"rejected"}, "12032 products"},
		{"a cold call from memory", honest, call{11, 11, 11, 60e3}, []string{"rejected", "untimed"}, "12032 products"},
		{"a cold call worked out before", honest, call{10e3, 10e3, 10e3, 50e3}, []string{"untimed"}, "beside a cold call it uses 70000 ns"},
		{"cold code beside the call", honest, call{30e3, 30e3, 30e3, 20e3}, nil, ""},
	} {
		e := Entry{Op: find(t, "ecdsa_verify"), Samples: samples(c.warm, c.cold), Base: samples(honest, cold), Alone: true}
		got, text := is(e.Judge(productNS))
		if !slices.Equal(got, c.want) || !strings.Contains(text, c.reason) {
			t.Errorf("%s: %v, want %v: %q", c.name, got, c.want, text)
		}
		// Of a runtime with threads the floor is asked, and it is compared with nobody.
		e.Alone = false
		if got, text := is(e.Judge(productNS)); len(got) > 0 != strings.Contains(c.name, "from memory") {
			t.Errorf("%s, with threads: %v: %q", c.name, got, text)
		}
	}
	few := Entry{Op: find(t, "ecdsa_verify"), Samples: samples(call{said: 11}, cold)[:2*(leastSlices-1)]}
	if got, text := is(few.Judge(productNS)); len(got) > 0 {
		t.Errorf("few slices: %v: %q", got, text)
	}
}

// Rows that lie beside help a contender as much as the baseline, or it is marked; and
// what is beside a lone call is held against the baseline's, too.
func TestTogether(t *testing.T) {
	type calls struct {
		row, lone, load float64 // of a slice, of a lone call, and beside that
		known           int     // lone calls whose work is done beside them
	}
	list := func(c calls) []results.Sample {
		all := samples(call{c.row, c.row, c.row, 1e3}, call{2 * c.row, 2 * c.row, 2 * c.row, 1e3})
		for i := range 10 {
			ns, load := c.lone, c.load
			if i < c.known {
				ns, load = c.row, c.load+c.lone
			}
			all = append(all, results.Sample{Launch: i, Lone: true, Rows: 1, NS: int64(ns), CPU: int64(ns + 5e3), Wall: int64(ns + 50e3), Load: int64(load)})
		}
		all[20].NS *= 40 // disturbed
		return all
	}
	base := list(calls{24e3, 24e3, 2500, 0})
	for _, c := range []struct {
		name, op string
		own      calls
		want     []string
		reason   string
	}{
		{"as the baseline", "ecdsa_verify", calls{24e3, 24e3, 2500, 0}, nil, ""},
		{"twice as fast", "ecdsa_verify", calls{12e3, 12e3, 2500, 0}, nil, ""},
		{"a little slower alone", "ecdsa_verify", calls{12e3, 13.8e3, 2500, 0}, nil, ""},
		{"in lanes", "ecdsa_verify", calls{4.5e3, 17.5e3, 2500, 0}, []string{"together"}, "takes 0.19 of the baseline's time, and 0.73 on one alone"},
		{"half of the rows in lanes", "ecdsa_verify", calls{8e3, 11e3, 2500, 0}, []string{"together"}, ""},
		{"in lanes, and slower than the baseline", "ecdsa_verify", calls{30e3, 50e3, 2500, 0}, []string{"together"}, ""},
		{"cold code where a call is short", "xonly_tweak_add_check", calls{1.7e3, 2.1e3, 2500, 0}, nil, ""},
		{"in lanes, the lone row while it is loaded", "ecdsa_verify", calls{4.5e3, 4.5e3, 10e3, 0}, []string{"untimed"}, "beside a lone call it uses 15000 ns of processor time, the baseline 7500 ns"},
		{"in lanes, four lone rows of ten while they are loaded", "ecdsa_verify", calls{4.5e3, 12e3, 2500, 4}, []string{"together"}, "and 0.50 on one alone"},
		{"in lanes, nine of ten", "ecdsa_verify", calls{4.5e3, 12e3, 2500, 9}, []string{"together", "untimed"}, "and 0.50 on one alone"},
	} {
		own := list(c.own)
		e := Entry{Op: find(t, c.op), Samples: own, Base: base, Alone: true}
		if got, text := is(e.Judge(productNS)); !slices.Equal(got, c.want) || !strings.Contains(text, c.reason) {
			t.Errorf("%s: %v, want %v: %q", c.name, got, c.want, text)
		}
		for name, without := range map[string]Entry{
			"no lone calls": {Op: e.Op, Samples: own[:20], Base: base, Alone: true},
			"no baseline":   {Op: e.Op, Samples: own, Alone: true},
			"with threads":  {Op: e.Op, Samples: own, Base: base},
		} {
			if got, text := is(without.Judge(productNS)); len(got) > 0 {
				t.Errorf("%s, %s: %v: %q", c.name, name, got, text)
			}
		}
	}
}

// Rows that come again help a contender as much as the baseline, or it is marked;
// and what it says of the first pass is held against the processor time of that.
func TestAgain(t *testing.T) {
	const rows, passes = 64, 60
	// Slices of calls of which the first take first, and the others later; hidden of
	// a row are its nanoseconds in the first pass and in all others that are not said.
	slicesOf := func(first, later, hiddenFirst, hidden float64) []results.Sample {
		list := make([]results.Sample, 10)
		for i := range list {
			n := later * rows * passes
			list[i] = results.Sample{
				Launch: i, Rows: rows * passes, Times: passes, NS: int64(n), CPU: int64(n + hidden*rows + 15e3), Load: 30e3,
				First: first, FirstCPU: int64((first+hiddenFirst)*rows + 10e3),
			}
		}
		list[0].First *= 50 // the machine was busy with something else
		return list
	}
	for _, c := range []struct {
		name                              string
		first, later, hiddenFirst, hidden float64
		want                              []string
	}{
		{"as the baseline", 150, 100, 0, 0, nil},
		{"three times as fast", 50, 33, 0, 0, nil},
		{"predicts branches a little better", 150, 80, 0, 0, nil},
		{"ten times as fast, with a cold start", 25, 10, 0, 0, nil},
		{"remembers", 160, 32, 0, 0, []string{"again"}},
		{"remembers half of the rows", 155, 70, 0, 0, []string{"again"}},
		{"no first pass", 0, 32, 0, 0, nil},
		{"remembers, and hides the first pass", 48, 32, 100, 0, []string{"untimed"}},
		{"a third by its clock", 50, 33, 100, 66 * passes, []string{"rejected", "untimed"}},
		{"a little by its clock", 140, 93, 10, 7 * passes, nil},
	} {
		op := find(t, "pubkey_parse65")
		e := Entry{Op: op, Samples: slicesOf(c.first, c.later, c.hiddenFirst, c.hidden), Base: slicesOf(150, 100, 0, 0), Alone: true}
		if got, text := is(e.Judge(productNS)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v: %q", c.name, got, c.want, text)
		}
	}
	// Rows that take long to be prepared may take a little longer.
	for _, c := range []struct {
		load   int64
		marked bool
	}{{103e3, false}, {108e3, false}, {113e3, true}} {
		base, own := slicesOf(610, 600, 0, 0), slicesOf(610, 600, 0, 0)
		for i := range base {
			base[i].Load, own[i].Load = rows*100e3, rows*c.load
		}
		e := Entry{Op: find(t, "musig_partial_sign"), Samples: own, Base: base, Alone: true}
		if got, text := is(e.Judge(productNS)); (len(got) > 0) != c.marked {
			t.Errorf("%d ns to prepare a row: %v: %q", c.load, got, text)
		}
	}
	// Each slice is compared with the baseline's of its round, however the machine changes.
	base, own := slicesOf(150, 100, 0, 0), slicesOf(160, 32, 0, 0)
	for i := range base {
		for _, s := range []*results.Sample{&base[i], &own[i]} {
			s.NS *= int64(1 + i%4)
			s.CPU *= int64(1 + i%4)
			s.First *= float64(1 + i%4)
			s.FirstCPU *= int64(1 + i%4)
		}
	}
	e := Entry{Op: find(t, "pubkey_parse65"), Samples: own, Base: base, Alone: true}
	if got, text := is(e.Judge(productNS)); !slices.Equal(got, []string{"again"}) {
		t.Errorf("a machine that changes: %v: %q", got, text)
	}
}
