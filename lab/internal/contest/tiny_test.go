package contest

import (
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
)

// Beside other operations a tiny one takes the fewest rounds and nothing of their time;
// alone it has the time of the run.
func TestTiny(t *testing.T) {
	of := func(name string, ns float64) *field {
		op, ok := ops.Find(name)
		if !ok {
			t.Fatal(name)
		}
		k := &runner{Contender: Contender{Name: "base"}, estimate: map[string]float64{name: ns}}
		return &field{op: op, warm: make([]pool.Row, 64), fresh: make([]pool.Row, 4096), entrants: []*entrant{{runner: k}}}
	}
	tiny, other := of("seckey_negate", 16), of("ecdsa_verify", 30e3)
	for _, c := range []struct {
		name   string
		f      *field
		all    []*field
		shares bool
	}{
		{"tiny among others", tiny, []*field{tiny, other}, false},
		{"tiny alone", tiny, []*field{tiny, of("seckey_verify", 8)}, true},
		{"another", other, []*field{tiny, other}, true},
	} {
		if got := c.f.shares(c.all); got != c.shares {
			t.Errorf("%s: shares %t", c.name, got)
		}
	}
	for _, c := range []struct {
		budget float64
		least  int
		most   int
	}{{0, tinyRounds, tinyRounds}, {1e9, 20, 4096 / lightRows}} {
		if tiny.size("base", c.budget); tiny.rounds < c.least || tiny.rounds > c.most {
			t.Errorf("with %v ns: %d rounds", c.budget, tiny.rounds)
		}
	}
	if e := tiny.entrants[0]; tiny.cold() != 0 || tiny.lone() != 0 || e.count != lightRows || float64(e.times*e.count)*16 < lightSliceNS*0.9 {
		t.Errorf("%d cold calls, %d lone ones, slices of %d rows %d times", tiny.cold(), tiny.lone(), e.count, e.times)
	}
}
