package contest

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"sync"
	"time"

	"koblitz.dev/lab/internal/ops"
	"koblitz.dev/lab/internal/results"
	"koblitz.dev/lab/internal/stats"
)

// What a worker's word may differ by from what the system and the conductor
// saw. It is the size of the lie that goes unnoticed, and room for an honest
// worker's reading of the command and writing of the reply.
const (
	wordShare   = 0.05   // of the time
	wordRowNS   = 600.0  // a row: forgetting its last result, and writing the new one in hex
	wordSliceNS = 150e3  // a slice, by processor time
	wallSliceNS = 1000e3 // a slice, by the conductor's clock, at the best of ten
	besideShare = 0.10   // of a call: what a row may take beside it, more than the baseline's
	besideRowNS = 500.0
	againShare  = 0.75 // of the ratio by rows that come for the first time: what that by rows that come again may be
	leastSlices = 8
)

// account holds what the entrants of a field said against the time that passed,
// and takes out those whose word is not what the system saw. The runtimes that
// need threads work beside the calls (they collect garbage, they compile), and
// in light operations the rest of a request outweighs the calls: of these the
// floor is asked, and that rows which come again do not help them more than the
// baseline. To prepare a row for long may be honest: it is a mark.
func (t *contest) account(f *field) {
	base := f.find(t.Baseline)
	for _, e := range slices.Clone(f.entrants) {
		list := t.samples(f.op.Name, e.Name, false)
		if len(list) < leastSlices {
			continue
		}
		faults := []error{floor(f.op, list), floor(f.op, t.samples(f.op.Name, e.Name, true))}
		if !e.Spec.Threads && !f.op.Light {
			faults = append(faults, processorWord(list), wallWord(list))
		}
		if !e.Spec.Threads && base != nil && base.Spec.Argv[0] == e.Spec.Argv[0] {
			mark, compared := results.MarkUntimed, beside
			if f.op.Light {
				mark, compared = results.MarkAgain, again
			}
			if err := compared(list, t.samples(f.op.Name, base.Name, false)); err != nil {
				e.marks[mark] = err.Error()
			}
		}
		if err := cmp.Or(faults...); err != nil {
			t.disqualify(f, e, err)
		}
	}
}

// samples are those of warm or of cold calls.
func (t *contest) samples(op, contender string, cold bool) []results.Sample {
	var list []results.Sample
	for _, s := range t.out.Samples {
		if s.Op == op && s.Contender == contender && s.Cold == cold {
			list = append(list, s)
		}
	}
	return list
}

func quantileOf(list []results.Sample, p float64, value func(results.Sample) float64) float64 {
	var all []float64
	for _, s := range list {
		all = append(all, value(s))
	}
	return stats.Quantile(all, p)
}

func per(s results.Sample) float64 { return float64(s.NS) / float64(s.Rows) }

// said is what all calls of a request took, the untimed ones too, if each took
// as long as the timed ones are said to, and what is granted beside.
func said(s results.Sample, slice float64) float64 {
	calls := float64(s.Rows + s.Warm)
	return (1+wordShare)*per(s)*calls + wordRowNS*calls + slice
}

// processorWord compares with the processor time of all threads, in the median.
func processorWord(list []results.Sample) error {
	if quantileOf(list, 0.5, func(s results.Sample) float64 { return float64(s.CPU) - said(s, wordSliceNS) }) <= 0 {
		return nil
	}
	used := quantileOf(list, 0.5, func(s results.Sample) float64 { return float64(s.CPU) / float64(s.Rows+s.Warm) })
	return fmt.Errorf("it says that a call takes %.0f ns, and uses %.0f ns of processor time for each", quantileOf(list, 0.5, per), used)
}

// wallWord compares with the conductor's clock, at the best of ten slices:
// others may have held the processor in the rest.
func wallWord(list []results.Sample) error {
	if quantileOf(list, 0.1, func(s results.Sample) float64 { return float64(s.Wall) - said(s, wallSliceNS) }) <= 0 {
		return nil
	}
	took := quantileOf(list, 0.1, func(s results.Sample) float64 { return float64(s.Wall) / float64(s.Rows+s.Warm) })
	return fmt.Errorf("it says that a call takes %.0f ns, while %.0f ns pass", quantileOf(list, 0.5, per), took)
}

// beside compares the processor time that a slice takes outside of its timed
// calls, in loading its rows and in the request that runs them, with that of the
// baseline's on the same worker. The sum is compared, since a slice may hide work
// in either.
func beside(list, base []results.Sample) error {
	rest := func(s results.Sample) float64 {
		calls := float64(s.Rows + s.Warm)
		return (float64(s.Load) + max(float64(s.CPU)-per(s)*calls, 0)) / calls
	}
	own, ref := quantileOf(list, 0.5, rest), quantileOf(base, 0.5, rest)
	call := max(quantileOf(list, 0.5, per), quantileOf(base, 0.5, per))
	if len(base) == 0 || own-ref <= besideShare*call+besideRowNS {
		return nil
	}
	return fmt.Errorf("beside its calls it uses %.0f ns of processor time a row, the baseline %.0f ns", own, ref)
}

// again compares what the passes over the rows of a light operation gain on the
// first one, in which nothing can be remembered, with what the baseline's do.
func again(list, base []results.Sample) error {
	first := func(s results.Sample) float64 { return s.First }
	without := func(s results.Sample) bool { return s.First == 0 }
	list, base = slices.DeleteFunc(slices.Clone(list), without), slices.DeleteFunc(slices.Clone(base), without)
	if min(len(list), len(base)) < leastSlices {
		return nil
	}
	later := quantileOf(list, 0.5, per) / quantileOf(base, 0.5, per)
	before := quantileOf(list, 0.5, first) / quantileOf(base, 0.5, first)
	if later >= againShare*before {
		return nil
	}
	return fmt.Errorf("on rows that come again it takes %.2f of the baseline's time, and %.2f on those that come for the first time", later, before)
}

// floor refuses a figure below what the least arithmetic that is known for the
// operation costs on this machine: vectors may double the products of a clock,
// and eight rows side by side multiply them by eight.
func floor(op ops.Op, list []results.Sample) error {
	least := float64(op.Products) * productNS() / 2
	if op.Batch >= 8 {
		least /= 4
	}
	if got := quantileOf(list, 0.5, per); len(list) > 0 && got < least {
		return fmt.Errorf("a call that takes %.0f ns cannot have made the %d products of 64 bits that it needs", got, op.Products)
	}
	return nil
}

// productNS is what a product of 64 by 64 bits takes on this machine, at best.
var productNS = sync.OnceValue(func() float64 {
	const n = 1 << 14
	best := time.Hour
	for range 20 {
		var a, b, c, d uint64 = 3, 5, 7, 9
		start := time.Now()
		for i := range uint64(n / 4) {
			a, _ = bits.Mul64(a, i)
			b, _ = bits.Mul64(b, i)
			c, _ = bits.Mul64(c, i)
			d, _ = bits.Mul64(d, i)
		}
		if took := time.Since(start); a|b|c|d != 1 {
			best = min(best, took)
		}
	}
	return float64(best) / n
})
