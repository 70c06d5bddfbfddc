package contest

import (
	"slices"
	"testing"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
	"koblitz.dev/lab/internal/results"
)

// A plan whose end has passed has the fewest launches, and who comes late has as many.
// Late contenders pass the gate as the others do.
func TestPlan(t *testing.T) {
	op, _ := ops.Find("ecdh")
	past := Until(time.Unix(1, 0))
	for _, c := range []struct {
		name     string
		plan     Plan
		late     []*Contender
		launches int
		rejected []string
	}{
		{"whole", Plan{}, nil, Whole.Least, nil},
		{"past its end", past, nil, past.Least, nil},
		{"before its end", Until(time.Now().Add(1000 * time.Hour)), nil, past.Most, nil},
		{"late", past, []*Contender{contender("double"), contender("wrong byte"), contender("vartime")}, past.Least, []string{"wrong byte"}},
		{"late nobody", past, []*Contender{}, past.Least, nil},
	} {
		var seen []Interim
		x := Config{
			Contenders: []*Contender{contender("honest")}, Ops: []ops.Op{op}, Plan: c.plan,
			Baseline: "honest", Tuples: fakeTuples{}, Rows: 512, Seconds: 0.1, CPU: -1, Timeout: patience, Seed: 1, Log: t.Logf,
			Seen: func(i Interim) { seen = append(seen, i) },
		}
		if c.late != nil {
			x.Late = func() []*Contender { return c.late }
		}
		o := Run(x)
		if o.Rows != 512/c.launches*c.launches && c.launches != past.Least || o.Rows < 512/past.Most*c.launches {
			t.Errorf("%s: %d rows", c.name, o.Rows)
		}
		if o.Launches != c.launches || len(seen) != c.launches {
			t.Errorf("%s: %d launches, %d seen", c.name, o.Launches, len(seen))
		}
		var rejected []string
		for _, r := range o.Rejected {
			rejected = append(rejected, r.Contender)
		}
		if !slices.Equal(rejected, c.rejected) {
			t.Errorf("%s: rejected %v", c.name, rejected)
		}
		for _, s := range o.Samples {
			if s.Contender == "double" && s.Launch == 0 {
				t.Errorf("%s: %s in the first launch", c.name, s.Contender)
				break
			}
		}
		if first := seen[0]; first.Op != op.Name || first.Launches != 1 || first.BaselineNS != callNS || len(first.Ratios) != 0 {
			t.Errorf("%s: %+v", c.name, first)
		}
		if len(c.late) == 0 {
			continue
		}
		if r := figure(o, "double", op.Name); r == nil || r.Ratio.P50 != 2 || r.Ratio.Lo != 2 {
			t.Errorf("%s: %+v", c.name, r)
		}
		if r := figure(o, "vartime", op.Name); r == nil || r.Leak != nil || !slices.Contains(r.Marks, results.MarkVartime) {
			t.Errorf("%s, declared: %+v", c.name, r) // in a run with an end it is not tested
		}
		if r := figure(o, "double", op.Name); r == nil || r.Leak == nil {
			t.Errorf("%s: not tested for variable time", c.name)
		}
		// Who is much slower than the baseline has every other round of a sparing plan.
		if a, b := figure(o, "double", op.Name), figure(o, "vartime", op.Name); a != nil && b != nil && (a.Samples+2*c.launches > b.Samples || 2*a.Samples < b.Samples) {
			t.Errorf("%s: %d and %d samples", c.name, a.Samples, b.Samples)
		}
		want := []InterimRatio{{"vartime", 1, true}, {"double", 2, false}}
		if last := seen[len(seen)-1]; !slices.Equal(last.Ratios, want) {
			t.Errorf("%s: %+v", c.name, last)
		}
	}
}

// A run of a few contenders has more cold calls than one of many or of long operations;
// short runs have none.
func TestColdCalls(t *testing.T) {
	for _, c := range []struct {
		op       string
		plan     Plan
		entrants int
		ns       float64
		want     int
	}{
		{"ecdh", Whole, 2, 30e3, mostCold},
		{"ecdh", Whole, 20, 30e3, 7},
		{"ecdh", Whole, 200, 30e3, coldCalls},
		{"silentpayments_scan_1000", Whole, 3, 50e6, 6},
		{"ecdh", Until(time.Now()), 2, 30e3, 0},
		{"batch_ecdsa_verify_64", Whole, 2, 1e6, 0},
		{"seckey_verify", Whole, 2, 10, 0},
	} {
		op, ok := ops.Find(c.op)
		if !ok {
			t.Fatal(c.op)
		}
		f := &field{op: op, plan: c.plan, fresh: make([]pool.Row, 4096)}
		for range c.entrants {
			f.entrants = append(f.entrants, &entrant{runner: &runner{estimate: map[string]float64{c.op: c.ns}}})
		}
		f.setCold()
		if got := f.cold(); got != c.want {
			t.Errorf("%s, %d entrants of %v ns: %d cold calls, not %d", c.op, c.entrants, c.ns, got, c.want)
		}
	}
}
