package contest

import (
	"testing"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/pool"
)

// Slices and passes of the gate are of whole batches where there are such calls;
// a contender without one is asked for its call of one row only where that shall stand for it.
func TestWholeBatches(t *testing.T) {
	has := func(singles bool, names ...string) *runner {
		k := &runner{Contender: Contender{Name: names[0], Singles: singles}, estimate: map[string]float64{}}
		k.info.Ops = map[string]bool{}
		for _, n := range names {
			k.info.Ops[n] = true
		}
		return k
	}
	for _, size := range ops.BatchSizes {
		for _, op := range ops.Batches {
			if op.Batch != size || op.Single != "ecdsa_verify" {
				continue
			}
			f := &field{op: op, warm: make([]pool.Row, 64), fresh: make([]pool.Row, rowsOf(op, 512)+coldCalls)}
			native, single := has(false, op.Name), has(true, "ecdsa_verify")
			native.estimate[op.Name], single.estimate[op.Name] = 3e3, 28e3
			f.entrants = []*entrant{{runner: native}, {runner: single}}
			f.size("ecdsa_verify", 1e9)
			for _, e := range f.entrants {
				if e.count == 0 || e.call(op).Batch != 0 && e.count%size != 0 || e.call(op).Batch == 0 && float64(e.count)*28e3 > sliceNS || e.count*f.rounds > len(f.fresh) {
					t.Errorf("%s: slices of %d rows, %d rounds of %d rows", op.Name, e.count, f.rounds, len(f.fresh))
				}
			}
			if f.rounds < Whole.roundsOf(op) || f.cold() != 0 || f.lone() != 0 {
				t.Errorf("%s: %d rounds, %d cold calls, %d lone ones", op.Name, f.rounds, f.cold(), f.lone())
			}
			if got := native.call(op); got != op {
				t.Errorf("%s: asked for %s", op.Name, got.Name)
			}
			if got := single.call(op); got.Name != "ecdsa_verify" || !single.has(op) || has(false, "ecdsa_verify").has(op) {
				t.Errorf("%s: asked for %s", op.Name, got.Name)
			}
		}
	}
}
